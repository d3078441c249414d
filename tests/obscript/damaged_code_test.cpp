// Decompiles damaged code: an error, or a source that compiles to the code. The seeds are fixed.
#include <catch2/catch.hpp>

#include <array>
#include <string>
#include <string_view>

#include "obscript/decompile.hpp"
#include "support/outcome.hpp"
#include "support/random.hpp"

namespace {

using namespace redforge;
using namespace redforge::obscript;
using redforge::test::Random;

struct Sample {
    const char* name;
    ScriptKind kind;
    std::string_view source;
};

constexpr std::array<Sample, 4> samples{{
    {"object", ScriptKind::object,
     "scn A\nshort done\nfloat timer\nref who\n"
     "begin GameMode\nif done == 0 && timer > 1.5\nset done to 1 + 2 * 3\nset timer to GetSecondsPassed\n"
     "elseif who.GetDead || done != 2\nwho.AddItem 0000000F 5\nelse\nreturn\nendif\nend\n"
     "begin OnActivate player\nMessageBox \"Open it?\", \"Yes\", \"No\"\nMessage \"%.0f left\", timer\nActivate\nend\n"
     "begin MenuMode 1008\nset who to player\nwho.moveto player 1 2 3\nend\n"},
    {"quest", ScriptKind::quest,
     "scn Q\nshort stage\nref it\n"
     "begin GameMode\nset stage to GetStage it\nsetstage it 10\nit.PlayGroup Idle 0\n"
     "it.SetActorValue Health 10\nit.GetPos X\nit.Say it\nit.PlaceAtMe it 1 0 0\nend\n"},
    {"obse", ScriptKind::object,
     "scn O\nfloat x\nstring_var text\narray_var list\nref it\n"
     "begin function {x, it}\nlet x := 1 + 2 * x\nlet list := ar_Construct Array\nlet list[0] := 5\n"
     "let text := \"a\"\nif eval x > 1 && it\nwhile x < 5\nlet x += 1\nloop\nendif\n"
     "foreach list <- list\nloop\nprintc \"%g\" x\nit.Call it x\nSetFunctionValue x\nend\n"
     "begin _OnActivate it\nit.AddItem it 1+1\nend\n"},
    {"result", ScriptKind::result, "player.AddItem 0000000F 1\nplayer.ForceAv Health 1\n"},
}};

Bytes damaged(Random& random, Bytes code)
{
    const std::size_t at = random.below(code.size());
    const auto place = code.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random.below(8)) {
    case 0: code.resize(at); break;
    case 1: code.erase(place); break;
    case 2: code.insert(place, static_cast<std::byte>(random.bits())); break;
    case 3: *place = static_cast<std::byte>(random.bits()); break;
    case 4: *place = static_cast<std::byte>(static_cast<int>(*place) - 1); break;
    case 5: *place = static_cast<std::byte>(code[random.below(code.size())]); break;
    default: *place = static_cast<std::byte>(static_cast<int>(*place) + 1);
    }
    return code;
}

}  // namespace

TEST_CASE("damaged code: is rejected, or decompiles to a source that gives it again", "[obscript]")
{
    const KnownNames known;
    for (const Sample& sample : samples) {
        INFO(sample.name);
        NamedEnvironment environment(known);
        const Compiled whole = compile(sample.source, environment, {.kind = sample.kind});
        for (const Message& each : whole.messages) {
            UNSCOPED_INFO(describe(each.error));
        }
        CHECK_FALSE(whole.failed());
        for (std::uint64_t seed = 0; seed < 1500; ++seed) {
            Random random(seed);
            const Bytes code = seed == 0 ? whole.code : damaged(random, whole.code);
            const Result<Decompiled> made = decompile({.name = "A",
                                                       .kind = sample.kind,
                                                       .code = code,
                                                       .variables = whole.variables,
                                                       .references = whole.references,
                                                       .last_variable = whole.last_variable},
                                                      {});
            if (!made) {
                CHECK_FALSE(made.error().message.empty());
                continue;
            }
            NamedEnvironment again(made->names);
            CHECK(compile(made->source, again, {.kind = sample.kind}).code == code);
        }
    }
}
