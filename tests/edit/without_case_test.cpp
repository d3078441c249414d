// Keys that the game compares without case: settings of INI files.
#include <catch2/catch.hpp>

#include "change_lines.hpp"
#include "core/bytes/bytes.hpp"
#include "edit/merge/merge.hpp"
#include "edit/patch/edit_list.hpp"
#include "edit/patch/patch.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

edit::Document ini(std::string_view text)
{
    const auto bytes = as_bytes(text);
    return need(edit::read_binary(Bytes(bytes.begin(), bytes.end())));
}

std::string bytes_of(const edit::Document& document)
{
    return std::string(as_text(need(document.write())));
}

const std::string_view old_settings = "[items]\nspeed=1\nname=a\n";

}  // namespace

TEST_CASE("INI: merge pairs names that differ only in case, and keeps the spelling of ours")
{
    const edit::Merge merged =
        edit::merge(ini(old_settings), ini("[items]\nSpeed=2\nname=a\n"), ini("[ITEMS]\nspeed=1\nname=b\n"));
    CHECK(merged.conflicts.empty());
    CHECK(bytes_of(merged.document) == "[ITEMS]\nSpeed=2\nname=b\n");
}

TEST_CASE("INI: one new setting in two spellings is added once, and two values are a conflict")
{
    const edit::Document ours = ini("[items]\nspeed=1\nname=a\nGod=1\n");
    const edit::Merge same = edit::merge(ini(old_settings), ours, ini("[items]\nspeed=1\nname=a\nGOD=1\n"));
    CHECK(same.conflicts.empty());
    CHECK(!same.document.difference(ours));
    const edit::Merge other = edit::merge(ini(old_settings), ours, ini("[items]\nspeed=1\nname=a\nGOD=0\n"));
    REQUIRE(other.conflicts.size() == 1);
    CHECK(other.conflicts.front().what == "both add it, and differ");
}

TEST_CASE("INI: a difference shows a new spelling as a change of the setting")
{
    const edit::Document from = ini(old_settings);
    const edit::Document to = ini("[items]\nSpeed=2\nname=a\n");
    std::string lines;
    for (const std::string& line : change_lines_between(from, to)) {
        lines += line + "\n";
    }
    CHECK(lines.find("+ ") == std::string::npos);
    CHECK(lines.find("value \"1\" -> \"2\"") != std::string::npos);
}

TEST_CASE("INI: a patch finds a setting in another case, and does not add it a second time")
{
    const auto patched = [](std::string_view from, std::string_view to, std::string_view target) {
        TextSink sink;
        edit::write_edit_list(sink, ini(from).root(), ini(to).root(), {});
        const XmlDocument edits = need(XmlDocument::parse(sink.str(), "patch"));
        edit::Document document = ini(target);
        edit::Recorder recorder(document);
        const edit::PatchResult result = need(edit::apply_patch(recorder, edits));
        CHECK(result.conflicts.empty());
        static_cast<void>(need(recorder.finish({})));
        return bytes_of(document);
    };
    CHECK(patched(old_settings, "[items]\nspeed=2\nname=a\n", "[ITEMS]\nSPEED=1\nname=b\n") ==
          "[ITEMS]\nSPEED=2\nname=b\n");
    CHECK(patched(old_settings, "[items]\nspeed=1\nname=a\ngod=1\n", "[items]\nspeed=1\nname=a\nGOD=1\n") ==
          "[items]\nspeed=1\nname=a\nGOD=1\n");
}
