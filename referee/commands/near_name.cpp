#include "commands/near_name.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace referee {
namespace {

/// The restricted Damerau-Levenshtein distance.
std::size_t distance(std::string_view one, std::string_view other) {
    std::vector<std::vector<std::size_t>> table(
        one.size() + 1, std::vector<std::size_t>(other.size() + 1));
    for (std::size_t i = 0; i <= one.size(); ++i) {
        for (std::size_t j = 0; j <= other.size(); ++j) {
            if (i == 0 || j == 0) {
                table[i][j] = i + j;
                continue;
            }
            const bool is_equal = one[i - 1] == other[j - 1];
            table[i][j] = std::min(
                {table[i - 1][j] + 1, table[i][j - 1] + 1,
                 table[i - 1][j - 1] + (is_equal ? 0 : 1)});
            if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1]) {
                table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
            }
        }
    }
    return table[one.size()][other.size()];
}

} // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> names) {
    constexpr std::size_t max_length = 40; // the table grows with the square
    std::string_view found;
    std::size_t least = std::min(word.size(), max_length) / 3 + 1;
    for (const std::string_view name : names) {
        if (word.size() <= max_length && distance(word, name) < least) {
            found = name;
            least = distance(word, name);
        }
    }
    return found;
}

std::string_view translation_of(std::string_view word, std::span<const Translation> list) {
    const auto found = std::find_if(
        list.begin(), list.end(), [&](const Translation& each) { return each.first == word; });
    return found == list.end() ? std::string_view() : found->second;
}

} // namespace referee
