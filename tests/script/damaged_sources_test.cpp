// Laws of the compilers and the editor for damaged sources of scripts: words omitted, doubled, exchanged or misspelt.
// The seeds are fixed. Texts of messages are tested in tests/soup and tests/obscript.
#include <catch2/catch.hpp>

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "obscript/compile.hpp"
#include "script/script_help.hpp"
#include "script/script_text.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/assemble/format.hpp"
#include "soup/sample_names.hpp"
#include "support/damaged_words.hpp"
#include "support/page_text.hpp"
#include "support/random.hpp"
#include "support/source_folder.hpp"

using namespace redforge;
using test::Random;

namespace {

/// An Oblivion source with blocks, conditions, commands, references and expressions.
constexpr std::string_view everything = "scn EverythingScript\n"
                                        "short busy\n"
                                        "float timer\n"
                                        "ref target\n"
                                        "Begin OnActivate player\n"
                                        "  if IsActionRef player == 1 && busy == 0\n"
                                        "    set busy to 1\n"
                                        "    set timer to ( 3.5 + timer ) * -2\n"
                                        "    set target to GetSelf\n"
                                        "    Message \"Time is %.2f\", timer\n"
                                        "    MessageBox \"Open?\", \"Yes\", \"No\"\n"
                                        "  elseif GetButtonPressed >= 1 || target.GetDead\n"
                                        "    player.AddItem Gold001 10\n"
                                        "    player.ModActorValue Health -5\n"
                                        "    target.PlaySound3D DoorOpen\n"
                                        "    player.SetStage MS01, 20\n"
                                        "  else\n"
                                        "    return ; nothing more\n"
                                        "  endif\n"
                                        "End\n"
                                        "Begin GameMode\n"
                                        "  if busy\n"
                                        "    set timer to timer - GetSecondsPassed\n"
                                        "    PlayGroup Forward 1\n"
                                        "  endif\n"
                                        "End\n";

/// Checks that edits replace ranges of a text, in order, without an overlap.
void check_edits(const std::vector<SourceEdit>& edits, const std::string& text)
{
    std::size_t end = 0;
    for (const SourceEdit& edit : edits) {
        CHECK(edit.at >= end);
        end = edit.at + edit.length;
    }
    CHECK(end <= text.size());
}

/// Checks that completion, call tip and link at a position name ranges of the text.
void check_help(const script::ScriptText& help, const std::string& text, std::size_t at)
{
    static const std::vector<std::string> objects{"DOOR1", "Guard"};
    const script::Completions found = script::completions_at(help, at, objects);
    CHECK((found.words.empty() || found.begin <= at));
    if (const auto tip = script::call_tip_at(help, at)) {
        CHECK(tip->argument.begin <= tip->argument.end);
        CHECK(tip->argument.end <= tip->text.size());
    }
    if (const auto link = script::link_at(help, at)) {
        CHECK_FALSE(link->name.empty());
        CHECK(text.find(link->name) != std::string::npos);
    }
}

}  // namespace

TEST_CASE("damaged map sources: problems are in the source, and formatting keeps the bytes", "[script]")
{
    const soup::Names names = test::game_names();
    std::size_t assembled = 0;
    std::size_t rejected = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(redforge::test::source_folder() / "tests/soup/examples")) {
        const std::string whole = test::text_of_file(entry.path());
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            INFO(entry.path().filename() << ", seed " << seed);
            Random random(seed);
            const std::string text = test::damaged_words(random, whole);
            const soup::Names* const known = seed % 2 == 0 ? &names : nullptr;
            const soup::Assembly assembly = soup::assemble(text, "x.soup", {.names = known});
            bool has_error = false;
            for (const soup::Diagnostic& each : assembly.diagnostics) {
                has_error = has_error || each.severity == soup::Severity::error;
                CHECK_FALSE(each.error.message.empty());
                CHECK(each.error.line > 0);
                CHECK(each.at + each.length <= text.size());
                check_edits(each.fix, text);
            }
            CHECK((assembly.script || has_error));
            ++(assembly.script ? assembled : rejected);
            const soup::Formatted formatted = soup::format(text, "x.soup");
            if (formatted.text && assembly.script) {
                const soup::Assembly again = soup::assemble(*formatted.text, "x.soup", {.names = known});
                REQUIRE(again.script);
                CHECK(again.script->code == assembly.script->code);
                CHECK(soup::format(*formatted.text, "x.soup").text == formatted.text);
            }
            const script::ScriptText help(text, script::ScriptLanguage::soup, known);
            check_help(help, text, random.below(text.size()));
        }
    }
    CHECK(assembled > 20);
    CHECK(rejected > 100);
}

TEST_CASE("damaged plugin sources: problems are in the source", "[script]")
{
    std::vector<std::string> sources{std::string(everything)};
    for (const char* const name : {"box", "door", "obse"}) {
        const std::string text =
            test::text_of_file(redforge::test::source_folder() / "tests/fuzz/corpus/obscript" / name);
        sources.push_back(text.substr(0, text.find('\0')));
    }
    std::size_t rejected = 0;
    for (const std::string& whole : sources) {
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            Random random(seed);
            const std::string text = seed == 0 ? whole : test::damaged_words(random, whole);
            INFO(text);
            const script::ScriptText help(text, script::ScriptLanguage::source, nullptr);
            check_help(help, text, random.below(text.size()));
            bool has_error = false;
            for (const script::ScriptProblem& problem : script::problems_of_source(text)) {
                has_error = has_error || problem.severity == soup::Severity::error;
                CHECK_FALSE(problem.message.empty());
                CHECK(problem.line > 0);
                CHECK(problem.range.begin <= problem.range.end);
                CHECK(problem.range.end <= text.size());
                check_edits(problem.fix, text);
            }
            obscript::EmptyEnvironment nothing;
            const obscript::Compiled compiled = obscript::compile(text, nothing, {});
            CHECK((!compiled.failed() || !compiled.messages.empty()));
            rejected += has_error ? 1U : 0U;
        }
    }
    CHECK(rejected > 100);
}
