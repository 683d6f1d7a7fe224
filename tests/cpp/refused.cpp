// SPDX-License-Identifier: MIT
// Each line with a comment must not compile. The comment is part of the compiler's
// message if Guidon defines it, else the word "refused". Other lines are right.
#include <guidon.hpp>

#include <array>

using namespace guidon::literals;
using guidon::ulid;
using guidon::uuid;

#define UUID "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"_uuid
#define ULID "01FWHE4YDGFK1SHH6W1G60EECF"_ulid
static auto same = UUID == uuid(ULID);
static uuid from = uuid(guidon_nil());
static std::string kept = uuid::parse("").value_or(uuid()).str();

// Literals, in constant expressions and elsewhere.
auto a = "017f22e2-79b0-7cc3-98c4-dc0c0c07398g"_uuid; // wrong character ...35
constexpr auto b = "017f22e2"_uuid;                   // length is wrong ...8
auto c = "01FWHE4YDGFK1SHH6W1G60EECU"_ulid;           // wrong character ...25
auto d = "81FWHE4YDGFK1SHH6W1G60EECF"_ulid;           // past 128 bits ...0
auto e = "01FWHE4YDGFK1SHH6W1G60EECF"_uuid;           // length is wrong ...26
bool f = uuid() == ulid();                            // refused
bool g = uuid() < ulid();                             // refused
uuid h = ulid();                                      // refused
uuid i = guidon_nil();                                // refused
uuid j = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";      // refused
guidon::batch<uuid, 0> k(GUIDON_V4);                  // an id or more
guidon::id_generator<int> l(GUIDON_V4);               // type guidon::uuid
uuid m = uuid::parse("");                             // refused
auto o = uuid::parse("", GUIDON_FORM_HEX);            // deleted
auto s = uuid::parse("", 4, 0);                       // refused

uuid p(std::array<unsigned char, 15>{});   // refused
uuid q("017f22e279b07cc");                 // refused
guidon::result<int &> r = guidon::error{}; // neither const

void dropped(guidon::id_generator<uuid> &n)
{
    uuid::parse("");                    // refused
    uuid::v7();                         // refused
    n.try_fill(nullptr, 0);             // refused
    guidon::id_generator<uuid> copy(n); // refused
    ulid ids[2];
    n.fill(ids);        // refused
    n.try_fill(ids, 2); // refused
}
