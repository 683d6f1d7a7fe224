/* SPDX-License-Identifier: MIT */
/* Keys that hide times and derive ids, and rings of keys; each erases itself at its
 * end. */
#ifndef GUIDON_CPP_KEYS_HPP
#define GUIDON_CPP_KEYS_HPP

#include <guidon/cpp/id.hpp>
#include <guidon/cpp/result.hpp>
#include <guidon/keys.h>

#if !defined(GUIDON_CPP_TOO_OLD)

#  include <chrono>
#  include <cstddef>
#  include <cstdint>
#  include <string>
#  include <string_view>

namespace GUIDON_NAMESPACE guidon {

/* Erases the bytes of a key or another secret: see guidon_wipe. */
inline void wipe(void *memory, std::size_t len) noexcept
{
    guidon_wipe(memory, len);
}

/* Hides the times of ids of version 7: see guidon_mask. A copy is a key of its
 * own. The array of bytes stays as it is; the caller wipes it. */
class mask_key {
  public:
    explicit mask_key(
        const unsigned char (&bytes)[GUIDON_MASK_KEY_LEN]) noexcept
    {
        /* The length is right, so nothing can fail. */
        (void)!guidon_mask_key_init(&key_, bytes, sizeof bytes);
    }
    mask_key(const mask_key &) noexcept = default;
    mask_key &operator=(const mask_key &) noexcept = default;
    ~mask_key()
    {
        guidon_mask_key_wipe(&key_);
    }

    [[nodiscard]] result<uuid> mask(const uuid &v7) const noexcept
    {
        guidon_id id{};
        const guidon_status status = guidon_mask(&id, &key_, &v7);
        return detail::result_of<uuid>(status, id);
    }
    [[nodiscard]] result<uuid> unmask(const uuid &masked) const noexcept
    {
        guidon_id id{};
        const guidon_status status = guidon_unmask(&id, &key_, &masked);
        return detail::result_of<uuid>(status, id);
    }

    /* The key, for the functions of C. */
    [[nodiscard]] const guidon_mask_key *get() const noexcept
    {
        return &key_;
    }

  private:
    guidon_mask_key key_{};
};

/* Derives ids of version 7 from data, and hides all bits of such ids: see
 * guidon_v7_derive and guidon_encrypt. Use one key for one of the two. A copy is a key of
 * its own. The array of bytes stays as it is; the caller wipes it. */
class key {
  public:
    explicit key(const unsigned char (&bytes)[GUIDON_KEY_LEN]) noexcept
    {
        /* The length is right, so nothing can fail. */
        (void)!guidon_key_init(&key_, bytes, sizeof bytes);
    }
    key(const key &) noexcept = default;
    key &operator=(const key &) noexcept = default;
    ~key()
    {
        guidon_key_wipe(&key_);
    }

    [[nodiscard]] result<uuid> derive(std::uint64_t unix_ms,
                                      std::string_view data) const noexcept
    {
        guidon_id id{};
        const guidon_status status =
            guidon_v7_derive(&id, unix_ms, &key_, data.data(), data.size());
        return detail::result_of<uuid>(status, id);
    }
    /* Derive from the 16 bytes of another id. */
    [[nodiscard]] result<uuid> derive(std::uint64_t unix_ms,
                                      const guidon_id &other) const noexcept
    {
        guidon_id id{};
        const guidon_status status = guidon_v7_derive(
            &id, unix_ms, &key_, other.bytes, sizeof other.bytes);
        return detail::result_of<uuid>(status, id);
    }

    /* The same of a time point, in its millisecond. */
    template <class Duration, class Data>
    [[nodiscard]] result<uuid> derive(
        std::chrono::time_point<std::chrono::system_clock, Duration> t,
        const Data &data) const noexcept
    {
        return derive(detail::unix_ms_of(to_guidon_time(t)), data);
    }

    [[nodiscard]] result<uuid> encrypt(const uuid &v7) const noexcept
    {
        guidon_id id{};
        const guidon_status status = guidon_encrypt(&id, &key_, &v7);
        return detail::result_of<uuid>(status, id);
    }
    [[nodiscard]] result<uuid> decrypt(const uuid &encrypted) const noexcept
    {
        guidon_id id{};
        const guidon_status status = guidon_decrypt(&id, &key_, &encrypted);
        return detail::result_of<uuid>(status, id);
    }
    /* The version 8 id that stands for another id: guidon_pseudonym. */
    [[nodiscard]] result<uuid> pseudonym(const uuid &other) const noexcept
    {
        guidon_id id{};
        const guidon_status status = guidon_pseudonym(&id, &key_, &other);
        return detail::result_of<uuid>(status, id);
    }

    /* The key, for the functions of C. */
    [[nodiscard]] const guidon_key *get() const noexcept
    {
        return &key_;
    }

  private:
    guidon_key key_{};
};

/* Keys with numbers, so that a key can be changed: see guidon_key_ring. A new
 * ring has no key, a copy is a ring of its own, and a ring erases itself. The
 * text and the arrays of bytes stay as they are; the caller wipes them. */
class key_ring {
  public:
    key_ring() noexcept = default;
    key_ring(const key_ring &) noexcept = default;
    key_ring &operator=(const key_ring &) noexcept = default;
    ~key_ring()
    {
        guidon_key_ring_wipe(&ring_);
    }

    /* Read the text of a ring; reason_of says why it is not one. */
    [[nodiscard]] static result<key_ring> parse(std::string_view text) noexcept
    {
        key_ring ring;
        std::size_t bad_at = 0;
        const guidon_status status = guidon_key_ring_parse(
            &ring.ring_, text.data(), text.size(), &bad_at);
        if (status != GUIDON_OK) {
            return error{status, bad_at};
        }
        return ring;
    }
    /* Say in a sentence what is wrong, and in which line; empty if nothing. */
    [[nodiscard]] static std::string reason_of(std::string_view text)
    {
        char out[GUIDON_KEY_RING_REASON_MAX];
        std::size_t len = 0;
        const guidon_status status = guidon_key_ring_reason(
            out, sizeof out, &len, text.data(), text.size());
        return std::string(out, status == GUIDON_OK ? len : 0);
    }

    /* Add a key of guidon_mask or of guidon_key. */
    template <std::size_t N>
    [[nodiscard]] result<void> add(std::uint32_t number,
                                   const unsigned char (&bytes)[N]) noexcept
    {
        const guidon_status status =
            guidon_key_ring_add(&ring_, number, bytes, N);
        if (status != GUIDON_OK) {
            return error{status, 0};
        }
        return {};
    }
    /* The number of the current key, and that of the key at a place. */
    [[nodiscard]] result<std::uint32_t> current() const noexcept
    {
        return number(0);
    }
    [[nodiscard]] result<std::uint32_t> number(unsigned index) const noexcept
    {
        std::uint32_t out = 0;
        const guidon_status status =
            guidon_key_ring_number(&out, &ring_, index);
        return detail::result_of<std::uint32_t>(status, out);
    }
    /* The key of a number, of a ring of such keys. */
    [[nodiscard]] result<guidon::mask_key> find_mask_key(
        std::uint32_t number) const noexcept
    {
        return find<guidon::mask_key, GUIDON_MASK_KEY_LEN>(number);
    }
    [[nodiscard]] result<guidon::key> find_key(
        std::uint32_t number) const noexcept
    {
        return find<guidon::key, GUIDON_KEY_LEN>(number);
    }

    /* The ring, for the functions of C. */
    [[nodiscard]] const guidon_key_ring *get() const noexcept
    {
        return &ring_;
    }

  private:
    template <class Key, std::size_t N>
    [[nodiscard]] result<Key> find(std::uint32_t number) const noexcept
    {
        unsigned char bytes[N] = {};
        std::size_t len = 0;
        guidon_status status =
            guidon_key_ring_find(bytes, N, &len, &ring_, number);
        if (status == GUIDON_E_SPACE || (status == GUIDON_OK && len != N)) {
            status = GUIDON_E_ARGUMENT; /* a key of the other length */
        }
        const Key key(bytes);
        guidon_wipe(bytes, sizeof bytes);
        if (status != GUIDON_OK) {
            return error{status, 0};
        }
        return key;
    }

    guidon_key_ring ring_{};
};

} // namespace guidon

#endif

#endif
