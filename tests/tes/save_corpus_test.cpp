// Real saves: exact round trips, and no part of an actor as raw bytes.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>

#include "runner/skip.hpp"
#include "support/samples.hpp"
#include "tes/save/save.hpp"

using namespace redforge;
using namespace redforge::tes;

TEST_CASE("save corpus: every save round-trips, and every actor is decoded")
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
        const Bytes bytes = redforge::test::read_file(entry.path());
        RawFallbacks kept;
        const Result<Save> save = read_save(bytes, &kept);
        REQUIRE(save);
        CHECK(kept.empty());
        const Result<Bytes> written = write_save(*save);
        CHECK((written && same_bytes(*written, bytes)));
        for (const MixedList::Element& change : save->changes) {
            npcs += is_change(change, "npc") ? 1U : 0U;
            creatures += is_change(change, "creature") ? 1U : 0U;
            const std::string type = is_change(change, "change") ? change.handle().find_field("type").text() : "";
            unread += type == "npc" || type == "crea" ? 1U : 0U;
        }
    }
    CHECK(npcs > 15000);
    CHECK(creatures > 100);
    CHECK(unread == 0);
}
