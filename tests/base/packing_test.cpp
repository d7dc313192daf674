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
