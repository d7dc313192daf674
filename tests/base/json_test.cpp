#include "base/json.hpp"
#include "support/catch.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

using referee::Json;

TEST_CASE("JSON values print as nlohmann-json prints them", "[json]") {
    CHECK(Json().dump() == "null");
    CHECK(Json(true).dump() == "true");
    CHECK(Json(-7).dump() == "-7");
    CHECK(Json(std::numeric_limits<std::uint64_t>::max()).dump() == "18446744073709551615");
    CHECK(Json(0.1).dump() == "0.1");
    CHECK(Json(2.0).dump() == "2.0");
    CHECK(Json(INFINITY).dump() == "null");
    CHECK(Json("a\"\n").dump() == R"("a\"\n")");
    CHECK(Json(std::vector<int>{1, 2}).dump() == "[1,2]");
    CHECK(Json(std::vector<std::string>()).dump() == "[]");
}

TEST_CASE("bytes that aren't UTF-8 are replaced in JSON", "[json]") {
    CHECK(Json("a\xff").dump() == "\"a\xef\xbf\xbd\"");
}

TEST_CASE("a list of pairs that begin with a text is an object, any other an array", "[json]") {
    CHECK(Json({{"b", 1}, {"a", {2, 3}}}).dump() == R"({"b":1,"a":[2,3]})");
    CHECK(Json({{"b", 1}, 2}).dump() == R"([["b",1],2])");
    CHECK(Json({1, 2}).dump() == "[1,2]");
    CHECK(Json::array({Json::array({"b", 1})}).dump() == R"([["b",1]])");
    CHECK(Json::object().dump() == "{}");
}

TEST_CASE("the keys of a JSON object keep their order", "[json]") {
    Json json;
    json["z"] = 1;
    json["a"].push_back("x");
    json["z"] = 2;
    json["a"].push_back({{"k", nullptr}});
    json["a"][1]["k"] = 3.5;
    CHECK(json.dump() == R"({"z":2,"a":["x",{"k":3.5}]})");
    CHECK(json["a"].size() == 2);
    CHECK(json.dump(1) == nlohmann::ordered_json::parse(json.dump()).dump(1));
}
