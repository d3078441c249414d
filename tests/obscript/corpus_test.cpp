// Sources of real plugins compile to the code stored with them.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <set>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "core/files/files.hpp"
#include "obscript/decompile.hpp"
#include "runner/skip.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/script/script.hpp"
#include "tes/script/script_check.hpp"
#include "tes/script/script_compile.hpp"
#include "tes/script/script_head.hpp"
#include "tes/script/script_names.hpp"

using namespace redforge;
using namespace redforge::tes;

namespace {

/// Returns true if a source compiles to the same script by the names in the head of the code's text, without the code.
bool compiles_with_stored_names(const ScriptBody& body)
{
    const auto head = read_script_head(script_head(body, CodePage::cp1252), CodePage::cp1252);
    if (!head) {
        return false;
    }
    ScriptBody compiled = body;
    compiled.compiled.clear();
    return compile_script(compiled, head->names, kind_of(body)) && compiled == body;
}

}  // namespace

TEST_CASE("corpus: real sources compile to their code", "[obscript]")
{
    const char* corpus = std::getenv("REDFORGE_CORPUS");
    if (corpus == nullptr) {
        redforge::test::skip("REDFORGE_CORPUS names no folder");
        return;
    }
    std::size_t all = 0;
    std::size_t edited = 0;
    std::size_t counts[2][3]{};
    std::set<std::pair<std::string, std::string>> seen;
    double seconds = 0;
    std::string reasons;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(corpus) / "oblivion-plugins")) {
        if (!entry.is_regular_file()) {
            continue;
        }
        const Result<Bytes> bytes = read_file(entry.path().string());
        REQUIRE(bytes);
        const Result<Plugin> plugin = read_plugin(*bytes);
        if (!plugin) {
            continue;
        }
        for (const PluginScript& script : scripts_of(*plugin)) {
            if (!seen.emplace(std::string(as_text(script.body->source)), std::string(as_text(script.body->compiled)))
                     .second) {
                continue;
            }
            ++all;
            edited += compiles_with_stored_names(*script.body) ? 1U : 0U;
            const auto begin = std::chrono::steady_clock::now();
            const ScriptCheck check = check_script(script);
            seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            ++counts[check.uses_obse ? 1 : 0][static_cast<std::size_t>(check.status)];
            if (check.status != ScriptCheck::Status::identical) {
                reasons += fmt::format("{} {}{}: {}\n", entry.path().filename().string(),
                                       check.uses_obse ? "[OBSE] " : "", script.name, check.reason);
            }
        }
    }
    WARN(fmt::format("{} scripts; vanilla: {} identical, {} different, {} errors; OBSE: {}, {}, {}; {:.2f} s\n{}", all,
                     counts[0][0], counts[0][1], counts[0][2], counts[1][0], counts[1][1], counts[1][2], seconds,
                     reasons));
    // All identical scripts: after an edit of their source, all earlier names are still found.
    CHECK(edited == counts[0][0] + counts[1][0]);
    CHECK(counts[0][0] + counts[1][0] >= 500);
    CHECK(counts[0][1] + counts[0][2] == 0);
    CHECK(100 * counts[1][0] >= 98 * (counts[1][0] + counts[1][1] + counts[1][2]));
}

TEST_CASE("corpus: decompiled sources of real code compile to the same code", "[obscript]")
{
    const char* corpus = std::getenv("REDFORGE_CORPUS");
    if (corpus == nullptr) {
        redforge::test::skip("REDFORGE_CORPUS names no folder");
        return;
    }
    std::size_t all = 0;
    std::size_t unknown = 0;
    std::size_t same = 0;
    std::set<std::string> seen;
    std::string reasons;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(corpus) / "oblivion-plugins")) {
        const Result<Bytes> bytes = read_file(entry.path().string());
        REQUIRE(bytes);
        const Result<Plugin> plugin = read_plugin(*bytes);
        if (!plugin) {
            continue;
        }
        const ScriptNames names(&*plugin, {});
        for (const PluginScript& script : scripts_of(*plugin)) {
            if (!seen.emplace(as_text(script.body->compiled)).second) {
                continue;
            }
            ++all;
            const Result<obscript::Decompiled> source = decompile_script(script, names);
            same += source ? 1U : 0U;
            unknown += !source && source.error().message.find("in no table") != std::string::npos ? 1U : 0U;
            if (!source) {
                reasons +=
                    fmt::format("{} {}: {}\n", entry.path().filename().string(), script.name, source.error().message);
            }
        }
    }
    WARN(fmt::format("{} codes, {} with unknown opcodes, {} sources\n{}", all, unknown, same, reasons));
    CHECK(same >= 360);
    CHECK(same == all - unknown);
}
