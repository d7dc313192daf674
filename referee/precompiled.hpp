/// Headers of the standard library and fmt that most files include, compiled once. The Makefile
/// includes them before every file of the referee. Every file still includes what it uses;
/// `make PRECOMPILED=` builds without this header and reveals missing includes.

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

// fmt 9 compiles its whole formatter into every file that uses format_to; the library has it,
// unless fmt is used without its library, as `make fuzz` does.
#if FMT_VERSION >= 90000 && FMT_VERSION < 100000 && !defined(FMT_HEADER_ONLY)
extern template void fmt::v9::detail::vformat_to<char>(
    fmt::v9::detail::buffer<char>&, fmt::v9::string_view, fmt::v9::format_args,
    fmt::v9::detail::locale_ref);
#endif
