/* SPDX-License-Identifier: MIT */
/* The two strong types: guidon::uuid and guidon::ulid. */
#ifndef GUIDON_CPP_ID_HPP
#define GUIDON_CPP_ID_HPP

#include <guidon/cpp/result.hpp>
#include <guidon/cpp/text.hpp>
#include <guidon/cpp/time.hpp>
#include <guidon/generate.h>
#include <guidon/id.h>
#include <guidon/make.h>
#include <guidon/order.h>
#include <guidon/prefixed.h>
#include <guidon/text.h>

#if !defined(GUIDON_CPP_TOO_OLD)

#  include <array>
#  include <cstddef>
#  include <cstdint>
#  include <cstring>
#  include <functional>
#  include <string>
#  include <string_view>
#  include <type_traits>

#  if defined(__cpp_impl_three_way_comparison) && defined(__has_include)
#    if __has_include(<compare>)
#      include <compare>
#    endif
#  endif

namespace GUIDON_NAMESPACE guidon {

class uuid;
class ulid;

namespace detail {

/* Eight octets as a number. Compilers turn this expression into one load. */
constexpr std::uint64_t word_of(const unsigned char *octets) noexcept
{
    return std::uint64_t{octets[0]} << 56 | std::uint64_t{octets[1]} << 48 |
           std::uint64_t{octets[2]} << 40 | std::uint64_t{octets[3]} << 32 |
           std::uint64_t{octets[4]} << 24 | std::uint64_t{octets[5]} << 16 |
           std::uint64_t{octets[6]} << 8 | std::uint64_t{octets[7]};
}

constexpr guidon_id id_of(std::uint64_t hi, std::uint64_t lo) noexcept
{
    guidon_id id{};

    for (int i = 0; i < 8; i++) {
        id.bytes[i] = static_cast<unsigned char>(hi >> (56 - 8 * i));
        id.bytes[8 + i] = static_cast<unsigned char>(lo >> (56 - 8 * i));
    }
    return id;
}

/* guidon_hash at compile time. */
constexpr std::uint64_t hash_mixed(std::uint64_t x) noexcept
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}
constexpr std::uint64_t hash_of(std::uint64_t hi, std::uint64_t lo) noexcept
{
    return hash_mixed(hash_mixed(hi + 0x9e3779b97f4a7c15) + lo);
}

/* Types whose arrays are bytes of ids. A char is none, because a literal of 15
 * characters would then be 16 bytes. */
template <class Octet>
using enable_if_octet =
    std::enable_if_t<std::is_same_v<std::remove_cv_t<Octet>, unsigned char> ||
                     std::is_same_v<std::remove_cv_t<Octet>, std::byte>>;

template <class Octet>
constexpr guidon_id id_of_octets(const Octet *octets) noexcept
{
    guidon_id id{};

    for (std::size_t i = 0; i < sizeof id.bytes; i++) {
        id.bytes[i] = static_cast<unsigned char>(octets[i]);
    }
    return id;
}

/* A result from a status and the id that was made. */
template <class T, class From>
constexpr result<T> result_of(guidon_status status, const From &made) noexcept
{
    if (status != GUIDON_OK) {
        return error{status, 0};
    }
    return T(made);
}

/*
 * The members that both types share.
 *
 * Both types inherit from guidon_id and add no data. You can therefore pass &id
 * to every function of the C library, and an array of ids to the batch
 * functions.
 */
template <class T> struct value : guidon_id {
    [[nodiscard]] constexpr bool is_nil() const noexcept
    {
        return hi() == 0 && lo() == 0;
    }
    [[nodiscard]] constexpr bool is_max() const noexcept
    {
        return (hi() & lo()) == ~std::uint64_t{0};
    }
    /* Octets 0 .. 7 and 8 .. 15, most significant first. */
    [[nodiscard]] constexpr std::uint64_t hi() const noexcept
    {
        return word_of(bytes);
    }
    [[nodiscard]] constexpr std::uint64_t lo() const noexcept
    {
        return word_of(bytes + 8);
    }

    [[nodiscard]] static constexpr T nil() noexcept
    {
        return T();
    }
    [[nodiscard]] static constexpr T(max)() noexcept
    {
        return from_words(~std::uint64_t{0}, ~std::uint64_t{0});
    }
    [[nodiscard]] static constexpr T from_words(std::uint64_t hi,
                                                std::uint64_t lo) noexcept
    {
        return T(id_of(hi, lo));
    }
    /* Sixteen octets in network order, at any alignment. The constructors take
     * arrays and spans of 16 octets. */
    [[nodiscard]] static T from_bytes(const void *octets) noexcept
    {
        T id;
        std::memcpy(id.bytes, octets, sizeof id.bytes);
        return id;
    }

    /* Reads the canonical text of T. */
    [[nodiscard]] static constexpr result<T> parse(
        std::string_view text) noexcept
    {
        if (GUIDON_CONSTANT_EVALUATED()) {
            return T::read(text).transform(to_t);
        }
        return parse_in_c(text);
    }
    /* Reads any form that `accept` names: see guidon_parse. */
    [[nodiscard]] static result<T> parse(std::string_view text,
                                         guidon_accept accept,
                                         unsigned flags = 0,
                                         guidon_form *found = nullptr) noexcept
    {
        T id;
        std::size_t bad_at = 0;
        const guidon_status status = guidon_parse(
            &id, found, text.data(), text.size(), accept, flags, &bad_at);
        if (status != GUIDON_OK) {
            return error{status, bad_at};
        }
        return id;
    }
    /* Reads the text of one form: see guidon_parse_as. */
    [[nodiscard]] static result<T> parse_as(std::string_view text,
                                            guidon_form form) noexcept
    {
        T id;
        std::size_t bad_at = 0;
        const guidon_status status =
            guidon_parse_as(&id, text.data(), text.size(), form, &bad_at);
        if (status != GUIDON_OK) {
            return error{status, bad_at};
        }
        return id;
    }
    /* A form is not a set of forms: say parse_as, or GUIDON_ACCEPT(form). */
    static void parse(std::string_view text, guidon_form form,
                      guidon_form *found = nullptr) = delete;
    static void from_string(std::string_view text, guidon_form form) = delete;

    /* Read as parse() does, but throw the error. */
    [[nodiscard]] static constexpr T from_string(std::string_view text)
    {
        return parse(text).value();
    }
    [[nodiscard]] static T from_string(std::string_view text,
                                       guidon_accept accept, unsigned flags = 0)
    {
        return parse(text, accept, flags).value();
    }

    /* Writes any form. Only GUIDON_FORM_NCS can throw: the id must be of the
     * NCS variant. */
    [[nodiscard]] std::string str(guidon_form form) const
    {
        char out[GUIDON_TEXT_MAX];
        std::size_t len = 0;
        const guidon_status status =
            guidon_format(out, sizeof out, &len, this, form);
        if (status != GUIDON_OK) {
            raise({status, 0});
        }
        return std::string(out, len);
    }

    /* Compare unsigned bytes. Texts and numbers have the same order. */
    friend constexpr bool operator==(const T &a, const T &b) noexcept
    {
        return a.hi() == b.hi() && a.lo() == b.lo();
    }
#  if defined(__cpp_lib_three_way_comparison)
    friend constexpr std::strong_ordering operator<=>(const T &a,
                                                      const T &b) noexcept
    {
        return a.hi() != b.hi() ? a.hi() <=> b.hi() : a.lo() <=> b.lo();
    }
#  else
    friend constexpr bool operator!=(const T &a, const T &b) noexcept
    {
        return !(a == b);
    }
    friend constexpr bool operator<(const T &a, const T &b) noexcept
    {
        return a.hi() != b.hi() ? a.hi() < b.hi() : a.lo() < b.lo();
    }
    friend constexpr bool operator>(const T &a, const T &b) noexcept
    {
        return b < a;
    }
    friend constexpr bool operator<=(const T &a, const T &b) noexcept
    {
        return !(b < a);
    }
    friend constexpr bool operator>=(const T &a, const T &b) noexcept
    {
        return !(a < b);
    }
#  endif
    /* guidon_hash. Boost's containers find this function too. */
    friend constexpr std::size_t hash_value(const T &id) noexcept
    {
        if (GUIDON_CONSTANT_EVALUATED()) {
            return static_cast<std::size_t>(hash_of(id.hi(), id.lo()));
        }
        return id.hash_in_c();
    }
    friend std::string to_string(const T &id)
    {
        return id.str();
    }

  protected:
    constexpr value() noexcept : guidon_id{}
    {
    }
    constexpr explicit value(const guidon_id &id) noexcept : guidon_id(id)
    {
    }
    template <class Octet, class = enable_if_octet<Octet>>
    constexpr explicit value(const Octet (&octets)[16]) noexcept
        : guidon_id(id_of_octets(octets))
    {
    }
    template <template <class, std::size_t> class Octets, class Octet,
              class = enable_if_octet<Octet>>
    constexpr explicit value(const Octets<Octet, 16> &octets) noexcept
        : guidon_id(id_of_octets(octets.data()))
    {
    }

    /* Makes an id with the calling thread's generator: see guidon_new. */
    static T made(guidon_kind kind)
    {
        T id;
        const guidon_status status = guidon_new(&id, kind);
        if (status != GUIDON_OK) {
            raise({status, 0});
        }
        return id;
    }

    /* The bounds of a kind, and the first and the last time that it holds. */
    struct bounds {
        guidon_status (*floor)(guidon_id *, guidon_time);
        guidon_status (*ceil)(guidon_id *, guidon_time);
        guidon_time first, last;
    };
    /* 48 bits of milliseconds, and 60 bits of ticks since 1582. */
    static bounds of_ms(decltype(bounds::floor) floor,
                        decltype(bounds::ceil) ceil) noexcept
    {
        return {floor, ceil, {0, 0}, {281474976710, 655000000}};
    }
    static bounds of_ticks(decltype(bounds::floor) floor,
                           decltype(bounds::ceil) ceil) noexcept
    {
        return {floor, ceil, guidon_ticks_to_time(0),
                guidon_ticks_to_time((std::uint64_t{1} << 60) - 1)};
    }
    /* The smallest and the largest id of a time. A unit in which the times of
     * the kind begin or end has the ids from their first, or to their last. */
    template <class Duration>
    static result<T> floor_of(
        const bounds &kind,
        std::chrono::time_point<std::chrono::system_clock, Duration> t) noexcept
    {
        guidon_id id{};
        guidon_status status = kind.floor(&id, to_guidon_time(t));
        if (status != GUIDON_OK &&
            kind.ceil(&id, end_of_unit(t)) == GUIDON_OK) {
            status = kind.floor(&id, kind.first);
        }
        return result_of<T>(status, id);
    }
    template <class Duration>
    static result<T> ceil_of(
        const bounds &kind,
        std::chrono::time_point<std::chrono::system_clock, Duration> t) noexcept
    {
        guidon_id id{};
        guidon_status status = kind.ceil(&id, end_of_unit(t));
        if (status != GUIDON_OK &&
            kind.floor(&id, to_guidon_time(t)) == GUIDON_OK) {
            status = kind.ceil(&id, kind.last);
        }
        return result_of<T>(status, id);
    }

  private:
    [[nodiscard]] std::size_t hash_in_c() const noexcept
    {
        return static_cast<std::size_t>(guidon_hash(this));
    }
    static result<T> parse_in_c(std::string_view text) noexcept
    {
        T id;
        std::size_t bad_at = 0;
        const guidon_status status =
            T::read_in_c(&id, text.data(), text.size(), &bad_at);
        if (status != GUIDON_OK) {
            return error{status, bad_at};
        }
        return id;
    }
    static constexpr T to_t(const guidon_id &id) noexcept
    {
        return T(id);
    }
};

} // namespace detail

/*
 * A UUID of any version, or any other 16 bytes. The default is Nil.
 *
 * uuid and ulid hold the same bytes but do not mix. A conversion must be
 * explicit, for example uuid(some_ulid).
 */
class uuid : public detail::value<uuid> {
  public:
    constexpr uuid() noexcept = default;
    constexpr explicit uuid(const guidon_id &id) noexcept : value(id)
    {
    }
    constexpr explicit uuid(const ulid &id) noexcept;
    /* Sixteen octets in network order: an array, std::array or std::span of 16
     * unsigned char or std::byte. */
    template <class Octet, class = detail::enable_if_octet<Octet>>
    constexpr explicit uuid(const Octet (&octets)[16]) noexcept : value(octets)
    {
    }
    template <template <class, std::size_t> class Octets, class Octet,
              class = detail::enable_if_octet<Octet>>
    constexpr explicit uuid(const Octets<Octet, 16> &octets) noexcept
        : value(octets)
    {
    }

    /* The registered namespaces (RFC 9562, section 6.6). */
    static const uuid ns_dns, ns_url, ns_oid, ns_x500;

    /* Make a new UUID with the calling thread's generator: see guidon_new.
     * These functions throw; try_new and id_generator::try_next return a
     * result. */
    [[nodiscard]] static uuid v1()
    {
        return made(GUIDON_V1);
    }
    [[nodiscard]] static uuid v4()
    {
        return made(GUIDON_V4);
    }
    [[nodiscard]] static uuid v6()
    {
        return made(GUIDON_V6);
    }
    [[nodiscard]] static uuid v7()
    {
        return made(GUIDON_V7);
    }

    /* Make version 7 of a time, with new random bits: see guidon_v7_at.
     * v7_at_precise also keeps a fraction of the millisecond. */
    template <class Duration>
    [[nodiscard]] static result<uuid> v7_at(
        std::chrono::time_point<std::chrono::system_clock, Duration> t) noexcept
    {
        guidon_id id{};
        const guidon_status status = guidon_v7_at(&id, to_guidon_time(t));
        return detail::result_of<uuid>(status, id);
    }
    template <class Duration>
    [[nodiscard]] static result<uuid> v7_at_precise(
        std::chrono::time_point<std::chrono::system_clock, Duration> t) noexcept
    {
        guidon_id id{};
        const guidon_status status =
            guidon_v7_at_precise(&id, to_guidon_time(t));
        return detail::result_of<uuid>(status, id);
    }

    /* Make an id from a name: see guidon_v5_make. */
    [[nodiscard]] static uuid v3(const uuid &ns, std::string_view name) noexcept
    {
        uuid id;
        guidon_v3_make(&id, &ns, name.data(), name.size());
        return id;
    }
    [[nodiscard]] static uuid v5(const uuid &ns, std::string_view name) noexcept
    {
        uuid id;
        guidon_v5_make(&id, &ns, name.data(), name.size());
        return id;
    }
    [[nodiscard]] static uuid v8_sha256(const uuid &ns,
                                        std::string_view name) noexcept
    {
        uuid id;
        guidon_v8_sha256_make(&id, &ns, name.data(), name.size());
        return id;
    }

    /* Make version 8 with a node number, of Unix milliseconds or of a time point:
     * see guidon_v8_node_make. */
    [[nodiscard]] static result<uuid> v8_node(
        std::uint64_t unix_ms, std::uint32_t node_number,
        unsigned node_number_bits, std::uint32_t counter,
        const unsigned char (&random)[8]) noexcept
    {
        guidon_id id{};
        const guidon_status status = guidon_v8_node_make(
            &id, unix_ms, node_number, node_number_bits, counter, random);
        return detail::result_of<uuid>(status, id);
    }
    template <class Duration>
    [[nodiscard]] static result<uuid> v8_node(
        std::chrono::time_point<std::chrono::system_clock, Duration> t,
        std::uint32_t node_number, unsigned node_number_bits,
        std::uint32_t counter, const unsigned char (&random)[8]) noexcept
    {
        return v8_node(detail::unix_ms_of(to_guidon_time(t)), node_number,
                       node_number_bits, counter, random);
    }
    /* The node number of such an id: see guidon_v8_node_of. */
    [[nodiscard]] result<std::uint32_t> v8_node_number(
        unsigned node_number_bits) const noexcept
    {
        std::uint64_t unix_ms = 0;
        std::uint32_t out = 0;
        const guidon_status status =
            guidon_v8_node_of(&unix_ms, &out, this, node_number_bits);
        return detail::result_of<std::uint32_t>(status, out);
    }

    /* The bounds of a time: see guidon_v7_floor. They hold every id whose time,
     * in the unit of the time point (time_cast), is that time: v6_ceil of a time
     * in seconds is the last id of its second. Those of version 1 hold only in two
     * orders. */
    template <class Duration>
    [[nodiscard]] static result<uuid> v1_floor(
        std::chrono::time_point<std::chrono::system_clock, Duration> t) noexcept
    {
        return floor_of(value::of_ticks(guidon_v1_floor, guidon_v1_ceil), t);
    }
    template <class Duration>
    [[nodiscard]] static result<uuid> v1_ceil(
        std::chrono::time_point<std::chrono::system_clock, Duration> t) noexcept
    {
        return ceil_of(value::of_ticks(guidon_v1_floor, guidon_v1_ceil), t);
    }
    template <class Duration>
    [[nodiscard]] static result<uuid> v6_floor(
        std::chrono::time_point<std::chrono::system_clock, Duration> t) noexcept
    {
        return floor_of(value::of_ticks(guidon_v6_floor, guidon_v6_ceil), t);
    }
    template <class Duration>
    [[nodiscard]] static result<uuid> v6_ceil(
        std::chrono::time_point<std::chrono::system_clock, Duration> t) noexcept
    {
        return ceil_of(value::of_ticks(guidon_v6_floor, guidon_v6_ceil), t);
    }
    template <class Duration>
    [[nodiscard]] static result<uuid> v7_floor(
        std::chrono::time_point<std::chrono::system_clock, Duration> t) noexcept
    {
        return floor_of(value::of_ms(guidon_v7_floor, guidon_v7_ceil), t);
    }
    template <class Duration>
    [[nodiscard]] static result<uuid> v7_ceil(
        std::chrono::time_point<std::chrono::system_clock, Duration> t) noexcept
    {
        return ceil_of(value::of_ms(guidon_v7_floor, guidon_v7_ceil), t);
    }

    /* Ids of version 8 with a prefix, which are unique in one database that
     * checks the key: see <guidon/prefixed.h>. */
    template <class Duration>
    [[nodiscard]] static result<uuid> v8_prefixed(
        std::chrono::time_point<std::chrono::system_clock, Duration> t,
        std::uint32_t prefix, unsigned prefix_bits,
        const unsigned char (&random)[8]) noexcept
    {
        guidon_id id{};
        const guidon_status status = guidon_v8_prefixed_make(
            &id, to_guidon_time(t), prefix, prefix_bits, random);
        return detail::result_of<uuid>(status, id);
    }
    /* New ones: see guidon_v8_append. */
    [[nodiscard]] static result<uuid> v8_append(
        unsigned prefix_bits = GUIDON_V8_APPEND_BITS) noexcept
    {
        guidon_id id{};
        const guidon_status status = guidon_v8_append(&id, prefix_bits);
        return detail::result_of<uuid>(status, id);
    }
    [[nodiscard]] static result<uuid> v8_sharded(std::uint32_t shard,
                                                 unsigned shard_bits) noexcept
    {
        guidon_id id{};
        const guidon_status status = guidon_v8_sharded(&id, shard, shard_bits);
        return detail::result_of<uuid>(status, id);
    }
    template <class Duration>
    [[nodiscard]] static result<uuid> v8_append_at(
        std::chrono::time_point<std::chrono::system_clock, Duration> t,
        unsigned prefix_bits = GUIDON_V8_APPEND_BITS) noexcept
    {
        guidon_id id{};
        const guidon_status status =
            guidon_v8_append_at(&id, to_guidon_time(t), prefix_bits);
        return detail::result_of<uuid>(status, id);
    }
    template <class Duration>
    [[nodiscard]] static result<uuid> v8_sharded_at(
        std::chrono::time_point<std::chrono::system_clock, Duration> t,
        std::uint32_t shard, unsigned shard_bits) noexcept
    {
        guidon_id id{};
        const guidon_status status =
            guidon_v8_sharded_at(&id, to_guidon_time(t), shard, shard_bits);
        return detail::result_of<uuid>(status, id);
    }
    /* The bounds of a time, in the unit of the time point: see
     * guidon_v8_floor. */
    template <class Duration>
    [[nodiscard]] static result<uuid> v8_floor(
        std::chrono::time_point<std::chrono::system_clock, Duration> t,
        std::uint32_t prefix, unsigned prefix_bits) noexcept
    {
        guidon_id id{};
        const guidon_status status =
            guidon_v8_floor(&id, to_guidon_time(t), prefix, prefix_bits);
        return detail::result_of<uuid>(status, id);
    }
    template <class Duration>
    [[nodiscard]] static result<uuid> v8_ceil(
        std::chrono::time_point<std::chrono::system_clock, Duration> t,
        std::uint32_t prefix, unsigned prefix_bits) noexcept
    {
        guidon_id id{};
        const guidon_status status =
            guidon_v8_ceil(&id, detail::end_of_unit(t), prefix, prefix_bits);
        return detail::result_of<uuid>(status, id);
    }
    /* The prefix and the time of such an id: see guidon_v8_prefix_of. */
    [[nodiscard]] result<std::uint32_t> v8_prefix(
        unsigned prefix_bits) const noexcept
    {
        guidon_time t{};
        std::uint32_t out = 0;
        const guidon_status status =
            guidon_v8_prefix_of(&t, &out, this, prefix_bits);
        return detail::result_of<std::uint32_t>(status, out);
    }
    [[nodiscard]] result<sys_ticks> prefixed_time(
        unsigned prefix_bits) const noexcept
    {
        guidon_time t{};
        std::uint32_t prefix = 0;
        const guidon_status status =
            guidon_v8_prefix_of(&t, &prefix, this, prefix_bits);
        return detail::timed(status, t);
    }

    /* The bytes of a Microsoft GUID: see guidon_to_guid_bytes. */
    [[nodiscard]] std::array<unsigned char, 16> guid_bytes() const noexcept
    {
        std::array<unsigned char, 16> out{};
        guidon_to_guid_bytes(out.data(), this);
        return out;
    }
    [[nodiscard]] static uuid from_guid_bytes(
        const unsigned char (&in)[16]) noexcept
    {
        return uuid(guidon_from_guid_bytes(in));
    }
    [[nodiscard]] static uuid from_guid_bytes(
        const std::array<unsigned char, 16> &in) noexcept
    {
        return uuid(guidon_from_guid_bytes(in.data()));
    }

    /* 36 lower-case characters. */
    [[nodiscard]] constexpr guidon::text<GUIDON_UUID_LEN> text() const noexcept
    {
        if (GUIDON_CONSTANT_EVALUATED()) {
            return detail::uuid_written(*this);
        }
        return text_in_c();
    }
    using value::str;
    [[nodiscard]] std::string str() const
    {
        return text().str();
    }

    [[nodiscard]] constexpr guidon_variant variant() const noexcept
    {
        return bytes[8] < 0x80   ? GUIDON_VARIANT_NCS
               : bytes[8] < 0xc0 ? GUIDON_VARIANT_RFC
               : bytes[8] < 0xe0 ? GUIDON_VARIANT_MICROSOFT
                                 : GUIDON_VARIANT_FUTURE;
    }
    /* The version, or 0 if the variant is not RFC. */
    [[nodiscard]] constexpr unsigned version() const noexcept
    {
        return variant() == GUIDON_VARIANT_RFC ? bytes[6] >> 4 : 0;
    }
    /* Checks variant and version but not the time: see guidon_validate. */
    [[nodiscard]] bool valid() const noexcept
    {
        return guidon_validate(this, nullptr, nullptr) == GUIDON_OK;
    }

    /* The fields, or GUIDON_E_VERSION: see guidon_time_of. */
    [[nodiscard]] result<sys_ticks> time() const noexcept
    {
        guidon_time t{};
        const guidon_status status = guidon_time_of(&t, this);
        return detail::timed(status, t);
    }
    [[nodiscard]] result<std::uint16_t> clock_seq() const noexcept
    {
        std::uint16_t out = 0;
        const guidon_status status = guidon_clock_seq_of(&out, this);
        return detail::result_of<std::uint16_t>(status, out);
    }
    [[nodiscard]] result<std::array<unsigned char, 6>> node() const noexcept
    {
        std::array<unsigned char, 6> out{};
        const guidon_status status = guidon_node_of(out.data(), this);
        return detail::result_of<std::array<unsigned char, 6>>(status, out);
    }

    /* Convert between versions 1 and 6, or return GUIDON_E_VERSION. */
    [[nodiscard]] result<uuid> as_v6() const noexcept
    {
        guidon_id id{};
        const guidon_status status = guidon_v1_to_v6(&id, this);
        return detail::result_of<uuid>(status, id);
    }
    [[nodiscard]] result<uuid> as_v1() const noexcept
    {
        guidon_id id{};
        const guidon_status status = guidon_v6_to_v1(&id, this);
        return detail::result_of<uuid>(status, id);
    }

  private:
    [[nodiscard]] guidon::text<GUIDON_UUID_LEN> text_in_c() const noexcept
    {
        guidon::text<GUIDON_UUID_LEN> out;
        guidon_uuid_format(out.chars, this);
        return out;
    }

    friend detail::value<uuid>;
    static constexpr auto read = detail::uuid_read;
    static constexpr auto read_in_c = guidon_uuid_parse;
};

/* A ULID, or any other 16 bytes. The default is Nil. */
class ulid : public detail::value<ulid> {
  public:
    constexpr ulid() noexcept = default;
    constexpr explicit ulid(const guidon_id &id) noexcept : value(id)
    {
    }
    constexpr explicit ulid(const uuid &id) noexcept
        : value(static_cast<const guidon_id &>(id))
    {
    }
    /* Sixteen octets, as for uuid. */
    template <class Octet, class = detail::enable_if_octet<Octet>>
    constexpr explicit ulid(const Octet (&octets)[16]) noexcept : value(octets)
    {
    }
    template <template <class, std::size_t> class Octets, class Octet,
              class = detail::enable_if_octet<Octet>>
    constexpr explicit ulid(const Octets<Octet, 16> &octets) noexcept
        : value(octets)
    {
    }

    /* Make a new ULID with the calling thread's generator: see guidon_new.
     * make() takes 80 new random bits; the result of monotonic() is above the
     * last ULID that this thread made so. */
    [[nodiscard]] static ulid make()
    {
        return made(GUIDON_ULID);
    }
    [[nodiscard]] static ulid monotonic()
    {
        return made(GUIDON_ULID_MONOTONIC);
    }

    /* Make a ULID of a time, with new random bits: see guidon_ulid_at. */
    template <class Duration>
    [[nodiscard]] static result<ulid> at(
        std::chrono::time_point<std::chrono::system_clock, Duration> t) noexcept
    {
        guidon_id id{};
        const guidon_status status = guidon_ulid_at(&id, to_guidon_time(t));
        return detail::result_of<ulid>(status, id);
    }

    /* The bounds of a time: see guidon_ulid_floor and uuid::v7_floor. */
    template <class Duration>
    [[nodiscard]] static result<ulid> floor(
        std::chrono::time_point<std::chrono::system_clock, Duration> t) noexcept
    {
        return floor_of(value::of_ms(guidon_ulid_floor, guidon_ulid_ceil), t);
    }
    template <class Duration>
    [[nodiscard]] static result<ulid> ceil(
        std::chrono::time_point<std::chrono::system_clock, Duration> t) noexcept
    {
        return ceil_of(value::of_ms(guidon_ulid_floor, guidon_ulid_ceil), t);
    }

    /* 26 upper-case characters. */
    [[nodiscard]] constexpr guidon::text<GUIDON_ULID_LEN> text() const noexcept
    {
        if (GUIDON_CONSTANT_EVALUATED()) {
            return detail::ulid_written(*this);
        }
        return text_in_c();
    }
    using value::str;
    [[nodiscard]] std::string str() const
    {
        return text().str();
    }

    [[nodiscard]] constexpr sys_ticks time() const noexcept
    {
        const std::uint64_t ms = hi() >> 16;
        return sys_ticks(std::chrono::milliseconds(ms));
    }
    /* The next ULID of this millisecond, or GUIDON_E_OVERFLOW. */
    [[nodiscard]] result<ulid> next() const noexcept
    {
        ulid id = *this;
        const guidon_status status = guidon_ulid_increment(&id);
        return detail::result_of<ulid>(status, id);
    }
    /* Convert to version 7, which overwrites six random bits: see
     * guidon_ulid_as_v7. */
    [[nodiscard]] uuid as_v7() const noexcept
    {
        return uuid(guidon_ulid_as_v7(this));
    }

  private:
    [[nodiscard]] guidon::text<GUIDON_ULID_LEN> text_in_c() const noexcept
    {
        guidon::text<GUIDON_ULID_LEN> out;
        guidon_ulid_format(out.chars, this);
        return out;
    }

    friend detail::value<ulid>;
    static constexpr auto read = detail::ulid_read;
    static constexpr auto read_in_c = guidon_ulid_parse;
};

constexpr uuid::uuid(const ulid &id) noexcept
    : value(static_cast<const guidon_id &>(id))
{
}

inline constexpr uuid uuid::ns_dns =
    uuid::from_words(0x6ba7b8109dad11d1, 0x80b400c04fd430c8);
inline constexpr uuid uuid::ns_url =
    uuid::from_words(0x6ba7b8119dad11d1, 0x80b400c04fd430c8);
inline constexpr uuid uuid::ns_oid =
    uuid::from_words(0x6ba7b8129dad11d1, 0x80b400c04fd430c8);
inline constexpr uuid uuid::ns_x500 =
    uuid::from_words(0x6ba7b8149dad11d1, 0x80b400c04fd430c8);

/*
 * Orders ids as an engine does, for std::sort, std::map and similar: see
 * guidon_compare_as.
 *
 *   std::sort(ids.begin(), ids.end(), guidon::less_as{GUIDON_ORDER_SQLSERVER});
 *
 * Containers in this order find ids of every type: uuid, ulid and guidon_id.
 */
struct less_as {
    using is_transparent = void;

    guidon_order order;

    [[nodiscard]] bool operator()(const guidon_id &a,
                                  const guidon_id &b) const noexcept
    {
        return guidon_compare_as(&a, &b, order) < 0;
    }
};

static_assert(sizeof(uuid) == 16 && alignof(uuid) == 1 &&
              std::is_standard_layout_v<uuid> &&
              std::is_trivially_copyable_v<uuid>);
static_assert(sizeof(ulid) == 16 && alignof(ulid) == 1 &&
              std::is_standard_layout_v<ulid> &&
              std::is_trivially_copyable_v<ulid>);

} // namespace guidon

template <> struct std::hash<guidon::uuid> {
    constexpr std::size_t operator()(const guidon::uuid &id) const noexcept
    {
        return hash_value(id);
    }
};
template <> struct std::hash<guidon::ulid> {
    constexpr std::size_t operator()(const guidon::ulid &id) const noexcept
    {
        return hash_value(id);
    }
};

#endif

#endif
