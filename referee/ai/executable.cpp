// Whether a file or folder is an AI that can be started, why not, and what to do about it.

#include "ai/executable.hpp"

#include "base/error.hpp"
#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "os/folder.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string_view>
#include <sys/statvfs.h>
#include <unistd.h>
#include <vector>

namespace referee {

namespace {

namespace fs = std::filesystem;

/// The architecture that this program was built for.
constexpr Elf64_Half own_machine() {
#if defined(__x86_64__)
    return EM_X86_64;
#elif defined(__aarch64__)
    return EM_AARCH64;
#elif defined(__riscv)
    return EM_RISCV;
#elif defined(__powerpc64__)
    return EM_PPC64;
#else
    return EM_NONE;
#endif
}

[[noreturn]] void
refuse(const std::string& path, const std::string& what, const std::string& todo) {
    throw UserError(fmt::format("{}: {}; {}", safe_text(path), what, todo));
}

/// The first line of a script: "#!INTERPRETER …".
struct FirstLine {
    std::string_view whole; ///< after "#!" and blanks
    std::string interpreter;
    std::string for_env; ///< the program that env looks for, if the interpreter is env
};

FirstLine first_line(std::string_view head) {
    FirstLine line;
    line.whole = head.substr(2, head.substr(0, head.find('\n')).size() - 2);
    line.whole.remove_prefix(std::min(line.whole.find_first_not_of(" \t"), line.whole.size()));
    line.interpreter = line.whole.substr(0, line.whole.find_first_of(" \t"));
    if (fs::path(line.interpreter).filename() != "env") {
        return line;
    }
    std::string_view rest = line.whole.substr(line.interpreter.size());
    std::string name;
    while (name.empty() || name[0] == '-' || name.find('=') != std::string::npos) {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
        if (rest.empty()) {
            return line;
        }
        name = rest.substr(0, rest.find_first_of(" \t\r"));
        rest.remove_prefix(name.size());
    }
    line.for_env = name;
    return line;
}

/// `head` is the beginning of a script: the program after "#!" must exist.
void require_interpreter(const std::string& path, std::string_view head) {
    const FirstLine line = first_line(head);
    const std::string& interpreter = line.interpreter;
    if (!line.whole.empty() && line.whole.back() == '\r') {
        refuse(
            path, "its first line ends with CR LF, so the interpreter can't be found",
            "save it with Unix line endings");
    }
    if (interpreter.empty() || interpreter[0] != '/') {
        refuse(
            path,
            fmt::format(
                "its first line doesn't name an interpreter by an absolute path ('{}')",
                printable(interpreter)),
            "write e.g. '#!/usr/bin/env python3'");
    }
    if (::access(interpreter.c_str(), X_OK) != 0 && errno != ENOENT) {
        refuse(
            path,
            fmt::format(
                "its interpreter '{}' can't be executed ({})", printable(interpreter),
                std::strerror(errno)),
            "check its permissions, and the log of SELinux or AppArmor");
    }
    if (::access(interpreter.c_str(), X_OK) != 0 || !fs::is_regular_file(interpreter)) {
        refuse(
            path, fmt::format("its interpreter '{}' doesn't exist", printable(interpreter)),
            "install it or change the first line");
    }
    if (!line.for_env.empty() && find_in_ai_path(line.for_env).empty()) {
        refuse(
            path,
            fmt::format(
                "its interpreter '{}' is not in an AI's PATH ({})", printable(line.for_env),
                ai_path),
            "install it there, or write its absolute path into the first line");
    }
}

/// How files of a language are run, by file name extension.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> languages{
    {{".py", "python3"},
     {".js", "node"},
     {".pl", "perl"},
     {".lua", "lua"},
     {".rb", "ruby"},
     {".php", "php"},
     {".sh", "bash"}}};

/// Source files that must be built first: the entries for ai.ini, with {file} and {stem}.
struct Source {
    std::string_view ending;
    std::string_view language; ///< as `referee new` calls it
    std::string_view build;
    std::string_view command;
};

constexpr std::array<Source, 7> sources{{
    {".c", "C", "gcc -O2 -o {stem} {file}", "{stem}"},
    {".cc", "C++", "g++ -O2 -o {stem} {file}", "{stem}"},
    {".cpp", "C++", "g++ -O2 -o {stem} {file}", "{stem}"},
    {".cxx", "C++", "g++ -O2 -o {stem} {file}", "{stem}"},
    {".go", "Go", "go build -o {stem} {file}", "{stem}"},
    {".java", "Java", "javac {file}", "java -cp {{dir}} {stem}"},
    {".rs", "Rust", "rustc -O -o {stem} {file}", "{stem}"},
}};

[[noreturn]] void refuse_source(const std::string& path, const Source& source) {
    const fs::path file = fs::path(path).filename();
    const std::string name = safe_text(shell_word(file.string()));
    const std::string stem = safe_text(shell_word(file.stem().string()));
    const auto filled = [&](std::string_view form) {
        return fmt::format(fmt::runtime(form), fmt::arg("file", name), fmt::arg("stem", stem));
    };
    refuse(
        path, fmt::format("the source of a program in {}", source.language),
        fmt::format(
            "put it into a folder of its own, build it there ({0}), and name the folder; its ai.ini says "
            "'command = {1}' and 'build = {0}', as 'referee new --language {2} DIR' writes it",
            filled(source.build), filled(source.command), source.language));
}

/// `head` is the beginning of a file of text that isn't a script.
[[noreturn]] void refuse_text(const std::string& path, bool is_executable) {
    const auto* const source =
        std::find_if(sources.begin(), sources.end(), [&](const Source& each) {
            return path.ends_with(each.ending);
        });
    if (source != sources.end()) {
        refuse_source(path, *source);
    }
    const std::string what = fmt::format(
        "{}neither a program nor a script with a first line '#!…'",
        is_executable ? "" : "not executable, and ");
    const std::string command = language_command(path);
    if (command.empty()) {
        refuse(
            path, what, "add a first line like '#!/usr/bin/env python3', and run chmod +x on it");
    }
    refuse(
        path, what,
        fmt::format(
            "add a first line like '#!/usr/bin/env {0}': sed -i '1i #!/usr/bin/env {0}' {1} && "
            "chmod +x {1}; or name it with its interpreter: '{0} {1}'",
            command, shell_word(path)));
}

/// A program that access(2) says we may not run, whatever its run bits are.
[[noreturn]] void refuse_execution(const std::string& path, bool has_run_bit) {
    struct statvfs status {};
    if (::statvfs(path.c_str(), &status) == 0 && (status.f_flag & ST_NOEXEC) != 0) {
        refuse(
            path, "its file system is mounted noexec, so no program can be started from it",
            "move it elsewhere, or mount that without noexec");
    }
    if (has_run_bit && ::geteuid() == 0) {
        refuse(
            path, "it can't be executed although it has a run bit",
            "look into the log of SELinux or AppArmor");
    }
    refuse(path, "not executable", "run: chmod +x " + shell_word(path));
}

/// The part of a file that the kernel examines.
std::string head_of(const std::string& path) {
    std::string head(4096, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(file.gcount()));
    return head;
}

/// `head` is the beginning of an ELF file.
void require_own_machine(const std::string& path, std::string_view head, std::uintmax_t size) {
    Elf64_Ehdr header{};
    if (head.size() < sizeof header) {
        refuse(path, "the program is truncated", "build it again");
    }
    std::memcpy(&header, head.data(), sizeof header);
    if (header.e_ident[EI_CLASS] == ELFCLASS32 && own_machine() == EM_X86_64) {
        return; // may run; if not, the first start says so
    }
    if (own_machine() != EM_NONE && header.e_machine != own_machine()) {
        refuse(
            path,
            fmt::format(
                "the program is built for another architecture (ELF machine {})", header.e_machine),
            "build it on this machine");
    }
    const bool is_program = header.e_type == ET_EXEC || header.e_type == ET_DYN;
    if (!is_program || header.e_phnum == 0 || header.e_phentsize != sizeof(Elf64_Phdr)) {
        refuse(path, "an ELF file, but not a program", "link it as a program");
    }
    if (header.e_phoff > size ||
        header.e_phoff + std::uintmax_t(header.e_phnum) * sizeof(Elf64_Phdr) > size) {
        refuse(path, "the program is truncated", "build it again");
    }
    std::ifstream file(path, std::ios::binary);
    std::vector<Elf64_Phdr> segments(header.e_phnum);
    file.seekg(static_cast<std::streamoff>(header.e_phoff));
    file.read(
        reinterpret_cast<char*>(segments.data()),
        static_cast<std::streamsize>(segments.size() * sizeof(Elf64_Phdr)));
    for (const Elf64_Phdr& segment : segments) {
        if ((segment.p_type == PT_LOAD || segment.p_type == PT_INTERP) &&
            segment.p_offset + segment.p_filesz > size) {
            refuse(path, "the program is truncated", "build it again");
        }
        if (segment.p_type == PT_INTERP && segment.p_filesz > 1) {
            std::string loader(std::min<std::size_t>(segment.p_filesz - 1, 4096), '\0');
            file.seekg(static_cast<std::streamoff>(segment.p_offset));
            file.read(loader.data(), static_cast<std::streamsize>(loader.size()));
            if (::access(loader.c_str(), X_OK) != 0) {
                refuse(
                    path, fmt::format("its loader '{}' doesn't exist", printable(loader)),
                    "build it on this machine");
            }
        }
    }
}

} // namespace

std::string folder_with_ini_in(const fs::path& folder) {
    std::error_code code;
    std::string found;
    if (!fs::is_directory(folder, code) || fs::exists(folder / "ai.ini", code)) {
        return found;
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, code)) {
        std::error_code own;
        if (!fs::exists(entry.path() / "ai.ini", own)) {
            continue;
        }
        if (!found.empty()) {
            return ""; // a folder of AIs
        }
        found = entry.path().filename().string();
    }
    return found;
}

void require_executable(const std::string& path) {
    std::error_code code;
    const fs::file_status status = fs::status(path, code);
    if (code && code != std::errc::no_such_file_or_directory) {
        refuse(
            path, "can't be reached (" + code.message() + ")",
            "check the path and its permissions");
    }
    if (!fs::exists(status)) {
        refuse(path, "there is no such file", "check the path");
    }
    if (const std::string below = folder_with_ini_in(path); !below.empty()) {
        refuse(
            path, fmt::format("its ai.ini lies one folder down, in '{0}'", printable(below)),
            "name or pack that folder instead");
    }
    if (fs::is_directory(status)) {
        refuse(
            path, "a folder without ai.ini",
            fmt::format(
                "name the program itself, write an ai.ini, or name all AIs in it: '{}/*'", path));
    }
    if (!fs::is_regular_file(status)) {
        refuse(path, "not a file", "name a program");
    }
    constexpr fs::perms any =
        fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    const bool is_executable =
        (status.permissions() & any) != fs::perms::none && ::access(path.c_str(), X_OK) == 0;
    const std::string head = head_of(path);
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (head.empty() && fs::file_size(path, code) == 0) {
        refuse(path, "the file is empty", "build it again");
    }
    const bool is_script = head.starts_with("#!");
    const bool is_known = head.empty() || is_script || head.starts_with(ELFMAG);
    if (head.starts_with(byte_order_mark)) {
        refuse(
            path, "it begins with a byte order mark", "save it as UTF-8 without a byte order mark");
    }
    if (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff")) {
        refuse(path, "it is in UTF-16", "save it as UTF-8");
    }
    if (!is_known) {
        refuse_text(path, is_executable);
    }
    if (!is_executable) {
        refuse_execution(path, (status.permissions() & any) != fs::perms::none);
    }
    if (is_script) {
        require_interpreter(path, head);
    } else if (!head.empty()) { // executable but not readable: the first start shows
        require_own_machine(path, head, fs::file_size(path, code));
    }
}

std::string language_command(const std::string& path) {
    for (const auto& [ending, command] : languages) {
        if (path.ends_with(ending)) {
            return std::string(command);
        }
    }
    return "";
}

std::string interpreter_of(const std::string& path) {
    const std::string head = head_of(path);
    if (!head.starts_with("#!")) {
        return "";
    }
    const FirstLine line = first_line(head);
    return line.for_env.empty() ? line.interpreter : find_in_ai_path(line.for_env);
}

std::string interpreter_outside(const std::string& path, const std::vector<std::string>& readable) {
    const std::string interpreter = interpreter_of(path);
    if (interpreter.empty()) {
        return "";
    }
    std::error_code code;
    const fs::path real = fs::canonical(interpreter, code);
    const bool is_readable =
        std::any_of(readable.begin(), readable.end(), [&](const std::string& place) {
            return is_below(real, place);
        });
    // Not /usr/bin itself by another name, such as /bin.
    const fs::path folder = fs::weakly_canonical(fs::path(interpreter).parent_path(), code);
    if (is_readable && is_below(folder / real.filename(), "/usr")) {
        return "";
    }
    // bin/python3 reads its modules in lib beside bin.
    const fs::path place = (is_readable ? fs::path(interpreter) : real).parent_path();
    return fmt::format(
        "AIs may not read its interpreter {}; use one in /usr, such as "
        "'#!/usr/bin/env python3', or play with --allow-read {}",
        interpreter,
        shell_word((place.filename() == "bin" ? place.parent_path() : place).string()));
}

namespace {

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

std::string find_in_ai_path(std::string_view name) {
    return find_in_folders(name, ai_path);
}

std::vector<std::string> environment_of(const EnvironmentFacts& facts) {
    std::vector<std::string> variables{
        fmt::format("PATH={}", ai_path),
        "LANG=C.UTF-8",
        fmt::format("HOME={}", facts.work_path),
        fmt::format("TMPDIR={}", facts.work_path),
        fmt::format("REFEREE_GAME={}", facts.game),
        fmt::format("REFEREE_SEAT={}", facts.seat),
        fmt::format("REFEREE_SEED={}", facts.seed),
    };
    if (!facts.ai_folder.empty()) {
        variables.push_back(fmt::format("REFEREE_AI_DIR={}", facts.ai_folder));
    }
    return variables;
}

} // namespace referee
