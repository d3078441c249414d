// Real saves: nothing lost, and no part of an actor kept as bytes.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>

#include "runner/skip.hpp"
#include "support/samples.hpp"
#include "tes/save.hpp"
#include "tes/save_change.hpp"

using namespace redforge;
using namespace redforge::tes;

TEST_CASE("save corpus: every save round-trips with every actor decoded")
{
    const char* const corpus = std::getenv("REDFORGE_CORPUS");
    const std::filesystem::path folder = std::filesystem::path(corpus == nullptr ? "" : corpus) / "oblivion-saves";
    if (corpus == nullptr || !std::filesystem::is_directory(folder)) {
        redforge::test::skip("REDFORGE_CORPUS names no folder with saves");
        return;
    }
    std::size_t npcs = 0;
    std::size_t creatures = 0;
    std::size_t unread = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".ess") {
            continue;
        }
        INFO(entry.path());
        const Bytes bytes = test::read_file(entry.path());
        RawFallbacks kept;
        const Result<Save> save = read_save(bytes, &kept);
        REQUIRE(save);
        CHECK(kept.empty());
        const Result<Bytes> written = write_save(*save);
        CHECK((written && same_bytes(*written, bytes)));
        for (const AnyChange& change : save->changes) {
            const auto* plain = tes::get_if<Change>(change);
            npcs += tes::get_if<NpcChange>(change) != nullptr ? 1U : 0U;
            creatures += tes::get_if<CreatureChange>(change) != nullptr ? 1U : 0U;
            unread += plain != nullptr && (plain->type == 35 || plain->type == 36) ? 1U : 0U;
        }
    }
    CHECK(npcs > 15000);
    CHECK(creatures > 100);
    CHECK(unread == 0);
}
