#include "support/skipped.hpp"

#include "support/catch.hpp"
#include "support/run.hpp"

#include <set>
#include <sstream>
#include <stdexcept>
#include <unistd.h>

namespace tests {
namespace {

std::vector<std::string>& lines() {
    static std::vector<std::string> list;
    return list;
}

/// Programs that scripts/install-dependencies installs: the first words of its lines.
const std::set<std::string>& known_programs() {
    static const std::set<std::string> names = [] {
        std::set<std::string> found;
        std::istringstream list(
            run({source_folder() + "/scripts/install-dependencies", "--programs"}).out);
        for (std::string line; std::getline(list, line);) {
            found.insert(line.substr(0, line.find(' ')));
        }
        return found;
    }();
    return names;
}

void check_known(const std::string& program) {
    INFO("scripts/install-dependencies has no package for " << program);
    CHECK(known_programs().count(program) == 1);
}

} // namespace

std::string to_string(Need need) {
    switch (need) {
    case Need::root:
        return "root";
    case Need::ordinary_user:
        return "an ordinary user";
    case Need::memory_group:
        return "a control group for memory";
    case Need::mounts:
        return "mounts";
    case Need::namespaces:
        return "namespaces";
    case Need::landlock:
        return "Landlock";
    case Need::ptrace:
        return "ptrace";
    case Need::no_sanitizer:
        return "a build without sanitizers";
    case Need::git_checkout:
        return "a git checkout";
    case Need::known_processor:
        return "x86-64 or ARM64";
    case Need::ipv6:
        return "IPv6";
    }
    throw std::logic_error("a need without a name");
}

std::vector<Need> all_needs() {
    std::vector<Need> all;
    for (int number = 0; number <= static_cast<int>(Need::ipv6); ++number) {
        all.push_back(static_cast<Need>(number));
    }
    return all;
}

const std::vector<std::string>& skipped() {
    return lines();
}

void leave_out(const std::string& what, Need need) {
    lines().push_back(what + "; needs " + to_string(need));
}

std::string installed_program(const std::string& program, const std::string& what) {
    check_known(program);
    for (const std::string& place :
         {std::string("/usr/local/bin/"), std::string("/usr/bin/"), std::string("/bin/"),
          std::string("/usr/local/sbin/"), std::string("/usr/sbin/"), std::string("/sbin/"),
          source_folder() + "/build/tools/usr/bin/", source_folder() + "/build/tools/usr/sbin/"}) {
        std::string file = place + program;
        if (::access(file.c_str(), X_OK) == 0) {
            return file;
        }
    }
    leave_out_without(program, what);
    return "";
}

void leave_out_without(const std::string& program, const std::string& what) {
    check_known(program);
    lines().push_back(what + "; needs " + program);
}

} // namespace tests
