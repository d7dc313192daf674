#include "base/bytes.hpp"
#include "pages/frames.hpp"
#include "pages/page.hpp"
#include "support/catch.hpp"

using referee::patch_between;
using ReadJson = nlohmann::ordered_json;

namespace {

ReadJson patch(const char* before, const char* after) {
    return patch_between(ReadJson::parse(before), ReadJson::parse(after));
}

} // namespace

TEST_CASE("equal values have the empty patch", "[view]") {
    CHECK(patch(R"({"a":[1,2]})", R"({"a":[1,2]})") == ReadJson::parse("{}"));
}

TEST_CASE("of an object only what changed is in the patch", "[view]") {
    CHECK(
        patch(R"({"a":1,"b":{"c":2,"d":3}})", R"({"a":1,"b":{"c":2,"d":4}})") ==
        ReadJson::parse(R"({"b":{"d":[4]}})"));
}

TEST_CASE("keys that come are values, keys that go are empty lists", "[view]") {
    CHECK(patch(R"({"a":1})", R"({"b":null})") == ReadJson::parse(R"({"a":[],"b":[null]})"));
}

TEST_CASE("arrays of one length are patched by index, others are replaced", "[view]") {
    CHECK(patch("[1,2,3]", "[1,5,3]") == ReadJson::parse(R"({"1":[5]})"));
    CHECK(patch("[1,2,3]", "[1,2]") == ReadJson::parse("[[1,2]]"));
    CHECK(patch("[1]", "[]") == ReadJson::parse("[[]]"));
}

TEST_CASE("strings of one length are patched by runs of characters", "[view]") {
    CHECK(patch(R"("11112222")", R"("11312222")") == ReadJson::parse(R"([2,"3"])"));
    CHECK(
        patch(R"("aaaaaaaaaaaaaaaaaaaa")", R"("baaaaaaaaaaaaaaaaaab")") ==
        ReadJson::parse(R"([0,"b",19,"b"])"));
    CHECK(patch(R"("abc")", R"("abcd")") == ReadJson::parse(R"(["abcd"])"));
}

TEST_CASE("strings beyond ASCII are replaced, since pages count other units", "[view]") {
    CHECK(patch(R"("äb")", R"("äc")") == ReadJson::parse(R"(["äc"])"));
}

TEST_CASE("a value of another kind replaces the old one", "[view]") {
    CHECK(
        patch(R"({"out":null})", R"({"out":{"round":3}})") ==
        ReadJson::parse(R"({"out":[{"round":3}]})"));
}

TEST_CASE("JSON for a script element holds nothing that ends it", "[view]") {
    CHECK(referee::script_safe(R"({"a":"</script><!--"})") == R"({"a":"\u003c/script>\u003c!--"})");
}

TEST_CASE("base64 as the standard has it", "[view]") {
    CHECK(referee::base64("") == "");
    CHECK(referee::base64("f") == "Zg==");
    CHECK(referee::base64("foobar") == "Zm9vYmFy");
}
