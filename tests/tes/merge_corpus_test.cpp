// Changes in different records of real plugins always merge. REDFORGE_CORPUS names a folder of plugins.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/files/files.hpp"
#include "edit/merge/merge.hpp"
#include "edit/patch/edits.hpp"
#include "edit/path/path.hpp"
#include "edit/random_edits.hpp"
#include "runner/skip.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/record_walk.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

struct FieldChange {
    std::string path;
    std::string text;
};

/// Returns the plugins of the corpus with at least two records.
std::vector<std::filesystem::path> plugins_of(const std::filesystem::path& corpus)
{
    std::vector<std::filesystem::path> files;
    for (const std::string_view name : {"oblivion-plugins", "skyrim-plugins"}) {
        for (const auto& entry : std::filesystem::directory_iterator(corpus / name)) {
            files.push_back(entry.path());
        }
    }
    std::ranges::sort(files);
    return files;
}

/// Returns the FormIDs that only one record has.
std::vector<std::uint32_t> forms_of(const edit::Document& document)
{
    std::vector<std::uint32_t> all;
    tes::for_each_record(*edit::get_if<tes::Plugin>(document),
                         [&](const tes::RecordHead& head) { all.push_back(head.form_id.value); });
    std::ranges::sort(all);
    std::vector<std::uint32_t> once;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if ((i == 0 || all[i - 1] != all[i]) && (i + 1 == all.size() || all[i + 1] != all[i])) {
            once.push_back(all[i]);
        }
    }
    return once;
}

/// Returns another value for a field in a record, at any depth, that the file can store. Returns nullopt after some
/// failed trials.
std::optional<FieldChange> random_change(Random& random, const edit::Document& document, std::uint32_t form_id)
{
    const auto found = edit::resolve(document.root(), fmt::format("records[{:08X}]", form_id));
    REQUIRE(found);
    REQUIRE(found->size() == 1);
    std::vector<RecordHandle> records;
    std::vector<edit::NodePath> nodes;
    const FieldTable& table = found->front().record.table();
    const ChildEntry& subrecords = *table.find_child("subrecords");
    const ListView list = found->front().record.list(subrecords);
    for (std::size_t i = 0; i < list.size(); ++i) {
        edit::NodePath node = found->front().node;
        node.push_back({table.number_of(subrecords), static_cast<std::uint32_t>(i)});
        collect_records(list.at(i), records, &nodes, node);
    }
    constexpr int trials = 20;
    for (int i = 0; i < trials && !records.empty(); ++i) {
        const std::size_t place = random.below(records.size());
        const std::vector<FieldEntry>& fields = records[place].table().fields;
        if (fields.empty()) {
            continue;
        }
        const FieldEntry& field = random.pick(fields);
        const std::string before = records[place].field(field).text();
        std::string text = before == "1" ? "2" : "1";
        if (field.info.refers_to == Target::form) {
            text = before == "00000014" ? "00000007" : "00000014";
        } else if (field.ops->type.kind == ValueKind::text) {
            text = before == "Changed" ? "Changed again" : "Changed";
        }
        const std::string path = edit::path_below(edit::path_text(document.root(), nodes[place]), field.name);
        FieldChange change{fmt::format("records[{:08X}]{}", form_id, path.substr(path.find(']') + 1)), text};
        edit::Document copy = document;
        const auto made = edit::set(copy, change.path, change.text);
        if (made && !made->empty() && copy.write() && copy.difference(document)) {
            return change;
        }
    }
    return std::nullopt;
}

edit::Document with(const edit::Document& document, std::initializer_list<FieldChange> changes)
{
    edit::Document changed = document;
    for (const FieldChange& change : changes) {
        REQUIRE(edit::set(changed, change.path, change.text));
    }
    return changed;
}

}  // namespace

TEST_CASE("merge: 200 random pairs of changes to different records of plugins merge", "[tes]")
{
    const char* corpus = std::getenv("REDFORGE_CORPUS");
    if (corpus == nullptr) {
        redforge::test::skip("REDFORGE_CORPUS is not set");
        return;
    }
    const std::vector<std::filesystem::path> files = plugins_of(corpus);
    Random random(26);
    std::size_t merged = 0;
    std::set<std::string> used;
    for (int trial = 0; trial < 2000 && merged < 200; ++trial) {
        const std::filesystem::path& file = random.pick(files);
        const Result<edit::Document> base = edit::read_binary(SharedBytes(read_file(file).value()));
        REQUIRE(base);
        const std::vector<std::uint32_t> forms = forms_of(*base);
        if (forms.size() < 2) {
            continue;
        }
        const std::uint32_t first = random.pick(forms);
        const std::uint32_t second = random.pick(forms);
        const auto a = random_change(random, *base, first);
        const auto b = first == second ? std::nullopt : random_change(random, *base, second);
        if (!a || !b) {
            continue;
        }
        CAPTURE(file, a->path, a->text, b->path, b->text);
        const edit::Merge result = edit::merge(*base, with(*base, {*a}), with(*base, {*b}));
        for (const edit::Conflict& conflict : result.conflicts) {
            CHECK(conflict.path + " " + conflict.field + " " + conflict.what == "");
        }
        const Result<Bytes> bytes = result.document.write();
        REQUIRE(bytes);
        CHECK(*bytes == with(*base, {*a, *b}).write().value());
        used.insert(file.string());
        ++merged;
    }
    CHECK(merged == 200);
    WARN(merged << " pairs in " << used.size() << " plugins");
}
