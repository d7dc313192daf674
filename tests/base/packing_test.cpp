#include "base/bytes.hpp"
#include "support/catch.hpp"

using namespace referee;

TEST_CASE("what is packed comes back the same", "[packing]") {
    std::string all_bytes;
    for (unsigned i = 0; i < 100'000; ++i) {
        all_bytes += static_cast<char>(i * i % 251);
    }
    for (const std::string& text :
         {std::string(), std::string("a"), std::string(3, '\0'), all_bytes}) {
        const auto packed = from_base64(base64(gzip(text)));
        REQUIRE(packed);
        CHECK(gunzip(*packed, 1U << 20U) == text);
    }
}

TEST_CASE("what is more than the limit when unpacked is refused", "[packing]") {
    const std::string packed = gzip(std::string(1U << 20U, 'x'));
    CHECK(packed.size() < 4096);
    CHECK_FALSE(gunzip(packed, (1U << 20U) - 1));
    CHECK(gunzip(packed, 1U << 20U));
}

TEST_CASE("what was never packed is refused", "[packing]") {
    CHECK_FALSE(gunzip("neither gzip nor anything else", 1000));
    const std::string packed = gzip("a text that is cut off in the middle of its bytes");
    CHECK_FALSE(gunzip(packed.substr(0, packed.size() / 2), 1000));
    CHECK_FALSE(from_base64("Zg="));
    CHECK_FALSE(from_base64("Z*=="));
    CHECK(from_base64("Zm9vYmFy") == "foobar");
}

TEST_CASE("base 85 keeps every byte, in signs that a page can hold", "[text]") {
    const std::string signs =
        "!#$%()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz|~";
    // As web/boot.js does it.
    const auto decoded = [&](const std::string& text) {
        std::string bytes;
        for (std::size_t at = 0; at < text.size(); at += 5) {
            std::uint64_t number = 0;
            for (std::size_t i = at; i < at + 5; ++i) {
                number = number * 85 + (i < text.size() ? signs.find(text[i]) : 84);
            }
            for (int shift = 24; shift >= 0; shift -= 8) {
                bytes += static_cast<char>(number >> static_cast<unsigned>(shift) & 255U);
            }
        }
        bytes.resize(text.size() * 4 / 5);
        return bytes;
    };
    std::string bytes;
    for (int size = 0; size < 600; ++size) {
        const std::string text = base85(bytes);
        CHECK(text.size() == (bytes.size() * 5 + 3) / 4);
        CHECK(text.find_first_not_of(signs) == std::string::npos);
        CHECK(decoded(text) == bytes);
        bytes += static_cast<char>(size % 7 == 0 ? 255 : size * 37);
    }
}
