// What Debian's libc++ 19 for wasm32-wasi lacks, as far as C++ AIs and the games need it: file
// streams, and throwing. An exception can't be caught here: it ends the program, with its text on
// standard error and exit status 1, which is what the samples' main() makes of one.

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <typeinfo>

#if _LIBCPP_VERSION < 190000 || _LIBCPP_VERSION >= 200000
#error "this overlay was made for libc++ 19"
#endif

// <fstream> declares them `extern template`.
_LIBCPP_BEGIN_NAMESPACE_STD
template class basic_filebuf<char>;
template class basic_ifstream<char>;
template class basic_ofstream<char>;
_LIBCPP_END_NAMESPACE_STD

extern "C" void* __cxa_allocate_exception(std::size_t size) {
    return std::malloc(size);
}

extern "C" void __cxa_free_exception(void* memory) {
    std::free(memory);
}

extern "C" [[noreturn]] void __cxa_throw(void* thrown, std::type_info*, void (*)(void*)) {
    // All that this project and the standard library throw has std::exception as its first base.
    std::fprintf(stderr, "%s\n", static_cast<std::exception*>(thrown)->what());
    std::fflush(stderr);
    std::_Exit(1);
}
