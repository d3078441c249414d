// The files of a game with mods.
#include "mod/compose.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "core/letter_case.hpp"
#include "edit/document.hpp"
#include "edit/patch.hpp"
#include "soup/definitions.hpp"
#include "soup/game_names.hpp"

namespace redforge::mod {
namespace {

using edit::Document;

/// Names of the original game for scripts, and the file data of its dialogue.
struct OriginalNames {
    std::once_flag once;
    Bytes dialogue_bytes;
    std::optional<soup::Dialogue> dialogue;
    std::optional<soup::Names> names;
};

Bytes bytes_of_original(const OriginalReader& originals, std::initializer_list<const char*> paths)
{
    for (const char* const path : paths) {
        const auto file = originals(path);
        if (file && *file) {
            return (*file)->joined();
        }
    }
    return {};
}

/// Missing or damaged name files leave numbers in scripts; patches with numbers are equivalent.
void read_names(OriginalNames& all, const OriginalReader& originals)
{
    const Bytes definitions = bytes_of_original(originals, {"SOUP386.DEF", "SOUP386/SOUP386.DEF"});
    const auto read = soup::read_definitions(definitions);
    if (definitions.empty() || !read) {
        return;
    }
    all.names = soup::Names(*read);
    all.dialogue_bytes = bytes_of_original(originals, {"ENGLISH.RTX"});
    auto dialogue = soup::Dialogue::open(
        all.dialogue_bytes.size(), [&all](std::uint64_t offset, std::size_t size) -> Result<Bytes> {
            if (offset > all.dialogue_bytes.size() || size > all.dialogue_bytes.size() - offset) {
                return fail({.code = ErrorCode::truncated, .message = "the file ends too soon", .file = "ENGLISH.RTX"});
            }
            const auto begin = all.dialogue_bytes.begin() + static_cast<std::ptrdiff_t>(offset);
            return Bytes(begin, begin + static_cast<std::ptrdiff_t>(size));
        });
    if (dialogue) {
        all.dialogue = std::move(*dialogue);
    }
    soup::add_game_names(*all.names, bytes_of_original(originals, {"WORLD.INI"}),
                         bytes_of_original(originals, {"ITEM.INI"}), all.dialogue ? &*all.dialogue : nullptr);
}

/// A file at some point: its bytes, and the document where it was needed.
struct FileState {
    std::optional<SharedBytes> bytes;  ///< null if the file does not exist
    std::shared_ptr<const Document> document;
};

Error about(Error error, const std::string& path, const Mod& mod)
{
    error.file = fmt::format("{} ({}{})", path, mod.name(), error.file.empty() ? "" : ": " + error.file);
    return error;
}

Status read_state(FileState& state)
{
    if (!state.document) {
        Result<Document> document = edit::read_binary(state.bytes->joined());
        if (!document) {
            return fail(std::move(document.error()));
        }
        state.document = std::make_shared<Document>(std::move(*document));
    }
    return {};
}

Result<FileState> state_of(Document document)
{
    Result<SharedBytes> bytes = document.encode();
    if (!bytes) {
        return fail(std::move(bytes.error()));
    }
    return FileState{SharedBytes(bytes->joined()), std::make_shared<Document>(std::move(document))};
}

bool same_content(const FileState& a, const FileState& b)
{
    return a.bytes.has_value() == b.bytes.has_value() && (!a.bytes || *a.bytes == *b.bytes);
}

/// Name of a mod that is in the list, or its end.
std::size_t find_mod(const std::vector<const Mod*>& mods, std::string_view name)
{
    return static_cast<std::size_t>(
        std::ranges::find_if(mods, [&](const Mod* mod) { return mod->manifest.name.bytes == name; }) - mods.begin());
}

bool is_old(const Mod& mod, const Text& lowest)
{
    const auto wanted = config::Version::parse(lowest.bytes);
    const auto version = config::Version::parse(mod.manifest.version.bytes);
    return wanted && (!version || !version->at_least(*wanted));
}

}  // namespace

std::string conflict_line(const ModConflict& conflict)
{
    const edit::Conflict& c = conflict.conflict;
    std::string place = conflict.file;
    if (!c.path.empty() || !c.field.empty()) {
        place += fmt::format(": {}{}{}", c.path, c.label.empty() ? "" : " " + c.label,
                             c.field.empty() ? "" : ": " + c.field);
    }
    const std::string values =
        c.source.empty() && !c.field.empty()
            ? fmt::format("original {}, {} {}, {} {}", c.base, conflict.first, c.ours, conflict.second, c.theirs)
        : !c.ours.empty() && !c.theirs.empty() && c.source.empty()
            ? fmt::format("{} {} it, {} {} it", conflict.first, c.ours, conflict.second, c.theirs)
            : fmt::format("{} and {} differ: {}", conflict.first, conflict.second, c.what);
    return fmt::format("{}: {}; {} wins", place, values, conflict.second);
}

LoadContext context_of_originals(const OriginalReader& originals)
{
    LoadContext context;
    context.find_names = [all = std::make_shared<OriginalNames>(), originals]() -> const soup::Names* {
        std::call_once(all->once, [&] { read_names(*all, originals); });
        return all->names ? &*all->names : nullptr;
    };
    return context;
}

Status check_order(const std::vector<const Mod*>& mods)
{
    for (std::size_t i = 0; i < mods.size(); ++i) {
        const config::ModManifest& manifest = mods[i]->manifest;
        const auto reject = [&](std::string message, std::string hint) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("{} {}", manifest.name.bytes, message),
                         .hint = std::move(hint)});
        };
        if (find_mod(mods, manifest.name.bytes) != i) {
            return reject("is named twice", "name each mod once");
        }
        for (const config::ModReference& reference : manifest.requirements) {
            const std::string& name = reference.name.bytes;
            const std::size_t at = find_mod(mods, name);
            if (at == mods.size()) {
                return reject(fmt::format("requires {}, which is not enabled", name),
                              fmt::format("install and enable {} too", name));
            }
            if (is_old(*mods[at], reference.version)) {
                return reject(fmt::format("requires {} {}, and {} is installed", name, reference.version.bytes,
                                          mods[at]->manifest.version.bytes),
                              fmt::format("install a later version of {}", name));
            }
            if (at > i) {
                return reject(fmt::format("requires {}, which comes later", name), "change the order of the mods");
            }
        }
        for (const config::ModReference& reference : manifest.conflicts) {
            const std::size_t at = find_mod(mods, reference.name.bytes);
            if (at != mods.size() && !is_old(*mods[at], reference.version)) {
                return reject(fmt::format("cannot be enabled together with {}", reference.name.bytes),
                              "disable one of them");
            }
        }
        for (const config::ModReference& reference : manifest.after) {
            const std::size_t at = find_mod(mods, reference.name.bytes);
            if (at != mods.size() && at > i) {
                return reject(fmt::format("must come after {}", reference.name.bytes), "change the order of the mods");
            }
        }
    }
    return {};
}

Result<Allocation> allocate_names(const std::vector<const Mod*>& mods, Allocation taken,
                                  const OriginalReader& originals)
{
    // In the order of the mods' names: the numbers do not depend on the order in which mods apply.
    std::vector<const Mod*> ordered = mods;
    std::ranges::sort(ordered, {}, &Mod::name);
    std::vector<std::string> names;
    for (const Mod* const mod : ordered) {
        if (mod->names.empty()) {
            continue;
        }
        const Result<std::vector<std::string>> own = parse_names(mod->names, mod->name());
        if (!own) {
            return fail(own.error());
        }
        for (const std::string& symbol : *own) {
            names.push_back(mod->name() + "/" + symbol);
        }
    }
    return allocate(names, std::move(taken), originals);
}

/// Computes one file, step by step.
class Composer::FileWork {
public:
    FileWork(const Composer& composer, std::string path) : composer_(composer), path_(std::move(path))
    {
        for (std::size_t i = 0; i < composer.mods_.size(); ++i) {
            if (composer.mods_[i]->patches.contains(path_) || composer.mods_[i]->files.contains(path_)) {
                touching_.push_back(i);
            }
        }
    }
    [[nodiscard]] const std::vector<std::size_t>& touching() const { return touching_; }

    /// The file with all mods.
    Result<FileState> whole() { return joined(touching_); }

    Result<std::vector<ModConflict>> conflicts()
    {
        std::vector<ModConflict> all;
        for (std::size_t b = 0; b < touching_.size(); ++b) {
            for (std::size_t a = 0; a < b; ++a) {
                const std::size_t first = touching_[a];
                const std::size_t second = touching_[b];
                if (composer_.requires_mod(second, first)) {
                    continue;
                }
                if (Status status = add_conflicts(first, second, all); !status) {
                    return fail(status.error());
                }
            }
        }
        return all;
    }

private:
    /// The file with some mods, which are in their order and bring the mods that they require.
    Result<FileState> joined(const std::vector<std::size_t>& mods)
    {
        if (const auto known = joined_.find(mods); known != joined_.end()) {
            return known->second;
        }
        Result<FileState> state = original();
        for (const std::size_t i : mods) {
            if (!state) {
                return state;
            }
            const Result<FileState> own = result_of(i);
            Result<FileState> base = base_of(i);
            if (!own || !base) {
                return own ? base : own;
            }
            if (same_content(*state, *base) || is_whole_file(i)) {
                state = *own;
            } else {
                state = merged(*base, *state, *own, i);
            }
        }
        if (state) {
            joined_.emplace(mods, *state);
        }
        return state;
    }

    Result<FileState> merged(FileState& base, FileState& ours, const FileState& theirs, std::size_t mod) const
    {
        FileState other = theirs;
        for (FileState* const state : {&base, &ours, &other}) {
            if (Status status = state->bytes ? read_state(*state) : missing(mod); !status) {
                return fail(about(status.error(), path_, *composer_.mods_[mod]));
            }
        }
        if (&base.document->format() != &ours.document->format() ||
            &base.document->format() != &other.document->format()) {
            return other;  // another kind of file: a whole new one
        }
        edit::Merge merge =
            edit::merge(*base.document, *ours.document, *other.document, edit::MergeFavor::theirs, composer_.context_);
        if (merge.error) {
            return fail(about(*merge.error, path_, *composer_.mods_[mod]));
        }
        Result<FileState> state = state_of(std::move(merge.document));
        return state ? state : fail(about(state.error(), path_, *composer_.mods_[mod]));
    }

    Result<FileState> original()
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

    /// The file that a mod was made for: with the mods that it requires.
    Result<FileState> base_of(std::size_t mod)
    {
        std::vector<std::size_t> required;
        std::ranges::copy_if(touching_, std::back_inserter(required),
                             [&](std::size_t other) { return composer_.requires_mod(mod, other); });
        return required.empty() ? original() : joined(required);
    }

    [[nodiscard]] bool is_whole_file(std::size_t mod) const { return composer_.mods_[mod]->files.contains(path_); }

    [[nodiscard]] Status missing(std::size_t mod) const
    {
        return fail(
            {.code = ErrorCode::not_found,
             .message = fmt::format("the game has no {}, which {} patches", path_, composer_.mods_[mod]->name()),
             .hint = "name the folder of the game that has MAPS and FXART in it"});
    }

    /// The file that a mod makes of its base.
    Result<FileState> result_of(std::size_t i)
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
        if (Status status = base->bytes ? read_state(*base) : missing(i); !status) {
            return fail(about(status.error(), path_, mod));
        }
        if (original_ && original_->bytes && base->bytes && *original_->bytes == *base->bytes) {
            original_->document = base->document;  // for the next mod
        }
        Result<FileState> made = patched(*base, mod);
        if (made) {
            results_.emplace(i, *made);
        }
        return made;
    }

    Result<FileState> patched(const FileState& base, const Mod& mod) const
    {
        const std::string text = substitute(mod.patches.find(path_)->second, composer_.names_for(mod));
        const Result<XmlDocument> edits = XmlDocument::parse(text, fmt::format("{}{}.xml", patches_folder, path_));
        if (!edits) {
            return fail(about(edits.error(), path_, mod));
        }
        Document document(*base.document);
        edit::Recorder recorder(document, composer_.context_);
        const edit::PatchOptions options{.merge = true, .context = composer_.context_};
        Result<edit::PatchResult> result = edit::apply_patch(recorder, *edits, options);
        if (!result) {
            return fail(about(result.error(), path_, mod));
        }
        if (!result->conflicts.empty()) {
            const std::size_t count = result->conflicts.size();
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("{} of {} edits of {} do not fit this game, the first: {}", count,
                                                count + result->log.size(), mod.name(),
                                                edit::conflict_line(result->conflicts.front())),
                         .file = path_,
                         .hint = "the mod was made for another edition of the game, or the game is changed"});
        }
        if (const Result<edit::Transaction> made = recorder.finish({}); !made) {
            return fail(about(made.error(), path_, mod));
        }
        Result<FileState> state = state_of(std::move(document));
        return state ? state : fail(about(state.error(), path_, mod));
    }

    Status add_conflicts(std::size_t first, std::size_t second, std::vector<ModConflict>& all)
    {
        Result<FileState> base = original();
        Result<FileState> ours = result_of(first);
        Result<FileState> theirs = result_of(second);
        if (!base || !ours || !theirs) {
            return fail(!base ? base.error() : !ours ? ours.error() : theirs.error());
        }
        const std::string first_name = composer_.mods_[first]->name();
        const std::string second_name = composer_.mods_[second]->name();
        if (is_whole_file(first) || is_whole_file(second)) {
            if (!same_content(*ours, *theirs)) {
                edit::Conflict whole;
                whole.what = "one of them replaces the whole file";
                all.push_back({path_, first_name, second_name, std::move(whole)});
            }
            return {};
        }
        for (FileState* const state : {&*base, &*ours, &*theirs}) {
            if (Status status = state->bytes ? read_state(*state) : missing(second); !status) {
                return status;
            }
        }
        edit::Merge merge = edit::merge(*base->document, *ours->document, *theirs->document, edit::MergeFavor::none,
                                        composer_.context_);
        if (merge.error) {
            edit::Conflict whole;
            whole.what = merge.error->message;
            all.push_back({path_, first_name, second_name, std::move(whole)});
        }
        for (edit::Conflict& conflict : merge.conflicts) {
            all.push_back({path_, first_name, second_name, std::move(conflict)});
        }
        return {};
    }

    const Composer& composer_;
    std::string path_;
    std::vector<std::size_t> touching_;
    std::optional<FileState> original_;
    std::map<std::size_t, FileState> results_;
    std::map<std::vector<std::size_t>, FileState> joined_;
};

Composer::Composer(std::vector<const Mod*> mods, OriginalReader originals, Allocation names)
    : mods_(std::move(mods)), originals_(std::move(originals)), names_(std::move(names)),
      context_(context_of_originals(originals_))
{
    // A mod requires only earlier mods (check_order), so their requirements are complete.
    requires_.resize(mods_.size(), std::vector<bool>(mods_.size(), false));
    for (std::size_t i = 0; i < mods_.size(); ++i) {
        for (const config::ModReference& reference : mods_[i]->manifest.requirements) {
            const std::size_t other = find_mod(mods_, reference.name.bytes);
            if (other < i) {
                requires_[i][other] = true;
                for (std::size_t k = 0; k < other; ++k) {
                    requires_[i][k] = requires_[i][k] || requires_[other][k];
                }
            }
        }
    }
}

Allocation Composer::names_for(const Mod& mod) const
{
    const std::size_t own = find_mod(mods_, mod.name());
    Allocation names;
    for (std::size_t i = 0; i <= own; ++i) {
        if (i != own && !requires_[own][i]) {
            continue;
        }
        const std::string prefix = mods_[i]->name() + "/";
        for (auto name = names_.lower_bound(prefix); name != names_.end() && name->first.starts_with(prefix); ++name) {
            names[name->first.substr(prefix.size())] = name->second;
        }
    }
    return names;
}

bool Composer::requires_mod(std::size_t mod, std::size_t other) const
{
    return requires_[mod][other];
}

std::vector<std::string> Composer::paths() const
{
    std::set<std::string, PathLess> all;
    for (const Mod* const mod : mods_) {
        const std::vector<std::string> paths = mod->paths();
        all.insert(paths.begin(), paths.end());
    }
    return {all.begin(), all.end()};
}

std::vector<const Mod*> Composer::mods_for(const std::string& path) const
{
    std::vector<const Mod*> mods;
    const FileWork work(*this, path);
    for (const std::size_t i : work.touching()) {
        mods.push_back(mods_[i]);
    }
    return mods;
}

Result<ComposedFile> Composer::compose(const std::string& path) const
{
    Result<FileState> state = FileWork(*this, path).whole();
    if (!state) {
        return fail(std::move(state.error()));
    }
    if (!state->bytes) {
        return fail({.code = ErrorCode::not_found, .message = "no mod makes this file", .file = path});
    }
    return ComposedFile{path, std::move(*state->bytes)};
}

Result<std::vector<ModConflict>> Composer::conflicts(const std::string& path) const
{
    return FileWork(*this, path).conflicts();
}

}  // namespace redforge::mod
