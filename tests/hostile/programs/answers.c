// Gives wrong answers, or right ones in an odd form.

#include "attack.h"

static FILE* open_result(void) {
    FILE* const file = fopen("result.dat", "w");
    if (file == NULL) {
        exit(its_own_failure);
    }
    return file;
}

static _Noreturn void write_bytes(const char* bytes, size_t count) {
    FILE* const file = open_result();
    fwrite(bytes, 1, count, file);
    exit(fclose(file) == 0 ? 0 : its_own_failure);
}

// A valid answer, then blanks until the file has `size` bytes.
static _Noreturn void write_padded(long size) {
    FILE* const file = open_result();
    write_answer(file);
    for (long at = ftell(file); at < size; ++at) {
        fputc(' ', file);
    }
    exit(fclose(file) == 0 ? 0 : its_own_failure);
}

static void nothing(void) {
    exit(0);
}

static void removed(void) {
    exit(unlink("result.dat") == 0 ? 0 : its_own_failure);
}

static void failure(void) {
    answer();
    exit(1);
}

static void garbage(void) {
    char bytes[5000];
    unsigned state = 1;
    for (size_t i = 0; i < sizeof bytes; ++i) {
        state = state * 1103515245 + 12345;
        bytes[i] = (char)(state >> 16);
    }
    write_bytes(bytes, sizeof bytes);
}

static void nul_bytes(void) {
    write_bytes("0 0 1 0\0", 8);
}

static void byte_order_mark(void) {
    write_bytes(
        "\xef\xbb\xbf"
        "0 0 1 0\n",
        11);
}

// Terminal escape sequences, in a word of 60,000 bytes.
static void escapes(void) {
    char bytes[60000];
    memset(bytes, '\a', sizeof bytes);
    memcpy(
        bytes,
        "\x1b]0;hostile\a\x1b[2J\xc2\x9b"
        "31m",
        20);
    fprintf(
        stderr, "\x1b]0;hostile\a\x1b[2J\xc2\x9b"
                "31m\r\n");
    write_bytes(bytes, sizeof bytes);
}

static void word_too_many(void) {
    write_bytes("0 0\n1 0 0\n", 10);
}

static void large(void) {
    write_padded(15 << 20);
}

static void sparse(void) {
    answer();
    // By descriptor: older kernels' Landlock doesn't know about truncation, so the call that takes
    // a path is refused there.
    const int file = open("result.dat", O_WRONLY);
    exit(ftruncate(file, 16 << 20) == 0 ? 0 : its_own_failure);
}

static void just_fitting(void) {
    write_padded(64 << 10);
}

static void just_too_large(void) {
    write_padded((64 << 10) + 1);
}

static void crlf(void) {
    answer();
    FILE* const file = fopen("result.dat", "r+");
    if (file == NULL || fseek(file, -1, SEEK_END) != 0) {
        exit(its_own_failure);
    }
    fputs("\r\n", file);
    exit(fclose(file) == 0 ? 0 : its_own_failure);
}

static void out_of_range(void) {
    write_bytes("0 0 -1 99999999999999999999999\n", 31);
}

int main(int count, char** words) {
    static const struct Attack attacks[] = {
        {"nothing", nothing, false},
        {"removed", removed, false},
        {"failure", failure, false},
        {"garbage", garbage, false},
        {"nul-bytes", nul_bytes, false},
        {"byte-order-mark", byte_order_mark, false},
        {"escapes", escapes, false},
        {"word-too-many", word_too_many, false},
        {"large", large, false},
        {"sparse", sparse, false},
        {"just-fitting", just_fitting, false},
        {"just-too-large", just_too_large, false},
        {"crlf", crlf, false},
        {"out-of-range", out_of_range, false},
        {NULL, NULL, false},
    };
    return run_attack(count, words, attacks);
}
