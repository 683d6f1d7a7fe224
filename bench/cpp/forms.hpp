/* SPDX-License-Identifier: MIT */
/* forms.hpp - the texts of a batch in a form of Guidon */
#ifndef BENCH_FORMS_HPP
#define BENCH_FORMS_HPP

#include "harness.hpp"
#include <guidon.h>

/* The distance of texts: that of lines, or enough for the longest number. */
inline std::size_t stride_of(guidon_form form)
{
    const std::size_t len = guidon_form_len(form);
    return len > 0 ? len + 1 : 64;
}

/* The texts of a batch in one form. Their creation is not timed, because a
 * caller has them already. */
struct Texts {
    const Input *of = nullptr;
    char text[batch * text_max];
    std::size_t len[batch];
};

template <guidon_form form> const Texts &texts_of(const Input &in)
{
    static Texts texts;

    if (texts.of != &in) {
        texts.of = &in;
        for (std::size_t i = 0; i < batch; i++) {
            must(guidon_format(texts.text + i * stride_of(form), text_max,
                               &texts.len[i],
                               reinterpret_cast<const guidon_id *>(in.ids) + i,
                               form) == GUIDON_OK,
                 "guidon_format");
        }
    }
    return texts;
}

#endif
