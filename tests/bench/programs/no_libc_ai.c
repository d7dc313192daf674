// trivial_ai.c without a C library, by system calls alone. The process starts in a third of the
// time, so that the referee's own share shows. The kernel enters at _start.

static const char path[] = "result.dat";
static const char answer[] = "9 9 9 9\n";

enum { write_only = 1, at_work_folder = -100, answer_size = sizeof answer - 1 };

#if defined(__x86_64__)

enum { call_write = 1, call_openat = 257, call_exit = 231 };

static long call(long number, long first, const void* second, long third) {
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(first), "S"(second), "d"(third)
                     : "rcx", "r11", "memory");
    return result;
}

#elif defined(__aarch64__)

enum { call_write = 64, call_openat = 56, call_exit = 94 };

static long call(long number, long first, const void* second, long third) {
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = first;
    register const void* x1 __asm__("x1") = second;
    register long x2 __asm__("x2") = third;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
    return x0;
}

#else
#error "no system calls known for this processor; the Makefile leaves this program out"
#endif

void _start(void) {
    const long file = call(call_openat, at_work_folder, path, write_only);
    const int is_written = file >= 0 && call(call_write, file, answer, answer_size) == answer_size;
    call(call_exit, is_written ? 0 : 1, 0, 0);
    __builtin_unreachable();
}
