// Linked into the AIs of builds with the address sanitizer only: its search for leaks at the end of
// a program needs /proc, which an AI doesn't see in its box.
extern "C" const char* __asan_default_options() {
    return "detect_leaks=0";
}
