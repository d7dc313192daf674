# Compilers, and the flags that they get.

ifeq ($(origin CXX),default)
CXX := g++
endif
ifeq ($(origin CC),default)
CC := gcc
endif
OPTIMISE      ?= $(if $(SAN),-O1 -g,-O2)
# What runs once a command or once a game, and the tests, are optimised less, so that they compile faster.
COLD_OPTIMISE ?= $(if $(SAN),$(OPTIMISE),-O1 $(unroll))
# GCC 13 for x86 sets this flag with -O2 and refuses a precompiled header to files without it.
unroll := $(shell $(CXX) -munroll-only-small-loops -E -x c++ /dev/null >/dev/null 2>&1 && echo -munroll-only-small-loops)
# The tests are compiled by the clang that WebAssembly needs, where it is installed: without optimising, in half of GCC's
# time. What they test is compiled as it ships.
TEST_CXX      ?= $(or $(if $(SAN),,$(shell command -v $(WASM_CXX))),$(CXX))
TEST_OPTIMISE ?= $(if $(findstring clang,$(TEST_CXX)),-O0,$(COLD_OPTIMISE))
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow
sanitize := $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer)
cppflags := -D_GNU_SOURCE $(CPPFLAGS)
optimise := $(OPTIMISE)
# The Python module and the programs are linked of the same objects. Hidden functions are called and inlined as in
# code that can't be loaded.
loadable := -fPIC -fvisibility=hidden
cxxflags  = -std=c++20 $(optimise) $(loadable) $(WARNINGS) $(sanitize) $(CXXFLAGS)
cflags   := -std=c17 $(OPTIMISE) $(WARNINGS) $(CFLAGS)
ldflags  := $(sanitize) $(LDFLAGS)
LIBS     := -lboost_iostreams -lboost_program_options -lboost_filesystem -lfmt -lnettle -lseccomp -lcmark -lminizip -lz -lSQLiteCpp -lsqlite3

# Headers that most files include are compiled once. PRECOMPILED= builds without.
PRECOMPILED ?= yes
precompiled  = $(if $(PRECOMPILED),$(BUILD)/precompiled/$(1).hpp)
# What ccache asks for before it caches what is compiled with such a header.
export CCACHE_SLOPPINESS := pch_defines,time_macros,include_file_ctime,include_file_mtime

# AIs in C and C++ are linked statically where that can be done: without a loader a program starts
# faster, and most AIs start in every move. STATIC= uses shared libraries, as distributions want it.
STATIC ?= $(if $(SAN),,$(shell echo 'int main() {}' | $(CXX) -x c++ -static -o /dev/null - 2>/dev/null && echo yes))
static := $(if $(STATIC),-static)
