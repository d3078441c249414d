// Reports for changed and damaged documents of every format: differences, patches, merges, errors.
//
// Changes and damage are random with fixed seeds. The pages in tests/edit/reports are approved texts (support/approved.hpp).
#include <catch2/catch.hpp>

#include <array>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "art/terrain.hpp"
#include "check/check.hpp"
#include "edit/change_lines.hpp"
#include "edit/edit_list.hpp"
#include "edit/merge.hpp"
#include "edit/patch.hpp"
#include "edit/random_edits.hpp"
#include "support/approved.hpp"
#include "support/outcome.hpp"
#include "support/page_text.hpp"
#include "support/sample_file.hpp"

namespace {

using namespace redforge;
using namespace redforge::test;
using edit::Document;

std::vector<std::string> texts_of(const std::vector<edit::Conflict>& conflicts)
{
    std::vector<std::string> lines;
    for (const edit::Conflict& conflict : conflicts) {
        lines.push_back(edit::conflict_line(conflict));
    }
    return lines;
}

/// What a patch does to a document, or does not.
std::vector<std::string> patching_of(Document document, const std::string& patch, const edit::PatchOptions& options)
{
    const XmlDocument edits = need(XmlDocument::parse(patch, "patch.xml"));
    edit::Recorder recorder(document);
    const Result<edit::PatchResult> patched = edit::apply_patch(recorder, edits, options);
    if (!patched) {
        return {describe(patched.error())};
    }
    std::vector<std::string> lines = texts_of(patched->conflicts);
    for (const edit::EditLine& line : patched->log) {
        lines.push_back(line_of(line));
    }
    return lines;
}

std::string changes_page(const Document& from, std::uint64_t seeds)
{
    std::string page;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        Random random(seed);
        Document ours = from;
        change_document(random, ours.root(), 1 + seed % 5);
        Document theirs = from;
        change_document(random, theirs.root(), 1 + seed % 3);
        TextSink patch;
        edit::write_edit_list(patch, from.root(), ours.root());
        page += fmt::format("seed {}\n", seed);
        page +=
            lines_of("ours", change_lines_between(from, ours)) + lines_of("theirs", change_lines_between(from, theirs));
        page += lines_of("patch", split_lines(patch.str()));
        page += lines_of("patched theirs", patching_of(theirs, patch.str(), {}));
        page += lines_of("patched theirs by merging", patching_of(theirs, patch.str(), {.merge = true}));
        const edit::Merge merged = edit::merge(from, ours, theirs);
        page += lines_of("conflicts", texts_of(merged.conflicts));
        page += merged.error ? "error: " + describe(*merged.error) + "\n"
                             : lines_of("theirs to the merged", change_lines_between(theirs, merged.document));
    }
    return page;
}

/// Describes the result of reading a damaged copy of `from`.
std::string report_of(const Result<Document>& read, const Document& from, const RawFallbacks& kept)
{
    if (!read) {
        return describe(read.error());
    }
    std::string line = "reads";
    for (const RawFallback& each : kept) {
        line += fmt::format("; {} is kept raw: {}", each.place, each.reason);
    }
    if (&read->format() != &from.format()) {
        return fmt::format("{} as {}", line, read->format().name);
    }
    if (const std::optional<Difference> difference = from.difference(*read)) {
        line += fmt::format("; {}: {} -> {}", difference->path, difference->left, difference->right);
    }
    std::map<std::string_view, std::size_t> findings;
    for (const check::Finding& finding : check::run(*read, {})) {
        ++findings[finding.check->id];
    }
    for (const auto& [id, count] : findings) {
        line += fmt::format("; {} {}", count, id);
    }
    return line;
}

Bytes damaged(Random& random, Bytes bytes)
{
    const std::size_t at = random.below(bytes.size());
    const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random.below(6)) {
    case 0: bytes.resize(at); break;
    case 1: bytes.erase(place); break;
    case 2: bytes.insert(place, static_cast<std::byte>(random.bits())); break;
    case 3: *place = static_cast<std::byte>(random.bits()); break;
    default: {  // small steps of a count, and the ends of its range
        static constexpr std::array<std::uint8_t, 5> values{0, 1, 0x7F, 0x80, 0xFF};
        *place =
            random.once_in(2) ? static_cast<std::byte>(static_cast<int>(*place) + 1) : std::byte{random.pick(values)};
    }
    }
    return bytes;
}

/// Whatever the damage is, what is read is written back the same.
ReportCounts reports_of_bytes(const Document& from, std::uint64_t seeds)
{
    ReportCounts reports;
    const Bytes bytes = file_of(from);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        Random random(seed);
        RawFallbacks kept;
        const Bytes changed = damaged(random, bytes);
        const Result<Document> read = edit::read_binary(changed, &kept);
        if (read) {
            CHECK(need(read->write()) == changed);
        }
        reports.add(report_of(read, from, kept));
    }
    return reports;
}

std::string damaged(Random& random, std::string text)
{
    std::vector<std::size_t> quotes;  // where values of attributes begin
    for (std::size_t at = text.find("=\""); at != std::string::npos; at = text.find("=\"", at + 1)) {
        quotes.push_back(at + 2);
    }
    const std::size_t quote = random.pick(quotes);
    const std::size_t name = text.rfind(' ', quote);
    const std::size_t end = text.find('"', quote);
    const std::size_t line = text.rfind('\n', quote) + 1;
    const std::size_t line_size = text.find('\n', quote) + 1 - line;
    switch (random.below(9)) {
    case 0: return text.erase(name, end + 1 - name);
    case 1: return text.insert(name + 1, 1, text[name + 1]);
    case 2: return text.insert(end + 1, text.substr(name, end + 1 - name));
    case 3: return text.erase(line, line_size);
    case 4: return text.insert(line, text.substr(line, line_size));
    case 5: {
        const char c = "<>&\"' /"[random.below(7)];
        return text.replace(random.below(text.size()), 1, 1, c);
    }
    default: {
        static constexpr std::array<const char*, 12> values{"",    "-1",  "1",     "99999999999", "4294967295", "0x10",
                                                            "1.5", "nan", "&amp;", "\\xFF",       "raw:00",     "x"};
        return text.replace(quote, end - quote, random.pick(values));
    }
    }
}

ReportCounts reports_of_text(const Document& from, std::uint64_t seeds)
{
    ReportCounts reports;
    const std::string text = text_of(from);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        Random random(seed);
        const Result<Document> read = edit::read_text(damaged(random, text), "damaged.xml");
        reports.add(report_of(read, from, {}));
    }
    return reports;
}

/// The page of a document with so many changes and so much damage.
void check_page(const std::string& name, const Document& from, std::uint64_t seeds, std::uint64_t damage)
{
    check_approved(std::filesystem::path(REDFORGE_SOURCE) / "tests/edit/reports" / (name + ".txt"),
                   changes_page(from, seeds) + reports_of_bytes(from, damage).page("damaged bytes") +
                       reports_of_text(from, damage).page("damaged text"));
}

}  // namespace

TEST_CASE("reports: the abilities of each format match the approved page", "[edit]")
{
    std::string page;
    const auto add_names = [&](const char* what, auto names) {
        page += names.empty() ? "" : fmt::format("  {}: {}\n", what, fmt::join(names, ", "));
    };
    for (const Format& format : edit::formats()) {
        page += fmt::format("{} ({}), {}\n", format.name, format.extension, format.root());
        add_names("files", edit::file_patterns(format));
        add_names("files of a folder", format.folder_files);
        add_names("files that git cannot join", format.merged_files);
        for (const SideCodec& codec : format.side_codecs) {
            page += fmt::format("  blobs in files of their own: {}\n", codec.extension);
        }
        for (const auto& [before, after] : format.around_record) {
            page += fmt::format("  around a record: {}...{}\n", short_line(std::string(before)),
                                short_line(std::string(after)));
        }
        const std::pair<const char*, bool> abilities[] = {
            {"keeps views of its file", format.keeps_views},
            {"is plain text", format.is_plain_text},
            {"has samples", format.samples != nullptr},
            {"updates dependents", format.update_dependents != nullptr},
            {"completes what texts leave", format.complete != nullptr},
            {"fills what is computed", format.fill_computed != nullptr},
            {"tells parts", format.parts != nullptr},
            {"locates bytes", format.locate != nullptr},
            {"guesses a code page", format.guess_page != nullptr},
            {"may begin otherwise", format.may_begin != nullptr},
            {"makes new ones", format.make_new != nullptr},
        };
        for (const auto& [what, can] : abilities) {
            page += can ? fmt::format("  {}\n", what) : "";
        }
    }
    check_approved(std::filesystem::path(REDFORGE_SOURCE) / "tests/edit/reports/formats.txt", page);
}

TEST_CASE("reports: diffs, patches, merges and errors of samples match the approved pages", "[edit]")
{
    for (const Format& format : edit::formats()) {
        if (format.make_new != nullptr) {
            check_page(std::string(format.root()), sample_document(format.root()), 24, 600);
        }
    }
}

TEST_CASE("reports: diffs, patches, merges and errors of small files match their pages", "[edit]")
{
    std::size_t files = 0;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(REDFORGE_SOURCE) / "tests/fuzz/corpus")) {
        if (!entry.is_regular_file()) {
            continue;
        }
        Bytes bytes = need(read_file(entry.path()));
        const Format* const format = edit::recognise(bytes);
        const std::string folder = entry.path().parent_path().filename().string();
        if (format != nullptr && format->root() != "map" && folder != "soup_import") {
            const Result<Document> from = edit::read_binary(std::move(bytes));
            if (from) {  // some begin as files of the format do, and are refused
                ++files;
                check_page(fmt::format("{}-{}", format->root(), entry.path().filename().string()), *from, 8, 120);
            }
        }
    }
    CHECK(files == 21);
    // Formats without a sample file.
    auto terrain = std::make_shared<art::Terrain>();
    terrain->sections.resize(4);
    for (std::size_t i = 0; i < 4; ++i) {
        art::TerrainSection& section = terrain->sections[i];
        section.heights = section.plane_2 = section.textures = section.plane_4 =
            Bytes(art::plane_size, static_cast<std::byte>(i));
    }
    terrain->reserved = 7;
    check_page("terrain", Document(*edit::find_format("terrain"), terrain), 8, 120);
    Bytes definitions;
    append(definitions,
           as_bytes("[functions]\r\ntask RTX parms 1\r\nfunction AddItem parms 1\r\n[refs]\r\nangle\r\n"
                    "[equates]\r\nauto\r\nnorth\r\nendauto\r\n[flags]\r\nBOOL Saved 0\r\nNUMBER Gold 3\r\n"));
    check_page("definitions", need(edit::read_binary(definitions)), 8, 120);
}
