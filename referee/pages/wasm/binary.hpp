#pragma once

/// The binary format of WebAssembly ("WebAssembly Core Specification" 2.0, chapter 5): reading its
/// numbers, names, types and instructions, and writing numbers. Vector instructions, threads,
/// exceptions and everything newer are refused by name.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace referee::wasm {

enum Section : unsigned {
    custom = 0,
    types = 1,
    imports = 2,
    functions = 3,
    tables = 4,
    memories = 5,
    globals = 6,
    exports = 7,
    start = 8,
    elements = 9,
    code = 10,
    data = 11,
    data_count = 12,
};

/// What can be imported and exported.
enum Kind : unsigned { function_kind, table_kind, memory_kind, global_kind };

/// The bytes of the types of values; `any` is what unreachable code has on its stack.
enum class Type : unsigned char {
    any = 0,
    i32 = 0x7f,
    i64 = 0x7e,
    f32 = 0x7d,
    f64 = 0x7c,
    funcref = 0x70,
    externref = 0x6f,
};
inline bool is_reference(Type type) {
    return type == Type::funcref || type == Type::externref;
}

/// The opcodes that are named somewhere. Those of two numbers, 0xfc and N, are 0xfc00 + N.
enum Opcode : unsigned {
    op_unreachable = 0x00,
    op_nop = 0x01,
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
    op_drop = 0x1a,
    op_select = 0x1b,
    op_select_typed = 0x1c,
    op_local_get = 0x20,
    op_local_set = 0x21,
    op_local_tee = 0x22,
    op_global_get = 0x23,
    op_global_set = 0x24,
    op_table_get = 0x25,
    op_table_set = 0x26,
    op_first_load = 0x28,
    op_first_store = 0x36,
    op_last_store = 0x3e,
    op_memory_size = 0x3f,
    op_memory_grow = 0x40,
    op_i32_const = 0x41,
    op_i64_const = 0x42,
    op_f32_const = 0x43,
    op_f64_const = 0x44,
    op_first_plain = 0x45,
    op_i64_lt_s = 0x53,
    op_i64_gt_s = 0x55,
    op_i64_sub = 0x7d,
    op_i64_mul = 0x7e,
    op_i64_shr_u = 0x88,
    op_i64_extend_i32_u = 0xad,
    op_last_plain = 0xc4,
    op_ref_null = 0xd0,
    op_ref_is_null = 0xd1,
    op_ref_func = 0xd2,
    op_first_saturating = 0xfc00,
    op_last_saturating = 0xfc07,
    op_memory_init = 0xfc08,
    op_data_drop = 0xfc09,
    op_memory_copy = 0xfc0a,
    op_memory_fill = 0xfc0b,
    op_table_init = 0xfc0c,
    op_elem_drop = 0xfc0d,
    op_table_copy = 0xfc0e,
    op_table_grow = 0xfc0f,
    op_table_size = 0xfc10,
    op_table_fill = 0xfc11,
};

std::string unsigned_leb(std::uint64_t value);
std::string signed_leb(std::int64_t value);

class Reader {
  public:
    /// `name` begins the messages; it must live as long as the reader.
    Reader(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

    bool is_at_end() const { return at_ == bytes_.size(); }
    std::size_t at() const { return at_; }
    std::size_t left() const { return bytes_.size() - at_; }
    /// What was read since then.
    std::string_view from(std::size_t begin) const { return bytes_.substr(begin, at_ - begin); }

    unsigned byte();
    unsigned next_byte() const;
    std::string_view take(std::size_t count);
    std::string_view rest() { return take(left()); }
    Reader part(std::size_t size) { return {take(size), name_}; }

    std::uint32_t number();
    /// The number of things that follow, each of at least a byte, of which engines take `max`.
    std::uint32_t count(std::uint32_t max, std::string_view things);
    std::int64_t signed_number(unsigned bits);
    /// A name in UTF-8.
    std::string_view text();
    Type type();
    Type reference();

    /// It is no WebAssembly, or not valid.
    [[noreturn]] void fail(const std::string& what) const;
    /// It is WebAssembly that pages don't offer.
    [[noreturn]] void refuse(std::string_view feature) const;

  private:
    std::string_view bytes_;
    const std::string& name_;
    std::size_t at_ = 0;
};

struct Instruction {
    unsigned opcode = op_unreachable;
    std::uint32_t first = 0;            ///< the first number after it: an index, the alignment
    std::uint32_t second = 0;           ///< the second one
    Type type = Type::any;              ///< of typed select, ref.null, a block with one result
    bool has_type_index = false;        ///< of a block: `first` is the index of its type
    std::vector<std::uint32_t> targets; ///< of br_table, the default last
};

/// Reads the next instruction of a body into `read`, which keeps its memory from one to the next.
void read_instruction(Reader& in, Instruction& read);

} // namespace referee::wasm
