#include "season/entries/fingerprint.hpp"

#include "ai/starter_forms.hpp"
#include "ai/starters.hpp"
#include "base/error.hpp"
#include "os/beneath.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>

namespace referee {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t gram = 5;
constexpr std::uint64_t max_bytes = 32U << 20U;

/// FNV-1a of 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/
constexpr std::uint64_t fnv_basis = 14695981039346656037ULL;
constexpr std::uint64_t fnv_prime = 1099511628211ULL;

std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = fnv_basis;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * fnv_prime;
    }
    return hash;
}

/// Words that nobody can rename: keywords of C, C++, C#, Go, Java, JavaScript, Lua, Perl, Python,
/// Rust and shells.
constexpr auto keywords = std::to_array<std::string_view>({
    "False",       "None",       "Self",      "True",      "abstract",   "alignas",      "and",
    "as",          "assert",     "async",     "auto",      "await",      "base",         "bool",
    "boolean",     "break",      "byte",      "case",      "catch",      "chan",         "char",
    "class",       "const",      "constexpr", "continue",  "crate",      "decimal",      "def",
    "default",     "defer",      "del",       "delegate",  "delete",     "do",           "done",
    "double",      "dyn",        "elif",      "else",      "elseif",     "elsif",        "end",
    "enum",        "esac",       "except",    "explicit",  "export",     "extends",      "extern",
    "fallthrough", "false",      "fi",        "final",     "finally",    "float",        "fn",
    "for",         "foreach",    "friend",    "from",      "func",       "function",     "global",
    "go",          "goto",       "if",        "impl",      "implements", "import",       "in",
    "inline",      "instanceof", "int",       "interface", "is",         "lambda",       "last",
    "let",         "local",      "lock",      "long",      "loop",       "map",          "match",
    "mod",         "move",       "mut",       "my",        "namespace",  "native",       "new",
    "next",        "nil",        "noexcept",  "nonlocal",  "not",        "null",         "nullptr",
    "of",          "operator",   "or",        "our",       "out",        "override",     "package",
    "params",      "pass",       "private",   "protected", "pub",        "public",       "raise",
    "range",       "readonly",   "ref",       "register",  "repeat",     "return",       "sealed",
    "select",      "self",       "short",     "signed",    "sizeof",     "static",       "strictfp",
    "string",      "struct",     "sub",       "super",     "switch",     "synchronized", "template",
    "then",        "this",       "throw",     "throws",    "trait",      "transient",    "true",
    "try",         "type",       "typedef",   "typename",  "typeof",     "undefined",    "union",
    "unless",      "unsafe",     "unsigned",  "until",     "use",        "using",        "var",
    "virtual",     "void",       "volatile",  "where",     "while",      "with",         "yield",
});
static_assert(std::is_sorted(keywords.begin(), keywords.end()));

bool is_blank(char c) {
    return std::isspace(static_cast<unsigned char>(c)) != 0;
}

bool is_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool is_of_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

/// Which marks begin a comment in this text. The language isn't known, and a name can lie: a mark
/// counts if some line begins with it, as a comment would.
struct CommentMarks {
    bool slashes = false; ///< //
    bool hash = false;    ///< #
    bool dashes = false;  ///< --
};

CommentMarks marks_in(std::string_view text) {
    CommentMarks marks;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = text.substr(begin, end - begin);
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        const auto next = [&](std::size_t at) { return at < line.size() ? line[at] : ' '; };
        marks.slashes = marks.slashes || line.starts_with("//");
        // Not the preprocessor's #include.
        marks.hash = marks.hash || (line.starts_with("#") && (next(1) == ' ' || next(1) == '!'));
        marks.dashes =
            marks.dashes || (line.starts_with("--") && (next(2) == ' ' || next(2) == '['));
        begin = end + 1;
    }
    return marks;
}

/// Splits a text into hashes of its tokens.
class Tokens {
  public:
    explicit Tokens(std::string_view text) : text_(text), marks_(marks_in(text)) {}

    /// False at the end.
    bool next(std::uint64_t& token) {
        while (at_ < text_.size()) {
            if (is_blank(text_[at_])) {
                ++at_;
            } else if (const std::size_t end = end_of_comment(); end != at_) {
                at_ = end;
            } else {
                token = take();
                return true;
            }
        }
        return false;
    }

  private:
    bool is_here(std::string_view mark) const { return text_.substr(at_).starts_with(mark); }

    std::size_t after(std::string_view mark, std::size_t from) const {
        const std::size_t found = text_.find(mark, from);
        return found == std::string_view::npos ? text_.size() : found + mark.size();
    }

    /// Where the comment ends that begins here; the place itself if none does.
    std::size_t end_of_comment() const {
        if (is_here("/*")) {
            return after("*/", at_ + 2);
        }
        if (marks_.dashes && is_here("--[[")) {
            return after("]]", at_ + 4);
        }
        const bool begins_word = at_ == 0 || is_blank(text_[at_ - 1]) || text_[at_ - 1] == ';';
        const bool is_comment = (marks_.slashes && is_here("//")) ||
                                (marks_.dashes && is_here("--")) ||
                                (marks_.hash && is_here("#") && begins_word);
        return is_comment ? std::min(text_.find('\n', at_), text_.size()) : at_;
    }

    /// Where the string in quotes ends that begins here; npos if none does.
    std::size_t end_of_string() const {
        const char quote = text_[at_];
        if (quote != '"' && quote != '\'' && quote != '`') {
            return std::string_view::npos;
        }
        const std::string three(3, quote);
        if (quote != '`' && is_here(three)) {
            return after(three, at_ + 3);
        }
        for (std::size_t i = at_ + 1; i < text_.size(); ++i) {
            if (text_[i] == quote) {
                return i + 1;
            }
            i += text_[i] == '\\' ? 1 : 0;
            if (i < text_.size() && text_[i] == '\n' && quote != '`') {
                break; // an apostrophe, or a lifetime
            }
        }
        return std::string_view::npos;
    }

    std::uint64_t take() {
        const std::size_t begin = at_;
        if (const std::size_t end = end_of_string(); end != std::string_view::npos) {
            at_ = end;
            return hash_of("string");
        }
        at_ = begin + 1;
        const bool is_number = is_digit(text_[begin]);
        if (!is_number && !is_of_word(text_[begin])) {
            return hash_of(text_.substr(begin, 1));
        }
        while (at_ < text_.size() && (is_of_word(text_[at_]) || (is_number && text_[at_] == '.'))) {
            ++at_;
        }
        const std::string_view word = text_.substr(begin, at_ - begin);
        if (is_number) {
            return hash_of("number");
        }
        return std::binary_search(keywords.begin(), keywords.end(), word) ? hash_of(word)
                                                                          : hash_of("name");
    }

    std::string_view text_;
    CommentMarks marks_;
    std::size_t at_ = 0;
};

void sort_out(Fingerprint& grams) {
    std::sort(grams.begin(), grams.end());
    grams.erase(std::unique(grams.begin(), grams.end()), grams.end());
}

/// A program that isn't text has many control characters. One alone would hide a text.
bool is_text(std::string_view bytes) {
    const auto controls = std::count_if(bytes.begin(), bytes.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && !is_blank(c) && c != '\x1b';
    });
    return static_cast<std::size_t>(controls) * 100 <= bytes.size();
}

/// The file's text; empty if it isn't text or can't be read.
std::string text_of_file(const std::string& path) {
    std::string text;
    try {
        const UniqueFd file = open_regular(path);
        read_through(file.get(), path, max_bytes, [&](std::string_view bytes) { text += bytes; });
    } catch (const UserError&) { // what can't be read can't be compared
        return "";
    }
    text.resize(std::min<std::size_t>(text.size(), max_bytes));
    return is_text(text) ? text : "";
}

/// A form as it is when it is filled in: {NAME} is a word, and {{ is a brace.
std::string filled(std::string_view form) {
    std::string text;
    for (std::size_t i = 0; i < form.size(); ++i) {
        const bool is_brace = form[i] == '{' || form[i] == '}';
        if (!is_brace) {
            text += form[i];
        } else if (i + 1 < form.size() && form[i + 1] == form[i]) {
            text += form[i++];
        }
    }
    return text;
}

bool is_of_game(const StarterFile& file, std::string_view game) {
    return file.path.find(fmt::format("/{}/", game)) != std::string_view::npos ||
           is_of_every_game(file);
}

} // namespace

Fingerprint fingerprint_of_text(std::string_view text) {
    Fingerprint grams;
    std::array<std::uint64_t, gram> last{};
    Tokens tokens(text);
    std::uint64_t token = 0;
    for (std::size_t count = 1; tokens.next(token); ++count) {
        last[count % gram] = token;
        if (count >= gram) {
            std::uint64_t all = fnv_basis;
            for (std::size_t i = 1; i <= gram; ++i) {
                all = (all ^ last[(count + i) % gram]) * fnv_prime;
                all ^= all >> 29U;
            }
            grams.push_back(all);
        }
        // A large text has few different ones.
        constexpr std::size_t many = 1U << 20U;
        if (grams.size() >= many && (grams.size() & (grams.size() - 1)) == 0) {
            sort_out(grams);
        }
    }
    sort_out(grams);
    return grams;
}

std::vector<FileFingerprint> fingerprints_of(const std::string& path) {
    std::vector<fs::path> files;
    std::error_code code;
    const bool is_file = fs::is_regular_file(fs::symlink_status(path, code));
    if (is_file) {
        files.emplace_back(path);
    } else {
        for (fs::recursive_directory_iterator at(path, code), end; !code && at != end;
             at.increment(code)) {
            if (fs::is_regular_file(at->symlink_status(code))) {
                files.push_back(at->path());
            }
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<FileFingerprint> fingerprints;
    for (const fs::path& file : files) {
        Fingerprint grams = fingerprint_of_text(text_of_file(file.string()));
        if (!grams.empty()) {
            fingerprints.push_back(
                {is_file ? file.filename().string() : file.lexically_relative(path).string(),
                 std::move(grams)});
        }
    }
    return fingerprints;
}

Fingerprint fingerprint_of_starters(std::string_view game) {
    Fingerprint all;
    const auto add = [&](std::string_view text) {
        const Fingerprint grams = fingerprint_of_text(text);
        all.insert(all.end(), grams.begin(), grams.end());
    };
    for (const StarterFile& file : starter_files()) {
        if (is_of_game(file, game)) {
            add(file.text);
        }
    }
    for (const std::string_view form : starter_forms) {
        add(filled(form));
    }
    sort_out(all);
    return all;
}

std::vector<Fingerprint> fingerprints_of_other_starters(std::string_view game) {
    std::vector<Fingerprint> all;
    for (const StarterFile& file : starter_files()) {
        if (!is_of_game(file, game)) {
            all.push_back(fingerprint_of_text(file.text));
        }
    }
    return all;
}

} // namespace referee
