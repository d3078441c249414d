// Names from a compiled script: by position in the source, and by name.
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "obscript/code_text.hpp"
#include "obscript/known_names.hpp"

using namespace redforge;
using namespace redforge::obscript;

namespace {

constexpr std::size_t none = NameUse::none;

Bytes code_of(std::string_view statements)
{
    return from_statements(statements, CodePage::cp1252).value();
}

const std::vector<ReferenceEntry>& references()
{
    static const std::vector<ReferenceEntry> list{{false, 0x14, {}},
                                                  {true, 3, {}},
                                                  {false, 0x01000AAA, {}},
                                                  {false, 0x38, {}}};
    return list;
}

std::string shown(const Form& form)
{
    return fmt::format("{:08X}{}", form.form_id, form.is_global ? " global" : "");
}

}  // namespace

TEST_CASE("old record: compiled code gives the form at each position of the source", "[obscript]")
{
    const Bytes code = code_of("ScriptName\nset r3.i2 to g4 + i1\nLet(s1 := \"x\" + r1, r4, r9)\nr1.Enable");
    OldRecord old(code, references());
    const auto form = [&](std::size_t statement, std::size_t operand, std::size_t reference) {
        const std::optional<Form> found = old.form("", {statement, operand, reference});
        return found ? shown(*found) : "none";
    };
    // The object of a call has no operand: it is the next reference.
    CHECK(form(3, none, 1) == "00000014");
    CHECK(form(3, none, 3) == "01000AAA");
    CHECK(form(3, none, 4) == "00000038 global");
    CHECK(form(3, none, 2) == "none");  // a variable
    CHECK(form(3, none, 0) == "none");
    CHECK(form(3, none, 5) == "none");
    // The owner of a variable, a global, a variable of the script; without an operand, the next reference.
    CHECK(form(1, 0, 1) == "01000AAA");
    CHECK(form(1, 1, 1) == "00000038 global");
    CHECK(form(1, 2, 1) == "none");
    CHECK(form(1, 3, 1) == "00000014");
    CHECK(form(4, 0, 1) == "00000014");
    // A variable, a text, forms; an index beyond the list.
    CHECK(form(2, 0, 1) == "none");
    CHECK(form(2, 1, 1) == "none");
    CHECK(form(2, 2, 3) == "00000014");
    CHECK(form(2, 3, 3) == "00000038 global");
    CHECK(form(2, 4, 1) == "none");
}

TEST_CASE("old record: compiled code gives variables of other scripts and their types", "[obscript]")
{
    const Bytes code = code_of("set r3.i2 to g4 + r1.f5 + i1\nLet(r1.s6 := r3.a7[1])");
    OldRecord old(code, references());
    const auto variable = [&](std::size_t statement, std::size_t operand) {
        const std::optional<RemoteVariable> found = old.variable("", "", {statement, operand, 0});
        return found ? std::pair(int{found->index}, found->type) : std::pair(0, VariableType::real);
    };
    CHECK(variable(0, 0) == std::pair(2, VariableType::integer));
    CHECK(variable(0, 1) == std::pair(0, VariableType::real));  // a global
    CHECK(variable(0, 2) == std::pair(5, VariableType::real));
    CHECK(variable(0, 3) == std::pair(0, VariableType::real));  // a variable of the script
    CHECK(variable(0, 4) == std::pair(0, VariableType::real));
    CHECK(variable(1, 0) == std::pair(6, VariableType::string));
    CHECK(variable(1, 1) == std::pair(7, VariableType::array));
    CHECK(variable(2, 0) == std::pair(0, VariableType::real));
}

TEST_CASE("old record: compiled code gives opcodes and types of unknown commands", "[obscript]")
{
    // The source does not contain statements that OBSE adds to blocks.
    Bytes code = code_of("opA519{}\nop19A5\nop2BCD{0200 720300 6e05000000}\nif op2BCE{0100720100} > i1\n"
                         "op2BCF{01 0500 520100}\nr1.Enable\nr1.op1FFF{00}");
    OldRecord old(code, references());
    REQUIRE(old.statements().size() == 6);
    const auto command = [&](std::string_view name, std::size_t statement, std::size_t operand) {
        return old.command(name, {statement, operand, 0});
    };
    const Command* const tell_command = command("Tell", 1, none);
    REQUIRE(tell_command != nullptr);
    CHECK(tell_command->opcode == 0x2BCD);
    CHECK(tell_command->name == "Tell");
    CHECK(tell_command->parameters == "Ti");
    CHECK(tell_command->required == 2);
    CHECK(tell_command->parser == CommandParser::standard);
    const Command* const asked = command("Ask", 2, 0);
    REQUIRE(asked != nullptr);
    CHECK(asked->opcode == 0x2BCE);
    CHECK(asked->parameters == "T");
    const Command* const counted = command("Count", 3, none);
    REQUIRE(counted != nullptr);
    CHECK(counted->parser == CommandParser::expression);
    CHECK(counted->parameters.size() == 20);
    CHECK(command("", 1, none) == nullptr);
    CHECK(command("Enable", 4, none) == nullptr);  // a known command
    CHECK(command("Enable", 6, none) == nullptr);  // a missing statement
    CHECK(command("i1", 2, 2) == nullptr);         // a variable
    CHECK(command("r1", 2, 1) == nullptr);         // a form
    CHECK(command("Ask", 2, 3) == nullptr);
}

TEST_CASE("old record: source and code together name forms, variables and commands", "[obscript]")
{
    KnownNames known;
    known.forms = {{"keeper", {0x01000AAA, false}}, {"rain", {0x01000BBB, true}}};
    known.variables = {{{"keeper", "stage"}, {3, VariableType::string}}};
    known.commands = {{"tell", {0x2BCD, 1, "Tfi"}}, {"count", {0x2BCE, 1, "?"}}, {"quit", {0x2BCF, 0, ""}}};
    NamedEnvironment environment(known);
    const std::string source = "scn A\nshort i\nbegin GameMode\nset Rain to 1\nset keeper.Stage to 2\n"
                               "Let keeper.stage := \"x\"\nTELL Keeper\nTell keeper 1.5 i\nTell keeper i 5\n"
                               "Count i + 1\nQuit\nend\n";
    const Compiled made = compile(source, environment);
    for (const Message& each : made.messages) {
        UNSCOPED_INFO(describe(each.error));
    }
    REQUIRE_FALSE(made.failed());
    const auto learnt = learn_names({source, made.code, made.references, {.old_variables = made.variables}});
    REQUIRE(learnt);
    CHECK(learnt->references == std::vector<std::string>{"Rain", "keeper"});
    CHECK(learnt->names.forms.size() == 2);
    CHECK(shown(learnt->names.forms.at("keeper")) == "01000AAA");
    CHECK(shown(learnt->names.forms.at("rain")) == "01000BBB global");
    // Statements of the game only show whole numbers; statements of OBSE show the type.
    CHECK(learnt->names.variables.at({"keeper", "stage"}).index == 3);
    CHECK(learnt->names.variables.at({"keeper", "stage"}).type == VariableType::string);
    // The minimum number of parameters in calls of a command, and the types from all calls.
    CHECK(to_text(learnt->names.commands.at("tell")) == "command 2BCD 1 Tfi");
    CHECK(to_text(learnt->names.commands.at("count")) == "command 2BCE 0 ?");
    CHECK(to_text(learnt->names.commands.at("quit")) == "command 2BCF 0 ");

    // Another source, other code or other references provide no names.
    CHECK_FALSE(learn_names({"scn A\nbegin GameMode\nend\n", made.code, made.references, {}}));
    std::vector<ReferenceEntry> others = made.references;
    others[0].value = 0x01000BBC;
    others.push_back({false, 0x14, {}});
    CHECK_FALSE(learn_names({source, made.code, others, {.old_variables = made.variables}}));
}

TEST_CASE("old record: reads and writes a command as `command OPCODE N TYPES`", "[obscript]")
{
    CHECK(parse_inferred_command("command 2BCD 1 Rf") == InferredCommand{0x2BCD, 1, "Rf"});
    CHECK(parse_inferred_command("command 2BCD 0") == InferredCommand{0x2BCD, 0, ""});
    CHECK(parse_inferred_command("command 2BCD 0 ?") == InferredCommand{0x2BCD, 0, "?"});
    CHECK(to_text({0x2BCD, 1, "Rf"}) == "command 2BCD 1 Rf");
    for (const std::string_view wrong :
         {"2BCD 1 Rf", "command x 1 Rf", "command 2BCD", "command 2BCD-1", "command 2BCD x", "command 2BCD 1x",
          "command 2BCD 256 R", "command 2BCD 1 R~"}) {
        INFO(wrong);
        CHECK_FALSE(parse_inferred_command(wrong));
    }
}
