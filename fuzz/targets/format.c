/* SPDX-License-Identifier: MIT */
/* format.c - compare the writers of all forms with a slow writer, in large and
 * small buffers, and read the texts back; also byte images */
#include "../../tests/oracle/slow_text.h"
#include "../support/fuzz.h"
#include "cpu/cpu.h"
#include "text/base32.h"
#include "text/hex.h"

static void check_form(const guidon_id *id, guidon_form form, size_t cap)
{
    char want[GUIDON_TEXT_MAX];
    size_t want_len = slow_write(want, id, form);
    char *out = fuzz_marked(cap);
    size_t len;
    guidon_status status;
    guidon_id back;
    guidon_form found;

    mark(&len, sizeof len);
    status = guidon_format(out, cap, &len, id, form);
    if (want_len == 0 || cap < want_len) {
        CHECK(status == (want_len == 0 ? GUIDON_E_VERSION : GUIDON_E_SPACE));
        CHECK(is_marked(out, cap));
        CHECK(want_len == 0 ? is_marked(&len, sizeof len) : len == want_len);
        return;
    }
    CHECK(status == GUIDON_OK && len == want_len);
    CHECK(memcmp(out, want, len) == 0);
    CHECK(is_marked(out + len, cap - len));
    CHECK(guidon_parse(&back, &found, out, len, GUIDON_ACCEPT(form), 0, NULL) ==
          GUIDON_OK);
    CHECK(guidon_equal(&back, id));
}

static void check_kernels(const guidon_id *id)
{
    char want[GUIDON_TEXT_MAX];

    slow_write(want, id, GUIDON_FORM_UUID);
    for (size_t i = 0; i < gdn_n_hex_kernels; i++) {
        if (!(gdn_hex_kernels[i].needs & ~gdn_cpu_features())) {
            char *out = fuzz_marked(36);

            gdn_hex_kernels[i].format(out, id);
            CHECK(memcmp(out, want, 36) == 0);
        }
    }
    slow_write(want, id, GUIDON_FORM_ULID);
    for (size_t i = 0; i < gdn_n_base32_kernels; i++) {
        if (!(gdn_base32_kernels[i].needs & ~gdn_cpu_features())) {
            char *out = fuzz_marked(26);

            gdn_base32_kernels[i].format(out, id);
            CHECK(memcmp(out, want, 26) == 0);
        }
    }
}

static void check_images(const guidon_id *id)
{
    static const unsigned char mixed[16] = {3, 2, 1,  0,  5,  4,  7,  6,
                                            8, 9, 10, 11, 12, 13, 14, 15};
    unsigned char image[16], want[GUIDON_OID_DER_MAX];
    unsigned char *der = (unsigned char *)fuzz_marked(GUIDON_OID_DER_MAX);
    size_t want_len = slow_write_der(want, id), len;
    guidon_id back;

    guidon_to_guid_bytes(image, id);
    for (size_t i = 0; i < 16; i++) {
        CHECK(image[i] == id->bytes[mixed[i]]);
    }
    back = guidon_from_guid_bytes(image);
    CHECK(guidon_equal(&back, id));
    guidon_to_oid_der(der, &len, id);
    CHECK(len == want_len && memcmp(der, want, len) == 0);
    CHECK(guidon_from_oid_der(&back, der, len, NULL) == GUIDON_OK);
    CHECK(guidon_equal(&back, id));
}

/* An alphabet of the caller: the usual one with changes from the input. */
static void check_alphabet(const guidon_id *id, struct fuzz_data *data)
{
    char alphabet[33] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    char want[GUIDON_TEXT_MAX];
    char *out = fuzz_marked(26);
    bool twice = false;

    for (int n = 0; n < 4 && data->left > 0; n++) {
        uint64_t word = fuzz_take(data, 2);

        alphabet[word >> 8 & 31] = (char)word;
    }
    for (int i = 0; i < 32; i++) {
        twice = twice ||
                memchr(alphabet + i + 1, alphabet[i], (size_t)(31 - i)) != NULL;
    }
    CHECK(guidon_ulid_format_alphabet(out, id, alphabet) ==
          (twice ? GUIDON_E_ARGUMENT : GUIDON_OK));
    if (twice) {
        CHECK(is_marked(out, 26));
        return;
    }
    slow_write(want, id, GUIDON_FORM_ULID);
    for (int i = 0; i < 26; i++) {
        const char *usual = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

        CHECK(out[i] == alphabet[strchr(usual, want[i]) - usual]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_data rest = {data, size};
    unsigned form = (unsigned)fuzz_take(&rest, 1);
    size_t cap = (size_t)fuzz_take(&rest, 1);
    guidon_id id;
    char none[1] = {'-'};

    fuzz_take_bytes(id.bytes, 16, &rest);
    if (form % 64 < GUIDON_FORMS) {
        check_form(&id, (guidon_form)(form % 64), cap);
    } else {
        CHECK(guidon_format(none, 1, NULL, &id, (guidon_form)form) ==
              GUIDON_E_ARGUMENT);
        CHECK(none[0] == '-');
        check_kernels(&id);
        check_images(&id);
        check_alphabet(&id, &rest);
    }
    return 0;
}
