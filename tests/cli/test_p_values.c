/* SPDX-License-Identifier: MIT */
/* test_p_values.c - compare series and p-values with libm and GSL */
#include "core_test.h"
#include "stats/p_values.h"
#include "stats/series.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

/* The relative error is at most `part`. */
static void assert_near(double got, double want, double part)
{
    if (!(fabs(got - want) <= part * fabs(want))) {
        fail_msg("%.17g, want %.17g", got, want);
    }
}

static void test_series(void **state)
{
    (void)state;
    for (double x = 1e-12; x < 700; x *= 1.3) {
        assert_near(one_minus_exp(x), -expm1(-x), 1e-14);
        assert_near(exp_minus(x), exp(-x), 1e-12);
    }
    for (double x = 1e-300; x < 1e300; x *= 7.7) {
        assert_near(log_of(x), log(x), 1e-14);
    }
    for (double p = 1e-12; p < 1; p = p < 0.5 ? p * 1.7 : (p + 1) / 2) {
        assert_near(minus_log_rest(p), -log1p(-p), 1e-14);
    }
    assert_true(exp_minus(0) == 1 && exp_minus(1e9) == 0);
    assert_true(one_minus_exp(0) == 0 && one_minus_exp(1e9) == 1);
    assert_true(log_of(1) == 0);
}

static void test_normal(void **state)
{
    (void)state;
    for (double z = 0; z < 21; z += 0.01) {
        assert_near(p_value_normal(z), 2 * gsl_cdf_ugaussian_Q(z), 1e-11);
        assert_true(p_value_normal(-z) == p_value_normal(z));
    }
    assert_true(p_value_normal(1e9) < P_VALUE_LEAST);
}

static void test_chi_square(void **state)
{
    (void)state;
    for (unsigned freedom = 1; freedom < 256; freedom++) {
        for (double x = 0.01 * freedom; x < 5 * freedom + 200; x *= 1.07) {
            double lower = gsl_cdf_chisq_P(x, freedom);
            double upper = gsl_cdf_chisq_Q(x, freedom);
            double want = 2 * fmin(lower, upper);
            double got = p_value_chi_square(x, freedom);

            if (want < P_VALUE_LEAST) {
                assert_true(got < 2 * P_VALUE_LEAST);
            } else {
                assert_near(got, want, 1e-10);
            }
        }
    }
    assert_true(p_value_chi_square(0, 255) ==
                0); /* equal counts are too even for chance */
    assert_true(p_value_chi_square(1e9, 255) < P_VALUE_LEAST);
}

/* The bound is not below the tail of either distribution, and not far above
 * it. */
static void test_poisson(void **state)
{
    (void)state;
    for (double mean = 1e-9; mean < 1e5; mean *= 3) {
        for (double more = 1; more < 1e4; more *= 2) {
            double count = floor(mean) + more;
            double got = p_value_poisson(count, mean);
            double tail = gsl_cdf_poisson_Q((unsigned)count - 1, mean);

            assert_true(got >= tail * (1 - 1e-9));
            if (tail > P_VALUE_LEAST) {
                assert_true(got < tail * 10 * (1 + sqrt(count)));
            }
            assert_true(got >= gsl_cdf_binomial_Q((unsigned)count - 1,
                                                  mean / 200000, 200000) *
                                   (1 - 1e-9));
        }
        assert_true(p_value_poisson(mean, mean) == 1);
        assert_true(p_value_poisson(0, mean) == 1);
    }
    assert_true(p_value_poisson(0, 0) == 1 && p_value_poisson(1, 0) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_series),
        cmocka_unit_test(test_normal),
        cmocka_unit_test(test_chi_square),
        cmocka_unit_test(test_poisson),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
