// Texts from outside, made harmless for terminals.

#include "support/catch.hpp"

#include "base/text.hpp"

#include <nlohmann/json.hpp>

using namespace referee;

TEST_CASE("terminal control characters are escaped, readable text is kept", "[text]") {
    CHECK(safe_text("Gr\u00fc\u00dfe \u2603") == "Gr\u00fc\u00dfe \u2603");
    CHECK(safe_text("a\x1b[31mb\n") == "a\\x1b[31mb\\x0a");
    CHECK(safe_text("\x7f") == "\\x7f");
    CHECK(safe_text("\u009b31m") == "\\xc2\\x9b31m");
    CHECK(safe_text("\xff") == "\\xff");
    // Right-to-left override and isolate: "exe.png" could be a program.
    CHECK(safe_text("\u202egnp.exe") == "\\xe2\\x80\\xaegnp.exe");
    CHECK(safe_text("\u2066a\u2069") == "\\xe2\\x81\\xa6a\\xe2\\x81\\xa9");
}

TEST_CASE("each line of a text is made fit for a terminal", "[text]") {
    CHECK(safe_lines("").empty());
    CHECK(safe_lines("one") == "one\n");
    CHECK(safe_lines("a\x1b\n\nb\n", "  | ") == "  | a\\x1b\n  | \n  | b\n");
}

TEST_CASE("JSON keeps its meaning without terminal control characters", "[text]") {
    const nlohmann::json value{
        {"name", "Gr\u00fc\u00dfe \u2603 \U0001f40d"}, {"text", "\x7f\u009b31m\u202egnp\x1b[0m"}};
    const std::string text = safe_json(value.dump());
    CHECK(nlohmann::json::parse(text) == value);
    CHECK(text.find("Gr\u00fc\u00dfe \u2603 \U0001f40d") != std::string::npos);
    CHECK(text.find("\\u007f\\u009b31m\\u202egnp\\u001b[0m") != std::string::npos);
    CHECK(safe_json("{\"plain\": 1}") == "{\"plain\": 1}");
}
