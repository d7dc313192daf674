#include "pages/wasm/validator.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

// Bodies of functions are judged as in the specification's appendix "Validation Algorithm": a stack
// of the types of values, and one of the blocks that are open.

namespace referee::wasm {

namespace {

// What all engines compile: "WebAssembly JavaScript Interface", "Implementation-defined Limits".
// The meter needs one of some things.
constexpr std::uint32_t max_types = 1'000'000 - 1;
constexpr std::uint32_t max_functions = 1'000'000 - 1;
constexpr std::uint32_t max_imports = 100'000;
constexpr std::uint32_t max_exports = 100'000 - 1;
constexpr std::uint32_t max_globals = 1'000'000 - 1;
constexpr std::uint32_t max_segments = 100'000;
constexpr std::uint32_t max_values = 1'000; ///< parameters, or results, of a function
constexpr std::uint32_t max_locals = 50'000;
constexpr std::uint32_t max_pages = 65'536;
// V8 keeps a copy of all variables for each block that is open: 24 bytes times the variables times
// the depth, so 12 GB for a module of 50 KB. This many are 100 MB.
constexpr std::size_t max_kept = 4'000'000;
// An engine allocates a table at once, and keeps it apart from the memory that is limited.
constexpr std::uint32_t max_tables = 8;
constexpr std::uint32_t max_table_elements = 10'000'000;

std::string name_of(Type type) {
    switch (type) {
    case Type::i32:
        return "i32";
    case Type::i64:
        return "i64";
    case Type::f32:
        return "f32";
    case Type::f64:
        return "f64";
    case Type::funcref:
        return "funcref";
    case Type::externref:
        return "externref";
    default:
        return "any type";
    }
}

/// What an instruction takes and gives, if that is the same everywhere.
struct Signature {
    unsigned last; ///< the last opcode that has it
    Type operand;
    int count; ///< of operands
    Type result;
};

constexpr auto signatures = std::to_array<Signature>({
    {0x45, Type::i32, 1, Type::i32}, // i32.eqz
    {0x4f, Type::i32, 2, Type::i32}, // comparisons
    {0x50, Type::i64, 1, Type::i32}, // i64.eqz
    {0x5a, Type::i64, 2, Type::i32},
    {0x60, Type::f32, 2, Type::i32},
    {0x66, Type::f64, 2, Type::i32},
    {0x69, Type::i32, 1, Type::i32}, // clz, ctz, popcnt
    {0x78, Type::i32, 2, Type::i32}, // i32.add to i32.rotr
    {0x7b, Type::i64, 1, Type::i64},
    {0x8a, Type::i64, 2, Type::i64},
    {0x91, Type::f32, 1, Type::f32}, // f32.abs to f32.sqrt
    {0x98, Type::f32, 2, Type::f32},
    {0x9f, Type::f64, 1, Type::f64},
    {0xa6, Type::f64, 2, Type::f64},
    {0xa7, Type::i64, 1, Type::i32}, // i32.wrap_i64
    {0xa9, Type::f32, 1, Type::i32}, // i32.trunc_f32
    {0xab, Type::f64, 1, Type::i32},
    {0xad, Type::i32, 1, Type::i64}, // i64.extend_i32
    {0xaf, Type::f32, 1, Type::i64},
    {0xb1, Type::f64, 1, Type::i64},
    {0xb3, Type::i32, 1, Type::f32}, // f32.convert_i32
    {0xb5, Type::i64, 1, Type::f32},
    {0xb6, Type::f64, 1, Type::f32},
    {0xb8, Type::i32, 1, Type::f64},
    {0xba, Type::i64, 1, Type::f64},
    {0xbb, Type::f32, 1, Type::f64},
    {0xbc, Type::f32, 1, Type::i32}, // reinterpretations
    {0xbd, Type::f64, 1, Type::i64},
    {0xbe, Type::i32, 1, Type::f32},
    {0xbf, Type::i64, 1, Type::f64},
    {0xc1, Type::i32, 1, Type::i32}, // i32.extend8_s, 16
    {0xc4, Type::i64, 1, Type::i64},
    {op_first_saturating + 1, Type::f32, 1, Type::i32},
    {op_first_saturating + 3, Type::f64, 1, Type::i32},
    {op_first_saturating + 5, Type::f32, 1, Type::i64},
});

Signature signature_of(unsigned opcode) {
    const auto* const found =
        std::find_if(signatures.begin(), signatures.end(), [opcode](const Signature& each) {
            return opcode <= each.last;
        });
    // The last ones: i64.trunc_sat_f64.
    return found != signatures.end() ? *found : Signature{opcode, Type::f64, 1, Type::i64};
}

struct Access {
    Type type;
    std::uint32_t alignment; ///< the largest, as a power of two
};

/// What the loads and stores access, from op_first_load.
constexpr std::array<Access, 23> accesses{{
    {Type::i32, 2}, {Type::i64, 3}, {Type::f32, 2}, {Type::f64, 3}, // loads
    {Type::i32, 0}, {Type::i32, 0}, {Type::i32, 1}, {Type::i32, 1},
    {Type::i64, 0}, {Type::i64, 0}, {Type::i64, 1}, {Type::i64, 1},
    {Type::i64, 2}, {Type::i64, 2}, {Type::i32, 2}, {Type::i64, 3}, // stores from the 15th on
    {Type::f32, 2}, {Type::f64, 3}, {Type::i32, 0}, {Type::i32, 1},
    {Type::i64, 0}, {Type::i64, 1}, {Type::i64, 2},
}};

/// What functions may name that stands in other sections.
struct Names {
    std::vector<Type> segments_of_elements;
    std::uint32_t segments_of_data = 0;
    bool has_data_count = false;
    std::set<std::uint32_t> referred; ///< functions that ref.func may name
};

/// One function.
class Body {
  public:
    Body(const Module& module, const Names& names, const FunctionType& type, Reader in)
        : module_(module), names_(names), in_(in) {
        locals_ = type.parameters;
        read_locals();
        open(op_block, {}, type.results);
    }

    void judge() {
        Instruction read;
        while (!blocks_.empty()) {
            read_instruction(in_, read);
            judge(read);
        }
        if (!in_.is_at_end()) {
            in_.fail("a function goes on after its end");
        }
    }

  private:
    struct Block {
        unsigned opcode = op_block;
        std::vector<Type> parameters;
        std::vector<Type> results;
        std::size_t height = 0; ///< of the stack of values when it began
        bool is_unreachable = false;

        /// What a branch to it takes.
        const std::vector<Type>& label() const { return opcode == op_loop ? parameters : results; }
    };

    void read_locals() {
        const std::uint32_t groups = in_.count(max_locals, "groups of local variables");
        for (std::uint32_t i = 0; i < groups; ++i) {
            const std::uint32_t count = in_.number();
            const Type type = in_.type();
            if (count > max_locals || locals_.size() + count > max_locals) {
                in_.fail(fmt::format("a function has more than {} local variables", max_locals));
            }
            locals_.insert(locals_.end(), count, type);
        }
    }

    // The two stacks.

    void push(Type type) { values_.push_back(type); }
    void push(const std::vector<Type>& types) {
        values_.insert(values_.end(), types.begin(), types.end());
    }

    Type pop() {
        const Block& block = blocks_.back();
        if (values_.size() == block.height) {
            if (block.is_unreachable) {
                return Type::any;
            }
            in_.fail("an instruction lacks an operand");
        }
        const Type type = values_.back();
        values_.pop_back();
        return type;
    }

    Type pop(Type expected) {
        const Type found = pop();
        if (found != expected && found != Type::any && expected != Type::any) {
            in_.fail(fmt::format("{} stands where {} must be", name_of(found), name_of(expected)));
        }
        return found == Type::any ? expected : found;
    }

    void pop(const std::vector<Type>& types) {
        for (auto type = types.rbegin(); type != types.rend(); ++type) {
            pop(*type);
        }
    }

    /// What a compiler may keep of the variables and values for the innermost block.
    std::size_t kept_for_block() const { return locals_.size() + blocks_.back().height + 16; }

    void open(unsigned opcode, std::vector<Type> parameters, std::vector<Type> results) {
        blocks_.push_back({opcode, std::move(parameters), std::move(results), values_.size()});
        kept_ += kept_for_block();
        require(kept_ <= max_kept, "blocks are nested too deeply for so many local variables");
        push(blocks_.back().parameters);
    }

    Block close() {
        pop(blocks_.back().results);
        if (values_.size() != blocks_.back().height) {
            in_.fail("a block leaves values over");
        }
        kept_ -= kept_for_block();
        Block closed = std::move(blocks_.back());
        blocks_.pop_back();
        return closed;
    }

    void set_unreachable() {
        values_.resize(blocks_.back().height);
        blocks_.back().is_unreachable = true;
    }

    // What indices stand for.

    void require(bool holds, std::string_view what) const {
        if (!holds) {
            in_.fail(std::string(what));
        }
    }

    const Block& target(std::uint32_t depth) const {
        require(depth < blocks_.size(), "a branch leads out of the function");
        return blocks_[blocks_.size() - 1 - depth];
    }

    Type local(std::uint32_t index) const {
        require(index < locals_.size(), "there is no such local variable");
        return locals_[index];
    }

    const Global& global(std::uint32_t index) const {
        require(index < module_.globals.size(), "there is no such global variable");
        return module_.globals[index];
    }

    Type table(std::uint32_t index) const {
        require(index < module_.tables.size(), "there is no such table");
        return module_.tables[index].type;
    }

    Type elements(std::uint32_t index) const {
        require(index < names_.segments_of_elements.size(), "there is no such segment of elements");
        return names_.segments_of_elements[index];
    }

    void require_data(std::uint32_t index) const {
        require(names_.has_data_count, "the number of data segments is missing");
        require(index < names_.segments_of_data, "there is no such segment of data");
    }

    void require_memory() const { require(!module_.memories.empty(), "there is no memory"); }

    const FunctionType& type(std::uint32_t index) const {
        require(index < module_.types.size(), "there is no such type");
        return module_.types[index];
    }

    // The instructions.

    void judge(const Instruction& read) {
        if ((read.opcode >= op_first_plain && read.opcode <= op_last_plain) ||
            (read.opcode >= op_first_saturating && read.opcode <= op_last_saturating)) {
            const Signature signature = signature_of(read.opcode);
            for (int i = 0; i < signature.count; ++i) {
                pop(signature.operand);
            }
            push(signature.result);
        } else if (read.opcode >= op_first_load && read.opcode <= op_last_store) {
            access(read);
        } else if (read.opcode >= op_memory_init) {
            range(read);
        } else if (read.opcode <= op_call_indirect) {
            control(read);
        } else {
            value(read);
        }
    }

    void access(const Instruction& read) {
        require_memory();
        const Access access = accesses[read.opcode - op_first_load];
        require(read.first <= access.alignment, "an alignment is too large");
        if (read.opcode >= op_first_store) {
            pop(access.type);
            pop(Type::i32);
        } else {
            pop(Type::i32);
            push(access.type);
        }
    }

    void begin(const Instruction& read) {
        if (read.opcode == op_if) {
            pop(Type::i32);
        }
        if (read.has_type_index) {
            const FunctionType& found = type(read.first);
            pop(found.parameters);
            open(read.opcode, found.parameters, found.results);
        } else {
            open(
                read.opcode, {},
                read.type == Type::any ? std::vector<Type>{} : std::vector<Type>{read.type});
        }
    }

    void end() {
        const Block closed = close();
        // Without an else there is one that does nothing.
        require(
            closed.opcode != op_if || closed.parameters == closed.results,
            "an if without else gives something");
        if (!blocks_.empty()) {
            push(closed.results);
        }
    }

    void branch_by_table(const Instruction& read) {
        pop(Type::i32);
        const std::size_t arity = target(read.targets.back()).label().size();
        std::uint32_t last = UINT32_MAX;
        for (const std::uint32_t each : read.targets) {
            if (each == last) {
                continue;
            }
            last = each;
            const std::vector<Type>& label = target(each).label();
            require(label.size() == arity, "the targets of a br_table differ");
            std::vector<Type> taken;
            for (std::size_t i = arity; i > 0; --i) {
                taken.push_back(pop(label[i - 1]));
            }
            // In unreachable code the next target may want other types there.
            for (std::size_t i = arity; i > 0; --i) {
                push(taken[i - 1]);
            }
        }
        set_unreachable();
    }

    void call(const FunctionType& callee) {
        pop(callee.parameters);
        push(callee.results);
    }

    void control(const Instruction& read) {
        switch (read.opcode) {
        case op_unreachable:
            set_unreachable();
            break;
        case op_nop:
            break;
        case op_block:
        case op_loop:
        case op_if:
            begin(read);
            break;
        case op_else: {
            Block closed = close();
            require(closed.opcode == op_if, "an else without if");
            open(op_else, std::move(closed.parameters), std::move(closed.results));
            break;
        }
        case op_end:
            end();
            break;
        case op_br:
            pop(target(read.first).label());
            set_unreachable();
            break;
        case op_br_if: {
            pop(Type::i32);
            const std::vector<Type>& label = target(read.first).label();
            pop(label);
            push(label);
            break;
        }
        case op_br_table:
            branch_by_table(read);
            break;
        case op_return:
            pop(blocks_.front().results);
            set_unreachable();
            break;
        case op_call:
            require(read.first < module_.functions.size(), "there is no such function");
            call(module_.type_of(read.first));
            break;
        default: // op_call_indirect
            require(table(read.second) == Type::funcref, "a call through a table of other things");
            pop(Type::i32);
            call(type(read.first));
            break;
        }
    }

    void select(const Instruction& read) {
        pop(Type::i32);
        if (read.opcode == op_select_typed) {
            pop(read.type);
            pop(read.type);
            push(read.type);
            return;
        }
        const Type second = pop();
        const Type first = pop(second);
        require(!is_reference(first) && !is_reference(second), "a select of references");
        push(first);
    }

    /// Variables, constants, references.
    void value(const Instruction& read) {
        switch (read.opcode) {
        case op_drop:
            pop();
            break;
        case op_select:
        case op_select_typed:
            select(read);
            break;
        case op_local_get:
            push(local(read.first));
            break;
        case op_local_set:
            pop(local(read.first));
            break;
        case op_local_tee:
            pop(local(read.first));
            push(local(read.first));
            break;
        case op_global_get:
            push(global(read.first).type);
            break;
        case op_global_set:
            require(global(read.first).is_mutable, "a constant is set");
            pop(global(read.first).type);
            break;
        case op_table_get:
            pop(Type::i32);
            push(table(read.first));
            break;
        case op_table_set:
            pop(table(read.first));
            pop(Type::i32);
            break;
        case op_memory_size:
            require_memory();
            push(Type::i32);
            break;
        case op_memory_grow:
            require_memory();
            pop(Type::i32);
            push(Type::i32);
            break;
        case op_i32_const:
            push(Type::i32);
            break;
        case op_i64_const:
            push(Type::i64);
            break;
        case op_f32_const:
            push(Type::f32);
            break;
        case op_f64_const:
            push(Type::f64);
            break;
        case op_ref_null:
            push(read.type);
            break;
        case op_ref_is_null: {
            const Type found = pop();
            require(found == Type::any || is_reference(found), "ref.is_null of a number");
            push(Type::i32);
            break;
        }
        default: // op_ref_func
            require(names_.referred.contains(read.first), "ref.func of an undeclared function");
            push(Type::funcref);
            break;
        }
    }

    /// Whole ranges of memory or of a table.
    void range(const Instruction& read) {
        const auto three = [this] {
            pop(Type::i32);
            pop(Type::i32);
            pop(Type::i32);
        };
        switch (read.opcode) {
        case op_memory_init:
            require_memory();
            require_data(read.first);
            three();
            break;
        case op_data_drop:
            require_data(read.first);
            break;
        case op_memory_copy:
        case op_memory_fill:
            require_memory();
            three();
            break;
        case op_table_init:
            require(
                elements(read.first) == table(read.second),
                "table.init of elements of another type");
            three();
            break;
        case op_elem_drop:
            elements(read.first);
            break;
        case op_table_copy:
            require(table(read.first) == table(read.second), "table.copy between types");
            three();
            break;
        case op_table_grow:
            pop(Type::i32);
            pop(table(read.first));
            push(Type::i32);
            break;
        case op_table_size:
            table(read.first);
            push(Type::i32);
            break;
        default: // op_table_fill
            pop(Type::i32);
            pop(table(read.first));
            pop(Type::i32);
            break;
        }
    }

    const Module& module_;
    const Names& names_;
    Reader in_;
    std::vector<Type> locals_;
    std::vector<Type> values_;
    std::vector<Block> blocks_;
    std::size_t kept_ = 0; ///< for all blocks that are open
};

/// The sections, one after the other.
class Judge {
  public:
    Judge(std::string_view bytes, const std::string& name) : name_(name), in_(bytes, name) {}

    Module module() {
        find_sections();
        for (const Module::Part& part : module_.sections) {
            Reader in(part.content, name_);
            judge(part.id, in);
            if (!in.is_at_end()) {
                in.fail("a section is longer than what it holds");
            }
        }
        if (bodies_ != module_.functions.size() - module_.imported_functions) {
            in_.fail("functions lack their code");
        }
        if (names_.has_data_count && read_data_ != names_.segments_of_data) {
            in_.fail("the number of data segments is wrong");
        }
        return std::move(module_);
    }

  private:
    void find_sections() {
        constexpr std::string_view header("\0asm\1\0\0\0", 8);
        if (in_.left() < header.size() || in_.take(header.size()) != header) {
            in_.fail("it doesn't begin as WebAssembly does");
        }
        // The number of data segments comes before the code.
        constexpr std::array<unsigned, 13> places{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 10};
        unsigned last = 0;
        while (!in_.is_at_end()) {
            const unsigned id = in_.byte();
            Reader content = in_.part(in_.number());
            if (id == custom) {
                content.text();
                continue;
            }
            if (id == 13) {
                in_.refuse("exceptions");
            }
            if (id > data_count) {
                in_.refuse(fmt::format("the unknown section {}", id));
            }
            if (places[id] <= last) {
                in_.fail("its sections are not in order");
            }
            last = places[id];
            module_.sections.push_back({id, content.rest()});
        }
    }

    void judge(unsigned id, Reader& in) {
        switch (id) {
        case types:
            judge_types(in);
            break;
        case imports:
            judge_imports(in);
            break;
        case functions:
            judge_functions(in);
            break;
        case tables:
            judge_tables(in);
            break;
        case memories:
            judge_memories(in);
            break;
        case globals:
            judge_globals(in);
            break;
        case exports:
            judge_exports(in);
            break;
        case start:
            in.refuse("a start function");
        case elements:
            judge_elements(in);
            break;
        case data_count:
            names_.has_data_count = true;
            names_.segments_of_data = in.number();
            break;
        case code:
            judge_code(in);
            break;
        default:
            judge_data(in);
            break;
        }
    }

    static std::vector<Type> judge_values(Reader& in) {
        std::vector<Type> values(in.count(max_values, "parameters or results"));
        for (Type& value : values) {
            value = in.type();
        }
        return values;
    }

    void judge_types(Reader& in) {
        module_.types.resize(in.count(max_types, "types"));
        for (FunctionType& type : module_.types) {
            if (in.byte() != 0x60) {
                in.refuse("types that are not of functions (garbage collection)");
            }
            type.parameters = judge_values(in);
            type.results = judge_values(in);
        }
    }

    std::uint32_t type_index(Reader& in) const {
        const std::uint32_t index = in.number();
        if (index >= module_.types.size()) {
            in.fail("there is no such type");
        }
        return index;
    }

    /// Functions of WASI take and give numbers.
    void judge_imports(Reader& in) {
        for (std::uint32_t left = in.count(max_imports, "imports"); left > 0; --left) {
            const std::string_view from = in.text();
            const std::string_view what = in.text();
            const auto refuse = [&] {
                in.refuse(fmt::format("the import {}.{}", printable(from), printable(what)));
            };
            if (in.byte() != function_kind || from != "wasi_snapshot_preview1") {
                refuse();
            }
            const std::uint32_t index = type_index(in);
            const FunctionType& type = module_.types[index];
            const bool has_integers =
                std::all_of(type.parameters.begin(), type.parameters.end(), [](Type each) {
                    return each == Type::i32 || each == Type::i64;
                });
            const bool gives_error = type.results.empty() || (type.results.size() == 1 &&
                                                              type.results.front() == Type::i32);
            if (!has_integers || !gives_error) {
                refuse();
            }
            module_.functions.push_back(index);
        }
        module_.imported_functions = static_cast<std::uint32_t>(module_.functions.size());
    }

    void judge_functions(Reader& in) {
        for (std::uint32_t left = in.count(max_functions, "functions"); left > 0; --left) {
            module_.functions.push_back(type_index(in));
        }
        if (module_.functions.size() > max_functions) {
            in.fail(fmt::format("more than {} functions", max_functions));
        }
    }

    /// `flags` have been read.
    static SizeLimits judge_limits(Reader& in, unsigned flags, std::uint32_t max) {
        SizeLimits limits;
        limits.min = in.number();
        limits.has_max = flags == 1;
        limits.max = limits.has_max ? in.number() : max;
        if (limits.min > limits.max) {
            in.fail("a minimum is above its maximum");
        }
        return limits;
    }

    void judge_tables(Reader& in) {
        module_.tables.resize(in.count(max_tables, "tables"));
        for (Table& table : module_.tables) {
            table.type = in.reference();
            const unsigned flags = in.byte();
            if (flags > 1) {
                in.refuse("a table of another kind");
            }
            table.limits = judge_limits(in, flags, UINT32_MAX);
            if (table.limits.min > max_table_elements) {
                in.fail(fmt::format("a table has more than {} elements", max_table_elements));
            }
        }
    }

    void judge_memories(Reader& in) {
        const std::uint32_t count = in.number();
        if (count > 1) {
            in.refuse("several memories");
        }
        module_.memories.resize(count);
        for (SizeLimits& memory : module_.memories) {
            const unsigned flags = in.byte();
            if ((flags & 2U) != 0) {
                in.refuse("threads (shared memory)");
            }
            if (flags > 1) {
                in.refuse("a memory of 64 bits");
            }
            memory = judge_limits(in, flags, max_pages);
            if (memory.max > max_pages) {
                in.fail("a memory is larger than 4 GiB");
            }
        }
    }

    /// An expression of one constant. Imported globals, which it could name, are refused.
    void judge_constant(Reader& in, Type wanted) {
        Instruction read;
        read_instruction(in, read);
        Type found = Type::any;
        switch (read.opcode) {
        case op_i32_const:
            found = Type::i32;
            break;
        case op_i64_const:
            found = Type::i64;
            break;
        case op_f32_const:
            found = Type::f32;
            break;
        case op_f64_const:
            found = Type::f64;
            break;
        case op_ref_null:
            found = read.type;
            break;
        case op_ref_func:
            require_function(in, read.first);
            names_.referred.insert(read.first);
            found = Type::funcref;
            break;
        default:
            in.fail("something else stands where a constant must be");
        }
        if (found != wanted) {
            in.fail(fmt::format(
                "{} stands where {} must be", wasm::name_of(found), wasm::name_of(wanted)));
        }
        if (in.byte() != op_end) {
            in.fail("a constant has no end");
        }
    }

    void require_function(Reader& in, std::uint32_t index) const {
        if (index >= module_.functions.size()) {
            in.fail("there is no such function");
        }
    }

    void judge_globals(Reader& in) {
        for (std::uint32_t left = in.count(max_globals, "global variables"); left > 0; --left) {
            Global global;
            global.type = in.type();
            const unsigned is_mutable = in.byte();
            if (is_mutable > 1) {
                in.fail("a global variable is neither constant nor mutable");
            }
            global.is_mutable = is_mutable == 1;
            judge_constant(in, global.type);
            module_.globals.push_back(global);
        }
    }

    void judge_exports(Reader& in) {
        const std::array<std::size_t, 4> sizes{
            module_.functions.size(), module_.tables.size(), module_.memories.size(),
            module_.globals.size()};
        for (std::uint32_t left = in.count(max_exports, "exports"); left > 0; --left) {
            const std::string_view name = in.text();
            const Export found{in.byte(), in.number()};
            if (found.kind >= sizes.size() || found.index >= sizes[found.kind]) {
                in.fail(fmt::format("it exports '{}', which isn't there", printable(name)));
            }
            if (!module_.exports.emplace(name, found).second) {
                in.fail(fmt::format("it exports '{}' twice", printable(name)));
            }
            if (found.kind == function_kind) {
                names_.referred.insert(found.index);
            }
        }
    }

    void judge_elements(Reader& in) {
        for (std::uint32_t left = in.count(max_segments, "segments of elements"); left > 0;
             --left) {
            const std::uint32_t flags = in.number();
            if (flags > 7) {
                in.fail("a segment of elements of an unknown kind");
            }
            const bool is_active = (flags & 1U) == 0;
            const bool names_table = is_active && (flags & 2U) != 0;
            const bool has_expressions = (flags & 4U) != 0;
            const std::uint32_t table = names_table ? in.number() : 0;
            if (is_active) {
                judge_constant(in, Type::i32);
            }
            Type type = Type::funcref;
            if ((flags & 3U) != 0) {
                if (has_expressions) {
                    type = in.reference();
                } else if (in.byte() != 0) {
                    in.fail("a segment of unknown elements");
                }
            }
            if (is_active &&
                (table >= module_.tables.size() || module_.tables[table].type != type)) {
                in.fail("a segment of elements has no table of its type");
            }
            names_.segments_of_elements.push_back(type);
            for (std::uint32_t elements = in.count(max_table_elements, "elements"); elements > 0;
                 --elements) {
                if (has_expressions) {
                    judge_constant(in, type);
                } else {
                    const std::uint32_t index = in.number();
                    require_function(in, index);
                    names_.referred.insert(index);
                }
            }
        }
    }

    void judge_code(Reader& in) {
        bodies_ = in.count(max_functions, "functions");
        if (bodies_ != module_.functions.size() - module_.imported_functions) {
            in.fail("the number of functions is another one than that of their types");
        }
        for (std::uint32_t i = 0; i < bodies_; ++i) {
            const std::uint32_t size = in.number();
            if (size > max_body) {
                in.fail(fmt::format("a function has more than {} bytes", max_body));
            }
            Body(module_, names_, module_.type_of(module_.imported_functions + i), in.part(size))
                .judge();
        }
    }

    void judge_data(Reader& in) {
        for (std::uint32_t left = in.count(max_segments, "segments of data"); left > 0; --left) {
            const std::uint32_t flags = in.number();
            if (flags > 2) {
                in.fail("a segment of data of an unknown kind");
            }
            if (flags == 2 && in.number() != 0) {
                in.refuse("several memories");
            }
            if (flags != 1) {
                if (module_.memories.empty()) {
                    in.fail("there is no memory for a segment of data");
                }
                judge_constant(in, Type::i32);
            }
            in.take(in.number());
            ++read_data_;
        }
    }

    const std::string& name_;
    Reader in_;
    Module module_;
    Names names_;
    std::uint32_t bodies_ = 0;
    std::uint32_t read_data_ = 0;
};

} // namespace

Module validated(std::string_view bytes, const std::string& name) {
    return Judge(bytes, name).module();
}

} // namespace referee::wasm
