// Laws of patches of random documents: each edit is applied, is a conflict, or asks for the current state.
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "core/files/side_files.hpp"
#include "edit/operation/changes.hpp"
#include "edit/operation/compare.hpp"
#include "edit/operation/field_roles.hpp"
#include "edit/patching.hpp"
#include "edit/random_edits.hpp"
#include "support/outcome.hpp"
#include "support/sample_file.hpp"
#include "tes/definition/games.hpp"
#include "tes/plugin/plugin.hpp"

using namespace redforge;
using namespace redforge::test;
using edit::Document;
using edit::MergeFavor;
using edit::Operation;

namespace {

/// Two changed copies of a document.
struct Sides {
    Document base;
    Document ours;
    Document theirs;
};

/// Makes random changes. Each has its own seed, so that a new field of a record does not affect later changes.
void change_one_by_one(Random& seeds, const RecordHandle& root)
{
    for (std::size_t left = 1 + seeds.below(4); left > 0; --left) {
        Random random(seeds.bits());
        change_document(random, root, 1);
    }
}

Sides random_sides_of(Random& random, const Format& format)
{
    Sides sides;
    sides.base = format.make_new != nullptr && random.once_in(2) ? sample_document(format.root())
                                                                 : random_document(random, format, {.records = 5});
    sides.ours = sides.base;
    sides.theirs = sides.base;
    change_one_by_one(random, sides.ours.root());
    change_one_by_one(random, sides.theirs.root());
    return sides;
}

/// Returns true if two plugins are of different games, whose records have different subrecords.
bool are_of_two_games(const Document& a, const Document& b)
{
    const auto* const left = edit::get_if<tes::Plugin>(a);
    const auto* const right = edit::get_if<tes::Plugin>(b);
    return left != nullptr && right != nullptr && tes::game_of(*left) != tes::game_of(*right);
}

/// Returns true if the text form can have all values of a document.
bool has_text(const Document& document)
{
    return edit::read_text(text_of(document), "document.xml").has_value();
}

/// Returns a patch with one edit of another patch.
std::string single_patch(const XmlDocument& patch, const pugi::xml_node& edit)
{
    pugi::xml_document single;
    pugi::xml_node root = single.append_child("edits");
    for (const pugi::xml_attribute attribute : patch.root().attributes()) {
        root.append_copy(attribute);
    }
    root.append_copy(edit);
    std::ostringstream text;
    single.save(text, "", pugi::format_raw | pugi::format_no_declaration);
    return text.str();
}

/// Returns true if an edit may have no effect because the document already has its result.
bool is_done(const Document& document, const XmlDocument& patch, const pugi::xml_node& edit)
{
    const std::string_view name = edit.name();
    const auto matches = edit::resolve(document.root(), edit.attribute("path").value());
    if (!matches || name == "remove") {
        return matches && matches->empty();
    }
    if (name == "set") {
        return edit::is_bookkeeping(*matches->front().field.entry);
    }
    if (name != "add") {
        return false;
    }
    const ListView list = matches->front().list;
    return std::ranges::all_of(edit.children(), [&](const pugi::xml_node& element) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            const RecordHandle record = list.at(i);
            const std::shared_ptr<void> added = record.type->make();
            if (list.item(i).name == element.name() &&
                XmlReader(patch, {}, SideCodecs{}).element_only(element, {added.get(), record.type, list.page}) &&
                same_record(*record.type, added.get(), record.record)) {
                return true;
            }
        }
        return false;
    });
}

/// Returns an empty text if the differences between two documents are those of one edit.
std::string unnamed_change(const Document& before, const Applied& after, std::string_view edit)
{
    const std::vector<Operation> made = edit::differences(before.root(), after.document.root());
    const auto& log = after.result.log;
    if (made.empty()) {
        return {};
    }
    if (edit == "set" || edit == "remove" || edit == "move") {
        const bool is_kind = edit == "remove" ? made[0].kind == Operation::Kind::erase && made[0].places.size() == 1
                             : edit == "move"
                                 ? made[0].kind == Operation::Kind::move
                                 : made[0].kind == Operation::Kind::set || made[0].kind == Operation::Kind::set_bytes;
        if (made.size() != 1 || log.size() != 1 || !is_kind || log[0].verb != edit) {
            return fmt::format("{} differences and {} lines of the log", made.size(), log.size());
        }
    }
    if (edit == "set") {
        const RecordHandle record = edit::record_at(after.document.root(), made[0].node);
        const std::string name = made[0].kind == Operation::Kind::set ? record.table().fields[made[0].member].name
                                                                      : record.table().children[made[0].member].name;
        const std::string path = edit::path_below(edit::path_text(after.document.root(), made[0].node), name);
        return log[0].path == path ? "" : fmt::format("{} changed, and the log names {}", path, log[0].path);
    }
    return {};
}

}  // namespace

TEST_CASE("patch: gives the later document, and its reverse the earlier, in every format", "[edit][patch]")
{
    std::size_t reversed = 0;
    for (const Format& format : edit::formats()) {
        for (std::uint64_t seed = 0; seed < 30; ++seed) {
            Random random(seed);
            INFO(format.name << ", seed " << seed);
            const Sides sides = random_sides_of(random, format);
            if (!has_text(sides.base) || !has_text(sides.ours)) {
                continue;
            }
            const std::string patch = patch_of(sides.base, sides.ours, true);
            INFO(patch);
            const Applied there = patched(sides.base, patch);
            INFO(there.said);
            if (there.said.find("two records would have this FormID") != std::string::npos) {
                CHECK(same_document(there.document, sides.base));
                continue;
            }
            CHECK(there.fits);
            CHECK(same_document(there.document, sides.ours));
            const Applied back =
                patched(sides.ours, need(edit::reversed_patch(need(XmlDocument::parse(patch, "patch.xml")))));
            INFO(back.said);
            CHECK(back.fits);
            CHECK(same_document(back.document, sides.base));
            ++reversed;
        }
    }
    CHECK(reversed > 200);
}

TEST_CASE("patch: changes nothing if it has a conflict, in every format", "[edit][patch]")
{
    std::size_t rejected = 0;
    for (const Format& format : edit::formats()) {
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            Random random(seed);
            INFO(format.name << ", seed " << seed);
            const Sides sides = random_sides_of(random, format);
            for (const bool merges : {false, true}) {
                const Applied applied = patched(sides.theirs, patch_of(sides.base, sides.ours), {.merge = merges});
                CHECK((applied.fits || same_document(applied.document, sides.theirs)));
                CHECK((applied.fits || !applied.said.empty()));
                rejected += applied.fits ? 0U : 1U;
                for (const edit::Conflict& conflict : applied.result.conflicts) {
                    CHECK_FALSE(conflict.what.empty());
                    CHECK_FALSE(conflict.what.ends_with('.'));
                }
            }
        }
    }
    CHECK(rejected > 300);
}

TEST_CASE("patch: each edit is applied, conflicts or is already applied, in every format", "[edit][patch]")
{
    std::size_t made = 0;
    std::size_t conflicts = 0;
    for (const Format& format : edit::formats()) {
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            Random random(seed);
            const Sides sides = random_sides_of(random, format);
            const XmlDocument patch = need(XmlDocument::parse(patch_of(sides.base, sides.ours), "patch.xml"));
            for (const pugi::xml_node edit : patch.root().children()) {
                const std::string single = single_patch(patch, edit);
                for (const bool merges : {false, true}) {
                    INFO(format.name << ", seed " << seed << (merges ? ", merged " : " ") << single);
                    const Applied applied = patched(sides.theirs, single, {.merge = merges});
                    INFO(applied.said);
                    if (applied.is_error) {
                        // No text can have the value, or the plugins have different masters, and bytes that may name
                        // their forms, or they are of different games.
                        CHECK((applied.said.find("masters") != std::string::npos || !has_text(sides.ours) ||
                               are_of_two_games(sides.ours, sides.theirs)));
                        continue;
                    }
                    const bool changes = !same_document(applied.document, sides.theirs);
                    if (!applied.fits) {
                        ++conflicts;
                        CHECK_FALSE(changes);
                    } else if (applied.result.log.empty()) {
                        CHECK_FALSE(changes);
                        CHECK(is_done(sides.theirs, patch, edit));
                    } else {
                        ++made;
                        CHECK(unnamed_change(sides.theirs, applied, edit.name()) == "");
                    }
                }
            }
        }
    }
    CHECK(made > 500);
    CHECK(conflicts > 300);
}

TEST_CASE("patch: a preferred side decides each conflict about a value, in every format", "[edit][patch]")
{
    std::size_t decided = 0;
    for (const Format& format : edit::formats()) {
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            Random random(seed);
            Sides sides;
            sides.base = random_document(random, format, {.records = 2});
            sides.ours = sides.base;
            sides.theirs = sides.base;
            change_values(random, sides.ours.root(), 4);
            change_values(random, sides.theirs.root(), 4);
            const XmlDocument patch = need(XmlDocument::parse(patch_of(sides.base, sides.ours), "patch.xml"));
            for (const pugi::xml_node edit : patch.root().children("set")) {
                const std::string single = single_patch(patch, edit);
                const Applied unresolved = patched(sides.theirs, single, {.merge = true});
                if (unresolved.is_error || unresolved.fits || unresolved.result.conflicts.front().is_undecidable) {
                    continue;
                }
                ++decided;
                INFO(format.name << ", seed " << seed << " " << single);
                const Applied kept = patched(sides.theirs, single, {.merge = true, .prefer = MergeFavor::ours});
                CHECK(kept.result.conflicts.size() == 1);
                CHECK(kept.result.log.empty());
                CHECK(same_document(kept.document, sides.theirs));
                const Applied taken = patched(sides.theirs, single, {.merge = true, .prefer = MergeFavor::theirs});
                CHECK(taken.result.conflicts.size() == 1);
                CHECK(taken.result.log.size() == 1);
                CHECK(unnamed_change(sides.theirs, taken, "set") == "");
                if (edit.attribute("value") && !edit.attribute("regions")) {
                    const auto value = edit::resolve(taken.document.root(), taken.result.log.at(0).path);
                    REQUIRE(value);
                    CHECK(edit::match_text(value->front()) == edit.attribute("value").value());
                }
            }
        }
    }
    CHECK(decided > 20);
}

TEST_CASE("patch: merged into the other side, gives the result of a merge, in every format", "[edit][patch]")
{
    std::size_t clean = 0;
    for (const Format& format : edit::formats()) {
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            Random random(seed);
            INFO(format.name << ", seed " << seed);
            Sides sides;
            sides.base = random_document(random, format, {.records = 4});
            sides.ours = sides.base;
            sides.theirs = sides.base;
            change_values(random, sides.ours.root(), 1 + seed % 3);
            change_values(random, sides.theirs.root(), 1 + seed % 3);
            if (!has_text(sides.base) || !has_text(sides.ours)) {
                continue;
            }
            const edit::Merge merged = edit::merge(sides.base, sides.theirs, sides.ours);
            if (merged.error) {
                continue;
            }
            const std::string patch = patch_of(sides.base, sides.ours);
            if (patch.find(" masters_before=") != std::string::npos) {
                continue;  // a merge treats a renamed master as another one
            }
            const Applied applied = patched(sides.theirs, patch, {.merge = true});
            if (merged.conflicts.empty() && applied.fits) {
                ++clean;
                const auto difference = merged.document.difference(applied.document);
                INFO((difference ? difference->path + ": " + difference->left + " and " + difference->right : ""));
                CHECK(same_document(merged.document, applied.document));
            }
        }
    }
    CHECK(clean > 100);
}
