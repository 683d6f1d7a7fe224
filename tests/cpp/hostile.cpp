// SPDX-License-Identifier: MIT
// Code of the caller that Guidon runs, and that does more than it should: functions
// of guidon_options, ranges, stream buffers, output iterators, functions of results
// and operator new.
#include "test.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <istream>
#include <memory>
#include <new>
#include <ostream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <utility>
#include <vector>
#if defined(__linux__)
#  include <sys/mman.h>
#  include <sys/wait.h>
#  include <unistd.h>
#  define HAS_FORK
#  if defined(__x86_64__) || defined(__aarch64__)
#    define HAS_HOST_SCOPE
#  endif
#endif

#if defined(__cpp_exceptions)
namespace hostile {

using guidon::id_generator;
using guidon::stream;
using guidon::ulid;
using guidon::uuid;

struct broken {
    int number;
};

// ------------------------------------------- the functions of guidon_options

enum place { IN_CLOCK, IN_RANDOM, IN_MONOTONIC };

struct hooks;
using action = guidon_status (*)(hooks &);

// What the functions of a generator share, and what they did.
struct hooks {
    place where = IN_CLOCK;
    action act = nullptr; // what the function of that place does, once
    guidon_generator *own = nullptr;
    std::exception_ptr thrown;
    std::vector<guidon_id> made; // within a call of the generator
    int child = -1;              // of a fork; 0 in the child
    std::int64_t ms = 1645557742000;
    std::uint64_t random = 1;
};

// No exception may leave such a function, so a program keeps it.
static guidon_status turn(hooks &h, place where) noexcept
{
    if (h.where != where || !h.act) {
        return GUIDON_OK;
    }
    try {
        return std::exchange(h.act, nullptr)(h);
    } catch (...) {
        h.thrown = std::current_exception();
        return GUIDON_E_CLOCK;
    }
}

static guidon_status clock_fn(void *context, guidon_time *now)
{
    auto &h = *static_cast<hooks *>(context);
    const guidon_status status = turn(h, IN_CLOCK);

    h.ms++;
    *now = {h.ms / 1000, static_cast<std::uint32_t>(h.ms % 1000 * 1000000)};
    return status;
}

static guidon_status random_fn(void *context, void *out, std::size_t len)
{
    auto &h = *static_cast<hooks *>(context);
    const guidon_status status = turn(h, IN_RANDOM);

    for (std::size_t i = 0; i < len; i++) {
        h.random = h.random * 6364136223846793005u + 1442695040888963407u;
        static_cast<unsigned char *>(out)[i] =
            static_cast<unsigned char>(h.random >> 56);
    }
    return status;
}

static guidon_status monotonic_fn(void *context, std::uint64_t *ns)
{
    *ns = 1;
    return turn(*static_cast<hooks *>(context), IN_MONOTONIC);
}

template <guidon_status status> static guidon_status fail(hooks &)
{
    return status;
}

static guidon_status throw_it(hooks &)
{
    throw broken{7};
}

static guidon_status use_others(hooks &h)
{
    id_generator<uuid> other(GUIDON_V7);
    stream<uuid> ids(other);
    int n = 0;

    for (const uuid &id : ids) {
        h.made.push_back(id);
        if (++n == 100) {
            break;
        }
    }
    h.made.push_back(uuid::v4());
    h.made.push_back(uuid::v7());
    h.made.push_back(ulid::monotonic());
    return GUIDON_OK;
}

// For scopes in which several threads may call the generator at the same time.
static guidon_status use_its_own(hooks &h)
{
    guidon_id ids[3];
    guidon_stats stats;
    const guidon_status status = guidon_next_many(ids, 3, h.own);

    h.made.insert(h.made.end(), ids, ids + 3);
    guidon_generator_stats(&stats, h.own);
    return status;
}

static guidon_status fork_here(hooks &h)
{
#  if defined(HAS_FORK)
    h.child = fork();
    h.random ^= h.child == 0; // random bytes of its own, as from a system
#  else
    (void)h;
#  endif
    return GUIDON_OK;
}

struct act {
    const char *name;
    action run;
    guidon_status status; // of the call
};

static const act acts[] = {
    {"returns GUIDON_E_CLOCK", fail<GUIDON_E_CLOCK>, GUIDON_E_CLOCK},
    {"returns GUIDON_E_ENTROPY", fail<GUIDON_E_ENTROPY>, GUIDON_E_ENTROPY},
    {"returns GUIDON_E_STATE", fail<GUIDON_E_STATE>, GUIDON_E_STATE},
    {"throws", throw_it, GUIDON_E_CLOCK},
    {"uses other generators", use_others, GUIDON_OK},
    {"uses its own generator", use_its_own, GUIDON_OK},
    {"forks", fork_here, GUIDON_OK},
};

struct row {
    const char *name;
    guidon_kind kind;
    guidon_scope scope;
    bool rises;
    bool has_clock, has_random; // does each call need them?
};

static const row rows[] = {
    {"v1", GUIDON_V1, GUIDON_SCOPE_THREAD, false, true, false},
    {"v1 of the process", GUIDON_V1, GUIDON_SCOPE_PROCESS, false, true, false},
    {"v4", GUIDON_V4, GUIDON_SCOPE_THREAD, false, false, true},
    {"v4 of the process", GUIDON_V4, GUIDON_SCOPE_PROCESS, false, false, true},
    {"v6 of the process", GUIDON_V6, GUIDON_SCOPE_PROCESS, true, true, true},
    {"v7", GUIDON_V7, GUIDON_SCOPE_THREAD, true, true, true},
    {"v7 of the process", GUIDON_V7, GUIDON_SCOPE_PROCESS, true, true, true},
    {"v8 with a prefix", GUIDON_V8_PREFIXED, GUIDON_SCOPE_PROCESS, true, true,
     true},
    {"v8 of a node", GUIDON_V8_NODE, GUIDON_SCOPE_PROCESS, true, true, false},
    {"ULID", GUIDON_ULID, GUIDON_SCOPE_PROCESS, false, true, true},
    {"ULID monotonic", GUIDON_ULID_MONOTONIC, GUIDON_SCOPE_THREAD, true, true,
     true},
    {"ULID monotonic of the process", GUIDON_ULID_MONOTONIC,
     GUIDON_SCOPE_PROCESS, true, true, true},
#  if defined(HAS_HOST_SCOPE)
    {"v7 of the host", GUIDON_V7, GUIDON_SCOPE_HOST, true, true, true},
    {"ULID monotonic of the host", GUIDON_ULID_MONOTONIC, GUIDON_SCOPE_HOST,
     true, true, true},
#  endif
};

static bool is_called(const row &r, place where)
{
    return where == IN_MONOTONIC ||
           (where == IN_CLOCK ? r.has_clock : r.has_random);
}

static guidon_options options_of(const row &r, hooks &h)
{
    guidon_options options{};

    options.kind = r.kind;
    options.scope = r.scope;
    options.clock_fn = clock_fn;
    options.random = GUIDON_RANDOM_CALLBACK;
    options.random_fn = random_fn;
    options.monotonic_fn = monotonic_fn;
    options.not_after = 1;
    options.clock_context = options.random_context = options.monotonic_context =
        &h;
    if (r.kind == GUIDON_V8_NODE) {
        options.node_number = 5;
        options.node_number_bits = 10;
    }
    return options;
}

static bool is_less(const guidon_id &a, const guidon_id &b)
{
    return guidon_compare(&a, &b) < 0;
}

static bool differ(std::vector<guidon_id> ids)
{
    std::sort(ids.begin(), ids.end(), is_less);
    return std::adjacent_find(ids.begin(), ids.end(),
                              [](const guidon_id &a, const guidon_id &b) {
                                  return guidon_equal(&a, &b);
                              }) == ids.end();
}

// The ids of one call: of several steps, if there are many.
template <class T>
static std::vector<guidon_id> ids_of_call(id_generator<T> &g, std::size_t n)
{
    std::vector<T> ids(n);

    if (n == 1) {
        ids[0] = g.next();
    } else {
        g.fill(ids);
    }
    return std::vector<guidon_id>(ids.begin(), ids.end());
}

// Calls as a program does that wants the exceptions of its functions.
template <class T>
static std::vector<guidon_id> call(id_generator<T> &g, hooks &h, std::size_t n)
{
    try {
        return ids_of_call(g, n);
    } catch (const guidon::id_error &) {
        if (h.thrown) {
            std::rethrow_exception(std::exchange(h.thrown, nullptr));
        }
        throw;
    }
}

template <class T>
static void append(std::vector<T> &to, const std::vector<T> &more)
{
    to.insert(to.end(), more.begin(), more.end());
}

#  if defined(HAS_FORK)
// Memory of parent and child: the state of scope HOST, and the ids of a child.
struct report {
    unsigned char state[GUIDON_STATE_MEMORY];
    std::size_t n;
    guidon_id ids[400];
};

struct unmap {
    void operator()(report *shared) const noexcept
    {
        munmap(shared, sizeof *shared);
    }
};

static std::unique_ptr<report, unmap> new_report()
{
    void *const memory = mmap(nullptr, sizeof(report), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    REQUIRE(memory != MAP_FAILED);
    return std::unique_ptr<report, unmap>(static_cast<report *>(memory));
}

[[noreturn]] static void end_child(report *to,
                                   const std::vector<guidon_id> &ids)
{
    std::copy(ids.begin(), ids.end(), to->ids);
    to->n = ids.size();
    _exit(0);
}

static std::vector<guidon_id> ids_of_child(const hooks &h, report *from)
{
    int status = -1;

    CHECK(waitpid(h.child, &status, 0) == h.child);
    CHECK(status == 0);
    return std::vector<guidon_id>(from->ids, from->ids + from->n);
}
#  endif

// Does the act in a call, and compares what the generator makes then.
template <class T>
static void try_act(const row &r, place where, const act &act, std::size_t n)
{
    hooks h;
    guidon_options options = options_of(r, h);
#  if defined(HAS_FORK)
    const auto shared = new_report();
    options.state_memory =
        r.scope == GUIDON_SCOPE_HOST ? shared->state : nullptr;
#  endif
    id_generator<T> g(options);
    std::vector<guidon_id> ids = call(g, h, 2);
    guidon_status status = GUIDON_OK;
    bool was_thrown = false;

    h.own = g.get();
    h.where = where;
    h.act = act.run;
    try {
        append(ids, call(g, h, n));
    } catch (const guidon::id_error &e) {
        status = e.error().status;
    } catch (const broken &b) {
        was_thrown = b.number == 7;
        status = act.status;
    }
#  if defined(HAS_FORK)
    if (h.child == 0) {
        h.act = nullptr;
        const auto last = g.try_next();
        if (last) {
            ids.push_back(*last);
        }
        end_child(shared.get(), ids);
    }
#  endif
    CHECK(!h.act);
    CHECK(status == act.status);
    CHECK(was_thrown == (act.run == throw_it));
    CHECK(ids.size() == (status == GUIDON_OK ? 2 + n : 2));
    append(ids, call(g, h, 1));
    append(ids, call(g, h, 3));
    CHECK((!r.rises || std::is_sorted(ids.begin(), ids.end(), is_less)));
    append(ids, h.made);
    CHECK(differ(ids));
#  if defined(HAS_FORK)
    if (h.child > 0) {
        // The child has the two ids from before the fork too.
        const std::vector<guidon_id> theirs = ids_of_child(h, shared.get());
        CHECK(theirs.size() == (r.kind == GUIDON_V8_NODE ? 2 : 2 + n + 1));
        ids.insert(ids.end(), theirs.begin() + 2, theirs.end());
        CHECK(differ(ids));
    }
#  endif
}

TEST_CASE("the functions of options may do anything but leave their call")
{
    for (const row &r : rows) {
        const bool is_ulid = guidon::makes<ulid>(r.kind);
        for (const act &act : acts) {
            if (act.run == use_its_own && r.scope == GUIDON_SCOPE_THREAD) {
                continue;
            }
            for (place where : {IN_CLOCK, IN_RANDOM, IN_MONOTONIC}) {
                for (std::size_t n : {std::size_t{1}, std::size_t{300}}) {
                    if (is_called(r, where)) {
                        INFO(std::string(r.name)
                             << ": " << std::string(act.name));
                        CAPTURE(where);
                        CAPTURE(n);
                        is_ulid ? try_act<ulid>(r, where, act, n)
                                : try_act<uuid>(r, where, act, n);
                    }
                }
            }
        }
    }
}

TEST_CASE("a generator may be moved within its call")
{
    static id_generator<uuid> *from;
    static id_generator<uuid> to;
    hooks h;
    id_generator<uuid> g(options_of(rows[5], h));
    const uuid first = g.next();

    from = &g;
    h.act = [](hooks &) {
        to = std::move(*from);
        return GUIDON_OK;
    };
    const uuid second = g.next();
    CHECK_FALSE(g);
    CHECK(first < second);
    CHECK(second < to.next());
    to = id_generator<uuid>();
}

// --------------------------------------------------------------------- ranges

// A range whose members throw, or use the generator first.
struct range {
    enum { DATA, SIZE, NONE } throws = NONE;
    id_generator<uuid> *used = nullptr;
    mutable uuid first;
    uuid ids[3] = {a6, a6, a6};

    uuid *data()
    {
        if (throws == DATA) {
            throw broken{1};
        }
        return ids;
    }
    std::size_t size() const
    {
        if (throws == SIZE) {
            throw broken{2};
        }
        if (used) {
            first = used->next();
        }
        return 3;
    }
};

TEST_CASE("a range may throw and use the generator")
{
    id_generator<uuid> g(GUIDON_V7);

    for (auto throws : {range::DATA, range::SIZE}) {
        range r;
        r.throws = throws;
        CHECK_THROWS_AS(g.fill(r), broken);
        CHECK_THROWS_AS(guidon::fill(r, GUIDON_V4), broken);
        CHECK(std::count(r.ids, r.ids + 3, a6) == 3);
    }
    range r;
    r.used = &g;
    g.fill(r);
    CHECK(r.first < r.ids[0]);
    CHECK(r.ids[0] < r.ids[1]);
    CHECK(r.ids[1] < r.ids[2]);
}

// ------------------------------------------------------------- stream buffers

// Gives the characters of a text one at a time, and throws once in place of one.
template <class Char> class source : public std::basic_streambuf<Char> {
  public:
    source(const std::string &text, std::size_t throw_at)
        : text_(text), throw_at_(throw_at)
    {
    }

  protected:
    using traits = std::char_traits<Char>;

    typename traits::int_type underflow() override
    {
        if (at_ == throw_at_) {
            throw_at_ = std::string::npos;
            throw broken{3};
        }
        if (at_ == text_.size()) {
            return traits::eof();
        }
        letter_ = static_cast<Char>(text_[at_++]);
        this->setg(&letter_, &letter_, &letter_ + 1);
        return traits::to_int_type(letter_);
    }

  private:
    std::string text_;
    std::size_t throw_at_, at_ = 0;
    Char letter_ = Char();
};

TEST_CASE_TEMPLATE("a stream buffer may throw at any character read", Char,
                   char, wchar_t)
{
    const std::string text = a6.str() + " " + a6_ulid.str();
#  ifdef _LIBCPP_VERSION
    // Its own >> lets an exception of the first character through.
    const std::size_t first = 1;
#  else
    const std::size_t first = 0;
#  endif

    for (std::size_t at = first; at <= GUIDON_UUID_LEN; at++) {
        for (bool throws : {false, true}) {
            CAPTURE(at);
            source<Char> buffer(text, at);
            std::basic_istream<Char> in(&buffer);
            uuid id = uuid::max();
            ulid other;

            if (throws) {
                in.exceptions(std::ios::badbit);
                CHECK_THROWS_AS(in >> id, broken);
            } else {
                CHECK(!(in >> id));
            }
            CHECK(in.bad());
            CHECK(id == uuid::max());
            in.clear();
            std::basic_string<Char> rest;
            if (at < GUIDON_UUID_LEN) {
                in >> rest;
            }
            CHECK((in >> other));
            CHECK(other == a6_ulid);
        }
    }
}

// Keeps what is written, and throws once in place of one character.
class sink : public std::streambuf {
  public:
    explicit sink(std::size_t throw_at) : throw_at_(throw_at)
    {
    }
    std::string text;

  protected:
    int_type overflow(int_type c) override
    {
        if (text.size() == throw_at_) {
            throw_at_ = std::string::npos;
            throw broken{4};
        }
        text.push_back(traits_type::to_char_type(c));
        return c;
    }

  private:
    std::size_t throw_at_;
};

TEST_CASE("a stream buffer may throw at any character written")
{
    const std::string whole = a6.str();

    for (std::size_t at = 0; at < whole.size(); at++) {
        for (bool throws : {false, true}) {
            CAPTURE(at);
            sink buffer(at);
            std::ostream out(&buffer);

            if (throws) {
                out.exceptions(std::ios::badbit);
                CHECK_THROWS_AS(out << a6, broken);
            } else {
                CHECK(!(out << a6));
            }
            CHECK(out.bad());
            CHECK(buffer.text == whole.substr(0, at));
            out.clear();
            buffer.text.clear();
            CHECK((out << a6));
            CHECK(buffer.text == whole);
        }
    }
}

// ----------------------------------------------------------- output iterators

struct parse_context {
    const char *from, *to;

    constexpr const char *begin() const
    {
        return from;
    }
    constexpr const char *end() const
    {
        return to;
    }
    static constexpr int next_arg_id()
    {
        return 0;
    }
    static constexpr void check_arg_id(int)
    {
    }
};

// Writes to a text. It throws in place of one character, or formats before each.
struct output {
    std::string *text;
    std::size_t throw_at = std::string::npos;
    const guidon::formatting<uuid, std::runtime_error> *nested = nullptr;

    output &operator*()
    {
        return *this;
    }
    output &operator++()
    {
        return *this;
    }
    output operator++(int)
    {
        return *this;
    }
    output &operator=(char c);
};

// The formats here take no width from an argument.
struct format_argument {
    template <class Visitor> auto visit(Visitor visitor) const
    {
        return visitor(0);
    }
};

struct format_context {
    output to;

    output out()
    {
        return to;
    }
    static format_argument arg(int)
    {
        return {};
    }
};

output &output::operator=(char c)
{
    if (text->size() == throw_at) {
        text->push_back('!'); // so it throws once
        throw broken{5};
    }
    if (nested) {
        std::string other;
        format_context context{{&other}};
        nested->format(uuid::max(), context);
        CHECK(other == "**ffffffff-ffff-ffff-ffff-ffffffffffff**");
    }
    text->push_back(c);
    return *this;
}

TEST_CASE("an output iterator may throw at any character, and format")
{
    const char spec[] = "*^40uuid}";
    parse_context parsed{spec, spec + sizeof spec - 1};
    guidon::formatting<uuid, std::runtime_error> formatter;
    const std::string whole = "**" + a6.str() + "**";

    CHECK(*formatter.parse(parsed) == '}');
    for (std::size_t at = 0; at < whole.size(); at++) {
        std::string text;
        format_context context{{&text, at}};
        CHECK_THROWS_AS(formatter.format(a6, context), broken);
        CHECK(text == whole.substr(0, at) + "!");
    }
    std::string text;
    format_context context{{&text, std::string::npos, &formatter}};
    formatter.format(a6, context);
    CHECK(text == whole);
}

// ------------------------------------------------------- functions of results

TEST_CASE("a function of a result may throw and use the result")
{
    const auto right = uuid::parse(a6.text()), wrong = uuid::parse("x");
    const auto throws = [](auto) -> guidon::result<uuid> { throw broken{6}; };
    const auto throws_too = [](auto) -> int { throw broken{6}; };

    CHECK_THROWS_AS((void)right.and_then(throws), broken);
    CHECK_THROWS_AS((void)right.transform(throws_too), broken);
    CHECK_THROWS_AS((void)wrong.or_else(throws), broken);
    CHECK(right.value() == a6);
    CHECK(wrong.error() == guidon::error{GUIDON_E_LENGTH, 1});
    CHECK(right
              .and_then([&](const uuid &) {
                  return right.and_then([&](const uuid &) {
                      return wrong.or_else([&](auto) { return right; });
                  });
              })
              .value() == a6);
}

// --------------------------------------------------------------- operator new

static long allocations_left = -1; // below zero: as many as there is memory for

static void *allocated(std::size_t n)
{
    if (allocations_left == 0) {
        throw std::bad_alloc();
    }
    allocations_left -= allocations_left > 0;
    void *const memory = std::malloc(n ? n : 1);
    if (!memory) {
        throw std::bad_alloc();
    }
    return memory;
}

// Calls with no allocation, with one, and so on, until the call has enough of them.
template <class F> static int refusals(F &&call)
{
    for (int n = 0;; n++) {
        bool is_done = true;

        allocations_left = n;
        try {
            is_done = call();
        } catch (const std::bad_alloc &) {
            is_done = false;
        }
        allocations_left = -1;
        if (is_done) {
            return n;
        }
    }
}

TEST_CASE("every function that allocates survives that it may not")
{
    const std::string want = a6.str(), urn = a6.str(GUIDON_FORM_URN);
    const std::string typed =
        "user_" + std::string("01fwhe4ydgfk1shh6w1g60eecf");
    const std::error_code code = guidon::id_errc::entropy;
    const std::string message = code.message();

    CHECK(refusals([&] { return a6.str() == want; }) > 0);
    CHECK(refusals([&] { return to_string(a6) == want; }) > 0);
    CHECK(refusals([&] { return a6.text().str() == want; }) > 0);
    CHECK(refusals([&] { return a6.str(GUIDON_FORM_URN) == urn; }) > 0);
    CHECK(refusals([&] { return guidon::typeid_format("user", a6) == typed; }) >
          0);
    CHECK(refusals([&] { return code.message() == message; }) > 0);
    // A stream keeps the exception to itself, and no half of an id.
    CHECK(refusals([&] {
              source<char> buffer(want, std::string::npos);
              std::istream in(&buffer);
              uuid id = uuid::max();
              const bool is_read(in >> id);
              CHECK(id == (is_read ? a6 : uuid::max()));
              CHECK(in.bad() == !is_read);
              return is_read;
          }) > 0);
}

} // namespace hostile

// The program's own: every test allocates with them.
void *operator new(std::size_t n)
{
    return hostile::allocated(n);
}
void operator delete(void *memory) noexcept
{
    std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}
#endif
