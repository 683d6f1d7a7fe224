/* SPDX-License-Identifier: MIT */
/* New ids: one id, many ids in memory of the caller, and ranges of ids. */
#ifndef GUIDON_CPP_GENERATE_HPP
#define GUIDON_CPP_GENERATE_HPP

#include <guidon/cpp/id.hpp>
#include <guidon/cpp/result.hpp>
#include <guidon/generate.h>
#include <guidon/lease.h>
#include <guidon/prefixed.h>

#if !defined(GUIDON_CPP_TOO_OLD)

#  include <cstddef>
#  include <cstdint>
#  include <iterator>
#  include <new>
#  include <string>
#  include <string_view>
#  include <type_traits>
#  include <utility>

namespace GUIDON_NAMESPACE guidon {

/* Tells whether a kind makes ids of type T. If it does not, the functions below
 * fail with GUIDON_E_ARGUMENT. Every kind makes ids of type guidon_id. */
template <class T> [[nodiscard]] constexpr bool makes(guidon_kind kind) noexcept
{
    static_assert(std::is_same_v<T, uuid> || std::is_same_v<T, ulid> ||
                      std::is_same_v<T, guidon_id>,
                  "ids are of type guidon::uuid, guidon::ulid or guidon_id");
    const bool is_ulid = kind == GUIDON_ULID || kind == GUIDON_ULID_MONOTONIC;
    return std::is_same_v<T, guidon_id> || is_ulid == std::is_same_v<T, ulid>;
}

namespace detail {

inline void want(guidon_status status)
{
    if (status != GUIDON_OK) {
        raise({status, 0});
    }
}

/* Any range of T or of guidon_id that std::data and std::size accept. */
template <class Range>
using element_of =
    std::remove_reference_t<decltype(*std::data(std::declval<Range &>()))>;
template <class T, class Range>
using enable_if_ids =
    std::enable_if_t<std::is_same_v<element_of<Range>, T> ||
                     std::is_same_v<element_of<Range>, guidon_id>>;

} // namespace detail

/* -------------------------------------- with the calling thread's generator */

/* Make one id, or `n` ids: see guidon_new and guidon_new_many. */
template <class T> [[nodiscard]] result<T> try_new(guidon_kind kind) noexcept
{
    T id;
    const guidon_status status =
        makes<T>(kind) ? guidon_new(&id, kind) : GUIDON_E_ARGUMENT;
    return detail::result_of<T>(status, id);
}
template <class T>
[[nodiscard]] guidon_status try_fill(T *out, std::size_t n,
                                     guidon_kind kind) noexcept
{
    return makes<T>(kind) ? guidon_new_many(out, n, kind) : GUIDON_E_ARGUMENT;
}
/* Fill a vector, an array, a span or a similar range with new ids, or throw. */
template <class Range> void fill(Range &&out, guidon_kind kind)
{
    detail::want(try_fill(std::data(out), std::size(out), kind));
}

/* ------------------------------------------------ of times that you give */

/* Make `n` ids of `n` times: see guidon_v7_at_many, guidon_v7_at_precise_many and
 * guidon_ulid_at_many. uuid::v7_at and ulid::at make one. */
[[nodiscard]] inline guidon_status try_fill_at(uuid *out,
                                               const guidon_time *times,
                                               std::size_t n) noexcept
{
    return guidon_v7_at_many(out, times, n);
}
[[nodiscard]] inline guidon_status try_fill_at(ulid *out,
                                               const guidon_time *times,
                                               std::size_t n) noexcept
{
    return guidon_ulid_at_many(out, times, n);
}
[[nodiscard]] inline guidon_status try_fill_at_precise(uuid *out,
                                                       const guidon_time *times,
                                                       std::size_t n) noexcept
{
    return guidon_v7_at_precise_many(out, times, n);
}

/* The shard of the bytes of a name, such as a tenant's: see guidon_shard_of. */
[[nodiscard]] inline result<std::uint32_t> shard_of(
    std::string_view data, unsigned shard_bits) noexcept
{
    std::uint32_t out = 0;
    const guidon_status status =
        guidon_shard_of(&out, data.data(), data.size(), shard_bits);
    return detail::result_of<std::uint32_t>(status, out);
}

/* -------------------------------------------------- generators with options */

/* The clock of guidon_options::not_after, in nanoseconds: see
 * guidon_monotonic_now. */
[[nodiscard]] inline result<std::uint64_t> monotonic_now() noexcept
{
    std::uint64_t ns = 0;
    const guidon_status status = guidon_monotonic_now(&ns);
    return detail::result_of<std::uint64_t>(status, ns);
}

/* Say in a sentence which option is refused: see guidon_options_reason. The sentence is
 * empty if the options are right. */
[[nodiscard]] inline std::string options_reason(const guidon_options &options)
{
    char out[GUIDON_OPTIONS_REASON_MAX];
    std::size_t len = 0;
    const guidon_status status =
        guidon_options_reason(out, sizeof out, &len, &options);
    return std::string(out, status == GUIDON_OK ? len : 0);
}

/*
 * The holder's side of a lease file, which the destructor ends: see
 * <guidon/lease.h>. A generator reads the file that guidon_options::lease_path
 * names.
 */
class lease {
  public:
    /* Throws the errors of guidon_lease_create. */
    lease(const char *path, std::uint32_t node_number,
          unsigned node_number_bits, std::uint64_t first_ms)
    {
        detail::want(create(path, node_number, node_number_bits, first_ms));
    }
    /* Creates an empty object without an exception, for create(). */
    lease() noexcept = default;
    [[nodiscard]] guidon_status create(const char *path,
                                       std::uint32_t node_number,
                                       unsigned node_number_bits,
                                       std::uint64_t first_ms) noexcept
    {
        guidon_lease *made = nullptr;
        const guidon_status status = guidon_lease_create(
            &made, path, node_number, node_number_bits, first_ms);
        if (status == GUIDON_OK) {
            guidon_lease_end(lease_);
            lease_ = made;
        }
        return status;
    }

    lease(const lease &) = delete;
    lease &operator=(const lease &) = delete;
    lease(lease &&other) noexcept : lease_(other.lease_)
    {
        other.lease_ = nullptr;
    }
    lease &operator=(lease &&other) noexcept
    {
        guidon_lease *mine = lease_;

        lease_ = other.lease_;
        other.lease_ = mine;
        return *this;
    }
    ~lease()
    {
        guidon_lease_end(lease_);
    }

    /* See guidon_lease_extend. An empty object returns GUIDON_E_ARGUMENT. */
    [[nodiscard]] guidon_status extend(std::uint64_t not_after,
                                       std::uint64_t last_ms) noexcept
    {
        return lease_ == nullptr
                   ? GUIDON_E_ARGUMENT
                   : guidon_lease_extend(lease_, not_after, last_ms);
    }
    /* End the lease now. The object is empty then. */
    void end() noexcept
    {
        guidon_lease_end(lease_);
        lease_ = nullptr;
    }

    /* Read the lease file of any holder: see guidon_lease_read. */
    [[nodiscard]] static result<guidon_lease_terms> read(
        const char *path) noexcept
    {
        guidon_lease_terms terms{};
        const guidon_status status = guidon_lease_read(&terms, path);
        return detail::result_of<guidon_lease_terms>(status, terms);
    }

    explicit operator bool() const noexcept
    {
        return lease_ != nullptr;
    }

  private:
    guidon_lease *lease_ = nullptr;
};

/*
 * A guidon_generator that the destructor frees. The scope in its options
 * decides which threads may call it at the same time: see guidon_scope.
 *
 * No exception may leave a function of the options. Catch it there, keep it by
 * std::current_exception, and return a status; rethrow it where you catch the
 * guidon::id_error of the call.
 *
 * Errors  GUIDON_E_ARGUMENT  the object is empty, because it has not been opened
 *                            or because its generator was moved to another
 *                            object. Its statistics are zero.
 */
template <class T> class id_generator {
  public:
    using value_type = T;

    /* Throws the errors of guidon_generator_new. */
    explicit id_generator(const guidon_options &options)
    {
        detail::want(open(options));
    }
    explicit id_generator(guidon_kind kind,
                          guidon_scope scope = GUIDON_SCOPE_THREAD)
    {
        guidon_options options{};
        options.kind = kind;
        options.scope = scope;
        detail::want(open(options));
    }
    /* Creates an empty object without an exception, for open(). */
    id_generator() noexcept = default;
    [[nodiscard]] guidon_status open(const guidon_options &options) noexcept
    {
        guidon_generator *made = nullptr;
        const guidon_status status = makes<T>(options.kind)
                                         ? guidon_generator_new(&made, &options)
                                         : GUIDON_E_ARGUMENT;
        if (status == GUIDON_OK) {
            guidon_generator_free(g_);
            g_ = made;
        }
        return status;
    }

    id_generator(const id_generator &) = delete;
    id_generator &operator=(const id_generator &) = delete;
    id_generator(id_generator &&other) noexcept : g_(other.g_)
    {
        other.g_ = nullptr;
    }
    id_generator &operator=(id_generator &&other) noexcept
    {
        guidon_generator *mine = g_;

        g_ = other.g_;
        other.g_ = mine;
        return *this;
    }
    ~id_generator()
    {
        guidon_generator_free(g_);
    }

    /* Make the next id. next() throws errors, try_next() returns a result. */
    [[nodiscard]] T next()
    {
        T id;
        detail::want(g_ == nullptr ? GUIDON_E_ARGUMENT : guidon_next(&id, g_));
        return id;
    }
    [[nodiscard]] result<T> try_next() noexcept
    {
        T id;
        const guidon_status status =
            g_ == nullptr ? GUIDON_E_ARGUMENT : guidon_next(&id, g_);
        return detail::result_of<T>(status, id);
    }
    /* The same with another prefix than that of the options: see
     * guidon_next_prefixed. */
    [[nodiscard]] result<T> try_next_prefixed(std::uint32_t prefix) noexcept
    {
        T id;
        const guidon_status status =
            g_ == nullptr ? GUIDON_E_ARGUMENT
                          : guidon_next_prefixed(&id, g_, prefix);
        return detail::result_of<T>(status, id);
    }
    /* For std::generate and std::generate_n. */
    T operator()()
    {
        return next();
    }

    /* Fill `out` with the next ids, or fail and make no id. */
    template <class Range, class = detail::enable_if_ids<T, Range>>
    void fill(Range &&out)
    {
        detail::want(try_fill(std::data(out), std::size(out)));
    }
    [[nodiscard]] guidon_status try_fill(T *out, std::size_t n) noexcept
    {
        return g_ == nullptr ? GUIDON_E_ARGUMENT : guidon_next_many(out, n, g_);
    }
    template <class Id,
              class = std::enable_if_t<std::is_same_v<Id, guidon_id> &&
                                       !std::is_same_v<Id, T>>>
    [[nodiscard]] guidon_status try_fill(Id *out, std::size_t n) noexcept
    {
        return g_ == nullptr ? GUIDON_E_ARGUMENT : guidon_next_many(out, n, g_);
    }

    [[nodiscard]] guidon_stats stats() const noexcept
    {
        guidon_stats out{};
        if (g_ != nullptr) {
            guidon_generator_stats(&out, g_);
        }
        return out;
    }
    [[nodiscard]] guidon_status set_node(
        const unsigned char (&node)[6]) noexcept
    {
        return g_ == nullptr ? GUIDON_E_ARGUMENT
                             : guidon_generator_set_node(g_, node);
    }
    /* Let an expiring generator make ids until `not_after`: see
     * guidon_generator_renew. */
    [[nodiscard]] guidon_status renew(std::uint64_t not_after) noexcept
    {
        return g_ == nullptr ? GUIDON_E_ARGUMENT
                             : guidon_generator_renew(g_, not_after);
    }
    /* -1 draws a random clock sequence. */
    [[nodiscard]] guidon_status set_clock_seq(std::int32_t clock_seq) noexcept
    {
        return g_ == nullptr ? GUIDON_E_ARGUMENT
                             : guidon_generator_set_clock_seq(g_, clock_seq);
    }

    /* The generator for functions of the C library. This object still owns
     * it. */
    [[nodiscard]] guidon_generator *get() const noexcept
    {
        return g_;
    }
    explicit operator bool() const noexcept
    {
        return g_ != nullptr;
    }

  private:
    guidon_generator *g_ = nullptr;
};

/* ------------------------------------------------------------------- ranges */

/* N ids from one call. The object holds them and allocates nothing. Its
 * memory is not zeroed before the ids are written. */
template <class T, std::size_t N> class batch {
    static_assert(N > 0, "a batch holds an id or more");

  public:
    using value_type = T;
    using const_iterator = const T *;

    explicit batch(guidon_kind kind)
    {
        fill(kind);
    }
    explicit batch(id_generator<T> &g)
    {
        fill(g);
    }
    /* Replace all ids by new ids. */
    void fill(guidon_kind kind)
    {
        detail::want(guidon::try_fill(ids(), N, kind));
    }
    void fill(id_generator<T> &g)
    {
        detail::want(g.try_fill(ids(), N));
    }

    [[nodiscard]] const T *data() const noexcept
    {
        return std::launder(reinterpret_cast<const T *>(octets_));
    }
    [[nodiscard]] static constexpr std::size_t size() noexcept
    {
        return N;
    }
    [[nodiscard]] const T *begin() const noexcept
    {
        return data();
    }
    [[nodiscard]] const T *end() const noexcept
    {
        return data() + N;
    }
    [[nodiscard]] const T &operator[](std::size_t i) const noexcept
    {
        return data()[i];
    }

  private:
    T *ids() noexcept
    {
        return std::launder(reinterpret_cast<T *>(octets_));
    }

    unsigned char octets_[N * sizeof(T)];
};

/*
 * An endless range of new ids: `for (const uuid &id : stream)`, or with a view
 * of C++20, `stream | std::views::take(n)`. Each loop continues after the last
 * id of the loop before.
 *
 * The stream makes N ids when it needs the first of them, so later ids may
 * carry an older time. A forked child must not use its parent's stream, because
 * both hold the same ids.
 *
 * A stream can be moved, with its ids, before its first loop: as a temporary it
 * becomes a part of the view. The stream that it was moved from makes new ids.
 */
template <class T, std::size_t N = 64> class stream {
    static_assert(N > 0, "a stream makes an id or more at a time");

  public:
    using value_type = T;
    struct sentinel {};

    class iterator {
      public:
        using iterator_category = std::input_iterator_tag;
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using pointer = const T *;
        using reference = const T &;

        iterator() noexcept = default;
        explicit iterator(stream *of) noexcept : of_(of)
        {
        }

        const T &operator*() const noexcept
        {
            return of_->ids_[of_->at_];
        }
        const T *operator->() const noexcept
        {
            return &**this;
        }
        iterator &operator++()
        {
            of_->advance();
            return *this;
        }
        void operator++(int)
        {
            of_->advance();
        }
        friend bool operator==(const iterator &, sentinel) noexcept
        {
            return false;
        }
        friend bool operator!=(const iterator &, sentinel) noexcept
        {
            return true;
        }
        friend bool operator==(sentinel, const iterator &) noexcept
        {
            return false;
        }
        friend bool operator!=(sentinel, const iterator &) noexcept
        {
            return true;
        }

      private:
        stream *of_ = nullptr;
    };

    /* `g` must live as long as the stream. */
    explicit stream(id_generator<T> &g) noexcept : g_(&g)
    {
    }
    stream(const stream &) = delete;
    stream &operator=(const stream &) = delete;
    stream(stream &&other) noexcept : g_(other.g_)
    {
        take(other);
    }
    stream &operator=(stream &&other) noexcept
    {
        if (this != &other) {
            g_ = other.g_;
            take(other);
        }
        return *this;
    }
    ~stream() = default;

    /* begin() and ++ throw the errors of the generator. You may call ++ again
     * after an error. */
    iterator begin()
    {
        advance();
        return iterator(this);
    }
    sentinel end() const noexcept
    {
        return {};
    }

  private:
    /* Each id is in one stream only. */
    void take(stream &other) noexcept
    {
        at_ = other.at_;
        for (std::size_t i = at_; i < N; i++) {
            ids_[i] = other.ids_[i];
        }
        other.at_ = N - 1;
    }
    void advance()
    {
        if (at_ + 1 < N) {
            at_++;
            return;
        }
        const T current = ids_[at_];
        const guidon_status status = g_->try_fill(ids_, N);
        if (status != GUIDON_OK) { // a call that fails may leave all Nil
            ids_[at_] = current;
        }
        detail::want(status);
        at_ = 0;
    }

    id_generator<T> *g_;
    std::size_t at_ = N - 1; /* index of the current id */
    T ids_[N];
};

} // namespace guidon

#endif

#endif
