// Messages of the compilers and the editor about damaged sources of scripts: words omitted, doubled, exchanged or
// misspelt.
//
// Damage is random with fixed seeds. The pages in tests/script/damaged are approved texts (support/approved.hpp).
#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/bytes/fingerprint.hpp"
#include "obscript/compile.hpp"
#include "obscript/decompile.hpp"
#include "script/script_help.hpp"
#include "script/script_text.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/assemble/format.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "soup/sample_names.hpp"
#include "support/approved.hpp"
#include "support/damaged_words.hpp"
#include "support/outcome.hpp"
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

std::string number_of(ByteView bytes)
{
    return fmt::format("{} bytes {:04x}", bytes.size(), fingerprint_of(bytes).first & 0xFFFF);
}

/// Returns completions and help at a position of a source.
std::string help_at(const script::ScriptText& text, std::size_t at)
{
    static const std::vector<std::string> objects{"DOOR1", "Guard"};
    std::string line = fmt::format("at {}:", at);
    if (const script::Completions found = script::completions_at(text, at, objects); !found.words.empty()) {
        line += fmt::format(" {} words from {} on, {} to {};", found.words.size(), found.begin, found.words.front(),
                            found.words.back());
    }
    if (const auto tip = script::call_tip_at(text, at)) {
        line += fmt::format(" {} ({} to {});", tip->text, tip->argument.begin, tip->argument.end);
    }
    if (const auto link = script::link_at(text, at)) {
        line += fmt::format(" kind {} {} {}", static_cast<int>(link->kind), link->name, link->words);
    }
    return test::short_line(line);
}

void check_page(const std::string& name, const std::string& page)
{
    test::check_approved(redforge::test::source_folder() / "tests/script/damaged" / (name + ".txt"), page);
}

}  // namespace

TEST_CASE("damaged map sources: reports, bytes, layout and help match the approved pages", "[script]")
{
    const soup::Names names = test::game_names();
    std::set<std::filesystem::path> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(redforge::test::source_folder() / "tests/soup/examples")) {
        files.insert(entry.path());
    }
    REQUIRE(files.size() == 14);
    for (const std::filesystem::path& file : files) {
        const std::string whole = test::text_of_file(file);
        std::string page;
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            Random random(seed);
            const std::string text = test::damaged_words(random, whole);
            const soup::Names* const known = seed % 2 == 0 ? &names : nullptr;
            const soup::Assembly assembly = soup::assemble(text, file.filename().string(), {.names = known});
            page += fmt::format("seed {}\n", seed);
            for (std::size_t i = 0; i < std::min<std::size_t>(assembly.diagnostics.size(), 3); ++i) {
                const soup::Diagnostic& each = assembly.diagnostics[i];
                page += "  " + test::short_line(soup::show(each)) + "\n";
                for (const SourceEdit& edit : each.fix) {
                    page +=
                        fmt::format("    fix: {} for {} at {}\n", test::short_line(edit.text), edit.length, edit.at);
                }
            }
            if (assembly.script) {
                const soup::Source shown = soup::disassemble(*assembly.script, known);
                page += fmt::format("  packs: {}, shown: {}\n", number_of(assembly.script->code),
                                    number_of(as_bytes(shown.text)));
            }
            const soup::Formatted formatted = soup::format(text, "x.soup");
            page += formatted.text ? fmt::format("  formatted: {}\n", number_of(as_bytes(*formatted.text))) : "";
            const script::ScriptText help(text, script::ScriptLanguage::soup, known);
            page += "  " + help_at(help, random.below(text.size())) + "\n";
        }
        check_page(file.stem().string(), page);
    }
}

TEST_CASE("damaged plugin sources: reports and code match the approved page", "[script]")
{
    std::vector<std::pair<std::string, std::string>> sources{{"everything", std::string(everything)}};
    for (const char* const name : {"box", "door", "obse"}) {
        const std::string text =
            test::text_of_file(redforge::test::source_folder() / "tests/fuzz/corpus/obscript" / name);
        sources.emplace_back(name, text.substr(0, text.find('\0')));
    }
    std::string page;
    for (const auto& [name, whole] : sources) {
        for (std::uint64_t seed = 0; seed < (name == "everything" ? 120 : 40); ++seed) {
            Random random(seed);
            const std::string text = seed == 0 ? whole : test::damaged_words(random, whole);
            page += fmt::format("{}, seed {}\n", name, seed);
            const script::ScriptText help(text, script::ScriptLanguage::source, nullptr);
            page += "  " + help_at(help, random.below(text.size())) + "\n";
            for (const script::ScriptProblem& problem : script::problems_of_source(text)) {
                page += fmt::format("  {} line {}, {} to {}: {}\n",
                                    problem.severity == soup::Severity::error ? "error" : "warning", problem.line,
                                    problem.range.begin, problem.range.end, test::short_line(problem.message));
                for (const SourceEdit& edit : problem.fix) {
                    page +=
                        fmt::format("    fix: {} for {} at {}\n", test::short_line(edit.text), edit.length, edit.at);
                }
            }
            obscript::EmptyEnvironment nothing;
            const obscript::Compiled compiled = obscript::compile(text, nothing, {});
            page += fmt::format("  {}{} variables, {} references, {} messages\n",
                                compiled.failed() ? "" : number_of(compiled.code) + ", ", compiled.variables.size(),
                                compiled.references.size(), compiled.messages.size());
        }
    }
    check_page("plugin-sources", page);
}
