// The user's table of commands: reading it, and compiling and decompiling with it.
#include <catch2/catch.hpp>

#include "core/file_fixture.hpp"
#include "obscript/any_names.hpp"
#include "obscript/decompile.hpp"
#include "obscript/old_record.hpp"
#include "obscript/user_commands.hpp"

using namespace redforge;
using namespace redforge::obscript;

namespace {

constexpr std::string_view table_text = "; of a plugin of OBSE\r\n"
                                        "GetFoo = command 2BCD 1 Rf\r\n"
                                        "\n"
                                        "  DoBar = command 2BCE 0 a  ; on an actor\n"
                                        "Tell = command 2BCF 0 ?";
constexpr std::string_view source = "scn Asker\n\nfloat found\n\nbegin GameMode\n"
                                    "    set found to GetFoo Keeper 1.5\n"
                                    "    Keeper.DoBar Health\n"
                                    "    Tell found + 1\n"
                                    "end\n";

std::string error_of(std::string_view text)
{
    const auto table = UserCommands::read(text);
    return table ? std::string() : describe(table.error());
}

}  // namespace

TEST_CASE("user commands: reads a table by lines, and reports errors with their line", "[obscript]")
{
    const auto table = UserCommands::read(table_text).value();
    REQUIRE(table->named("getfoo") != nullptr);
    CHECK(table->find(0x2BCD) == table->named("GETFOO"));
    CHECK(table->named("GetFoo")->opcode == 0x2BCD);
    CHECK(table->named("GetFoo")->required == 1);
    CHECK(table->named("GetFoo")->parameters == "Rf");
    CHECK(table->named("DoBar")->parameters == "a");
    CHECK(table->named("Tell")->parser == CommandParser::expression);
    CHECK(table->named("AddItem") == nullptr);
    CHECK(table->find(0x2BD0) == nullptr);

    const std::string hint = "; write NAME = command OPCODE REQUIRED TYPES, as in GetFoo = command 2BCD 1 Rf";
    CHECK(error_of("; nothing\n\nGetFoo 2BCD").starts_with("line 3: \"GetFoo 2BCD\" is not a command"));
    CHECK(error_of("Foo = command 2BCD 1 ~") == "line 1: \"Foo = command 2BCD 1 ~\" is not a command" + hint);
    CHECK(error_of("Foo = command 2BCDE 1 R") == "line 1: \"Foo = command 2BCDE 1 R\" is not a command" + hint);
    CHECK(error_of("a b = command 2BCD 1 R") == "line 1: \"a b = command 2BCD 1 R\" is not a command" + hint);
    CHECK(error_of("Foo = command 1002 1 R") == "line 1: opcode 1002 is not one of OBSE; they begin with 1400");
    CHECK(error_of("Foo = command 1400 1 R").find("not one of OBSE") == std::string::npos);
    CHECK(error_of("to = command 2BCD 1 R") == "line 1: to is a word of the language");
    CHECK(error_of("additem = command 2BCD 1 R") == "line 1: there is a command additem already");
    CHECK(error_of("Foo = command 2BCD 1 R\nfoo = command 2BCE 1 R") == "line 2: there is a command foo already");
    CHECK(error_of("Foo = command 2BCD 1 R\nBar = command 2BCD 1 R") == "line 2: opcode 2BCD is that of Foo already");
}

TEST_CASE("user commands: compiles, decompiles and compares commands of a table", "[obscript]")
{
    const auto table = UserCommands::read(table_text).value();
    KnownNames names;
    names.forms = {{"keeper", {0x01000AAA, false}}};
    NamedEnvironment environment(names);
    CHECK(compile(source, environment).messages.front().error.message ==
          "no variable, command or form is called GetFoo");
    const Compiled compiled = compile(source, environment, {.commands = table.get()});
    for (const Message& each : compiled.messages) {
        UNSCOPED_INFO(describe(each.error));
    }
    REQUIRE_FALSE(compiled.failed());

    const CompiledScript script{.name = "Asker",
                                .kind = ScriptKind::object,
                                .code = compiled.code,
                                .variables = compiled.variables,
                                .references = compiled.references,
                                .last_variable = 1};
    OutsideNames outside{.form = [](std::uint32_t) { return std::string("Keeper"); }, .variable = {}};
    CHECK(decompile(script, outside).error().message == "statement 3: opcode 0x2BCD is in no table");
    outside.commands = table.get();
    const Result<Decompiled> made = decompile(script, outside);
    REQUIRE(made);
    CHECK(made->source == source);

    // The types of the table show the names in earlier code: an actor value has two bytes.
    OldRecord old(compiled.code, compiled.references, table.get());
    const Compiled again = compile(source, old, {.old_variables = compiled.variables, .commands = table.get()});
    CHECK_FALSE(again.failed());
    CHECK(again.code == compiled.code);
}

TEST_CASE("user commands: finds a table in its folder, and uses it up to an error", "[obscript]")
{
    const test::TempFolder folder;
    const std::filesystem::path mod = folder.path() / "Mod" / "scripts";
    std::filesystem::create_directories(mod);
    CHECK(commands_around(mod / "Door.txt") == nullptr);
    test::put(folder.path() / "obse-commands.txt",
              "GetFoo = command 2BCD 1 Rf\nGetFoo 2BCE\nGetBar = command 2BCF 0 i\n");
    const auto table = commands_around(mod / "Door.txt");
    REQUIRE(table != nullptr);
    CHECK(table->named("GetFoo") != nullptr);
    CHECK(table->named("GetBar") == nullptr);
    CHECK(table->problem() ==
          (folder.path() / "obse-commands.txt").string() +
              ":2: \"GetFoo 2BCE\" is not a command; write NAME = command OPCODE REQUIRED TYPES, as in "
              "GetFoo = command 2BCD 1 Rf");
    // The nearest table is used. For a folder, its own table counts.
    test::put(folder.path() / "Mod" / "obse-commands.txt", "GetBar = command 2BCF 0 i\n");
    const auto nearer = commands_around(folder.path() / "Mod");
    REQUIRE(nearer != nullptr);
    CHECK(nearer->problem().empty());
    REQUIRE(nearer->all().size() == 1);
    CHECK(nearer->all()[0]->name == "GetBar");
}

TEST_CASE("user commands: a table applies to its folder and four levels below", "[obscript]")
{
    const test::TempFolder folder;
    const std::filesystem::path fourth = folder.path() / "1" / "2" / "3" / "4";
    std::filesystem::create_directories(fourth / "5");
    const std::filesystem::path table = folder.path() / "obse-commands.txt";
    test::put(table, "GetFoo = command 2BCD 0\n");
    CHECK(commands_file_around(folder.path() / "Door.txt") == table);
    CHECK(commands_file_around(fourth / "Door.txt") == table);
    CHECK(commands_file_around(fourth) == table);
    CHECK(commands_file_around(fourth / "5" / "Door.txt").empty());
}

TEST_CASE("user commands: lookups by name and opcode find commands of a table", "[obscript]")
{
    const auto table = UserCommands::read(table_text).value();
    CHECK(command_named("dobar", table.get())->opcode == 0x2BCE);
    CHECK(command_named("AddItem", table.get())->opcode == 0x1002);
    CHECK(command_named("DoBar", nullptr) == nullptr);
    CHECK(find_command(0x2BCE, table.get())->name == "DoBar");
    CHECK(find_command(0x2BCE, nullptr) == nullptr);
    // A name of the table is neither a form nor a variable of another script. A variable with the name hides it.
    AnyNames names(table.get());
    CHECK_FALSE(names.form("GetFoo", {}));
    CHECK_FALSE(names.variable("Keeper", "DoBar", {}));
    const CompileOptions options{.commands = table.get()};
    const Compiled hidden =
        compile("scn A\nshort GetFoo\nbegin GameMode\nset GetFoo to 1\nset GetFoo to GetFoo + 1\nend\n", names,
                options);
    REQUIRE_FALSE(hidden.messages.empty());
    CHECK(hidden.messages[0].error.message == "the variable GetFoo hides the command of that name");
    const Compiled asked = compile("scn A\nbegin GameMode\nplayer.AddItem Gold001 GetFoo\nend\n", names, options);
    REQUIRE(asked.failed());
    CHECK(asked.messages[0].error.hint == "set a variable to it first: set VARIABLE to GetFoo");
}
