/// Headers that most sources of modules include, compiled once for each kind of optimisation:
/// scripts/make/wasm.mk. Every file still includes what it uses. As referee/precompiled.hpp,
/// without what WebAssembly lacks.

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
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
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#ifdef __OPTIMIZE_SIZE__ // the referee's own sources, not AIs and what they compute with
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#endif
