#include "pages/wasm/meter.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <vector>

// The binary format: "WebAssembly Core Specification", chapter 5. A module is a list of sections.
// Those of memories, globals, exports and code are written anew; the others stay as they are. The
// meter's global is the last one, so no number of another global changes.

namespace referee {

namespace {

enum Section : unsigned {
    custom = 0,
    imports = 2,
    memories = 5,
    globals = 6,
    exports = 7,
    start = 8,
    elements = 9,
    code = 10,
    data = 11,
    data_count = 12,
};

constexpr unsigned function_kind = 0;
constexpr unsigned global_kind = 3;
constexpr std::string_view header("\0asm\1\0\0\0", 8);
constexpr std::string_view meter_name = "instructions";

// Instructions that this file writes or that end a basic block.
enum Opcode : unsigned {
    op_unreachable = 0x00,
    op_block = 0x02,
    op_loop = 0x03,
    op_if = 0x04,
    op_else = 0x05,
    op_end = 0x0b,
    op_br = 0x0c,
    op_br_if = 0x0d,
    op_br_table = 0x0e,
    op_return = 0x0f,
    op_call = 0x10,
    op_call_indirect = 0x11,
    op_select_typed = 0x1c,
    op_global_get = 0x23,
    op_global_set = 0x24,
    op_memory_size = 0x3f,
    op_memory_grow = 0x40,
    op_i32_const = 0x41,
    op_i64_const = 0x42,
    op_f32_const = 0x43,
    op_f64_const = 0x44,
    op_i64_lt_s = 0x53,
    op_i64_sub = 0x7d,
    op_ref_null = 0xd0,
    op_ref_is_null = 0xd1,
    op_ref_func = 0xd2,
    op_more = 0xfc, ///< a second number follows
};

constexpr char type_i64 = 0x7e;
constexpr char no_type = 0x40;

std::string unsigned_leb(std::uint64_t value) {
    std::string bytes;
    do {
        const auto low = static_cast<unsigned char>(value & 127U);
        value >>= 7U;
        bytes += static_cast<char>(value != 0 ? low | 128U : low);
    } while (value != 0);
    return bytes;
}

/// Of a number that is not negative: bit 6 of the last byte is its sign.
std::string signed_leb(std::uint64_t value) {
    std::string bytes;
    while (value >= 64) {
        bytes += static_cast<char>((value & 127U) | 128U);
        value >>= 7U;
    }
    return bytes += static_cast<char>(value);
}

class Reader {
  public:
    Reader(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

    bool is_at_end() const { return at_ == bytes_.size(); }
    std::size_t at() const { return at_; }
    std::string_view from(std::size_t begin) const { return bytes_.substr(begin, at_ - begin); }

    unsigned byte() { return static_cast<unsigned char>(take(1)[0]); }
    std::string_view take(std::size_t count) {
        if (count > bytes_.size() - at_) {
            fail("it breaks off");
        }
        at_ += count;
        return bytes_.substr(at_ - count, count);
    }
    std::string_view rest() { return take(bytes_.size() - at_); }

    std::uint32_t number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 35; shift += 7) {
            const unsigned next = byte();
            value |= static_cast<std::uint64_t>(next & 127U) << shift;
            if (next < 128) {
                return static_cast<std::uint32_t>(value);
            }
        }
        fail("a number is too long");
    }
    void skip_number() {
        for (int i = 0; i < 10; ++i) {
            if (byte() < 128) {
                return;
            }
        }
        fail("a number is too long");
    }
    Reader part(std::size_t size) { return {take(size), name_}; }

    [[noreturn]] void fail(const std::string& what) const {
        throw UserError(fmt::format("{}: not a module that can run in a page: {}", name_, what));
    }
    [[noreturn]] void refuse(std::string_view feature) const {
        throw UserError(fmt::format(
            "{}: the module needs {}, which AIs in a page don't have; compile it without", name_,
            feature));
    }

  private:
    std::string_view bytes_;
    const std::string& name_;
    std::size_t at_ = 0;
};

/// What an instruction that this meter doesn't know belongs to.
std::string feature_of(unsigned opcode) {
    constexpr std::array<unsigned, 8> of_exceptions{0x06, 0x07, 0x08, 0x09, 0x0a, 0x18, 0x19, 0x1f};
    if (std::find(of_exceptions.begin(), of_exceptions.end(), opcode) != of_exceptions.end()) {
        return "exceptions";
    }
    switch (opcode) {
    case 0x12:
    case 0x13:
        return "tail calls";
    case 0xfb:
        return "garbage collection";
    case 0xfd:
        return "vector instructions (SIMD)";
    case 0xfe:
        return "threads (atomic instructions)";
    default:
        return fmt::format("the unknown instruction 0x{:02x}", opcode);
    }
}

/// Reads over what belongs to an instruction of the kind 0xfc; returns its cost.
std::uint64_t skip_more(Reader& in) {
    const std::uint32_t kind = in.number();
    if (kind < 8) {
        return 1; // floating-point numbers to integers, saturating
    }
    constexpr std::array<int, 10> numbers{2, 1, 2, 1, 2,
                                          1, 2, 1, 1, 1}; // memory.init to table.fill
    if (kind - 8 >= numbers.size()) {
        in.refuse(fmt::format("the unknown instruction 0xfc {}", kind));
    }
    for (int i = 0; i < numbers[kind - 8]; ++i) {
        in.number();
    }
    return 20;
}

/// Reads over an instruction after its opcode; returns its cost.
std::uint64_t skip_instruction(Reader& in, unsigned opcode) {
    const bool has_number = opcode == op_br || opcode == op_br_if || opcode == op_call ||
                            (opcode >= 0x20 && opcode <= 0x26) || opcode == op_memory_size ||
                            opcode == op_memory_grow || opcode == op_ref_func;
    const bool is_plain = (opcode >= 0x45 && opcode <= 0xc4) || opcode <= 0x01 || opcode == 0x1a ||
                          opcode == 0x1b || opcode == op_else || opcode == op_end ||
                          opcode == op_return || opcode == op_ref_is_null;
    if (has_number) {
        in.number();
    } else if (opcode >= 0x28 && opcode <= 0x3e) { // loads and stores: alignment and offset
        in.number();
        in.number();
    } else if (opcode == op_call_indirect) {
        in.number();
        in.number();
    } else if (opcode == op_br_table) {
        for (std::uint64_t count = in.number() + std::uint64_t{1}; count > 0; --count) {
            in.number();
        }
    } else if (opcode == op_block || opcode == op_loop || opcode == op_if) {
        in.skip_number(); // the type of the block
    } else if (opcode == op_select_typed) {
        in.take(in.number());
    } else if (opcode == op_i32_const || opcode == op_i64_const) {
        in.skip_number();
    } else if (opcode == op_f32_const) {
        in.take(4);
    } else if (opcode == op_f64_const) {
        in.take(8);
    } else if (opcode == op_ref_null) {
        in.byte();
    } else if (opcode == op_more) {
        return skip_more(in);
    } else if (!is_plain) {
        in.refuse(feature_of(opcode));
    }
    return opcode == op_memory_grow ? 1000 : 1;
}

bool ends_block(unsigned opcode) {
    switch (opcode) {
    case op_unreachable:
    case op_block:
    case op_loop:
    case op_if:
    case op_else:
    case op_end:
    case op_br:
    case op_br_if:
    case op_br_table:
    case op_return:
        return true;
    default:
        return false;
    }
}

/// A function's body with the meter, the number of whose global is given in LEB.
std::string metered_body(Reader in, const std::string& meter) {
    std::string out;
    for (std::uint32_t groups = in.number(); groups > 0; --groups) { // local variables
        in.number();
        in.byte();
    }
    out += in.from(0);
    std::size_t begin = in.at(); // of the basic block
    std::uint64_t cost = 0;
    bool is_checked = true; // a function or a loop begins here: everything endless passes one
    while (!in.is_at_end()) {
        const unsigned opcode = in.byte();
        cost += skip_instruction(in, opcode);
        if (!ends_block(opcode)) {
            continue;
        }
        out += static_cast<char>(op_global_get) + meter + static_cast<char>(op_i64_const) +
               signed_leb(cost) + static_cast<char>(op_i64_sub) + static_cast<char>(op_global_set) +
               meter;
        if (is_checked) {
            out += static_cast<char>(op_global_get) + meter + static_cast<char>(op_i64_const) +
                   signed_leb(0) + static_cast<char>(op_i64_lt_s) + static_cast<char>(op_if) +
                   no_type + static_cast<char>(op_unreachable) + static_cast<char>(op_end);
        }
        out += in.from(begin);
        begin = in.at();
        cost = 0;
        is_checked = opcode == op_loop;
    }
    if (cost != 0) {
        in.fail("a function has no end");
    }
    return out;
}

std::string metered_code(Reader in, const std::string& meter) {
    const std::uint32_t count = in.number();
    std::string out = unsigned_leb(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t size = in.number();
        const std::string body = metered_body(in.part(size), meter);
        out += unsigned_leb(body.size()) + body;
    }
    return out;
}

/// Only functions of WASI can be imported.
void check_imports(Reader in) {
    for (std::uint32_t count = in.number(); count > 0; --count) {
        const std::string_view from = in.take(in.number());
        const std::string_view what = in.take(in.number());
        if (in.byte() != function_kind || from != "wasi_snapshot_preview1") {
            in.refuse(fmt::format("the import {}.{}", printable(from), printable(what)));
        }
        in.number();
    }
}

std::string limited_memories(Reader in) {
    if (in.number() != 1) {
        in.refuse("several memories");
    }
    const unsigned flags = in.byte();
    if ((flags & 2U) != 0) {
        in.refuse("threads (shared memory)");
    }
    if (flags > 1) {
        in.refuse("a memory of 64 bits");
    }
    const std::uint32_t min = in.number();
    const std::uint32_t max =
        std::min(flags == 1 ? in.number() : max_module_pages, max_module_pages);
    if (min > max) {
        in.refuse(fmt::format("{} MiB of memory, more than {},", min / 16, max_module_pages / 16));
    }
    return std::string("\1\1", 2) + unsigned_leb(min) + unsigned_leb(max);
}

struct SectionPart {
    unsigned id;
    std::string_view content;
};

std::vector<SectionPart> sections_of(std::string_view module, const std::string& name) {
    Reader in(module, name);
    if (!module.starts_with(header)) {
        in.fail("it doesn't begin as WebAssembly does");
    }
    in.take(header.size());
    std::vector<SectionPart> sections;
    while (!in.is_at_end()) {
        const unsigned id = in.byte();
        const std::uint32_t size = in.number();
        if (id == 13) {
            in.refuse("exceptions");
        }
        if (id > 13) {
            in.refuse(fmt::format("the unknown section {}", id));
        }
        sections.push_back({id, in.take(size)});
    }
    return sections;
}

} // namespace

std::string metered(std::string_view module, const std::string& name) {
    const std::vector<SectionPart> sections = sections_of(module, name);
    std::uint32_t number_of_globals = 0;
    bool has_code = false;
    bool has_exports = false;
    for (const SectionPart& section : sections) {
        Reader in(section.content, name);
        if (section.id == globals) {
            number_of_globals = in.number();
        }
        has_code = has_code || section.id == code;
        has_exports = has_exports || section.id == exports;
    }
    if (!has_code || !has_exports) {
        Reader(module, name).fail("it has no program");
    }
    const std::string meter = unsigned_leb(number_of_globals);
    std::string out(header);
    const auto add = [&out](unsigned id, const std::string& content) {
        out += static_cast<char>(id) + unsigned_leb(content.size()) + content;
    };
    const std::string new_global = std::string{type_i64, 1, static_cast<char>(op_i64_const)} +
                                   signed_leb(INT64_MAX) + static_cast<char>(op_end);
    bool has_meter = false;
    for (const SectionPart& section : sections) {
        if (section.id == custom) {
            continue;
        }
        // Sections come in the order of their numbers; that of the globals may be missing.
        if (!has_meter && section.id >= globals) {
            has_meter = true;
            if (section.id != globals) {
                add(globals, '\1' + new_global);
            }
        }
        Reader in(section.content, name);
        switch (section.id) {
        case imports:
            check_imports(in);
            break;
        case memories:
            add(memories, limited_memories(in));
            continue;
        case globals: {
            const std::uint32_t count = in.number();
            add(globals,
                unsigned_leb(std::uint64_t{count} + 1) + std::string(in.rest()) + new_global);
            continue;
        }
        case exports: {
            const std::uint32_t count = in.number();
            add(exports, unsigned_leb(std::uint64_t{count} + 1) + std::string(in.rest()) +
                             static_cast<char>(meter_name.size()) + std::string(meter_name) +
                             static_cast<char>(global_kind) + meter);
            continue;
        }
        case code:
            add(code, metered_code(in, meter));
            continue;
        default:
            break;
        }
        add(section.id, std::string(section.content));
    }
    return out;
}

} // namespace referee
