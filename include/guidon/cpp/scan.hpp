/* SPDX-License-Identifier: MIT */
/* Ids in any text in C++, and the short names that stand for them. */
#ifndef GUIDON_CPP_SCAN_HPP
#define GUIDON_CPP_SCAN_HPP

#include <guidon/cpp/id.hpp>
#include <guidon/cpp/result.hpp>
#include <guidon/scan.h>

#if !defined(GUIDON_CPP_TOO_OLD)

#  include <cstddef>
#  include <cstdint>
#  include <optional>
#  include <string>
#  include <string_view>

namespace GUIDON_NAMESPACE guidon {

/* A part of a text, as guidon_span, with its characters. They are a view of the piece
 * that was scanned, which must live as long as the view. */
struct text_span : guidon_span {
    std::string_view text;
};

/*
 * Finds ids and aliases in text of any kind, which may come in pieces: see
 * guidon_scanner_init.
 *
 *   guidon::scanner ids(GUIDON_SCAN_UUID | GUIDON_SCAN_ULID);
 *   ids.piece(text);
 *   while (auto found = ids.next()) {
 *       use(guidon::uuid(found->id), found->text);
 *   }
 *
 * A copy is a scanner of its own. Not for several threads at once.
 */
class scanner {
  public:
    /* Finds ids alone: GUIDON_SCAN_... Throws the error of make(). */
    explicit scanner(unsigned flags) : scanner({}, GUIDON_ALIAS_NONE, flags)
    {
    }
    /* Finds aliases too. Throws the error of make(). */
    scanner(std::string_view word, guidon_alias_kind kind, unsigned flags)
        : scanner(make(word, kind, flags).value())
    {
    }
    /* The error is GUIDON_E_ARGUMENT if there is no such kind or flag, or if aliases
     * cannot begin with the word. The word may be gone afterwards. */
    [[nodiscard]] static result<scanner> make(std::string_view word,
                                              guidon_alias_kind kind,
                                              unsigned flags) noexcept
    {
        scanner made;
        const guidon_status status = guidon_scanner_init(
            &made.scanner_, word.data(), word.size(), kind, flags);
        if (status != GUIDON_OK) {
            return error{status, 0};
        }
        made.piece({});
        return made;
    }

    /* Begin to scan a piece of the text, which must live until the next one: see
     * guidon_scanner_piece. The piece begins at the offset `from`; an offset behind the
     * end is the end. By default it is the whole text. */
    void piece(std::string_view text, std::size_t from = 0,
               bool last = true) noexcept
    {
        text_ = text;
        guidon_scanner_piece(&scanner_, text.data(), text.size(),
                             from < text.size() ? from : text.size(), last);
    }
    /* The next id or alias, in ascending order of offsets. None at the end of the
     * piece, and before the first one. */
    [[nodiscard]] std::optional<text_span> next() noexcept
    {
        text_span found{};
        if (!guidon_scanner_next(&found, &scanner_)) {
            return std::nullopt;
        }
        found.text = std::string_view(text_.data() + found.at, found.len);
        return found;
    }
    /* The offset before which everything is found, after next() returned none: where
     * the next piece begins. See guidon_scanner_done. */
    [[nodiscard]] std::size_t done() const noexcept
    {
        return guidon_scanner_done(&scanner_);
    }

    /* The alias of a span that this scanner found: see guidon_alias_format. */
    [[nodiscard]] result<std::string> alias_format(const text_span &found,
                                                   std::uint64_t number,
                                                   unsigned spelling = 0) const
    {
        char out[GUIDON_ALIAS_MAX];
        std::size_t len = 0;
        if (found.text.size() != found.len) {
            return error{GUIDON_E_ARGUMENT, 0};
        }
        const guidon_status status =
            guidon_alias_format(out, sizeof out, &len, &scanner_, &found,
                                found.text.data(), number, spelling);
        if (status != GUIDON_OK) {
            return error{status, 0};
        }
        return std::string(out, len);
    }

    /* The scanner, for the functions of C. */
    [[nodiscard]] const guidon_scanner *get() const noexcept
    {
        return &scanner_;
    }

  private:
    scanner() noexcept = default;

    guidon_scanner scanner_{};
    std::string_view text_;
};

/* Write an id in the form, with the prefix and in the case of a span: see
 * guidon_span_format. The error is GUIDON_E_ARGUMENT if the span is a word. */
[[nodiscard]] inline result<std::string> span_format(const guidon_id &id,
                                                     const text_span &found)
{
    char out[GUIDON_ALIAS_MAX];
    std::size_t len = 0;
    if (found.text.size() != found.len) {
        return error{GUIDON_E_ARGUMENT, 0};
    }
    const guidon_status status = guidon_span_format(out, sizeof out, &len, &id,
                                                    &found, found.text.data());
    if (status != GUIDON_OK) {
        return error{status, 0};
    }
    return std::string(out, len);
}

} // namespace guidon

#endif

#endif
