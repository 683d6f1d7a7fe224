// SPDX-License-Identifier: MIT
// TypeIDs: written to strings, read to a prefix and a UUID, errors as results and
// exceptions.
#include "test.hpp"

#include <string>
#include <string_view>

using guidon::typeid_format;
using guidon::typeid_parse;

// spec/valid.yml, valid-uuidv7
static constexpr std::string_view example = "prefix_01h455vb4pex5vsknk084sn02q";
static constexpr guidon::uuid example_id =
    "01890a5d-ac96-774b-bcce-b302099a8057"_uuid;

TEST_CASE("a TypeID is written and read with its prefix")
{
    CHECK(typeid_format("prefix", example_id) == example);
    CHECK(typeid_format("", example_id) == example.substr(7));
    CHECK(typeid_format({}, guidon::ulid(example_id)) == example.substr(7));
    CHECK(typeid_format(std::string(63, 'z'), example_id).size() ==
          GUIDON_TYPEID_MAX);

    const auto read = typeid_parse(example);
    CHECK(read.value() == guidon::typeid_parts{"prefix", example_id});
    CHECK(read->prefix.data() == example.data());
    CHECK(read.value() != guidon::typeid_parts{"other", example_id});
    CHECK(read.value() != guidon::typeid_parts{"prefix", guidon::uuid()});
    CHECK(typeid_parse(example.substr(7)).value() ==
          guidon::typeid_parts{"", example_id});
}

TEST_CASE("a wrong TypeID is an error with an offset")
{
    CHECK(typeid_parse("prefix_01H455VB4PEX5VSKNK084SN02Q").error() ==
          guidon::error{GUIDON_E_CHAR, 9});
    CHECK(typeid_parse("prefix_81h455vb4pex5vsknk084sn02q").error() ==
          guidon::error{GUIDON_E_RANGE, 7});
    CHECK(typeid_parse({}).error() == guidon::error{GUIDON_E_LENGTH, 0});
    CHECK_THROWS_AS((void)typeid_parse("x").value(), guidon::id_error);
}

TEST_CASE("a wrong prefix is an error")
{
    CHECK(guidon::typeid_prefix_check("my__type").status == GUIDON_OK);
    CHECK(guidon::typeid_prefix_check({}).status == GUIDON_OK);
    CHECK(guidon::typeid_prefix_check("user1") ==
          guidon::error{GUIDON_E_CHAR, 4});
    CHECK_THROWS_AS((void)typeid_format("user_", example_id), guidon::id_error);
}
