// Progress reports go to the receiver; cancelling stops the work.
#include <catch2/catch.hpp>

#include "core/progress.hpp"

using namespace redforge;

TEST_CASE("progress: without a listener, work continues", "[progress]")
{
    CHECK(Progress{}.step(0.5, "reading"));
}

TEST_CASE("progress: each step reaches the receiver until cancelled", "[progress]")
{
    std::string heard;
    std::atomic<bool> cancel{false};
    const Progress progress{.report =
                                [&](double fraction, std::string_view what) {
                                    heard += std::string(what) + (fraction == 0.25 ? " a quarter." : " other.");
                                },
                            .cancel = &cancel};
    CHECK(progress.step(0.25, "reading MPOB"));
    cancel = true;
    const auto stopped = progress.step(0.5, "reading MPSF");
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().code == ErrorCode::cancelled);
    CHECK(heard == "reading MPOB a quarter.");
}
