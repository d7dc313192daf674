#include "pages/wasm/binary.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace referee::wasm {

std::string unsigned_leb(std::uint64_t value) {
    std::string bytes;
    do {
        const auto low = static_cast<unsigned char>(value & 127U);
        value >>= 7U;
        bytes += static_cast<char>(value != 0 ? low | 128U : low);
    } while (value != 0);
    return bytes;
}

std::string signed_leb(std::int64_t value) {
    std::string bytes;
    while (value < -64 || value > 63) { // bit 6 of the last byte is its sign
        bytes += static_cast<char>((static_cast<std::uint64_t>(value) & 127U) | 128U);
        value >>= 7;
    }
    return bytes += static_cast<char>(static_cast<std::uint64_t>(value) & 127U);
}

unsigned Reader::byte() {
    return static_cast<unsigned char>(take(1)[0]);
}

unsigned Reader::next_byte() const {
    if (is_at_end()) {
        fail("it breaks off");
    }
    return static_cast<unsigned char>(bytes_[at_]);
}

std::string_view Reader::take(std::size_t count) {
    if (count > left()) {
        fail("it breaks off");
    }
    at_ += count;
    return bytes_.substr(at_ - count, count);
}

std::uint32_t Reader::number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
        const unsigned next = byte();
        value |= static_cast<std::uint64_t>(next & 127U) << shift;
        if (next < 128) {
            if (value > UINT32_MAX) {
                fail("a number is too large");
            }
            return static_cast<std::uint32_t>(value);
        }
    }
    fail("a number is too long");
}

std::uint32_t Reader::count(std::uint32_t max, std::string_view things) {
    const std::uint32_t value = number();
    if (value > left()) {
        fail("it breaks off");
    }
    if (value > max) {
        fail(fmt::format("{} {}, more than {}", value, things, max));
    }
    return value;
}

std::int64_t Reader::signed_number(unsigned bits) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < bits; shift += 7) {
        const unsigned next = byte();
        value |= static_cast<std::uint64_t>(next & 127U) << shift;
        if (next >= 128) {
            continue;
        }
        const unsigned known = std::min(shift + 7, 64U);
        if (known < 64 && (next & 64U) != 0) {
            value |= ~std::uint64_t{0} << known;
        }
        // Bits beyond the number's size must be copies of its sign.
        const auto result = static_cast<std::int64_t>(value);
        const unsigned beyond = shift + 7 > bits ? shift + 7 - bits : 0;
        const unsigned last = 7 - beyond; // bits of the last byte that count
        const unsigned sign = (next & 127U) >> (last - 1);
        if (beyond != 0 && sign != 0 && sign != (127U >> (last - 1))) {
            fail("a number is too large");
        }
        return result;
    }
    fail("a number is too long");
}

std::string_view Reader::text() {
    const std::string_view name = take(number());
    constexpr std::size_t max_length = 100'000;
    if (name.size() > max_length) {
        fail("a name is too long");
    }
    for (std::size_t at = 0; at < name.size();) {
        const std::size_t length = utf8_length(name.substr(at));
        if (length == 0) {
            fail("a name is not UTF-8");
        }
        at += length;
    }
    return name;
}

Type Reader::type() {
    const unsigned read = byte();
    switch (static_cast<Type>(read)) {
    case Type::i32:
    case Type::i64:
    case Type::f32:
    case Type::f64:
    case Type::funcref:
    case Type::externref:
        return static_cast<Type>(read);
    default:
        break;
    }
    if (read == 0x7b) {
        refuse("vector instructions (SIMD)");
    }
    fail(fmt::format("the unknown type 0x{:02x}", read));
}

Type Reader::reference() {
    const Type read = type();
    if (!is_reference(read)) {
        fail("a type that is no reference");
    }
    return read;
}

void Reader::fail(const std::string& what) const {
    throw UserError(fmt::format("{}: not a module that can run in a page: {}", name_, what));
}

void Reader::refuse(std::string_view feature) const {
    throw UserError(fmt::format(
        "{}: the module needs {}, which AIs in a page don't have; compile it without", name_,
        feature));
}

namespace {

/// What an instruction that isn't known here belongs to.
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

/// The type of a block: nothing, one result, or the number of a function's type.
void read_block_type(Reader& in, Instruction& read) {
    const unsigned first = in.next_byte();
    if (first == 0x40) {
        in.byte();
    } else if (first >= 0x41 && first < 0x80) {
        read.type = in.type();
    } else {
        const std::int64_t index = in.signed_number(33);
        if (index < 0) {
            in.fail("a block's type is written in several bytes");
        }
        read.first = static_cast<std::uint32_t>(index);
        read.has_type_index = true;
    }
}

void read_targets(Reader& in, Instruction& read) {
    constexpr std::uint32_t max_targets = 65'520; // V8's
    read.targets.resize(in.count(max_targets, "targets of a br_table") + std::size_t{1});
    for (std::uint32_t& target : read.targets) {
        target = in.number();
    }
}

void read_more(Reader& in, Instruction& read) {
    const std::uint32_t kind = in.number();
    if (kind > (op_table_fill & 0xffU)) {
        in.refuse(fmt::format("the unknown instruction 0xfc {}", kind));
    }
    read.opcode = op_first_saturating + kind;
    const auto index = [&in] { return in.number(); };
    // For the number of a memory there is a zero byte.
    const auto zero = [&in] {
        if (in.byte() != 0) {
            in.refuse("several memories");
        }
    };
    switch (read.opcode) {
    case op_memory_init:
        read.first = index();
        zero();
        break;
    case op_memory_copy:
        zero();
        zero();
        break;
    case op_memory_fill:
        zero();
        break;
    case op_table_init:
    case op_table_copy:
        read.first = index();
        read.second = index();
        break;
    case op_data_drop:
    case op_elem_drop:
    case op_table_grow:
    case op_table_size:
    case op_table_fill:
        read.first = index();
        break;
    default:
        break;
    }
}

bool has_no_more(unsigned opcode) {
    return opcode <= op_nop || (opcode >= op_first_plain && opcode <= op_last_plain) ||
           opcode == op_else || opcode == op_end || opcode == op_return || opcode == op_drop ||
           opcode == op_select || opcode == op_ref_is_null;
}

bool has_index(unsigned opcode) {
    return opcode == op_br || opcode == op_br_if || opcode == op_call || opcode == op_ref_func ||
           (opcode >= op_local_get && opcode <= op_table_set);
}

} // namespace

void read_instruction(Reader& in, Instruction& read) {
    read.opcode = in.byte();
    read.has_type_index = false;
    read.type = Type::any;
    if (has_no_more(read.opcode)) {
        return;
    }
    if (has_index(read.opcode)) {
        read.first = in.number();
        return;
    }
    if (read.opcode >= op_first_load && read.opcode <= op_last_store) {
        read.first = in.number();
        read.second = in.number();
        return;
    }
    switch (read.opcode) {
    case op_block:
    case op_loop:
    case op_if:
        read_block_type(in, read);
        break;
    case op_br_table:
        read_targets(in, read);
        break;
    case op_call_indirect:
        read.first = in.number();
        read.second = in.number();
        break;
    case op_select_typed:
        if (in.number() != 1) {
            in.fail("a select of several types");
        }
        read.type = in.type();
        break;
    case op_memory_size:
    case op_memory_grow:
        if (in.byte() != 0) {
            in.refuse("several memories");
        }
        break;
    case op_i32_const:
        in.signed_number(32);
        break;
    case op_i64_const:
        in.signed_number(64);
        break;
    case op_f32_const:
        in.take(4);
        break;
    case op_f64_const:
        in.take(8);
        break;
    case op_ref_null:
        read.type = in.reference();
        break;
    case 0xfc:
        read_more(in, read);
        break;
    default:
        in.refuse(feature_of(read.opcode));
    }
}

} // namespace referee::wasm
