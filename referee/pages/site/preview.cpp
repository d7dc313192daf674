#include "pages/site/preview.hpp"

#include "base/text.hpp"
#include "tournament/statistics/pairs.hpp"

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/zlib.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <cctype>
#include <cstdint>
#include <fmt/format.h>
#include <string_view>

namespace referee {

namespace {

constexpr int width = 1200;
constexpr int height = 630;

/// The colours of the picture, as the dark style has them.
enum class Ink : std::uint8_t { ground, surface, text, soft, accent };
constexpr std::string_view palette{
    "\x10\x13\x18"
    "\x22\x28\x30"
    "\xe4\xe8\xed"
    "\x9d\xa7\xb3"
    "\x6c\xb0\xf5",
    15};

/// A sign of 5 × 7 dots: a row a number, whose highest of 5 bits is the dot on the left.
struct Glyph {
    char sign;
    std::array<std::uint8_t, 7> rows;
};
constexpr auto glyphs = std::to_array<Glyph>({
    {'A', {14, 17, 17, 31, 17, 17, 17}}, {'B', {30, 17, 17, 30, 17, 17, 30}},
    {'C', {14, 17, 16, 16, 16, 17, 14}}, {'D', {30, 17, 17, 17, 17, 17, 30}},
    {'E', {31, 16, 16, 30, 16, 16, 31}}, {'F', {31, 16, 16, 30, 16, 16, 16}},
    {'G', {14, 17, 16, 23, 17, 17, 15}}, {'H', {17, 17, 17, 31, 17, 17, 17}},
    {'I', {14, 4, 4, 4, 4, 4, 14}},      {'J', {7, 2, 2, 2, 2, 18, 12}},
    {'K', {17, 18, 20, 24, 20, 18, 17}}, {'L', {16, 16, 16, 16, 16, 16, 31}},
    {'M', {17, 27, 21, 21, 17, 17, 17}}, {'N', {17, 25, 25, 21, 19, 19, 17}},
    {'O', {14, 17, 17, 17, 17, 17, 14}}, {'P', {30, 17, 17, 30, 16, 16, 16}},
    {'Q', {14, 17, 17, 17, 21, 18, 13}}, {'R', {30, 17, 17, 30, 20, 18, 17}},
    {'S', {15, 16, 16, 14, 1, 1, 30}},   {'T', {31, 4, 4, 4, 4, 4, 4}},
    {'U', {17, 17, 17, 17, 17, 17, 14}}, {'V', {17, 17, 17, 17, 17, 10, 4}},
    {'W', {17, 17, 17, 21, 21, 27, 17}}, {'X', {17, 17, 10, 4, 10, 17, 17}},
    {'Y', {17, 17, 10, 4, 4, 4, 4}},     {'Z', {31, 1, 2, 4, 8, 16, 31}},
    {'0', {14, 17, 19, 21, 25, 17, 14}}, {'1', {4, 12, 4, 4, 4, 4, 14}},
    {'2', {14, 17, 1, 6, 8, 16, 31}},    {'3', {31, 2, 4, 2, 1, 17, 14}},
    {'4', {2, 6, 10, 18, 31, 2, 2}},     {'5', {31, 16, 30, 1, 1, 17, 14}},
    {'6', {6, 8, 16, 30, 17, 17, 14}},   {'7', {31, 1, 2, 4, 8, 8, 8}},
    {'8', {14, 17, 17, 14, 17, 17, 14}}, {'9', {14, 17, 17, 15, 1, 2, 12}},
    {' ', {0, 0, 0, 0, 0, 0, 0}},        {'+', {0, 4, 4, 31, 4, 4, 0}},
    {'-', {0, 0, 0, 31, 0, 0, 0}},       {'.', {0, 0, 0, 0, 0, 12, 12}},
    {',', {0, 0, 0, 0, 12, 4, 8}},       {':', {0, 12, 12, 0, 12, 12, 0}},
    {'(', {2, 4, 8, 8, 8, 4, 2}},        {')', {8, 4, 2, 2, 2, 4, 8}},
    {'/', {1, 1, 2, 4, 8, 16, 16}},      {'_', {0, 0, 0, 0, 0, 0, 31}},
    {'@', {14, 17, 23, 21, 23, 16, 14}}, {'#', {10, 10, 31, 10, 31, 10, 10}},
    {'!', {4, 4, 4, 4, 4, 0, 4}},        {'?', {14, 17, 1, 2, 4, 0, 4}},
    {'\'', {4, 4, 8, 0, 0, 0, 0}},       {'&', {12, 18, 20, 8, 21, 18, 13}},
    {'%', {24, 25, 2, 4, 8, 19, 3}},     {'=', {0, 0, 31, 0, 31, 0, 0}},
});
constexpr std::array<std::uint8_t, 7> box{31, 17, 17, 17, 17, 17, 31};
constexpr int advance = 6; ///< dots from one sign to the next

class Picture {
  public:
    void fill(int left, int top, int wide, int high, Ink ink) {
        for (int y = std::max(0, top); y < std::min(height, top + high); ++y) {
            for (int x = std::max(0, left); x < std::min(width, left + wide); ++x) {
                pixels_[static_cast<std::size_t>(y * width + x)] = static_cast<char>(ink);
            }
        }
    }

    /// Writes a text whose dots are `dot` pixels wide.
    void write(const std::string& text, int left, int top, int dot, Ink ink) {
        for (std::size_t at = 0; at < text.size(); left += advance * dot) {
            const std::size_t length =
                std::max<std::size_t>(1, utf8_length(std::string_view(text).substr(at)));
            draw(length == 1 ? rows_of(text[at]) : box, left, top, dot, ink);
            at += length;
        }
    }

    /// https://www.w3.org/TR/png/ with 8 bits a pixel, which are indexes of the palette.
    std::string png() const {
        std::string header;
        append_number(header, width);
        append_number(header, height);
        header += std::string("\x08\x03\x00\x00\x00", 5);
        std::string lines;
        for (int y = 0; y < height; ++y) {
            lines += '\0'; // no filter
            lines.append(pixels_, static_cast<std::size_t>(y * width), width);
        }
        std::string packed;
        namespace io = boost::iostreams;
        io::filtering_ostream out;
        out.push(io::zlib_compressor(io::zlib::best_compression));
        out.push(io::back_inserter(packed));
        out << lines;
        out.reset();
        return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) + chunk("PLTE", std::string(palette)) +
               chunk("IDAT", packed) + chunk("IEND", "");
    }

  private:
    static const std::array<std::uint8_t, 7>& rows_of(char sign) {
        const auto upper = static_cast<char>(std::toupper(static_cast<unsigned char>(sign)));
        const auto* const glyph =
            std::find_if(glyphs.begin(), glyphs.end(), [upper](const Glyph& each) {
                return each.sign == upper;
            });
        return glyph == glyphs.end() ? box : glyph->rows;
    }

    void draw(const std::array<std::uint8_t, 7>& rows, int left, int top, int dot, Ink ink) {
        for (int row = 0; row < 7; ++row) {
            for (int column = 0; column < 5; ++column) {
                if ((rows[static_cast<std::size_t>(row)] >> (4 - column) & 1) != 0) {
                    fill(left + column * dot, top + row * dot, dot, dot, ink);
                }
            }
        }
    }

    static void append_number(std::string& bytes, std::uint32_t number) {
        for (const unsigned shift : {24U, 16U, 8U, 0U}) {
            bytes += static_cast<char>(number >> shift & 0xffU);
        }
    }

    static std::string chunk(const std::string& kind, const std::string& content) {
        std::string bytes;
        append_number(bytes, static_cast<std::uint32_t>(content.size()));
        const std::string checked = kind + content;
        bytes += checked;
        boost::crc_32_type crc;
        crc.process_bytes(checked.data(), checked.size());
        append_number(bytes, crc.checksum());
        return bytes;
    }

    std::string pixels_ = std::string(static_cast<std::size_t>(width) * height, '\0');
};

/// The number of signs of a text.
int signs_of(const std::string& text) {
    return static_cast<int>(std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80;
    }));
}

/// The first signs of a text.
std::string cut(const std::string& text, int signs) {
    std::size_t at = 0;
    for (; signs > 0 && at < text.size(); --signs) {
        at += std::max<std::size_t>(1, utf8_length(std::string_view(text).substr(at)));
    }
    return text.substr(0, at);
}

} // namespace

std::string preview_png(const SiteData& data) {
    constexpr int margin = 70;
    constexpr int inner = width - 2 * margin;
    Picture picture;
    picture.fill(0, 0, 20, height, Ink::accent);
    // As large as the title's length allows.
    const std::string title = cut(data.config.title, 44);
    const int dot = std::clamp(inner / std::max(1, advance * signs_of(title)), 4, 11);
    picture.write(title, margin, 60, dot, Ink::text);
    picture.write(
        fmt::format(
            "{} - {}, {}", data.game,
            counted(static_cast<std::int64_t>(data.standings.rows.size()), "AI"),
            counted(static_cast<std::int64_t>(data.games.size()), "game")),
        margin, 60 + 7 * dot + 30, 4, Ink::soft);
    constexpr int row_height = 104;
    constexpr std::size_t places = 3;
    constexpr int name_dot = 7;
    int top = height - 40 - row_height * static_cast<int>(places);
    std::size_t count = 0;
    for (const SeasonRow& row : data.standings.rows) {
        if (row.is_baseline || row.row.rank == 0 || count == places) {
            continue;
        }
        picture.fill(margin, top, inner, row_height - 14, Ink::surface);
        picture.fill(
            margin, top, row_height - 14, row_height - 14, count == 0 ? Ink::accent : Ink::soft);
        picture.write(std::to_string(row.row.rank), margin + 25, top + 20, name_dot, Ink::ground);
        // Only a rating that is known, as on the page.
        const std::string rating = row.row.rating.is_in_core ? signed_text(row.row.rating.elo) : "";
        const int room = inner - row_height - 40 - advance * name_dot * signs_of(rating);
        picture.write(
            cut(data.entry(row.row.ai).shown(), room / (advance * name_dot)),
            margin + row_height + 10, top + 20, name_dot, Ink::text);
        picture.write(
            rating, width - margin - 20 - advance * name_dot * signs_of(rating), top + 20, name_dot,
            Ink::accent);
        top += row_height;
        ++count;
    }
    return picture.png();
}

} // namespace referee
