#include "base/error.hpp"
#include "support/catch.hpp"

#include <cerrno>

using namespace referee;

TEST_CASE("a failed system call keeps its number until it is caught", "[base]") {
    struct ChangesErrno {
        ~ChangesErrno() { errno = EBADF; }
    };
    errno = ENOSPC;
    try {
        const ChangesErrno leaves;
        fail("writing f");
    } catch (const InternalError& failure) {
        CHECK(failure.error_number == ENOSPC);
        CHECK_THAT(failure.what(), StartsWith("writing f: No space left on device"));
    }
    CHECK_THROWS_AS(fail("opening g", EACCES), InternalError);
}
