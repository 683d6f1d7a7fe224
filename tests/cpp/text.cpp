// SPDX-License-Identifier: MIT
// Texts: reading and writing at compile time compared with the C library, results,
// to_chars and from_chars, streams.
#include "test.hpp"

#include <cstring>
#include <limits>
#include <sstream>
#include <string>

using guidon::ulid;
using guidon::uuid;

// Does the reader for constant expressions agree with the C library?
template <class Reader, class ReaderInC>
static bool agree(std::string_view text, Reader read, ReaderInC read_in_c)
{
    guidon_id id = {};
    std::size_t bad_at = 0;
    const guidon_status status =
        read_in_c(&id, text.data(), text.size(), &bad_at);
    const guidon::result<guidon_id> here = read(text);

    if (status != GUIDON_OK) {
        return here.error() == guidon::error{status, bad_at};
    }
    return here.has_value() && guidon_equal(&*here, &id);
}

template <class Reader, class ReaderInC>
static int disagreements(std::string right, Reader read, ReaderInC read_in_c)
{
    int found = 0;

    for (std::size_t at = 0; at < right.size(); at++) {
        for (int c = 0; c < 256; c++) {
            std::string text = right;
            text[at] = static_cast<char>(c);
            found += !agree(text, read, read_in_c);
            text[(at * 7 + 5) % text.size()] =
                '~'; // two faults: the first one counts
            found += !agree(text, read, read_in_c);
        }
    }
    for (std::size_t len = 0; len < 64; len++) {
        std::string text = right;
        text.resize(len, '0');
        found += !agree(text, read, read_in_c);
    }
    return found;
}

TEST_CASE("each byte at each offset is read alike, by compiler and library")
{
    for (const char *text : {"017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
                             "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"}) {
        CHECK(disagreements(text, guidon::detail::uuid_read,
                            guidon_uuid_parse) == 0);
    }
    for (const char *text :
         {"01FWHE4YDGFK1SHH6W1G60EECF", "7zzzzzzzzzzzzzzzzzzzzzzzzz"}) {
        CHECK(disagreements(text, guidon::detail::ulid_read,
                            guidon_ulid_parse) == 0);
    }
    // The public functions choose between the two readers.
    static_assert(uuid::parse("x").error() ==
                  guidon::error{GUIDON_E_LENGTH, 1});
    static_assert(ulid::parse("81FWHE4YDGFK1SHH6W1G60EECF").error().status ==
                  GUIDON_E_RANGE);
    CHECK(uuid::parse("x").error() == guidon::error{GUIDON_E_LENGTH, 1});
    CHECK(uuid::parse({}).error() == guidon::error{GUIDON_E_LENGTH, 0});
}

TEST_CASE("each octet at each place is written alike")
{
    for (int at = 0; at < 16; at++) {
        for (int octet = 0; octet < 256; octet++) {
            guidon_id id = a6;
            id.bytes[at] = static_cast<unsigned char>(octet);
            if (guidon::detail::uuid_written(id).view() !=
                    uuid(id).text().view() ||
                guidon::detail::ulid_written(id).view() !=
                    ulid(id).text().view()) {
                FAIL("octet " << octet << " at " << at);
            }
        }
    }
    static_assert(a6.text().view() == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    static_assert(a6_ulid.text().view() == "01FWHE4YDGFK1SHH6W1G60EECF");
    CHECK(a6.text().view() == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    CHECK(a6_ulid.text().view() == "01FWHE4YDGFK1SHH6W1G60EECF");
}

TEST_CASE("results")
{
    const auto right = uuid::parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    const auto wrong = uuid::parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398g");

    CHECK(right);
    CHECK(*right == a6);
    CHECK(right->version() == 7);
    CHECK(right.value() == a6);
    CHECK(right.error().status == GUIDON_OK);
    CHECK_FALSE(wrong);
    CHECK(wrong.error() == guidon::error{GUIDON_E_CHAR, 35});
    CHECK(wrong.value_or(a6) == a6);
    CHECK(right.value_or(uuid()) == a6);
    CHECK(right != wrong);
    CHECK(wrong == wrong);
    CHECK(std::string(wrong.error().message()) ==
          guidon_status_text(GUIDON_E_CHAR));

    CHECK(
        right.transform([](const uuid &id) { return id.version(); }).value() ==
        7);
    CHECK(wrong.transform([](const uuid &id) { return id.version(); })
              .error()
              .offset == 35);
    CHECK(right.and_then([](const uuid &id) { return id.time(); }));
    CHECK(wrong.and_then([](const uuid &id) { return id.time(); })
              .error()
              .offset == 35);
    CHECK(wrong.or_else(
              [](guidon::error) { return guidon::result<uuid>(a6); }) == right);
    CHECK(right.or_else([](guidon::error e) {
        return guidon::result<uuid>(e);
    }) == right);
}

TEST_CASE("exceptions and error codes")
{
    try {
        (void)uuid::from_string("{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}");
        FAIL("it takes 36 characters alone");
    } catch (const guidon::id_error &e) {
        CHECK(e.error() == guidon::error{GUIDON_E_LENGTH, 36});
        CHECK(std::string(e.what()) == guidon_status_text(GUIDON_E_LENGTH));
        CHECK(e.error().code() == guidon::id_errc::length);
    }
    CHECK_THROWS_AS((void)uuid::parse("").value(), guidon::id_error);

    const std::error_code code = guidon::id_errc::entropy;
    CHECK(std::string(code.category().name()) == "guidon");
    CHECK(code.message() == guidon_status_text(GUIDON_E_ENTROPY));
}

#if defined(__cpp_lib_expected)
TEST_CASE("std::expected")
{
    const std::expected<uuid, guidon::error> right = uuid::parse(a6.text());
    const std::expected<uuid, guidon::error> wrong = uuid::parse("");
    CHECK(right == a6);
    CHECK(wrong.error() == guidon::error{GUIDON_E_LENGTH, 0});
}
#endif

TEST_CASE("any form")
{
    guidon_form found = GUIDON_FORM_UUID;
    const auto id = uuid::parse("urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
                                GUIDON_ACCEPT_ANY, 0, &found);
    CHECK(id.value() == a6);
    CHECK(found == GUIDON_FORM_URN);
    CHECK(uuid::from_string("01FWHE4YDGFK1SHH6W1G60EECF", GUIDON_ACCEPT_ANY) ==
          a6);
    CHECK(ulid::parse("01FWHE4YDG-FK1SHH6W1G60EECF",
                      GUIDON_ACCEPT(GUIDON_FORM_ULID), GUIDON_PARSE_LENIENT)
              .value() == a6_ulid);
    CHECK(uuid::parse_as("42", GUIDON_FORM_INT).value().lo() == 42);
    CHECK(uuid::parse_as("x", GUIDON_FORM_INT).error() ==
          guidon::error{GUIDON_E_CHAR, 0});
    CHECK(uuid::parse("hello", GUIDON_ACCEPT_ANY).error().status ==
          GUIDON_E_FORM);
    const auto number = uuid::parse("42", GUIDON_ACCEPT_ANY);
    CHECK(number.error() == guidon::error{GUIDON_E_AMBIGUOUS, 0});
    CHECK(number.error().code() == guidon::id_errc::ambiguous);

    CHECK(a6.str() == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    CHECK(to_string(a6_ulid) == "01FWHE4YDGFK1SHH6W1G60EECF");
    CHECK(a6.str(GUIDON_FORM_BRACES) ==
          "{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}");
    CHECK_THROWS_AS((void)a6.str(GUIDON_FORM_NCS), guidon::id_error);
}

TEST_CASE("to_chars writes what fits, and nothing past it")
{
    char out[40];
    std::memset(out, '#', sizeof out);
    auto end = to_chars(out, out + 36, a6);
    CHECK(end.ec == std::errc());
    CHECK(end.ptr == out + 36);
    CHECK(std::string_view(out, 37) == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f#");

    std::memset(out, '#', sizeof out);
    end = to_chars(out, out + 35, a6);
    CHECK(end.ec == std::errc::value_too_large);
    CHECK(end.ptr == out + 35);
    CHECK(std::string_view(out, 40) == std::string(40, '#'));

    end = to_chars(out, out + 40, a6_ulid);
    CHECK(end.ptr == out + 26);
    end = to_chars(out, out + 40, a6, GUIDON_FORM_NCS);
    CHECK(end.ec == std::errc::invalid_argument);
    end = to_chars(out, out + 40, a6, GUIDON_FORM_HEX);
    CHECK(end.ptr == out + 32);
}

TEST_CASE("from_chars reads a prefix, or nothing")
{
    const std::string_view text = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f,x";
    const char *first = text.data();
    uuid id;
    auto end = from_chars(first, first + text.size(), id);
    CHECK(end.ec == std::errc());
    CHECK(end.ptr == first + 36);
    CHECK(id == a6);

    CHECK(from_chars(first, first + 36, id).ptr == first + 36);
    id = uuid();
    end = from_chars(first, first + 35, id);
    CHECK(end.ec == std::errc::invalid_argument);
    CHECK(end.ptr == first);
    end = from_chars(first + 1, first + text.size(), id);
    CHECK(end.ec == std::errc::invalid_argument);
    CHECK(id.is_nil());

    ulid other;
    const std::string_view ulids = "01FWHE4YDGFK1SHH6W1G60EECF0";
    CHECK(from_chars(ulids.data(), ulids.data() + 27, other).ptr ==
          ulids.data() + 26);
    CHECK(other == a6_ulid);
}

// A text of ASCII in another character type.
template <class Char> static std::basic_string<Char> as(std::string_view ascii)
{
    return std::basic_string<Char>(ascii.begin(), ascii.end());
}

TEST_CASE_TEMPLATE("ids are written to streams", Char, char, wchar_t)
{
    std::basic_ostringstream<Char> out;
    out << a6 << Char('|');
    out.width(28);
    out.fill(Char('.'));
    out << a6_ulid << Char('|') << a6_ulid;
    CHECK(out.width() == 0);
    CHECK(out.str() == as<Char>("017f22e2-79b0-7cc3-98c4-dc0c0c07398f|"
                                "..01FWHE4YDGFK1SHH6W1G60EECF|"
                                "01FWHE4YDGFK1SHH6W1G60EECF"));
}

TEST_CASE_TEMPLATE("ids are read from streams", Char, char, wchar_t)
{
    std::basic_istringstream<Char> in(
        as<Char>(" \t" + a6.str() + "\n" + a6_ulid.str() + " 5"));
    uuid id;
    ulid other;
    int number = 0;

    CHECK((in >> id >> other >> number));
    CHECK(id == a6);
    CHECK(other == a6_ulid);
    CHECK(number == 5);
    CHECK(in.eof());
    CHECK(!(in >> id));
    CHECK(in.fail());
    CHECK(id == a6);
}

// What is wrong is an error, and the next word is read after it.
TEST_CASE_TEMPLATE("a wrong word is taken whole", Char, char, wchar_t)
{
    const std::string right = a6.str();
    std::string dashes = right, letter = right;
    dashes[8] = 'a';
    letter[35] = 'g';
    const uuid other_id = uuid::v4();

    for (const std::string &wrong :
         {std::string("x"), right.substr(0, 35), right + "0", right + right,
          right + ",", "{" + right + "}", a6.str(GUIDON_FORM_HEX), dashes,
          letter, a6_ulid.str(), std::string(100000, '0')}) {
        CAPTURE(wrong.substr(0, 100));
        std::basic_istringstream<Char> in(as<Char>(wrong + " " + right));
        uuid id = other_id;

        CHECK(!(in >> id));
        CHECK(in.rdstate() == std::ios::failbit);
        CHECK(id == other_id);
        in.clear();
        CHECK((in >> id));
        CHECK(id == a6);
    }
    for (const char *wrong :
         {"01FWHE4YDGFK1SHH6W1G60EEC", "01FWHE4YDGFK1SHH6W1G60EECFA",
          "8ZZZZZZZZZZZZZZZZZZZZZZZZZ"}) {
        std::basic_istringstream<Char> in(as<Char>(wrong));
        ulid id = a6_ulid;

        CHECK(!(in >> id));
        CHECK(in.fail());
        CHECK(id == a6_ulid);
    }
}

TEST_CASE("characters beyond ASCII are no digits")
{
    std::wstring text = as<wchar_t>(a6.str());
    uuid id;

    // Equal to '0' in the low byte or the low seven bits; a digit in Arabic; the
    // greatest and the least value.
    using limits = std::numeric_limits<wchar_t>;
    for (const wchar_t wrong :
         {L'\x130', L'\xb0', L'\x660', limits::max(), limits::min(), L'\0'}) {
        text[0] = wrong;
        std::wistringstream in(text);
        CHECK(!(in >> id));
        CHECK(in.fail());
    }
    CHECK(id.is_nil());

    std::string bytes = a6.str();
    bytes[0] = static_cast<char>(0xb0);
    std::istringstream in(bytes);
    CHECK(!(in >> id));
}

TEST_CASE("the stream's flags and width are obeyed")
{
    const std::string text = a6.str();
    uuid id;

    std::istringstream blank(" " + text);
    blank.unsetf(std::ios::skipws);
    CHECK(!(blank >> id));
    CHECK(id.is_nil());
    blank.clear();
    CHECK(blank.get() == ' ');
    CHECK((blank >> id));
    CHECK(id == a6);

    // The width ends a word, as for a std::string, and is then used up.
    std::istringstream listed(text + "," + a6_ulid.str() + "!");
    ulid other;
    listed.width(GUIDON_UUID_LEN);
    CHECK((listed >> id));
    CHECK(listed.width() == 0);
    CHECK(listed.get() == ',');
    listed.width(GUIDON_ULID_LEN);
    CHECK((listed >> other));
    CHECK(other == a6_ulid);
    CHECK(listed.get() == '!');

    std::istringstream cut(text);
    cut.width(GUIDON_UUID_LEN - 1);
    CHECK(!(cut >> id));

    std::istringstream empty;
    CHECK(!(empty >> id));
    CHECK(empty.eof());
}

#if defined(__cpp_exceptions)
TEST_CASE("a stream that throws does so for a wrong id")
{
    std::istringstream in("x");
    uuid id = a6;

    in.exceptions(std::ios::failbit);
    CHECK_THROWS_AS(in >> id, std::ios::failure);
    CHECK(id == a6);
}
#endif

// As boost::lexical_cast and boost::program_options convert a value: by a stream
// that skips no blanks and must be at its end.
template <class To, class Char, class From>
static bool converted(To &to, const From &from)
{
    std::basic_stringstream<Char> stream;

    stream.unsetf(std::ios::skipws);
    return stream << from && stream >> to &&
           stream.get() == std::char_traits<Char>::eof();
}

TEST_CASE_TEMPLATE("values are converted by streams", Char, char, wchar_t)
{
    const std::basic_string<Char> text = as<Char>(a6.str());
    std::basic_string<Char> back;
    uuid id;
    ulid other;

    CHECK(converted<uuid, Char>(id, text));
    CHECK(id == a6);
    CHECK(converted<std::basic_string<Char>, Char>(back, id));
    CHECK(back == text);
    CHECK(converted<ulid, Char>(other, a6_ulid));
    CHECK(other == a6_ulid);
    for (const std::string &wrong :
         {std::string(), std::string("x"), " " + a6.str(), a6.str() + " ",
          a6.str() + "x", a6.str() + " " + a6.str()}) {
        CHECK(!converted<uuid, Char>(id, as<Char>(wrong)));
    }
    CHECK(id == a6);
}

TEST_CASE("a text is described")
{
    const std::string readings = guidon::describe_json(a6.str());

    CHECK(readings.find("[{\"form\":\"uuid\",\"kind\":\"v7\",") == 0);
    CHECK(readings.find(a6.str()) != std::string::npos);
    CHECK(guidon::describe_json("12345", GUIDON_ACCEPT(GUIDON_FORM_INT)) ==
          guidon::describe_json("12345"));
    CHECK(guidon::describe_json({}) == "[]");
}

TEST_CASE("a text that is not read has a reason")
{
    CHECK(guidon::parse_reason(a6.str()).empty());
    CHECK(guidon::parse_reason("12345") ==
          "the text could be int; name the form");
    CHECK(
        guidon::parse_reason("12345", GUIDON_ACCEPT(GUIDON_FORM_INT)).empty());
    CHECK(guidon::parse_reason({}) == "empty (expected an id)");
}
