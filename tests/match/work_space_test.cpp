// How much each AI may write: referee/match/work_space.hpp. Real disks: hostile/shared_space_test.

#include "match/work_space.hpp"
#include "support/catch.hpp"

using namespace referee;

TEST_CASE("the reason of whoever filled a small disk has figures", "[match]") {
    CHECK(
        reason_of_full_disk(800U << 10U, 512U << 10U) ==
        "it filled the disk: 0.781 MiB in its work folder, of 0.5 MiB that it may write");
    CHECK(
        reason_of_full_disk(40U << 20U, 30U << 20U) ==
        "it filled the disk: 40 MiB in its work folder, of 30 MiB that it may write");
}
