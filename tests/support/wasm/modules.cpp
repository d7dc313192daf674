#include "support/wasm/modules.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tests {

namespace {

std::string operator""_b(const char* bytes, std::size_t size) {
    return {bytes, size};
}

std::string named(std::string_view name, char kind, char index) {
    return sized(std::string(name)) + kind + index;
}

std::string size_leb(std::size_t value) {
    std::string bytes;
    for (; value > 127; value >>= 7U) {
        bytes += static_cast<char>((value & 127U) | 128U);
    }
    return bytes += static_cast<char>(value);
}

/// `count` times the same bytes.
std::string repeated(std::size_t count, const std::string& bytes) {
    std::string all;
    for (std::size_t i = 0; i < count; ++i) {
        all += bytes;
    }
    return all;
}

const std::string endless = "\x03\x40\x0c\0\x0b"_b;                            // loop, br 0, end
const std::string fill_all = "\x41\0\x41\1\x41\x80\x80\x80\x80\1\xfc\x0b\0"_b; // 256 MiB

/// Imports of functions of WASI, with their types from the module's type 1 on.
std::string wasi(const std::vector<std::string>& names) {
    std::vector<std::string> imports;
    for (std::size_t i = 0; i < names.size(); ++i) {
        imports.push_back(
            sized("wasi_snapshot_preview1") + sized(names[i]) + '\0' + static_cast<char>(i + 1));
    }
    return list(imports);
}

/// A program that opens a file, of the folder's descriptor 3, and does `then` with descriptor 4.
/// The functions are path_open, `name`, the program; `type` is that of `name`.
ModuleParts with_file(
    const std::string& file, const std::string& name, const std::string& type,
    const std::string& then) {
    // path_open(3, 0, 64, size, 0, -1, -1, 0, 32); drop
    ModuleParts parts = program(
        "\x41\3\x41\0\x41\xc0\0\x41"_b + leb(static_cast<std::int64_t>(file.size())) +
        "\x41\0\x42\x7f\x42\x7f\x41\0\x41\x20\x10\0\x1a"_b + then);
    parts.types =
        list({"\x60\0\0"_b, "\x60\x09\x7f\x7f\x7f\x7f\x7f\x7e\x7e\x7f\x7f\1\x7f"_b, type});
    parts.imports = wasi({"path_open", name});
    parts.exports = list({named("memory", 2, 0), named("_start", 0, 2)});
    parts.data = list({"\0\x41\xc0\0\x0b"_b + sized(file)});
    return parts;
}

void add_evasions(std::vector<HostileModule>& all) {
    // global.set of the number that the meter's global will have
    all.push_back({"sets-meter", program("\x42\0\x24\0"_b).module(), false});
    ModuleParts parts = program("\x42\0\x24\1"_b);
    parts.globals = list({"\x7e\1\x42\0\x0b"_b});
    all.push_back({"sets-meter-behind-own-global", parts.module(), false});
    all.push_back({"calls-meter", program("\x41\0\x42\0\x10\1\x1a"_b).module(), false});
    parts = program(endless);
    parts.exports = "\3"_b + sized("memory") + "\2\0"_b + sized("_start") + "\0\0"_b + sized("x");
    all.push_back({"export-without-end", parts.module(), false});
    parts.exports = "\3"_b + sized("memory") + "\2\0"_b + sized("_start") + "\0\0"_b + "\x0f"_b;
    all.push_back({"export-swallows-the-next", parts.module(), false});
    parts = program("\xd0\xf0\x03\x40\x0c\0\x0b\x1a"_b); // ref.null of a type in two bytes
    all.push_back({"long-heap-type", parts.module(), false});
    all.push_back({"long-block-type", program("\x02\xc0\x7f\x0b"_b).module(), false});
    parts = program("");
    parts.start = "\0"_b;
    all.push_back({"start-function", parts.module(), false});
    parts.code = list({sized("\0"_b + endless + "\x0b"_b)});
    all.push_back({"endless-start-function", parts.module(), false});
    for (const char* const name : {"instructions", "memory", "_start"}) {
        parts = program("");
        parts.globals = list({"\x7e\1\x42\0\x0b"_b});
        parts.exports = list({named("memory", 2, 0), named("_start", 0, 0), named(name, 3, 0)});
        all.push_back({"exports-" + std::string(name), parts.module(), false});
    }
    for (const char* const name : {"constructor", "toString", "__proto__", "fd_nothing"}) {
        parts = program("\x10\0"_b);
        parts.imports = list({sized("wasi_snapshot_preview1") + sized(name) + "\0\0"_b});
        parts.exports = list({named("memory", 2, 0), named("_start", 0, 1)});
        all.push_back({"imports-" + std::string(name), parts.module(), true});
    }
    parts = program("");
    parts.imports = list({sized("constructor") + sized("x") + "\0\0"_b});
    all.push_back({"imports-of-another-module", parts.module(), false});
    parts = program("");
    parts.imports = list({sized("wasi_snapshot_preview1") + sized("m") + "\3\x7e\1"_b});
    all.push_back({"imports-a-global", parts.module(), false});
    parts = program("");
    parts.types = list({"\x60\0\0"_b, "\x60\1\x7c\1\x7c"_b});
    parts.imports = list({sized("wasi_snapshot_preview1") + sized("fd_close") + "\0\1"_b});
    parts.exports = list({named("memory", 2, 0), named("_start", 0, 1)});
    all.push_back({"import-of-another-type", parts.module(), false});
}

void add_invalid(std::vector<HostileModule>& all) {
    all.push_back({"type-error", program("\x42\0\x45\x1a"_b).module(), false});
    all.push_back({"empty-stack", program("\x1a"_b).module(), false});
    all.push_back({"value-left", program("\x41\0"_b).module(), false});
    all.push_back({"no-such-local", program("\x20\x09\x1a"_b).module(), false});
    all.push_back({"no-such-function", program("\x10\x09"_b).module(), false});
    all.push_back({"branch-too-far", program("\x0c\x09"_b).module(), false});
    all.push_back({"alignment", program("\x41\0\x28\x03\0\x1a"_b).module(), false});
    all.push_back({"else-without-if", program("\x05"_b).module(), false});
    all.push_back({"code-after-end", program("\x0b\1"_b).module(), false});
    ModuleParts parts = program("");
    parts.functions = list({"\0"_b, "\0"_b});
    all.push_back({"a-function-without-code", parts.module(), false});
    parts = program("");
    parts.memories = "\1\1\2\1"_b;
    all.push_back({"minimum-above-maximum", parts.module(), false});
    parts = program("");
    parts.exports = list({named("memory", 2, 0), named("_start", 0, 0), named("\xff", 0, 0)});
    all.push_back({"name-not-utf8", parts.module(), false});
    all.push_back(
        {"section-twice", program("").module() + section(11, "\0"_b) + section(11, "\0"_b), false});
    all.push_back({"empty", "", false});
    parts = program("");
    parts.memories = "\0"_b;
    parts.exports = list({named("_start", 0, 0)});
    all.push_back({"no-memory", parts.module(), false});
    parts = program("");
    parts.exports = list({named("memory", 2, 0)});
    all.push_back({"no-start", parts.module(), false});
    parts = program("\x1a"_b);
    parts.types = list({"\x60\1\x7f\0"_b});
    all.push_back({"start-with-parameter", parts.module(), false});
}

/// What engines take, but use up time or memory with.
void add_costly(std::vector<HostileModule>& all) {
    all.push_back({"endless-loop", program(endless).module(), true});
    all.push_back({"endless-recursion", program("\x10\0"_b).module(), true});
    ModuleParts parts = program("\x03\x40"_b + fill_all + "\x0c\0\x0b"_b);
    parts.memories = "\1\1\x80\x20\x80\x20"_b; // 4096 pages
    all.push_back({"fills-memory", parts.module(), true});
    parts = program("\x03\x40\x41\0\x41\1\x41\x80\x80\x80\x80\1\xfc\x0a\0\0\x0c\0\x0b"_b);
    parts.memories = "\1\1\x80\x20\x80\x20"_b;
    all.push_back({"copies-memory", parts.module(), true});
    all.push_back(
        {"grows-memory", program("\x03\x40\x41\x80\2\x40\0\x1a\x0c\0\x0b"_b).module(), true});
    // table.grow by 100,000; table.fill of 100,000
    parts = program(
        "\xd0\x70\x41\xa0\x8d\6\xfc\x0f\0\x1a\x03\x40\x41\0\xd0\x70\x41\xa0\x8d\6\xfc\x11\0\x0c\0\x0b"_b);
    parts.tables = list({"\x70\0\1"_b});
    all.push_back({"fills-table", parts.module(), true});
    parts = program("");
    parts.tables = list({"\x70\0\x80\xda\xc4\4"_b}); // 9,514,240 elements
    all.push_back({"large-table", parts.module(), false});
    parts.tables = list(std::vector<std::string>(1000, "\x70\0\1"_b));
    all.push_back({"many-tables", parts.module(), false});
    parts = program("");
    parts.memories = "\1\0\x80\x80\4"_b; // 65,536 pages
    all.push_back({"large-memory", parts.module(), false});
    // 5,000 calls within one another, at whose end the budget of 1 ms is used up, but for little;
    // then each returns through code without a loop.
    parts = program("");
    parts.functions = list({"\0"_b, "\0"_b});
    parts.globals = list({"\x7f\1\x41\x88\x27\x0b"_b});
    const std::string count =
        "\x41"_b + leb(991'000) + "\x21\0\x03\x40\x20\0\x41\1\x6b\x22\0\x0d\0\x0b"_b;
    const std::string tail = repeated(100, "\x02\x40\x0b"_b);
    parts.code = list(
        {sized("\0\x10\1\x0b"_b), sized(
                                      "\1\1\x7f\x23\0\x41\1\x6b\x24\0\x23\0\x04\x40\x10\1\x05"_b +
                                      count + "\x0b"_b + tail + "\x0b"_b)});
    all.push_back({"long-way-back", parts.module(), true});
    // 50,000 local variables in 10,000 blocks
    all.push_back(
        {"deep-blocks",
         program(
             repeated(10'000, "\x20\0\x04\x40"_b) + repeated(10'000, "\x0b"_b),
             "\1\xd0\x86\3\x7f"_b)
             .module(),
         false});
    all.push_back({"long-straight-code", program(repeated(1'000'000, "\1"_b)).module(), true});
}

void add_writers(std::vector<HostileModule>& all) {
    const std::string fd_write = "\x60\4\x7f\x7f\x7f\x7f\1\x7f"_b;
    const std::string fd_seek = "\x60\4\x7f\x7e\x7f\x7f\1\x7f"_b;
    const std::string fd_set_size = "\x60\2\x7f\x7e\1\x7f"_b;
    const std::string fd_allocate = "\x60\3\x7f\x7e\x7e\1\x7f"_b;
    const std::string fd_pwrite = "\x60\5\x7f\x7f\x7f\x7e\x7f\1\x7f"_b;
    const std::string store = "\x36\2\0"_b;
    // The piece at 0: all of the memory of 256 MiB; or one byte.
    const auto piece = [&](std::int64_t size) {
        return "\x41\0\x41\0"_b + store + "\x41\4\x41"_b + leb(size) + store;
    };
    const std::string write = "\x41\4\x41\0\x41\1\x41\x10\x10\1\x1a"_b;
    const std::string far = leb(std::int64_t{400} << 20);
    for (const char* const file : {"result.dat", "notes.dat", "memory.dat", "match.dat"}) {
        const std::string name = file;
        ModuleParts parts = with_file(name, "fd_write", fd_write, piece(70'000) + write);
        parts.memories = "\1\0\2"_b;
        all.push_back({"writes-70000-" + name, parts.module(), true});
        parts = with_file(
            name, "fd_write", fd_write,
            piece(std::int64_t{200} << 20) + "\x03\x40"_b + write + "\x0c\0\x0b"_b);
        parts.memories = "\1\1\x80\x20\x80\x20"_b;
        all.push_back({"writes-endlessly-" + name, parts.module(), true});
        all.push_back(
            {"seeks-" + name,
             with_file(
                 name, "fd_seek", fd_seek, "\x41\4\x42"_b + far + "\x41\0\x41\x10\x10\1\x1a"_b)
                 .module(),
             true});
        all.push_back(
            {"sets-size-" + name,
             with_file(
                 name, "fd_filestat_set_size", fd_set_size, "\x41\4\x42"_b + far + "\x10\1\x1a"_b)
                 .module(),
             true});
        all.push_back(
            {"allocates-" + name,
             with_file(
                 name, "fd_allocate", fd_allocate, "\x41\4\x42\0\x42"_b + far + "\x10\1\x1a"_b)
                 .module(),
             true});
        parts = with_file(
            name, "fd_pwrite", fd_pwrite,
            piece(1) + "\x41\4\x41\0\x41\1\x42"_b + far + "\x41\x10\x10\1\x1a"_b);
        all.push_back({"writes-far-" + name, parts.module(), true});
        // One byte at the last place that a file may have, then a whole file.
        parts = with_file(
            name, "fd_pwrite", fd_pwrite,
            piece(1) + "\x41\4\x41\0\x41\1\x42"_b + leb((16 << 20) - 1) + "\x41\x10\x10\1\x1a"_b);
        all.push_back({"fills-" + name, parts.module(), true});
    }
    for (const char* const stream : {"\1", "\2"}) {
        ModuleParts parts = with_file(
            "x", "fd_write", fd_write,
            piece(std::int64_t{200} << 20) + "\x03\x40\x41"_b + stream +
                "\x41\0\x41\1\x41\x10\x10\1\x1a\x0c\0\x0b"_b);
        parts.memories = "\1\1\x80\x20\x80\x20"_b;
        all.push_back({std::string("floods-stream-") + char('0' + *stream), parts.module(), true});
        parts = with_file(
            "x", "fd_write", fd_write,
            piece(1) + "\x03\x40\x41"_b + stream + "\x41\0\x41\1\x41\x10\x10\1\x1a\x0c\0\x0b"_b);
        all.push_back(
            {std::string("drips-on-stream-") + char('0' + *stream), parts.module(), true});
    }
    ModuleParts parts = with_file(
        "memory.dat", "fd_write", fd_write,
        "\x03\x40\x41\3\x41\0\x41\xc0\0\x41\x0a\x41\0\x42\x7f\x42\x7f\x41\0\x41\x20\x10\0\x1a\x0c\0\x0b"_b);
    all.push_back({"opens-endlessly", parts.module(), true});
    // path_open with a name of the whole memory; fd_write with 32 million pieces
    parts = with_file(
        "x", "fd_write", fd_write,
        "\x41\4\x41\0\x41\x80\x80\x80\x10\x41\x10\x10\1\x1a"_b
        "\x41\3\x41\0\x41\0\x41\x80\x80\x80\x80\1\x41\0\x42\x7f\x42\x7f\x41\0\x41\x20\x10\0\x1a"_b);
    parts.memories = "\1\1\x80\x20\x80\x20"_b;
    all.push_back({"long-names-and-lists", parts.module(), true});
    // random_get and clock_time_get, endlessly
    parts = with_file(
        "x", "random_get", "\x60\2\x7f\x7f\1\x7f"_b,
        "\x03\x40\x41\0\x41\x80\x80\x80\x80\1\x10\1\x1a\x0c\0\x0b"_b);
    parts.memories = "\1\1\x80\x20\x80\x20"_b;
    all.push_back({"wants-chance-endlessly", parts.module(), true});
    parts = with_file(
        "x", "clock_time_get", "\x60\3\x7f\x7e\x7f\1\x7f"_b,
        "\x03\x40\x41\0\x42\0\x41\x10\x10\1\x1a\x0c\0\x0b"_b);
    all.push_back({"looks-at-the-clock-endlessly", parts.module(), true});
    parts = with_file(
        "result.dat", "path_rename", "\x60\6\x7f\x7f\x7f\x7f\x7f\x7f\1\x7f"_b,
        "\x41\3\x41\xc0\0\x41\x0a\x41\3\x41\xc0\0\x41\5\x10\1\x1a"_b);
    all.push_back({"renames", parts.module(), true});
}

struct Import {
    const char* name;
    const char* parameters;
};

/// Some functions of WASI; all give an i32.
constexpr std::array<Import, 10> imported{{
    {"fd_write", "\x7f\x7f\x7f\x7f"},
    {"fd_read", "\x7f\x7f\x7f\x7f"},
    {"fd_seek", "\x7f\x7e\x7f\x7f"},
    {"fd_pwrite", "\x7f\x7f\x7f\x7e\x7f"},
    {"fd_filestat_set_size", "\x7f\x7e"},
    {"fd_close", "\x7f"},
    {"path_open", "\x7f\x7f\x7f\x7f\x7f\x7e\x7e\x7f\x7f"},
    {"clock_time_get", "\x7f\x7e\x7f"},
    {"random_get", "\x7f\x7f"},
    {"args_get", "\x7f\x7f"},
}};

constexpr int functions = 4;          ///< of the module, the first is _start
constexpr char count_global = 0;      ///< see generated_module()
constexpr std::size_t i32_locals = 4; ///< then i64_locals, one of f64
constexpr std::size_t i64_locals = 2;

/// Writes the body of a function. Types are their bytes: 'i' is i32, 'l' i64, 'd' f64.
class BodyWriter {
  public:
    BodyWriter(const Choose& choose, std::size_t imports) : choose_(choose), imports_(imports) {}

    std::string text() {
        statements(6);
        return "\3\4\x7f\2\x7e\1\x7c"_b + out_ + "\x0b"_b;
    }

  private:
    void emit(const std::string& instruction) {
        out_ += "\x23"_b + count_global + "\x42\1\x7c\x24"_b + count_global + instruction;
    }
    static std::string number(std::size_t value) { return size_leb(value); }

    std::int64_t constant() {
        constexpr std::array<std::int64_t, 14> some{
            0, 1, 2, 4, 5, 64, 255, -1, -64, 65536, 1 << 20, 1 << 28, INT32_MAX, INT32_MIN};
        return some[choose_(some.size())];
    }

    void expression(char type, int depth) {
        const std::size_t kind = depth > 0 && fuel_ > 0 ? choose_(6) : choose_(2);
        fuel_ -= 1;
        if (type == 'i') {
            integer(kind, depth);
        } else if (type == 'l') {
            long_integer(kind, depth);
        } else {
            real(kind, depth);
        }
    }

    void integer(std::size_t kind, int depth) {
        switch (kind) {
        case 0:
            emit("\x41"_b + leb(constant()));
            break;
        case 1:
            emit("\x20"_b + number(choose_(i32_locals)));
            break;
        case 2:
            expression('i', depth - 1);
            expression('i', depth - 1);
            emit(std::string(1, static_cast<char>(0x6a + choose_(15)))); // may divide by 0
            break;
        case 3:
            expression('l', depth - 1);
            expression('l', depth - 1);
            emit(std::string(1, static_cast<char>(0x51 + choose_(10))));
            break;
        case 4:
            expression('i', depth - 1);
            emit("\x41\xff\xff\3\x71"_b); // within the first page
            emit("\x28\2"_b + number(choose_(64)));
            break;
        default:
            emit("\x3f\0"_b);
        }
    }

    void long_integer(std::size_t kind, int depth) {
        switch (kind) {
        case 0:
            emit("\x42"_b + leb(constant()));
            break;
        case 1:
            emit("\x20"_b + number(i32_locals + choose_(i64_locals)));
            break;
        case 2:
            expression('l', depth - 1);
            expression('l', depth - 1);
            emit(std::string(1, static_cast<char>(0x7c + choose_(15))));
            break;
        case 3:
            expression('i', depth - 1);
            emit(std::string(1, static_cast<char>(0xac + choose_(2))));
            break;
        case 4:
            expression('d', depth - 1);
            emit("\xfc"_b + static_cast<char>(6 + choose_(2)));
            break;
        default:
            emit("\x23\1"_b);
        }
    }

    void real(std::size_t kind, int depth) {
        if (kind == 0 || depth <= 0) {
            emit("\x44\0\0\0\0\0\0\xf8\x3f"_b);
        } else if (kind == 1) {
            emit("\x20"_b + number(i32_locals + i64_locals));
        } else if (kind < 4) {
            expression('d', depth - 1);
            expression('d', depth - 1);
            emit(std::string(1, static_cast<char>(0xa0 + choose_(7))));
        } else {
            expression('l', depth - 1);
            emit("\xb9"_b);
        }
    }

    void statements(std::size_t max) {
        for (std::size_t left = 1 + choose_(max); left > 0 && fuel_ > 0; --left) {
            statement();
        }
    }

    void block(const std::string& begin) {
        emit(begin);
        ++depth_;
        statements(4);
        --depth_;
    }

    void statement() {
        fuel_ -= 3;
        const bool is_deep = depth_ > 5;
        switch (choose_(is_deep ? 7 : 14)) {
        case 0:
            expression('i', 3);
            emit("\x21"_b + number(choose_(i32_locals)));
            break;
        case 1:
            expression('l', 3);
            emit(
                choose_(2) == 0 ? "\x24\1"_b : "\x21"_b + number(i32_locals + choose_(i64_locals)));
            break;
        case 2:
            expression('i', 2);
            emit("\x41\xff\xff\3\x71"_b);
            expression('i', 2);
            emit("\x36\2\0"_b);
            break;
        case 3:
            range();
            break;
        case 4:
            emit("\x10"_b + number(imports_ + choose_(functions)));
            break;
        case 5:
            if (imports_ > 0) {
                host_call();
            }
            break;
        case 6:
            leave();
            break;
        case 7:
            expression('i', 2);
            block("\x04\x40"_b);
            if (choose_(2) == 0) {
                out_ += "\x05"_b;
                ++depth_;
                statements(3);
                --depth_;
            }
            out_ += "\x0b"_b;
            break;
        case 8:
            block("\x02\x40"_b);
            out_ += "\x0b"_b;
            break;
        case 9:
        case 10:
            loop();
            break;
        case 11:
            expression('i', 1);
            emit("\x41\3\x71"_b);
            emit("\x11\0\0"_b); // call_indirect
            break;
        case 12:
            expression('i', 2);
            emit("\x04\x7f"_b);
            expression('i', 2);
            out_ += "\x05"_b;
            expression('i', 2);
            out_ += "\x0b"_b;
            emit("\x1a"_b);
            break;
        default:
            expression('d', 3);
            emit("\x21"_b + number(i32_locals + i64_locals));
        }
    }

    /// Endless, or as long as a local variable that goes down isn't 0.
    void loop() {
        const std::string counter = number(choose_(i32_locals));
        emit("\x41"_b + leb(static_cast<std::int64_t>(1 + choose_(2000))));
        emit("\x21"_b + counter);
        block("\x03\x40"_b);
        if (choose_(8) == 0) {
            emit("\x0c\0"_b);
        } else {
            emit("\x20"_b + counter + "\x41\1\x6b\x22"_b + counter);
            emit("\x0d\0"_b);
        }
        out_ += "\x0b"_b;
    }

    void leave() {
        const std::size_t depth = choose_(depth_ + 1);
        switch (choose_(4)) {
        case 0:
            expression('i', 2);
            emit("\x0d"_b + number(depth));
            break;
        case 1:
            expression('i', 2);
            emit("\x04\x40"_b);
            emit("\x0c"_b + number(depth + 1));
            out_ += "\x0b"_b;
            break;
        case 2:
            expression('i', 2);
            emit("\x04\x40"_b);
            expression('i', 1);
            emit("\x0e\2"_b + number(depth + 1) + number(0) + number(choose_(depth_ + 2)));
            out_ += "\x0b"_b;
            break;
        default:
            expression('i', 2);
            emit("\x04\x40"_b);
            emit(choose_(4) == 0 ? "\0"_b : "\x0f"_b);
            out_ += "\x0b"_b;
        }
    }

    void range() {
        const std::size_t kind = choose_(8);
        const auto small = [this] { emit("\x41"_b + leb(constant() & 0x7fff)); };
        if (kind < 2) {
            expression('i', 1);
            emit("\x41\x07\x71"_b);
            emit("\x40\0"_b); // memory.grow
            emit("\x1a"_b);
            return;
        }
        if (kind < 4) { // table.fill, table.copy
            emit("\x41\0"_b);
            emit(kind == 2 ? "\xd0\x70"_b : "\x41\1"_b);
            emit("\x41\2"_b);
            emit(kind == 2 ? "\xfc\x11\0"_b : "\xfc\x0e\0\0"_b);
            return;
        }
        small();
        small();
        kind == 7 ? emit("\x41\4"_b) : small();
        emit(kind == 7 ? "\xfc\x08\0\0"_b : kind == 6 ? "\xfc\x0a\0\0"_b : "\xfc\x0b\0"_b);
    }

    void host_call() {
        const std::size_t which = choose_(imports_);
        for (const char type : std::string_view(imported[which].parameters)) {
            expression(type == '\x7f' ? 'i' : 'l', 1);
        }
        emit("\x10"_b + number(which));
        emit("\x1a"_b);
    }

    const Choose& choose_;
    std::size_t imports_;
    std::string out_;
    std::size_t depth_ = 0;
    int fuel_ = 150;
};

} // namespace

std::string leb(std::int64_t value) {
    std::string bytes;
    while (value < -64 || value > 63) {
        bytes += static_cast<char>((value & 127) | 128);
        value >>= 7;
    }
    return bytes += static_cast<char>(value & 127);
}

std::string sized(const std::string& content) {
    return size_leb(content.size()) + content;
}

std::string section(char id, const std::string& content) {
    return id + sized(content);
}

std::string list(const std::vector<std::string>& elements) {
    std::string all = size_leb(elements.size());
    for (const std::string& element : elements) {
        all += element;
    }
    return all;
}

std::string ModuleParts::module() const {
    std::string all = "\0asm\1\0\0\0"_b;
    const std::array<std::pair<char, const std::string*>, 12> parts{
        {{1, &types},
         {2, &imports},
         {3, &functions},
         {4, &tables},
         {5, &memories},
         {6, &globals},
         {7, &exports},
         {8, &start},
         {9, &elements},
         {12, &data_count},
         {10, &code},
         {11, &data}}};
    for (const auto& [id, content] : parts) {
        all += content->empty() ? "" : section(id, *content);
    }
    return all;
}

ModuleParts program(const std::string& instructions, const std::string& locals) {
    ModuleParts parts;
    parts.code = list({sized(locals + instructions + '\x0b')});
    return parts;
}

std::vector<HostileModule> hostile_modules() {
    std::vector<HostileModule> all;
    add_evasions(all);
    add_invalid(all);
    add_costly(all);
    add_writers(all);
    return all;
}

std::string generated_module(const Choose& choose) {
    const std::size_t imports = choose(3) == 0 ? 0 : imported.size();
    ModuleParts parts;
    std::vector<std::string> types{"\x60\0\0"_b};
    std::vector<std::string> imports_list;
    for (std::size_t i = 0; i < imports; ++i) {
        const std::string parameters = imported[i].parameters;
        types.push_back("\x60"_b + sized(parameters) + "\1\x7f"_b);
        imports_list.push_back(
            sized("wasi_snapshot_preview1") + sized(imported[i].name) + '\0' +
            static_cast<char>(i + 1));
    }
    parts.types = list(types);
    parts.imports = imports > 0 ? list(imports_list) : "";
    parts.functions = list(std::vector<std::string>(functions, "\0"_b));
    parts.tables = list({"\x70\0\4"_b});
    parts.memories = choose(2) == 0 ? "\1\0\2"_b : "\1\1\2\x10"_b;
    parts.globals = list({"\x7e\1\x42\0\x0b"_b, "\x7e\1\x42\0\x0b"_b});
    parts.exports = list(
        {named("memory", 2, 0), named("_start", 0, static_cast<char>(imports)),
         named("count", 3, count_global)});
    std::vector<std::string> elements;
    std::vector<std::string> bodies;
    for (int i = 0; i < functions; ++i) {
        elements.push_back(size_leb(imports + static_cast<std::size_t>(i)));
        bodies.push_back(sized(BodyWriter(choose, imports).text()));
    }
    parts.elements = list({"\0\x41\0\x0b"_b + list(elements)});
    parts.data_count = "\1"_b;
    parts.code = list(bodies);
    parts.data = list({"\0\x41\xc0\0\x0b"_b + sized("result.dat notes.dat memory.dat")});
    return parts.module();
}

std::string damaged_module(std::string module, const Choose& choose) {
    constexpr std::array<std::string_view, 12> pieces{
        "\x24\1",
        "\x03\x40\x0c",
        "\xff",
        "\x80\x80\x80\x80\x10",
        "\x0b",
        "\x23\1",
        "\x10\5",
        "\1",
        std::string_view("\xd0\xf0\0", 3),
        "\x7e",
        "\x7f",
        std::string_view("\0", 1)};
    for (std::size_t changes = 1 + choose(4); changes > 0; --changes) {
        const std::size_t at = choose(module.size() + 1);
        const std::size_t length = std::min(module.size() - at, 1 + choose(12));
        switch (choose(7)) {
        case 0:
            module.erase(at, length);
            break;
        case 1:
            module.insert(at, module.substr(at, length));
            break;
        case 2:
            module.insert(at, pieces[choose(pieces.size())]);
            break;
        case 3:
            module.replace(at, length, pieces[choose(pieces.size())]);
            break;
        case 4:
            if (at < module.size()) {
                module[at] = static_cast<char>(module[at] ^ (1 << choose(8)));
            }
            break;
        default:
            if (at < module.size()) {
                module[at] = static_cast<char>(choose(256));
            }
        }
    }
    return module;
}

} // namespace tests
