// Sources of compiled code: explicit texts, and round trips.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>

#include "core/bytes/hex.hpp"
#include "obscript/decompile.hpp"

using namespace redforge;
using namespace redforge::obscript;

namespace {

const KnownNames& known()
{
    static const KnownNames names = [] {
        KnownNames made;
        made.forms = {{"gold001", {0x0000000F, false}}, {"chest", {0x01000D62, false}}, {"keeper", {0x01000AAA, false}},
                      {"rain", {0x01000BBB, true}},     {"gamehour", {0x38, true}},     {"playerref", {0x14, false}}};
        made.variables = {{{"keeper", "stage"}, {3, VariableType::integer}}};
        return made;
    }();
    return names;
}

Compiled compiled_known(std::string_view source, ScriptKind kind = ScriptKind::object)
{
    NamedEnvironment environment(known());
    Compiled done = compile(source, environment, {.kind = kind});
    for (const Message& each : done.messages) {
        UNSCOPED_INFO(each.error.line << ": " << each.error.message);
    }
    REQUIRE_FALSE(done.failed());
    return done;
}

Result<Decompiled> made_of(const Compiled& script, const OutsideNames& outside, ScriptKind kind = ScriptKind::object)
{
    return decompile({.name = "A",
                      .kind = kind,
                      .code = script.code,
                      .variables = script.variables,
                      .references = script.references,
                      .last_variable = script.last_variable},
                     outside);
}

const OutsideNames named{.form =
                             [](std::uint32_t form) {
                                 for (const auto& [name, each] : known().forms) {
                                     if (each.form_id == form) {
                                         return name;
                                     }
                                 }
                                 return std::string();
                             },
                         .variable =
                             [](std::uint32_t form, std::uint16_t index) {
                                 return form == 0x01000AAA && index == 3 ? std::string("stage") : std::string();
                             }};

/// Checks that decompiling the code of a source gives the source.
void same(const std::string& source, ScriptKind kind = ScriptKind::object)
{
    const Result<Decompiled> made = made_of(compiled_known(source, kind), named, kind);
    if (!made) {
        INFO(made.error().message);
        REQUIRE(made);
    }
    CHECK(made->source == source);
    CHECK(made->invented.empty());
}

}  // namespace

TEST_CASE("decompile: prints code as its source", "[obscript]")
{
    same("scn A\n\n"
         "short done\nfloat timer\nref who\n\n"
         "begin OnActivate\n"
         "    if done == 0 && GetActionRef == player\n"
         "        set who to GetActionRef\n"
         "        set timer to timer + (done - 2) * -1.5\n"
         "        chest.Activate who 1\n"
         "    elseif keeper.stage >= 10\n"
         "        player.AddItem gold001 100\n"
         "        Message \"You get %.0f.\", timer, 10\n"
         "        MessageBox \"Which?\", \"This\", \"That\"\n"
         "    else\n"
         "        set keeper.stage to keeper.stage + 1\n"
         "        set rain to gamehour / 2\n"
         "        return\n"
         "    endif\n"
         "end\n\n"
         "begin GameMode\n"
         "    if player.GetItemCount gold001 - 5 < 0\n"
         "        chest.SetPos Z 100\n"
         "    endif\n"
         "end\n");
    same("set keeper.stage to 20\nplayer.AddItem gold001 1\n", ScriptKind::result);
}

TEST_CASE("decompile: OBSE expressions have the brackets that they need", "[obscript]")
{
    same("scn A\n\n"
         "array_var list\nstring_var text\nshort i\nref item\n\n"
         "begin Function { list }\n"
         "    Let i := 2 * (i + 3) - -1\n"
         "    Let text := $i + \" of %q\"\n"
         "    Let list[i + 1] := GetWeaponSpeed item + 1\n"
         "    Let i := (ar_Find i, list) + 1\n"
         "    foreach list <- chest\n"
         "        Let item := list->value\n"
         "    loop\n"
         "    while i < 10\n"
         "        Let i += 1\n"
         "    loop\n"
         "    if eval !(i == 3 || i > 7)\n"
         "        Call keeper, i, list[0]\n"
         "    endif\n"
         "end\n");
}

TEST_CASE("decompile: every OBSE operator has its precedence and associativity", "[obscript]")
{
    same("scn A\n\n"
         "array_var list\nstring_var text\nshort a\nshort b\nshort c\nref item\n\n"
         "begin GameMode\n"
         "    Let a := b := c\n"
         "    Let a := (b := c) + 1\n"
         "    Let a += b -= c\n"
         "    Let (a := b) += c\n"
         "    Let a := b - (c - 1) - 2\n"
         "    Let a := b ^ (c ^ 2) ^ 3\n"
         "    Let a := (b + c) * -(b + c)\n"
         "    Let a := !(b && c) || !b && c\n"
         "    Let a := b << 1 | c & 3 >> 2\n"
         "    Let a := (b | c) & (b == c)\n"
         "    Let a *= b % 2 / c\n"
         "    Let a /= 300 + 70000\n"
         "    Let a ^= b >= c != b <= c\n"
         "    Let list[1][b] := list[\"x\"]\n"
         "    Let list[ar_Find a, list] := c\n"
         "    Let list->first->second := 1.5\n"
         "    Let text := $a + \"x\"\n"
         "    Let a := #text + (-b)[1]\n"
         "    Call keeper, (ar_Find a, list), ar_Find b, list\n"
         "    Call keeper\n"
         "    Let item := (Call keeper, a) + b\n"
         "    Let a := keeper.stage + GetDisabled\n"
         "end\n");
}

TEST_CASE("decompile: game expressions have the brackets that they need", "[obscript]")
{
    same("scn A\n\n"
         "short a\nshort b\nfloat c\nref who\n\n"
         "begin GameMode\n"
         "    set a to a - (b - c) - 1\n"
         "    set a to (a + b) * (b - c)\n"
         "    set a to a * b + b / c\n"
         "    set a to -(a + b) * -c\n"
         "    set a to a || (b && c) || a\n"
         "    set a to a == b && b != c\n"
         "    set a to a % 2 <= 3\n"
         "    set who to chest\n"
         "    set c to keeper.stage\n"
         "    set keeper.stage to rain\n"
         "    if who.GetDistance player > gamehour\n"
         "        who.Disable\n"
         "    endif\n"
         "end\n\n"
         "begin MenuMode 1002\n"
         "end\n\n"
         "begin OnAlarm Trespass player\n"
         "end\n");
}

TEST_CASE("decompile: prints unnamed forms as FormIDs; invents names for other items", "[obscript]")
{
    const Compiled script = compiled_known("scn A\nshort i\nbegin GameMode\nchest.Activate player\nset i to rain\n"
                                           "set keeper.stage to 1\nLet i := chest.GetDisabled\nend\n");
    const Result<Decompiled> made = made_of(script, {});
    REQUIRE(made);
    CHECK(made->source == "scn A\n\nshort i\n\nbegin GameMode\n    Form01000D62.Activate player\n"
                          "    set i to Global01000BBB\n    set \"01000AAA\".var3 to 1\n"
                          "    Let i := Form01000D62.GetDisabled\nend\n");
    CHECK(made->invented == std::vector<std::string>{"Form01000D62", "Global01000BBB", "01000AAA.var3"});
    NamedEnvironment environment(made->names);
    CHECK(compile(made->source, environment).code == script.code);
}

TEST_CASE("decompile: names that look like FormIDs become FormIDs", "[obscript]")
{
    KnownNames names;
    names.forms = {{"bed", {0x01000001, false}}, {"face", {0x01000002, false}}, {"facade", {0x01000003, false}}};
    NamedEnvironment environment(names);
    const Compiled script =
        compile("Bed.Activate Face 1\n\"Facade\".Activate Bed 1\n", environment, {.kind = ScriptKind::result});
    REQUIRE_FALSE(script.failed());
    const OutsideNames outside{.form =
                                   [&](std::uint32_t form) {
                                       for (const auto& [name, each] : names.forms) {
                                           if (each.form_id == form) {
                                               return name;
                                           }
                                       }
                                       return std::string();
                                   },
                               .variable = {}};
    const Result<Decompiled> made = made_of(script, outside, ScriptKind::result);
    REQUIRE(made);
    CHECK(made->source == "bed.Activate face 1\n\"01000003\".Activate bed 1\n");
}

TEST_CASE("decompile: further references to an unnamed form are shorter FormIDs", "[obscript]")
{
    const auto names = [](std::uint32_t form, std::size_t places) {
        Compiled script = compiled_known("player.AddItem gold001 1\n", ScriptKind::result);
        REQUIRE(script.references.size() == 2);
        script.references.resize(1);
        script.code.clear();
        Bytes statement;
        REQUIRE(parse_hex("1c000100 02100a00 0200 720200 6e01000000", statement));  // r1.AddItem r2 1
        for (std::size_t i = 0; i < places; ++i) {
            script.references.push_back({false, form, {}});
            statement[11] = static_cast<std::byte>(i + 2);
            script.code.insert(script.code.end(), statement.begin(), statement.end());
        }
        const Result<Decompiled> made = made_of(script, {}, ScriptKind::result);
        return made ? made->source : made.error().message;
    };
    CHECK(names(0x00000F00, 5) == "player.AddItem \"00000F00\" 1\nplayer.AddItem \"0000F00\" 1\n"
                                  "player.AddItem \"000F00\" 1\nplayer.AddItem Form00000F00 1\n"
                                  "player.AddItem Form00000F00_2 1\n");
    CHECK(names(0x00ABCDEF, 4) == "player.AddItem \"00ABCDEF\" 1\nplayer.AddItem \"0ABCDEF\" 1\n"
                                  "player.AddItem ABCDEF 1\nplayer.AddItem Form00ABCDEF 1\n");
    CHECK(names(0x01ABCDEF, 3) == "player.AddItem \"01ABCDEF\" 1\nplayer.AddItem \"1ABCDEF\" 1\n"
                                  "player.AddItem Form01ABCDEF 1\n");
}

TEST_CASE("decompile: rejects code that is too large for any compiler", "[obscript]")
{
    Compiled script = compiled_known("scn A\nbegin GameMode\nreturn\nend\n");
    script.code.resize(32769);
    const Error error = made_of(script, {}).error();
    CHECK(error.code == ErrorCode::out_of_range);
    CHECK(error.message == "the code has 32769 bytes; compilers make at most 32768");
}

TEST_CASE("decompile: rejects code that has no source, with its statement", "[obscript]")
{
    Compiled script = compiled_known("scn A\nbegin GameMode\nreturn\nend\n");
    const auto why = [&] { return made_of(script, {}).error().message; };
    const Bytes code = script.code;
    script.code[script.code.size() - 7] = std::byte{0x7F};  // opcode of return
    CHECK(why() == "statement 3: opcode 0x7F1E is in no table");
    script.code = code;
    script.code.pop_back();
    CHECK(why() == "statement 4 is cut off");
    script.code = code;
    // Words of the game's expressions are operators or numbers.
    const Compiled sum = compiled_known("set GameHour to 1 + 2\n", ScriptKind::result);
    const auto reason = [&](std::string_view from, std::string_view to) {
        Compiled changed = sum;
        const std::string_view all = as_text(changed.code);
        const std::size_t at = all.find(from);
        REQUIRE(at != std::string_view::npos);
        REQUIRE(from.size() == to.size());
        std::ranges::copy(as_bytes(to), changed.code.begin() + static_cast<std::ptrdiff_t>(at));
        const Result<Decompiled> made = made_of(changed, named, ScriptKind::result);
        return made ? made->source : made.error().message;
    };
    CHECK(reason(" 1", " 7") == "set gamehour to 7 + 2\n");
    CHECK(reason(" 1", " x") == "statement 1: a word that is not an operator");
    CHECK(reason(" 1", "  ") == "statement 1: a word that is not an operator");
    CHECK(reason(" +", " @") == "statement 1: a word that is not an operator");
    CHECK(reason(" 2", " ~") == "statement 1: an operator without a value");
    CHECK(reason(" +", " 3") == "statement 1: expression with missing or extra values");
    CHECK(reason(" 1", "11") == "statement 1: malformed expression");
    script.references.push_back({false, 0x14, {}});
    CHECK(why() == "the statements can be written as source, but it compiles to other references, jumps or lengths");
}

TEST_CASE("decompile: the player's base is named player in OBSE expressions only", "[obscript]")
{
    KnownNames names;
    names.forms = {{"chest", {0x01000D62, false}}, {"pc", {0x00000007, false}}};
    NamedEnvironment environment(names);
    const Compiled script = compile("chest.AddItem pc 1\n", environment, {.kind = ScriptKind::result});
    REQUIRE_FALSE(script.failed());
    const Result<Decompiled> made = made_of(script, {}, ScriptKind::result);
    REQUIRE(made);
    CHECK(made->source == "\"01000D62\".AddItem \"00000007\" 1\n");
}

TEST_CASE("decompile: shows an OBSE expression as the parameter of a block", "[obscript]")
{
    same("scn A\n\n"
         "short count\n\n"
         "begin _OnActivate count + 1\n"
         "    set count to 1\n"
         "end\n");
    // Its first number must mark an OBSE expression.
    Compiled other = compiled_known("scn A\nshort count\nbegin _OnActivate count + 1\nend\n");
    const std::array first{std::byte{0xFE}, std::byte{0xFF}};
    const auto mark = std::search(other.code.begin(), other.code.end(), first.begin(), first.end());
    REQUIRE(mark != other.code.end());
    *mark = std::byte{0xFD};
    CHECK_FALSE(made_of(other, named));
}
