// Crashes and all kinds of wrong answers. The reason of the fault says which kind it was.

#include "arena.hpp"
#include "support/catch.hpp"

using tests::Promise;

TEST_CASE("A crash is named by its signal, even after a valid answer", "[hostile][slow]") {
    tests::play_attacks({
        {"crash", "segmentation-fault", "crash", "SIGSEGV"},
        {"crash", "stack", "crash", "SIGSEGV"},
        {"crash", "abort-after-answer", "crash", "SIGABRT"},
        {"crash", "core", "crash", "SIGQUIT"},
        {"crash", "kill-itself", "crash", "SIGKILL"},
    });
}

TEST_CASE(
    "An answer is read strictly, and a wrong one is reported by line and word", "[hostile][slow]") {
    tests::play_attacks({
        {"answers", "nothing", "no-result", ""},
        {"answers", "removed", "no-result", "", Promise::always, "exit"},
        {"answers", "failure", "exit", "exit status 1"},
        {"answers", "garbage", "bad-result", "line 1, word 1"},
        {"answers", "nul-bytes", "bad-result", "line 1, word 4 ('0\\x00')"},
        {"answers", "byte-order-mark", "bad-result", "line 1, word 1 ('\\xef\\xbb\\xbf0')"},
        {"answers", "escapes", "bad-result", "line 1, word 1 ('\\x1b"},
        {"answers", "word-too-many", "bad-result", "line 2, word 3: unexpected '0'"},
        {"answers", "large", "bad-result", "larger than 64 KiB"},
        {"answers", "sparse", "bad-result", "larger than 64 KiB"},
        {"answers", "just-too-large", "bad-result", "larger than 64 KiB"},
        {"answers", "just-fitting", "none", ""},
        {"answers", "crlf", "none", ""},
        {"answers", "out-of-range", "illegal", ""},
    });
}

TEST_CASE(
    "Whatever is in the place of result.dat is never followed nor waited for", "[hostile][slow]") {
    // A hard link needs the same file system for its target and the work folder.
    const auto beside = [](tests::Attack attack) {
        attack.options = {"--work", "/tmp"};
        return attack;
    };
    tests::play_attacks({
        {"stand_ins", "link result.dat", "bad-result", "a link", Promise::always, "none"},
        {"stand_ins", "link-outside result.dat {arena}/outside/file", "bad-result", "a link",
         Promise::always, "none"},
        {"stand_ins", "link-outside result.dat /dev/zero", "bad-result", "a link", Promise::always,
         "none"},
        {"stand_ins", "link-outside result.dat /nowhere", "bad-result", "a link", Promise::always,
         "none"},
        {"stand_ins", "link-to-itself result.dat", "bad-result", "a link", Promise::always, "none"},
        {"stand_ins", "fifo result.dat", "bad-result", "a pipe", Promise::always, "none"},
        {"stand_ins", "socket result.dat", "bad-result", "a socket", Promise::always, "none"},
        {"stand_ins", "folder result.dat", "bad-result", "a folder", Promise::always, "none"},
        {"stand_ins", "second-name result.dat", "bad-result", "hard link", Promise::always, "none"},
    });
    // The system refuses these to everyone but root or the owner; then the AI plays on.
    tests::play_attacks({
        {"stand_ins", "device result.dat", "none", ""},
        beside(
            {"stand_ins", "hard-link-outside result.dat {arena}/field.dat", "none", "",
             Promise::own_user}),
    });
}

TEST_CASE(
    "Whatever is in the place of notes.dat is ignored, and the move counts", "[hostile][slow]") {
    tests::play_attacks({
        {"stand_ins", "link-outside notes.dat {arena}/outside/file", "none", ""},
        {"stand_ins", "link-outside notes.dat /dev/zero", "none", ""},
        {"stand_ins", "fifo notes.dat", "none", ""},
        {"stand_ins", "socket notes.dat", "none", ""},
        {"stand_ins", "folder notes.dat", "none", ""},
        {"stand_ins", "second-name notes.dat", "none", ""},
        {"stand_ins", "unreadable notes.dat", "none", ""},
    });
}

TEST_CASE("An answer that its own user can't read any more still counts", "[hostile]") {
    tests::play_attacks({{"stand_ins", "unreadable result.dat", "none", ""}});
}
