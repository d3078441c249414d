// Pictures of several files by one command.
#include <catch2/catch.hpp>

#include "../support/sanitized.hpp"
#include "program.hpp"
#include "runner/skip.hpp"

using namespace redforge::test;

TEST_CASE("render: writes pictures of several files into a folder, by their names", "[cli]")
{
    if constexpr (sanitized) {
        redforge::test::skip("what a graphics driver leaves behind would be counted");
        return;
    }
    const TemporaryFolder folder;
    const ProcessResult drawn = run_shell(
        folder.path(),
        "printf 'v 0 0 0\\nv 256 0 0\\nv 0 256 0\\nusemtl colour_9\\nf 1 3 2\\n' > A.obj && cp A.obj B.obj && "
        "redforge model import A.obj B.obj -o models/ -q && "
        "redforge render models/A.3D models/B.3D -o pictures/ -q && ls pictures");
    CHECK(drawn.output == "A.png\nB.png\n");
    CHECK(drawn.status == 0);
}
