// The check of damaged files: each format reports a file that is cut off, and no whole sample.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>

#include "check/check.hpp"
#include "core/files/files.hpp"
#include "edit/document/document.hpp"
#include "edit/merge/merge.hpp"
#include "edit/operation/recorder.hpp"
#include "edit/patch/edits.hpp"
#include "runner/skip.hpp"
#include "support/outcome.hpp"
#include "tes/plugin_builder.hpp"

using namespace redforge;
using namespace redforge::test;
using namespace redforge::tes::test;

namespace {

using Lines = std::vector<std::string>;

Lines damage_lines(const edit::Document& document)
{
    Lines lines;
    for (const check::Finding& finding : check::run(document, {}, {{"damaged"}, {}})) {
        CHECK(finding.check->severity == check::Severity::error);
        CHECK_FALSE(finding.fix);
        lines.push_back(finding.path(document.root()) + ": " + finding.message);
    }
    return lines;
}
Lines damage_in(const Bytes& bytes)
{
    return damage_lines(need(edit::read_binary(SharedBytes(bytes))));
}

Bytes keyword(std::string_view name, const Bytes& rest, std::uint32_t flags = 0)
{
    return record(24, "KYWD", 0x01000800, joined({sub("EDID", zstring(name)), rest}), flags);
}

}  // namespace

TEST_CASE("damaged: reports nothing for a complete sample of each format", "[check]")
{
    for (const Format& format : edit::formats()) {
        INFO(format.name);
        if (format.make_new != nullptr) {
            CHECK(damage_lines(edit::Document(format, format.make_new(true))).empty());
        }
    }
}

TEST_CASE("damaged: a sample that is truncated at any byte is rejected or reported", "[check]")
{
    for (const std::string_view root : {"map", "model", "rob", "texture_bank", "font", "pictures", "dialogue",
                                        "effects", "save", "strings", "plugin"}) {
        const Format& format = *edit::find_format(root);
        if (format.make_new == nullptr) {
            continue;
        }
        const Bytes whole = need(edit::Document(format, format.make_new(true)).write());
        for (std::size_t size = whole.size() / 4; size < whole.size(); size += 1 + whole.size() / 97) {
            INFO(root << " of " << size << " of " << whole.size() << " bytes");
            const auto document = edit::read_binary(SharedBytes(Bytes(whole.data(), whole.data() + size)));
            const bool has_all_frames = root == "pictures" && size + 8 >= whole.size();  // only END is cut
            CHECK(
                (has_all_frames || !document || document->format().root() != root || !damage_lines(*document).empty()));
        }
    }
}

TEST_CASE("damaged: reports a plugin that ends within a record; its count has no fix", "[check]")
{
    const Bytes whole = joined({tes4(24, 2), top_group(24, "KYWD", keyword("K", sub("CNAM", Bytes(4))))});
    const Bytes cut(whole.begin(), whole.end() - 4);
    CHECK(damage_in(whole).empty());
    CHECK(damage_in(cut) == Lines{"entries[0]: 62 bytes that are not a complete record or group"});
    const edit::Document document = need(edit::read_binary(SharedBytes(cut)));
    for (const check::Finding& finding : check::run(document, {}, {{"record-count"}, {}})) {
        CHECK_FALSE(finding.fix);
    }
}

TEST_CASE("damaged: reports a plugin that ends between two groups, also after edits", "[check]")
{
    const Bytes first = joined({tes4(24, 4), top_group(24, "KYWD", keyword("K", {}))});
    const Bytes whole = joined({first, top_group(24, "KYWD", keyword("L", {}))});
    const std::string line = "header.record_count: counts more records and groups than the file has: it is cut off "
                             "between two groups, or the count is wrong";
    CHECK(damage_in(whole).empty());
    CHECK(damage_in(first) == Lines{line});
    edit::Document cut = need(edit::read_binary(SharedBytes(first)));
    const edit::Document base = need(edit::read_binary(SharedBytes(whole)));
    CHECK(edit::merge(base, base, cut).error);
    CHECK_FALSE(edit::merge(cut, cut, cut).error);
    const XmlDocument edits =
        need(XmlDocument::parse("<edits><set path=\"records[K].editor_id\" value=\"M\"/></edits>", "edits.xml"));
    static_cast<void>(need(edit::apply(cut, edits)));
    CHECK(damage_lines(cut) == Lines{line});
}

TEST_CASE("damaged: reports a subrecord that extends past its record", "[check]")
{
    const Bytes past = joined({text("CNAM"), number(std::uint16_t{40}), Bytes(4)});
    CHECK(damage_in(joined({tes4(24, 2), top_group(24, "KYWD", keyword("K", past))})) ==
          Lines{"records[K].unread: 10 bytes that are not a complete subrecord, in 01000800"});
}

TEST_CASE("damaged: reports compressed data that does not inflate", "[check]")
{
    const Bytes data = joined({number(8U), text("no zlib data")});
    const Bytes plugin = joined({tes4(24, 2), top_group(24, "KYWD", record(24, "KYWD", 0x01000800, data, 0x40000))});
    CHECK(damage_in(plugin) ==
          Lines{"records[01000800].stream: 16 bytes of compressed data that do not inflate, in 01000800"});
    const Bytes none = joined({tes4(24, 2), top_group(24, "KYWD", record(24, "KYWD", 0x01000800, {}, 0x40000))});
    CHECK(damage_in(none) ==
          Lines{"records[01000800].stream: 0 bytes of compressed data that do not inflate, in 01000800"});
}

TEST_CASE("damaged: reports no file of the samples and the corpus", "[check][corpus]")
{
    for (const char* const variable : {"REDFORGE_SAMPLES", "REDFORGE_CORPUS"}) {
        const char* const folder = std::getenv(variable);
        if (folder == nullptr) {
            return skip(std::string(variable) + " is not set");
        }
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
            const Result<Bytes> bytes = entry.is_regular_file() ? read_file(entry.path()) : fail({});
            const auto document = bytes ? edit::read_binary(SharedBytes(*bytes)) : fail({});
            const std::string path = entry.path().string();
            const bool may_be_damaged =
                path.find("quirky") != std::string::npos || path.find("testing-plugins") != std::string::npos;
            if (document && !may_be_damaged) {
                INFO(entry.path());
                CHECK(damage_lines(*document) == Lines{});
            }
        }
    }
}
