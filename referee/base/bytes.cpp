#include "base/bytes.hpp"

#include <algorithm>
#include <array>
#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <boost/iostreams/read.hpp>
#include <nettle/base64.h>

namespace referee {

namespace {

const std::uint8_t* octets(const char* bytes) {
    return reinterpret_cast<const std::uint8_t*>(bytes);
}

} // namespace

Sha256::Sha256() : context_{} {
    sha256_init(&context_);
}

void Sha256::add(std::string_view bytes) {
    sha256_update(&context_, bytes.size(), octets(bytes.data()));
}

std::string Sha256::digits() {
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
    sha256_digest(&context_, digest.size(), digest.data());
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    text.reserve(2 * digest.size());
    for (const std::uint8_t byte : digest) {
        text += digits[byte >> 4U];
        text += digits[byte & 15U];
    }
    return text;
}

std::string sha256(std::string_view bytes) {
    Sha256 hash;
    hash.add(bytes);
    return hash.digits();
}

namespace io = boost::iostreams;

std::string gzip(std::string_view bytes) {
    std::string packed;
    io::filtering_ostream out;
    out.push(io::gzip_compressor(io::gzip_params(io::gzip::best_compression)));
    out.push(io::back_inserter(packed));
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.reset();
    return packed;
}

std::optional<std::string> gunzip(std::string_view packed, std::size_t max) {
    constexpr std::size_t step = 64 * 1024;
    std::string bytes;
    try {
        io::filtering_istreambuf in;
        in.push(io::gzip_decompressor());
        in.push(io::array_source(packed.data(), packed.size()));
        // In steps: a few packed bytes may claim to be gigabytes.
        while (bytes.size() <= max) {
            const std::size_t before = bytes.size();
            bytes.resize(before + step);
            const std::streamsize count = io::read(in, bytes.data() + before, step);
            bytes.resize(before + static_cast<std::size_t>(std::max<std::streamsize>(count, 0)));
            if (count <= 0) {
                return bytes;
            }
        }
    } catch (const std::ios_base::failure&) {
        // Not gzip, or damaged.
    }
    return std::nullopt;
}

std::string base64(std::string_view bytes) {
    std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
    base64_encode_raw(
        text.data(), bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
    return text;
}

std::string base85(std::string_view bytes) {
    constexpr std::string_view characters =
        "!#$%()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz|~";
    static_assert(characters.size() == 85);
    std::string text;
    text.reserve(bytes.size() / 4 * 5 + 5);
    for (; !bytes.empty(); bytes.remove_prefix(std::min<std::size_t>(4, bytes.size()))) {
        std::uint32_t number = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            number = number << 8U | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
        }
        std::array<char, 5> group{};
        for (std::size_t i = group.size(); i-- > 0; number /= 85) {
            group[i] = characters[number % 85];
        }
        text.append(group.data(), std::min<std::size_t>(4, bytes.size()) + 1);
    }
    return text;
}

std::optional<std::string> from_base64(std::string_view text) {
    base64_decode_ctx context{};
    base64_decode_init(&context);
    std::string bytes(BASE64_DECODE_LENGTH(text.size()), '\0');
    std::size_t size = bytes.size();
    if (base64_decode_update(
            &context, &size, reinterpret_cast<std::uint8_t*>(bytes.data()), text.size(),
            text.data()) != 1 ||
        base64_decode_final(&context) != 1) {
        return std::nullopt;
    }
    bytes.resize(size);
    return bytes;
}

} // namespace referee
