#include "field/sha256.hpp"

#include "error.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <nettle/sha2.h>

namespace referee {
namespace {

const std::uint8_t* octets(const char* bytes) {
    return reinterpret_cast<const std::uint8_t*>(bytes);
}

std::string finish(sha256_ctx& context) {
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
    sha256_digest(&context, digest.size(), digest.data());
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    text.reserve(2 * digest.size());
    for (const std::uint8_t byte : digest) {
        text += digits[byte >> 4U];
        text += digits[byte & 15U];
    }
    return text;
}

} // namespace

std::string sha256(std::string_view bytes) {
    sha256_ctx context{};
    sha256_init(&context);
    sha256_update(&context, bytes.size(), octets(bytes.data()));
    return finish(context);
}

std::string sha256_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    sha256_ctx context{};
    sha256_init(&context);
    std::array<char, 65536> buffer{};
    while (file) {
        file.read(buffer.data(), buffer.size());
        sha256_update(&context, static_cast<std::size_t>(file.gcount()), octets(buffer.data()));
    }
    if (!file.eof()) {
        throw UserError(
            path + ": can't be read (" + std::strerror(errno) + "); check its permissions");
    }
    return finish(context);
}

} // namespace referee
