#include "match/contestant.hpp"

#include "error.hpp"

#include <filesystem>
#include <map>

namespace referee {
namespace {

Contestant read_contestant(const std::string& argument) {
    std::error_code code;
    const std::size_t at = argument.find('=');
    const bool is_named = at != std::string::npos && at > 0 && argument.find_first_of("/ ") > at &&
                          !std::filesystem::exists(argument, code);
    const std::string path = is_named ? argument.substr(at + 1) : argument;
    if (path.empty()) {
        throw UserError("--ai '" + argument + "': no program is named; write [NAME=]PATH");
    }
    Contestant contestant;
    contestant.program = read_program(path);
    contestant.stamps = stamps_of(contestant.program);
    contestant.copy = copy_for_private_user(contestant.program);
    contestant.name = is_named ? argument.substr(0, at) : contestant.program.name;
    contestant.sha256 = sha256_of(contestant.program);
    const std::string changed = first_changed(contestant.stamps);
    if (!changed.empty()) {
        throw UserError(changed + ": it changes while it is read; try again when it is whole");
    }
    return contestant;
}

} // namespace

std::vector<Contestant> read_contestants(const std::vector<std::string>& arguments) {
    std::vector<Contestant> contestants;
    std::map<std::string, int> counts;
    for (const std::string& argument : arguments) {
        contestants.push_back(read_contestant(argument));
        ++counts[contestants.back().name];
    }
    std::map<std::string, int> numbers;
    for (Contestant& contestant : contestants) {
        if (counts[contestant.name] > 1) {
            contestant.name += "#" + std::to_string(++numbers[contestant.name]);
        }
    }
    return contestants;
}

} // namespace referee
