#include "match/contestant.hpp"

#include "error.hpp"

#include <filesystem>
#include <map>
#include <string_view>

namespace referee {
namespace {

/// What stands for a person instead of a path. A program of that name is "./human".
constexpr std::string_view human = "human";

Contestant person_named(const std::string& name) {
    Contestant person;
    person.name = name;
    person.is_human = true;
    person.program.path = human;
    return person;
}

Contestant read_contestant(const std::string& argument, bool takes_people) {
    std::error_code code;
    const std::size_t at = argument.find('=');
    const bool is_named = at != std::string::npos && at > 0 && argument.find_first_of("/ ") > at &&
                          !std::filesystem::exists(argument, code);
    const std::string path = is_named ? argument.substr(at + 1) : argument;
    if (path.empty()) {
        throw UserError("--ai '" + argument + "': no program is named; write [NAME=]PATH");
    }
    if (path == human && !takes_people) {
        throw UserError("human: a person plays only in 'referee FIELD'; name a program, or write "
                        "./human for a file of that name");
    }
    if (path == human) {
        return person_named(is_named ? argument.substr(0, at) : path);
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

std::vector<Contestant> read_all(const std::vector<std::string>& arguments, bool takes_people) {
    std::vector<Contestant> contestants;
    std::map<std::string, int> counts;
    for (const std::string& argument : arguments) {
        contestants.push_back(read_contestant(argument, takes_people));
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

} // namespace

std::vector<Contestant> read_contestants(const std::vector<std::string>& arguments) {
    return read_all(arguments, false);
}

std::vector<Contestant> read_contestants_and_people(const std::vector<std::string>& arguments) {
    return read_all(arguments, true);
}

} // namespace referee
