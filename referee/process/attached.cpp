#include "process/attached.hpp"

#include "error.hpp"
#include "process/launch.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace referee {
namespace {

/// Ignores the keys that interrupt, as system(3) does: they are meant for the program.
class KeysIgnored {
  public:
    KeysIgnored() {
        for (std::size_t i = 0; i < keys.size(); ++i) {
            before_[i] = ::signal(keys[i], SIG_IGN);
        }
    }
    ~KeysIgnored() {
        for (std::size_t i = 0; i < keys.size(); ++i) {
            ::signal(keys[i], before_[i]);
        }
    }
    KeysIgnored(const KeysIgnored&) = delete;
    KeysIgnored& operator=(const KeysIgnored&) = delete;

  private:
    static constexpr std::array keys{SIGINT, SIGQUIT};
    std::array<void (*)(int), keys.size()> before_{};
};

/// Runs in the child of a vfork: makes only system calls.
int enter_folder(const void* context) {
    for (const int signal : {SIGINT, SIGQUIT, SIGPIPE}) {
        ::signal(signal, SIG_DFL);
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    return ::chdir(static_cast<const char*>(context)) == 0 ? 0 : errno;
}

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (const std::string& text : texts) {
        pointers.push_back(const_cast<char*>(text.c_str()));
    }
    pointers.push_back(nullptr);
    return pointers;
}

bool is_program(const std::string& file) {
    std::error_code code; // it may vanish meanwhile
    return ::access(file.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(file, code);
}

} // namespace

std::string find_in_folders(std::string_view name, std::string_view path) {
    while (!path.empty()) {
        const std::size_t colon = std::min(path.find(':'), path.size());
        std::string file = fmt::format("{}/{}", path.substr(0, colon), name);
        if (colon > 0 && is_program(file)) {
            return file;
        }
        path.remove_prefix(std::min(colon + 1, path.size()));
    }
    return "";
}

std::string find_program(const std::string& word, std::string_view path) {
    if (word.find('/') != std::string::npos) {
        return is_program(word) ? std::filesystem::absolute(word).string() : "";
    }
    const std::string found = find_in_folders(word, path);
    const char* const own = ::getenv("PATH");
    return !found.empty() || own == nullptr ? found : find_in_folders(word, own);
}

int run_attached(
    const std::string& executable, const std::vector<std::string>& command,
    const std::vector<std::string>& environment, const std::string& folder) {
    const KeysIgnored ignored;
    const std::vector<char*> arguments = pointers_to(command);
    const std::vector<char*> variables = pointers_to(environment);
    const Launched launched = launch(
        {executable.c_str(), arguments.data(), variables.data(), enter_folder, folder.c_str()});
    int status = 0;
    if (launched.pid > 0) {
        while (::waitpid(launched.pid, &status, 0) < 0 && errno == EINTR) {
        }
    }
    if (launched.error != 0) {
        throw UserError(fmt::format(
            "{}: it can't be started ({}); try it by hand", executable,
            std::generic_category().message(launched.error)));
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

} // namespace referee
