// The names in the source of compiled code, in the order in which a compiler reads them.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "core/bytes/hex.hpp"
#include "obscript/code_frame.hpp"
#include "obscript/code_names.hpp"
#include "obscript/code_text.hpp"
#include "obscript/operators.hpp"

using namespace redforge;
using namespace redforge::obscript;

namespace {

std::string shown(const CodeName& name)
{
    const std::string owner = name.owner != 0 ? fmt::format("r{}.", name.owner) : "";
    const std::string types = name.parameters.empty() ? "" : "(" + name.parameters + ")";
    switch (name.kind) {
    case CodeName::Kind::variable:
        return fmt::format("{}{}{}", owner, variable_letters[static_cast<std::size_t>(name.type)], name.number);
    case CodeName::Kind::global: return fmt::format("{}g{}", owner, name.number);
    case CodeName::Kind::form: return fmt::format("{}r{}", owner, name.number);
    case CodeName::Kind::command: return fmt::format("{}op{:04X}{}", owner, name.number, types);
    case CodeName::Kind::text: return "text";
    }
    return "?";
}

/// Returns the names in the first statement; dots for a part that is not understood.
std::string names(ByteView code)
{
    ByteView rest;
    const std::vector<Statement> statements = split_statements(code, rest);
    REQUIRE_FALSE(statements.empty());
    const CodeNames found = names_in(statements.front());
    std::string all = found.parameters.empty() ? "" : "(" + found.parameters + ")";
    for (const CodeName& name : found.names) {
        all += (all.empty() ? "" : " ") + shown(name);
    }
    return all + (found.whole ? "" : " ...");
}
std::string names_of(std::string_view statement)
{
    const Result<Bytes> code = from_statements(statement, CodePage::cp1252);
    REQUIRE(code);
    return names(*code);
}
std::string names_at(std::string_view hex)
{
    Bytes code;
    REQUIRE(parse_hex(hex, code));
    return names(code);
}

}  // namespace

TEST_CASE("code names: finds variables, references and globals of statements", "[obscript]")
{
    CHECK(names_of("ScriptName") == "");
    CHECK(names_of("set r1.i2 to r3") == "r1.i2 r3");
    CHECK(names_of("set g1 to g2 + r3.f4") == "g1 g2 r3.f4");
    CHECK(names_of("if (i1 + 2) * -f3 == g4 || r2 && r3.i4 != 0.5") == "i1 f3 g4 r2 r3.i4");
    CHECK(names_of("elseif r1.GetActorValue(Health) >= GetSecondsPassed") == "r1.op100E op100C");
    CHECK(names_of("if GetDistance(r2) > i3") == "op1001 r2 i3");
    CHECK(names_of("Begin GameMode") == "");
    CHECK(names_of("Begin OnAlarm(Trespass, r2)") == "r2");
    CHECK(names_of("Begin _OnActivate(i2 + 1)") == "i2");
    CHECK(names_of("Begin Function(f1, i2)") == "");
    CHECK(names_of("Begin #40{01}") == "");
}

TEST_CASE("code names: finds forms in parameters of calls", "[obscript]")
{
    CHECK(names_of("AddItem(r7, g2)") == "r7 g2");
    CHECK(names_of("SetPos(Y, r2.f3)") == "r2.f3");
    CHECK(names_of("r1.ModActorValue(#200, i3)") == "i3");
    CHECK(names_of("AddItem(r7, 3)") == "r7");
    CHECK(names_of("SetPos(Y, 1.5)") == "");
    CHECK(names_of("MessageEX(\"a\", i1, 2.5, f2)") == "i1 f2");
    CHECK(names_of("Message(\"a\", i1, r2.f3, g4, 10)") == "i1 r2.f3 g4");
    CHECK(names_of("MessageBox(\"a\", i1, f2, \"Yes\", \"No\")") == "i1 f2");
    CHECK(names_of("_AddItem(r1, i1 + 1)") == "r1 i1");
    CHECK(names_of("Call(r1, f2, \"x\")") == "r1 f2 text");
    CHECK(names_of("GetSecondsPassed") == "");
}

TEST_CASE("code names: finds variables, texts and calls of OBSE expressions", "[obscript]")
{
    CHECK(names_of("Let(f1, i2, s3, a4, v5)") == "f1 i2 s3 a4 v5");
    CHECK(names_of("Let(r1.v2 := r3, g4)") == "r1.v2 r3 g4");
    CHECK(names_of("Let(a1[\"x\"] := 5 + 300 + 70000 + 0.5 - f2)") == "a1 text f2");
    CHECK(names_of("Let(f1 -= GetDistance(r1) / r2.GetDistance(r3) % i2)") == "f1 op1001 r1 r2.op1001 r3 i2");
    CHECK(names_of("while(i1, i2) behind=3") == "i1 i2");
    CHECK(names_of("foreach(a1 <- a2)") == "a1 a2");
    CHECK(names_at("6c170700 00000000 01 0000") == " ...");  // the size does not include itself
}

TEST_CASE("code names: finds the types of an unknown command's parameters", "[obscript]")
{
    CHECK(names_at("fe2f0000") == "");
    CHECK(names_at("fe2f0700 0100 6e01000000") == "(i)");
    CHECK(names_at("fe2f0b00 0100 7a000000000000f03f") == "(f)");
    CHECK(names_at("fe2f0500 0100 720200") == "(T) r2");
    CHECK(names_at("fe2f0800 0100 720200660300") == "(f) r2.f3");
    CHECK(names_at("fe2f0800 0200 730200 470300") == "(ff) i2 g3");
    CHECK(names_at("fe2f0500 0100 010061") == "(s)");
    CHECK(names_at("fe2f0f00 0300 720200 6e01000000 0300616263") == "(Tis) r2");
    CHECK(names_at("fe2f0700 01 0600 42014202 ") == "(?)");  // expressions of OBSE
    CHECK(names_at("fe2f0a00 01 0900 560000000100 14") == "(?) f1");
    const std::string variables =
        "730100 730100 730100 730100 730100 730100 730100 730100 730100 730100 730100 730100 ";
    CHECK(names_at("fe2f4a00 1800" + variables + variables).starts_with("(ffffffffffffffffffffffff) i1"));
    CHECK(names_at("fe2f4d00 1900" + variables + variables + "730100") ==
          "(?) ...");  // no command has these parameters
    CHECK(names_at("fe2f0300 ffffff") == "(?) ...");
    CHECK(names_of("if op2FFE{0100720200} > i3") == "op2FFE(T) r2 i3");
    CHECK(names_of("Let(f1 := r4.op2FFE{0100720200} + i3)") == "f1 r4.op2FFE(T) r2 i3");
}

TEST_CASE("code names: finds names before an unreadable part", "[obscript]")
{
    CHECK(names_at("02100700 0200 7207004702") == "r7 g0 ...");
    CHECK(names_at("02100a00 0300 72070047020000 00") == " ...");
    CHECK(names_at("02100500 0100 470700") == " ...");
    CHECK(names_at("59100d00 0100 010061 0100 5a0100 000000") == " ...");
    CHECK(names_at("15000700 530100 0200 2031") == " ...");
    CHECK(names_at("15000700 730100 0200 2131") == "i1 ...");
    CHECK(names_at("65170500 01 0100 4201") == " ...");
    CHECK(names_at("65170b00 01 0a00 560000000100 4126") == "f1 ...");
    CHECK(names_at("65170a00 01 0900 560000000100 26") == "f1 ...");
}
