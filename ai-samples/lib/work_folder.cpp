#include "lib/work_folder.hpp"

#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>

namespace referee::work_folder {
namespace {

void answer_lines(std::string line, const std::function<void()>& answer) {
    do {
        const bool is_move = line.starts_with("move");
        if (is_move) {
            answer();
        }
        if (is_move || line == "prepare" || line == "end") {
            std::cout << "done" << std::endl; // endl flushes: the referee is waiting
        }
    } while (line != "quit" && std::getline(std::cin, line));
}

} // namespace

Keys::Keys(const std::filesystem::path& file) : name_(file.filename().string()) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t blank = line.find(' ');
        if (blank != std::string::npos) {
            values_[line.substr(0, blank)] = line.substr(blank + 1);
        }
    }
}

std::string Keys::text(std::string_view key, std::string_view default_value) const {
    const auto found = values_.find(key);
    return found == values_.end() ? std::string(default_value) : found->second;
}

std::string read_file(const std::filesystem::path& file) {
    std::ifstream content(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(content), {}};
}

void write_result(const std::filesystem::path& folder, std::string_view text) {
    std::ofstream result(folder / "result.dat");
    result << text;
    if (!result.flush()) {
        throw std::runtime_error("result.dat: can't be written");
    }
}

void write_notes(const std::filesystem::path& folder, std::string_view text) {
    std::ofstream(folder / "notes.dat") << text;
}

int run(const std::function<void()>& answer) {
    try {
        answer();
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}

int run_resident(const std::function<void()>& answer) {
    return run([&answer] { answer_lines("", answer); });
}

int run_either_way(const std::function<void()>& answer) {
    return run([&answer] {
        std::string line;
        if (std::getline(std::cin, line)) {
            answer_lines(line, answer);
        } else {
            answer();
        }
    });
}

} // namespace referee::work_folder
