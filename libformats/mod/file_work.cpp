// Computes one game file with mods.
#include "mod/file_work.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "core/xml/xml_reader.hpp"
#include "edit/patch/patch.hpp"
#include "mod/map_files.hpp"
#include "mod/patch_pictures.hpp"
#include "rgm/map.hpp"
#include "rgm/visibility_edit.hpp"

namespace redforge::mod {
namespace {

using edit::Document;

Error about(Error error, const std::string& path, const Mod& mod)
{
    error.file = fmt::format("{} ({}{})", path, mod.name(), error.file.empty() ? "" : ": " + error.file);
    return error;
}

FileState state_of(Document document)
{
    return {std::nullopt, std::make_shared<Document>(std::move(document))};
}

/// Returns true if the contents are equal. Does not encode documents, so it can return false for equal contents.
bool is_same_state(const FileState& a, const FileState& b)
{
    if (a.exists() != b.exists() || !a.exists()) {
        return a.exists() == b.exists();
    }
    if (a.bytes && b.bytes) {
        return *a.bytes == *b.bytes;
    }
    return a.document != nullptr && a.document == b.document;
}

/// Returns true if the contents are equal. Encodes documents if necessary. Errors: those of encoding a document.
Result<bool> has_same_bytes(const FileState& a, const FileState& b)
{
    const auto bytes_of = [](const FileState& state) -> Result<SharedBytes> {
        return state.bytes ? *state.bytes : state.document->encode();
    };
    if (a.exists() != b.exists() || !a.exists()) {
        return a.exists() == b.exists();
    }
    const Result<SharedBytes> first = bytes_of(a);
    const Result<SharedBytes> second = first ? bytes_of(b) : fail(first.error());
    return second ? Result<bool>(*first == *second) : fail(second.error());
}

/// Returns a text that identifies the record and the field of a conflict in all merges with one base.
std::string signature_of(const edit::Conflict& conflict)
{
    return fmt::format("{}\n{}", conflict.identity, conflict.field);
}

}  // namespace

Composer::FileWork::FileWork(const Composer& composer, std::string path) : composer_(composer), path_(std::move(path))
{
    const std::string map = map_of_visibility(path_);
    for (std::size_t i = 0; i < composer.mods_.size(); ++i) {
        if (has_own(i) || (!map.empty() && changes_statics(*composer.mods_[i], map))) {
            mods_.push_back(i);
        }
    }
    if (!map.empty()) {
        map_ = std::make_unique<FileWork>(composer, map);
    }
}

bool Composer::FileWork::has_own(std::size_t mod) const
{
    return composer_.mods_[mod]->patches.contains(path_) || is_whole_file(mod);
}

bool Composer::FileWork::is_whole_file(std::size_t mod) const
{
    return composer_.mods_[mod]->files.contains(path_);
}

Composer::FileWork::Mods Composer::FileWork::required_by(std::size_t mod) const
{
    Mods required;
    std::ranges::copy_if(mods_, std::back_inserter(required),
                         [&](std::size_t other) { return composer_.requires_mod(mod, other); });
    return required;
}

Composer::FileWork::Mods Composer::FileWork::in_order_of_names(Mods mods) const
{
    std::ranges::sort(mods, {}, [&](std::size_t mod) { return composer_.mods_[mod]->name(); });
    Mods ordered;
    while (!mods.empty()) {
        const auto is_ready = [&](std::size_t mod) {
            return std::ranges::none_of(mods, [&](std::size_t other) { return composer_.requires_mod(mod, other); });
        };
        const auto next = std::ranges::find_if(mods, is_ready);
        ordered.push_back(*next);
        mods.erase(next);
    }
    return ordered;
}

Result<FileState> Composer::FileWork::with_mods(const Mods& mods)
{
    if (const auto known = with_mods_.find(mods); known != with_mods_.end()) {
        return known->second;
    }
    Result<FileState> state = map_ != nullptr ? follow_map(mods) : merge_all(mods);
    if (state) {
        with_mods_.emplace(mods, *state);
    }
    return state;
}

Result<FileState> Composer::FileWork::merge_all(const Mods& mods)
{
    // A whole file replaces the results of earlier mods.
    const auto last_whole = std::find_if(mods.rbegin(), mods.rend(), [&](std::size_t i) { return is_whole_file(i); });
    Result<FileState> state = last_whole == mods.rend() ? original() : result_of(*last_whole);
    Mods before;
    for (const std::size_t i : in_order_of_names({last_whole.base(), mods.end()})) {
        const Result<FileState> own = state ? result_of(i) : state;
        const Result<FileState> base = own ? base_of(i) : own;
        if (!base) {
            return base;
        }
        state = is_same_state(*state, *base) ? own : merged(*base, *state, *own, i, before);
        before.push_back(i);
    }
    return state;
}

Result<FileState> Composer::FileWork::follow_map(const Mods& mods)
{
    Mods of_map;
    std::ranges::copy_if(mods, std::back_inserter(of_map),
                         [&](std::size_t i) { return std::ranges::find(map_->mods_, i) != map_->mods_.end(); });
    const auto own = std::find_if(mods.rbegin(), mods.rend(), [&](std::size_t i) { return has_own(i); });
    Result<FileState> file = own == mods.rend() ? original() : result_of(*own);
    // The map that the visibility was made for.
    Result<FileState> before = own == mods.rend()                                ? map_->original()
                               : std::ranges::find(of_map, *own) != of_map.end() ? map_->result_of(*own)
                                                                                 : map_->base_of(*own);
    Result<FileState> after = file && before ? map_->with_mods(of_map) : file ? before : file;
    if (!after || !file->exists() || !before->exists() || !after->exists() || is_same_state(*before, *after)) {
        return after ? file : after;
    }
    const std::size_t mod = mods.back();
    for (FileState* const state : {&*file, &*before, &*after}) {
        if (Status status = read_document(*state, mod); !status) {
            return fail(status.error());
        }
    }
    const auto* const old_map = edit::get_if<rgm::Map>(*before->document);
    const auto* const new_map = edit::get_if<rgm::Map>(*after->document);
    const auto* const visibility = edit::get_if<rgm::Visibility>(*file->document);
    if (old_map == nullptr || new_map == nullptr || visibility == nullptr) {
        return file;
    }
    const rgm::StaticsChange change = rgm::compare_visible_statics(old_map->statics.records, new_map->statics.records);
    if (change.is_none()) {
        return file;
    }
    rgm::Visibility made = *visibility;
    const Status status = rgm::follow_statics(made, change);
    Result<Bytes> bytes = status ? rgm::write_visibility(made) : fail(status.error());
    if (!bytes) {
        bytes.error().hint = "remove the PVO, or build one with redforge pvo build";
        return fail(about(bytes.error(), path_, *composer_.mods_[mod]));
    }
    return FileState{SharedBytes(std::move(*bytes)), nullptr, change.count()};
}

Result<FileState> Composer::FileWork::merged(const FileState& base, const FileState& ours, const FileState& theirs,
                                             std::size_t mod, const Mods& before)
{
    FileState sides[] = {base, ours, theirs};  // NOLINT(*avoid-c-arrays*)
    for (FileState& state : sides) {
        if (Status status = read_document(state, mod); !status) {
            return fail(status.error());
        }
    }
    const auto& [from, mine, other] = sides;
    if (&from.document->format() != &mine.document->format() || &from.document->format() != &other.document->format()) {
        return theirs;  // a file of another kind replaces the whole file
    }
    const auto decide = [&](const edit::Conflict& conflict) {
        in_conflict_.insert(mod);
        return is_overridden(conflict, mod, before) ? edit::MergeFavor::ours : edit::MergeFavor::theirs;
    };
    edit::Merge merge = edit::merge(*from.document, *mine.document, *other.document, decide, composer_.context_);
    if (merge.error) {
        return fail(about(std::move(*merge.error), path_, *composer_.mods_[mod]));
    }
    for (const std::string& note : merge.notes) {
        std::string text = fmt::format("{}: {} (theirs): {}", path_, composer_.mods_[mod]->name(), note);
        if (std::ranges::find(notes_, text) == notes_.end()) {
            notes_.push_back(std::move(text));
        }
    }
    return state_of(std::move(merge.document));
}

bool Composer::FileWork::is_overridden(const edit::Conflict& conflict, std::size_t mod, const Mods& before)
{
    bool has_earlier = false;
    bool has_later = false;
    for (const std::size_t other : before) {
        if (composer_.requires_mod(mod, other)) {
            continue;
        }
        if (other < mod) {
            has_earlier = true;
            continue;
        }
        has_later = true;
        const auto conflicts = pair_conflicts(other, mod);
        if (conflicts && std::ranges::find(**conflicts, signature_of(conflict), &signature_of) != (*conflicts)->end()) {
            return true;
        }
    }
    // A mod with requirements starts from another file, in which records without a key have other numbers.
    return has_later && !has_earlier && !required_by(mod).empty();
}

Result<FileState> Composer::FileWork::original()
{
    if (!original_) {
        Result<std::optional<SharedBytes>> bytes = composer_.originals_(path_);
        if (!bytes) {
            return fail(std::move(bytes.error()));
        }
        original_ = FileState{std::move(*bytes), nullptr};
    }
    return *original_;
}

Result<FileState> Composer::FileWork::base_of(std::size_t mod)
{
    const Mods required = required_by(mod);
    return required.empty() ? original() : with_mods(required);
}

Result<FileState> Composer::FileWork::result_of(std::size_t i)
{
    if (const auto known = results_.find(i); known != results_.end()) {
        return known->second;
    }
    const Mod& mod = *composer_.mods_[i];
    if (const auto file = mod.files.find(path_); file != mod.files.end()) {
        return results_.emplace(i, FileState{file->second, nullptr}).first->second;
    }
    Result<FileState> base = base_of(i);
    if (!base) {
        return base;
    }
    if (Status status = read_document(*base, i); !status) {
        return fail(status.error());
    }
    if (original_ && !original_->document && required_by(i).empty()) {
        original_->document = base->document;  // input for the next mod
    }
    Result<FileState> made = patched(*base, i);
    if (made) {
        results_.emplace(i, *made);
    }
    return made;
}

Result<FileState> Composer::FileWork::patched(const FileState& base, std::size_t i) const
{
    const Mod& mod = *composer_.mods_[i];
    const auto patch = mod.patches.find(path_);
    const auto side_bytes = [&](const std::string& name) -> Result<std::string> {
        const std::string parent = std::filesystem::path(patch->first).parent_path().generic_string();
        const auto side = mod.side_files.find(parent.empty() ? name : fmt::format("{}/{}", parent, name));
        if (side == mod.side_files.end()) {
            return fail({.code = ErrorCode::not_found, .message = "the mod has no such file", .file = name});
        }
        const Bytes bytes = side->second.joined();
        return std::string(as_text(bytes));
    };
    const Allocation names = composer_.names_for(mod);
    Result<std::string> text = check_symbols(patch->second, names).and_then([&] {
        return files_to_pictures(substitute(patch->second, names), side_bytes);
    });
    const Result<XmlDocument> edits =
        text ? XmlDocument::parse(std::move(*text), fmt::format("{}{}.xml", patches_folder, path_))
             : fail(text.error());
    if (!edits) {
        return fail(about(edits.error(), path_, mod));
    }
    Document document(*base.document);
    edit::Recorder recorder(document, composer_.context_);
    const edit::PatchOptions options{
        .merge = true, .context = composer_.context_, .files = [&](const std::string& name) -> Result<std::string> {
            Result<std::string> content = side_bytes(name);
            if (!content || !name.ends_with(".soup")) {
                return content;
            }
            return check_symbols(*content, names).transform([&] { return substitute(*content, names); });
        }};
    const Result<edit::PatchResult> result = edit::apply_patch(recorder, *edits, options);
    if (!result) {
        return fail(about(result.error(), path_, mod));
    }
    if (!result->conflicts.empty()) {
        const std::size_t count = result->conflicts.size();
        std::string message =
            fmt::format("{} of {} edits of {} do not fit this game, the first: {}", count, count + result->log.size(),
                        mod.name(), edit::conflict_line(result->conflicts.front()));
        constexpr std::size_t max_named = 20;
        for (std::size_t k = 1; k < std::min(count, max_named); ++k) {
            message += "; " + edit::conflict_line(result->conflicts[k]);
        }
        return fail({.code = ErrorCode::mismatch,
                     .message = std::move(message),
                     .file = path_,
                     .hint = "the mod was made for another edition of the game, or the game is changed"});
    }
    if (const Result<edit::Transaction> made = recorder.finish({}); !made) {
        return fail(about(made.error(), path_, mod));
    }
    return state_of(std::move(document));
}

Result<const std::vector<edit::Conflict>*> Composer::FileWork::pair_conflicts(std::size_t first, std::size_t second)
{
    const std::pair key(std::min(first, second), std::max(first, second));
    if (const auto known = pairs_.find(key); known != pairs_.end()) {
        return &known->second;
    }
    // The base has the mods that either mod requires: their changes do not count as changes of the two mods.
    Mods required = required_by(key.first);
    std::ranges::copy(required_by(key.second), std::back_inserter(required));
    std::erase_if(required, [&](std::size_t mod) { return mod == key.first || mod == key.second; });
    std::ranges::sort(required);
    required.erase(std::unique(required.begin(), required.end()), required.end());
    const auto with = [&](std::size_t mod) {
        Mods mods = required;
        mods.insert(std::ranges::lower_bound(mods, mod), mod);
        return required.empty() ? result_of(mod) : with_mods(mods);
    };
    Result<FileState> base = required.empty() ? original() : with_mods(required);
    Result<FileState> ours = base ? with(key.first) : base;
    Result<FileState> theirs = ours ? with(key.second) : ours;
    if (!theirs) {
        return fail(theirs.error());
    }
    for (FileState* const state : {&*base, &*ours, &*theirs}) {
        if (Status status = read_document(*state, second); !status) {
            return fail(status.error());
        }
    }
    edit::Merge merge =
        edit::merge(*base->document, *ours->document, *theirs->document, edit::MergeFavor::none, composer_.context_);
    if (merge.error) {
        return fail(about(std::move(*merge.error), path_, *composer_.mods_[second]));
    }
    return &pairs_.emplace(key, std::move(merge.conflicts)).first->second;
}

Result<std::vector<ModConflict>> Composer::FileWork::conflicts()
{
    if (const Result<FileState> made = with_all_mods(); !made) {
        return fail(made.error());
    }
    std::vector<ModConflict> all;
    for (std::size_t b = 0; b < mods_.size(); ++b) {
        for (std::size_t a = 0; a < b; ++a) {
            const std::size_t first = mods_[a];
            const std::size_t second = mods_[b];
            const auto decides = [&](std::size_t mod) {
                return composer_.requires_mod(mod, first) && composer_.requires_mod(mod, second);
            };
            if (composer_.requires_mod(second, first) || !has_own(first) || !has_own(second) ||
                std::ranges::any_of(mods_, decides)) {
                continue;
            }
            const std::string first_name = composer_.mods_[first]->name();
            const std::string second_name = composer_.mods_[second]->name();
            const bool is_whole = is_whole_file(first) || is_whole_file(second);
            if (is_whole || map_ != nullptr) {
                const Result<FileState> ours = result_of(first);
                const Result<FileState> theirs = ours ? result_of(second) : ours;
                const Result<bool> same = theirs ? has_same_bytes(*ours, *theirs) : fail(theirs.error());
                if (!same) {
                    return fail(same.error());
                }
                if (!*same) {
                    edit::Conflict conflict;
                    conflict.what = is_whole ? "one of them replaces the whole file" : "both build the visibility";
                    all.push_back({path_, first_name, second_name, std::move(conflict)});
                }
                continue;
            }
            // A merge of several mods conflicts only if two of them conflict.
            if (!in_conflict_.contains(first) && !in_conflict_.contains(second)) {
                continue;
            }
            const auto found = pair_conflicts(first, second);
            if (!found) {
                return fail(found.error());
            }
            for (const edit::Conflict& conflict : **found) {
                all.push_back({path_, first_name, second_name, conflict});
            }
        }
    }
    return all;
}

Status Composer::FileWork::read_document(FileState& state, std::size_t mod) const
{
    if (state.document) {
        return {};
    }
    const Mod& reader = *composer_.mods_[mod];
    if (!state.bytes) {
        return fail(about({.code = ErrorCode::not_found,
                           .message = fmt::format("the game has no {}, which {} patches", path_, reader.name()),
                           .hint = "name the folder of the game that has MAPS and FXART in it"},
                          path_, reader));
    }
    const bool is_one_piece = state.bytes->pieces().size() <= 1;
    Result<Document> document =
        is_one_piece ? edit::read_binary(*state.bytes) : edit::read_binary(state.bytes->joined());
    if (!document) {
        return fail(about(document.error(), path_, reader));
    }
    state.document = std::make_shared<Document>(std::move(*document));
    return {};
}

}  // namespace redforge::mod
