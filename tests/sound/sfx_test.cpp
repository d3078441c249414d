// SFX: consecutive effects, loop flags, parts kept as bytes, and rejected files.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "sound/sfx.hpp"
#include "support/make_bytes.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::sound;
using art::test::bytes_of;
using art::test::join;
using art::test::law_violation;
using art::test::part;
using art::test::u32;
using redforge::test::make_bytes;
using redforge::test::need;
using redforge::test::require_error;

namespace {

Bytes effect(int loop, const Bytes& samples)
{
    return join({u32(1), u32(1), u32(22050), make_bytes({100, loop}), u32(0), u32(0xFFFFFFFF),
                 u32(static_cast<std::uint32_t>(samples.size())), make_bytes({0}), samples});
}

Bytes file(const Bytes& data, std::uint32_t count, const Bytes& end = bytes_of("END "))
{
    return join({part("FXHD", join({bytes_of("Effects"), Bytes(25), u32(count)})), part("FXDT", data), end});
}

}  // namespace

TEST_CASE("SFX: reads effects with loop flags and numbers from 0", "[sound]")
{
    const Bytes bytes = file(join({effect(0, make_bytes({1, 2})), effect(225, make_bytes({3, 4, 5, 6}))}), 2);
    CHECK(is_effects(bytes));
    const Effects effects = need(read_effects(bytes));
    CHECK(effects.description.view() == "Effects");
    REQUIRE(effects.effects.size() == 2);
    CHECK(effects.effects[0].sound.loop == 0);
    CHECK(effects.effects[1].sound.loop == -31);
    CHECK(effects.effects[1].number == 1);
    CHECK(effects.effects[1].stem() == "001");
    CHECK(effects.effects[1].wav.size() == 48);
    CHECK_FALSE(effects.count.stored);
    CHECK(law_violation(effects, bytes, write_effects).empty());
}

TEST_CASE("SFX: keeps a wrong count, a truncated effect and a missing END", "[sound]")
{
    const auto kept_in = [](const Bytes& bytes) {
        const Effects effects = need(read_effects(bytes));
        CHECK(law_violation(effects, bytes, write_effects).empty());
        return effects;
    };
    const Bytes one = effect(0, make_bytes({1, 2}));
    CHECK(kept_in(file(one, 9)).count.stored == 9U);
    CHECK(kept_in(file(join({one, make_bytes({1, 2, 3})}), 1)).rest == make_bytes({1, 2, 3}));
    CHECK(kept_in(file(one, 1, {})).no_end == 1);
    CHECK(kept_in(file(one, 1, bytes_of("END more"))).tail == bytes_of("more"));
}

TEST_CASE("SFX: rejects truncated files, gaps in numbers and invalid WAV files", "[sound]")
{
    Bytes cut = file(effect(0, make_bytes({1, 2})), 1);
    cut.resize(60);
    const Error gone = require_error(read_effects(cut));
    CHECK(gone.message == "FXDT with 29 bytes is not in the file");
    CHECK(gone.offset == 44U);
    CHECK(gone.section == "FXDT");
    CHECK(gone.hint == "8 bytes follow");
    cut.resize(51);
    CHECK(require_error(read_effects(cut)).message == "the file ends after 51 bytes");
    CHECK(require_error(read_effects(cut)).offset == 51U);
    const Error other = require_error(read_effects(bytes_of("FXHD, not of 36 bytes")));
    CHECK(other.message == "not a file of sound effects: it does not begin with FXHD of 36 bytes");
    CHECK(other.offset == 0U);
    Effects effects = need(read_effects(file(effect(0, make_bytes({1, 2})), 1)));
    effects.effects.push_back(effects.effects[0]);
    CHECK(require_error(write_effects(effects)).message == "the effect at place 1 has the number 0");
    update_dependents(effects, effects);
    CHECK(need(write_effects(effects)) ==
          file(join({effect(0, make_bytes({1, 2})), effect(0, make_bytes({1, 2}))}), 2));
    effects.effects[0].sound.length = 7;
    CHECK(require_error(write_effects(effects)).field == "effects[0].length");
    CHECK(require_error(write_effects(effects)).hint == "the next effect begins after it, so it can only be 2");
    effects.effects[0].sound.length = {};
    effects.effects[1].wav = {};
    CHECK(require_error(write_effects(effects)).field == "effects[1].wav");
}
