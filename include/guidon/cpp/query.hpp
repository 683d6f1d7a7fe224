/* SPDX-License-Identifier: MIT */
/* Which ids of a set a part of a text, or a garbled text, may mean, in C++. */
#ifndef GUIDON_CPP_QUERY_HPP
#define GUIDON_CPP_QUERY_HPP

#include <guidon/cpp/id.hpp>
#include <guidon/cpp/result.hpp>
#include <guidon/query.h>

#if !defined(GUIDON_CPP_TOO_OLD)

#  include <cstddef>
#  include <string>
#  include <string_view>

namespace GUIDON_NAMESPACE guidon {

/*
 * A text that somebody typed, which ranks ids: 0 is the best rank, and
 * GUIDON_QUERY_NONE says that the text cannot mean the id. See <guidon/query.h> for
 * which ranks are an answer. It may be used by several threads at once.
 */
class query {
  public:
    /* Throws the error of make(). */
    query(std::string_view text, guidon_query_kind kind,
          const guidon_id *whole = nullptr)
        : query(make(text, kind, whole).value())
    {
    }
    /* `whole` is, for GUIDON_QUERY_DIGITS, the id that the whole text is, and null if
     * the text is none. The error is that of guidon_query_init. The text may be gone
     * afterwards. */
    [[nodiscard]] static result<query> make(
        std::string_view text, guidon_query_kind kind,
        const guidon_id *whole = nullptr) noexcept
    {
        query made;
        const guidon_status status = guidon_query_init(
            &made.query_, text.data(), text.size(), whole, kind);
        if (status != GUIDON_OK) {
            return error{status, 0};
        }
        return made;
    }

    /* The rank of an id, for GUIDON_QUERY_DIGITS and GUIDON_QUERY_NEAR. */
    [[nodiscard]] unsigned rank(const guidon_id &id) const noexcept
    {
        return guidon_query_rank(&query_, &id);
    }
    /* Write the ranks of n ids to `out`. */
    void rank_many(unsigned char *out, const guidon_id *ids,
                   std::size_t n) const noexcept
    {
        guidon_query_rank_many(out, &query_, ids, n);
    }
    /* The rank of a text of an id, in any form, for GUIDON_QUERY_TEXT. */
    [[nodiscard]] unsigned rank_text(std::string_view text) const noexcept
    {
        return guidon_query_rank_text(&query_, text.data(), text.size());
    }
    /* The characters that the query looks for, without those that do not count: see
     * guidon_query_text. */
    [[nodiscard]] std::string str() const
    {
        char out[GUIDON_TEXT_MAX];
        std::size_t len = 0;
        const guidon_status status =
            guidon_query_text(out, sizeof out, &len, &query_);
        return std::string(out, status == GUIDON_OK ? len : 0);
    }

    /* The query, for the functions of C. */
    [[nodiscard]] const guidon_query *get() const noexcept
    {
        return &query_;
    }

  private:
    query() noexcept = default;

    guidon_query query_{};
};

} // namespace guidon

#endif

#endif
