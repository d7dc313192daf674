#include "games/spe_ed/seconds.hpp"

#include <fmt/format.h>

namespace referee::spe_ed {
namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::size_t max_decimals = 3;
constexpr std::size_t max_digits = 7;
constexpr int max_milliseconds = 3'600'000;

} // namespace

std::optional<std::chrono::milliseconds> parse_seconds(std::string_view text) {
    const std::size_t point = text.find('.');
    const std::string_view whole = text.substr(0, point);
    std::string decimals;
    if (point != std::string_view::npos) {
        decimals = text.substr(point + 1);
        if (decimals.empty() || decimals.size() > max_decimals) {
            return std::nullopt;
        }
    }
    decimals.resize(max_decimals, '0');
    const std::string all = std::string(whole) + decimals;
    if (whole.empty() || whole.size() > max_digits ||
        all.find_first_not_of(digits) != std::string::npos) {
        return std::nullopt;
    }
    const long long milliseconds = std::stoll(all);
    if (milliseconds < 1 || milliseconds > max_milliseconds) {
        return std::nullopt;
    }
    return std::chrono::milliseconds(milliseconds);
}

std::string text_of(std::chrono::milliseconds time) {
    std::string text = fmt::format("{}.{:03}", time.count() / 1000, time.count() % 1000);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') {
        text.pop_back();
    }
    return text;
}

} // namespace referee::spe_ed
