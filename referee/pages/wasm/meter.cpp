#include "pages/wasm/meter.hpp"

#include "pages/wasm/validator.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

// A valid module is written anew: with a global and a function more, the last of their kind, so
// that no other number changes, and no instruction of the module can name them. The types,
// functions, tables, memories, globals, exports and code are written anew; other sections stay as
// they are.

namespace referee {

namespace {

using namespace wasm;

constexpr std::string_view meter_name = "instructions";
constexpr char no_result = 0x40;

// Instructions that may run between two looks at the meter. A function that is called looks at it
// when it begins. When thousands of functions return one after the other, what runs in each of them
// counts.
constexpr std::int32_t max_unchecked = 1000;
constexpr std::int32_t max_unchecked_after_call = 25;
/// How many functions may be open below a call that needs no such care.
constexpr int max_shallow_depth = 8;
/// A longer piece of code is paid for in parts, so that nothing is paid long before it runs.
constexpr std::int32_t max_piece = 1000;

/// What is added to a module, by the numbers in it.
struct Meter {
    std::string global;
    std::string type;
    std::string function;
    /// Functions that end after few calls within one another, whatever happens.
    std::vector<bool> is_shallow;
};

std::string instruction(Opcode opcode, std::string_view more = {}) {
    return static_cast<char>(opcode) + std::string(more);
}

std::string constant(std::int64_t value) {
    return instruction(op_i64_const, signed_leb(value));
}

/// The function that pays for ranges: it takes a number of things and the cost of 8, and gives the
/// number back. If too little is left, nothing is, and the program ends.
std::string paying_body(const Meter& meter) {
    const std::string left = instruction(op_global_get, meter.global);
    const std::string set = instruction(op_global_set, meter.global);
    const std::string cost = unsigned_leb(1);
    const std::string number = unsigned_leb(0);
    return unsigned_leb(0) + instruction(op_local_get, number) + instruction(op_i64_extend_i32_u) +
           instruction(op_local_get, cost) + instruction(op_i64_mul) + constant(3) +
           instruction(op_i64_shr_u) + instruction(op_local_tee, cost) + left +
           instruction(op_i64_gt_s) + instruction(op_if, {&no_result, 1}) +
           // The lower one of what is left and −1.
           left + constant(-1) + left + constant(-1) + instruction(op_i64_lt_s) +
           instruction(op_select) + set + instruction(op_unreachable) + instruction(op_end) + left +
           instruction(op_local_get, cost) + instruction(op_i64_sub) + set +
           instruction(op_local_get, number) + instruction(op_end);
}

/// What an instruction on a range costs for 8 things of the range; 0 for all others.
std::int64_t cost_of_8_things(unsigned opcode) {
    switch (opcode) {
    case op_memory_grow:
        return 8 * cost_of_page;
    case op_memory_init:
    case op_memory_copy:
    case op_memory_fill:
        return cost_of_8_bytes;
    case op_table_init:
    case op_table_copy:
    case op_table_grow:
    case op_table_fill:
        return 8 * cost_of_element;
    default:
        return 0;
    }
}

std::int32_t cost_of(unsigned opcode) {
    return opcode == op_memory_grow   ? cost_of_growing
           : opcode >= op_memory_init ? cost_of_range
                                      : 1;
}

bool ends_piece(unsigned opcode) {
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

/// The body of a valid function with the meter. The code is taken apart into pieces without
/// branches, each of which is paid for when it begins.
class MeteredBody {
  public:
    MeteredBody(Reader in, const Meter& meter) : in_(in), meter_(meter) {}

    std::string text() {
        for (std::uint32_t groups = in_.number(); groups > 0; --groups) { // local variables
            in_.number();
            in_.byte();
        }
        out_ = in_.from(0);
        begin_ = in_.at();
        blocks_.push_back({op_block});
        Instruction read;
        while (!in_.is_at_end()) {
            const std::size_t at = in_.at();
            read_instruction(in_, read);
            cost_ += cost_of(read.opcode);
            note_call(read);
            if (const std::int64_t each = cost_of_8_things(read.opcode); each != 0) {
                pay_for_range(each, at);
            }
            if (ends_piece(read.opcode)) {
                end_piece();
                follow(read);
            } else if (cost_ >= max_piece) {
                end_piece();
            }
        }
        if (out_.size() > max_body) {
            in_.fail(fmt::format("with the meter, a function has more than {} bytes", max_body));
        }
        return std::move(out_);
    }

  private:
    /// What has run on a way through the function since somebody looked at the meter.
    struct Unchecked {
        std::int32_t all = 0;
        std::int32_t after_call = -1; ///< since a deep call returned; below 0: there was none

        void join(const Unchecked& other) {
            all = std::max(all, other.all);
            after_call = std::max(after_call, other.after_call);
        }
        void add(std::int32_t cost) {
            all += cost;
            after_call += after_call >= 0 ? cost : 0;
        }
        bool is_too_much() const {
            return all > max_unchecked || after_call > max_unchecked_after_call;
        }
    };

    struct Block {
        unsigned opcode;
        Unchecked at_end{};  ///< on branches to the block's end
        Unchecked at_else{}; ///< on the way to the else
    };

    void note_call(const Instruction& read) {
        if (read.opcode == op_call || read.opcode == op_call_indirect) {
            has_call_ = true;
            has_deep_call_ = read.opcode == op_call_indirect || !meter_.is_shallow[read.first];
        }
    }

    /// The number of things is on the stack, and stays there.
    void pay_for_range(std::int64_t each, std::size_t at) {
        piece_ += in_.from(begin_).substr(0, at - begin_);
        piece_ += constant(each) + instruction(op_call, meter_.function);
        begin_ = at;
    }

    void end_piece() {
        const std::string left = instruction(op_global_get, meter_.global);
        out_ += left + constant(cost_) + instruction(op_i64_sub) +
                instruction(op_global_set, meter_.global);
        unchecked_.add(cost_);
        if (must_check_ || unchecked_.is_too_much()) {
            out_ += left + constant(0) + instruction(op_i64_lt_s) +
                    instruction(op_if, {&no_result, 1}) + instruction(op_unreachable) +
                    instruction(op_end);
            unchecked_ = {};
        }
        if (has_call_) { // the function called has looked
            unchecked_ = {0, has_deep_call_ ? 0 : -1};
        }
        out_ += piece_;
        out_ += in_.from(begin_);
        piece_.clear();
        begin_ = in_.at();
        cost_ = 0;
        has_call_ = false;
        must_check_ = false;
    }

    void branch(std::uint32_t depth) {
        blocks_[blocks_.size() - 1 - depth].at_end.join(unchecked_);
    }

    /// Follows the ways that the code takes, after an instruction that ends a piece. A way back to
    /// a loop is checked where the loop begins.
    void follow(const Instruction& read) {
        switch (read.opcode) {
        case op_block:
        case op_if:
            blocks_.push_back({read.opcode, {}, unchecked_});
            break;
        case op_loop:
            blocks_.push_back({read.opcode});
            must_check_ = true;
            break;
        case op_else:
            branch(0);
            unchecked_ = blocks_.back().at_else;
            blocks_.back().opcode = op_else;
            break;
        case op_end: {
            const Block& block = blocks_.back();
            if (block.opcode != op_loop) {
                unchecked_.join(block.at_end);
            }
            if (block.opcode == op_if) {
                unchecked_.join(block.at_else);
            }
            blocks_.pop_back();
            break;
        }
        case op_br:
            branch(read.first);
            unchecked_ = {};
            break;
        case op_br_if:
            branch(read.first);
            break;
        case op_br_table:
            for (const std::uint32_t target : read.targets) {
                branch(target);
            }
            unchecked_ = {};
            break;
        default: // op_return, op_unreachable
            unchecked_ = {};
            break;
        }
    }

    Reader in_;
    const Meter& meter_;
    std::string out_;
    std::vector<Block> blocks_;
    std::string piece_;     ///< the current piece up to begin_
    std::size_t begin_ = 0; ///< where its rest begins
    std::int32_t cost_ = 0;
    bool has_call_ = false;      ///< the piece
    bool has_deep_call_ = false; ///< and the last one is deep
    Unchecked unchecked_;
    bool must_check_ = true; ///< a function or a loop begins: everything endless passes one
};

/// The functions that each function of the module calls; all of them, if it calls through a table.
struct Calls {
    std::vector<std::uint32_t> callees;
    bool is_indirect = false;
};

Calls calls_of(Reader in) {
    for (std::uint32_t groups = in.number(); groups > 0; --groups) { // local variables
        in.number();
        in.byte();
    }
    Calls calls;
    Instruction read;
    while (!in.is_at_end()) {
        read_instruction(in, read);
        if (read.opcode == op_call) {
            calls.callees.push_back(read.first);
        }
        calls.is_indirect = calls.is_indirect || read.opcode == op_call_indirect;
    }
    return calls;
}

std::vector<bool> shallow_functions(const Module& module, Reader code) {
    std::vector<Calls> calls;
    for (std::uint32_t left = code.number(); left > 0; --left) {
        const std::uint32_t size = code.number();
        calls.push_back(calls_of(code.part(size)));
    }
    std::vector<bool> is_shallow(module.functions.size());
    std::fill_n(is_shallow.begin(), module.imported_functions, true);
    for (int depth = 0; depth < max_shallow_depth; ++depth) {
        const std::vector<bool> before = is_shallow;
        for (std::size_t i = 0; i < calls.size(); ++i) {
            is_shallow[module.imported_functions + i] =
                !calls[i].is_indirect &&
                std::all_of(
                    calls[i].callees.begin(), calls[i].callees.end(),
                    [&before](std::uint32_t callee) { return before[callee]; });
        }
    }
    return is_shallow;
}

std::string metered_code(Reader in, const Meter& meter) {
    const std::uint32_t count = in.number();
    std::string out = unsigned_leb(std::uint64_t{count} + 1);
    const auto add = [&out](const std::string& body) { out += unsigned_leb(body.size()) + body; };
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t size = in.number();
        add(MeteredBody(in.part(size), meter).text());
    }
    add(paying_body(meter));
    return out;
}

std::string limited_memories(const Module& module, const Reader& in) {
    std::string out = unsigned_leb(module.memories.size());
    for (const SizeLimits& memory : module.memories) {
        if (memory.min > max_module_pages) {
            in.refuse(fmt::format(
                "{} MiB of memory, more than {}", memory.min / 16, max_module_pages / 16));
        }
        out +=
            '\1' + unsigned_leb(memory.min) + unsigned_leb(std::min(memory.max, max_module_pages));
    }
    return out;
}

std::string limited_tables(const Module& module, const Reader& in) {
    std::string out = unsigned_leb(module.tables.size());
    for (const Table& table : module.tables) {
        if (table.limits.min > max_module_elements) {
            in.refuse(fmt::format(
                "a table of {} elements, more than {}", table.limits.min, max_module_elements));
        }
        out += std::string{static_cast<char>(table.type), 1} + unsigned_leb(table.limits.min) +
               unsigned_leb(std::min(table.limits.max, max_module_elements));
    }
    return out;
}

/// The content of a section that is a list, with one thing more at its end.
std::string
with_one_more(std::string_view content, const std::string& name, std::string_view last) {
    Reader in(content, name);
    const std::uint32_t count = in.number();
    return unsigned_leb(std::uint64_t{count} + 1) + std::string(in.rest()) + std::string(last);
}

std::string rewritten(const Module& module, std::string_view bytes, const std::string& name) {
    const Reader whole(bytes, name);
    if (module.functions.size() == module.imported_functions || module.exports.empty()) {
        whole.fail("it has no program");
    }
    if (module.exports.contains(meter_name)) {
        whole.fail(fmt::format("it exports '{}', as the meter does", meter_name));
    }
    const auto code_section = std::find_if(
        module.sections.begin(), module.sections.end(),
        [](const Module::Part& section) { return section.id == code; });
    const Meter meter{
        unsigned_leb(module.globals.size()), unsigned_leb(module.types.size()),
        unsigned_leb(module.functions.size()),
        shallow_functions(module, Reader(code_section->content, name))};
    const std::string new_type{
        0x60,
        2,
        static_cast<char>(Type::i32),
        static_cast<char>(Type::i64),
        1,
        static_cast<char>(Type::i32)};
    const std::string new_global =
        std::string{static_cast<char>(Type::i64), 1} + constant(INT64_MAX) + instruction(op_end);
    const std::string new_export = static_cast<char>(meter_name.size()) + std::string(meter_name) +
                                   static_cast<char>(global_kind) + meter.global;
    std::string out("\0asm\1\0\0\0", 8);
    const auto add = [&out](unsigned id, const std::string& content) {
        out += static_cast<char>(id) + unsigned_leb(content.size()) + content;
    };
    bool has_meter = false;
    for (const Module::Part& section : module.sections) {
        // Sections come in the order of their numbers; that of the globals may be missing.
        if (!has_meter && section.id > globals) {
            add(globals, '\1' + new_global);
            has_meter = true;
        }
        switch (section.id) {
        case types:
            add(types, with_one_more(section.content, name, new_type));
            break;
        case functions:
            add(functions, with_one_more(section.content, name, meter.type));
            break;
        case tables:
            add(tables, limited_tables(module, whole));
            break;
        case memories:
            add(memories, limited_memories(module, whole));
            break;
        case globals:
            add(globals, with_one_more(section.content, name, new_global));
            has_meter = true;
            break;
        case exports:
            add(exports, with_one_more(section.content, name, new_export));
            break;
        case code:
            add(code, metered_code(Reader(section.content, name), meter));
            break;
        default:
            add(section.id, std::string(section.content));
            break;
        }
    }
    return out;
}

} // namespace

std::string metered(std::string_view bytes, const std::string& name) {
    return rewritten(validated(bytes, name), bytes, name);
}

std::string metered_program(std::string_view bytes, const std::string& name) {
    const Module module = validated(bytes, name);
    const auto exported = [&](std::string_view what, unsigned kind) {
        const auto found = module.exports.find(what);
        return found != module.exports.end() && found->second.kind == kind ? &found->second
                                                                           : nullptr;
    };
    const Reader whole(bytes, name);
    const Export* const start = exported("_start", function_kind);
    if (start == nullptr || module.type_of(start->index) != FunctionType{}) {
        whole.fail("it exports no function '_start' without parameters; is it a program for WASI?");
    }
    if (exported("memory", memory_kind) == nullptr) {
        whole.fail("it exports no memory named 'memory'; is it a program for WASI?");
    }
    return rewritten(module, bytes, name);
}

} // namespace referee
