// Edits a mod: composes its files, and makes patches from changed files.
#include "mod/edited_mod.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/files/side_files.hpp"
#include "edit/document/comments.hpp"
#include "mod/game_files.hpp"
#include "mod/install.hpp"
#include "mod/loaded_mods.hpp"
#include "mod/names.hpp"

namespace redforge::mod {
namespace {

namespace fs = std::filesystem;

/// Splits a text after each line end and each `>`.
std::vector<std::string_view> pieces_of(std::string_view text)
{
    std::vector<std::string_view> pieces;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(">\n"), text.size() - 1) + 1;
        pieces.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return pieces;
}

/// Restores symbolic names: if a piece of `text` equals a piece of `old` with its names replaced by numbers, returns
/// the piece of `old` in its place.
std::string with_names(std::string_view text, std::string_view old, const Allocation& names)
{
    std::map<std::string, std::string_view, std::less<>> named;
    for (const std::string_view piece : pieces_of(old)) {
        std::string numbers = substitute(piece, names);
        if (numbers != piece) {
            named.emplace(std::move(numbers), piece);
        }
    }
    std::string result;
    for (const std::string_view piece : pieces_of(text)) {
        const auto found = named.find(piece);
        result += found == named.end() ? piece : found->second;
    }
    return result;
}

/// Returns the allocated names that a text contains.
std::set<std::string> names_in(const std::string& text, const Allocation& names)
{
    std::set<std::string> found;
    for (const auto& [symbol, number] : names) {
        if (substitute(text, {{symbol, number}}) != text) {
            found.insert(symbol);
        }
    }
    return found;
}

std::vector<std::string> comments_in(std::string_view text)
{
    constexpr std::string_view end = "-->";
    std::vector<std::string> comments;
    for (std::size_t at = text.find("<!--"); at != std::string_view::npos; at = text.find("<!--", at + 1)) {
        const std::size_t last = text.find(end, at);
        if (last != std::string_view::npos) {
            comments.emplace_back(text.substr(at, last + end.size() - at));
        }
    }
    return comments;
}

/// Adds comments before the first edit of a patch.
std::string with_comments(std::string patch, const std::vector<std::string>& comments)
{
    const std::size_t begin = patch.find('>', patch.find("<edits"));
    std::string lines;
    for (const std::string& comment : comments) {
        lines += "\n  " + comment;
    }
    return begin == std::string::npos ? patch : patch.insert(begin + 1, lines);
}

std::string folder_of(const std::string& path)
{
    return fs::path(path).parent_path().generic_string();
}

std::set<std::string> sides_of_patch(const std::string& path, const std::string& text)
{
    std::set<std::string> names;
    if (const Result<XmlDocument> patch = XmlDocument::parse(text, path)) {
        add_named_files(patch->root(), folder_of(path), names);
    }
    return names;
}

/// Returns empty side files that give new files other names than those in `sides`.
SideFiles unused_names(const std::map<std::string, SharedBytes>& sides, const std::string& folder,
                       const LoadContext& context)
{
    SideFiles files(SideCodecs{{}, context});
    for (const auto& [name, content] : sides) {
        const fs::path inside = fs::path(name).lexically_relative(folder.empty() ? "." : folder);
        files.add(inside.parent_path().generic_string(), inside.stem().string(), inside.extension().string(),
                  std::string());
    }
    files.clear();
    return files;
}

}  // namespace

/// The game and its mods, which composers refer to.
struct EditedMod::Game {
    Installation state;
    std::vector<LoadedMod> installed;
    std::vector<const Mod*> required;  ///< in their order
    OriginalReader originals;
    LoadContext context;
};

EditedMod::EditedMod(fs::path folder, fs::path game, Mod mod, std::shared_ptr<const Game> files)
    : folder_(std::move(folder)), game_(std::move(game)), mod_(std::move(mod)), files_(std::move(files))
{
}

Result<EditedMod> EditedMod::open(const fs::path& folder, const fs::path& game)
{
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored)) {
        return fail({.code = ErrorCode::usage,
                     .message = "only the folder of a mod can be edited",
                     .file = folder.string(),
                     .hint = "open the folder with mod.xml in it; a package can be unzipped"});
    }
    Result<Mod> mod = load_mod(folder);
    Result<std::shared_ptr<const Game>> files = mod ? read_game(*mod, folder, game) : fail(mod.error());
    return files ? Result<EditedMod>(EditedMod(folder, game, std::move(*mod), std::move(*files)))
                 : fail(std::move(files.error()));
}

Result<std::shared_ptr<const EditedMod::Game>> EditedMod::read_game(const Mod& mod, const fs::path& folder,
                                                                    const fs::path& game)
{
    Result<Installation> state = read_installation(game);
    if (!state) {
        return fail(std::move(state.error()));
    }
    const auto files = std::make_shared<Game>();
    files->state = std::move(*state);
    files->originals = reader_of_originals(game, files->state);
    files->context = context_of_originals(files->originals);
    Result<std::vector<LoadedMod>> installed = load_all_installed(game, files->state);
    if (!installed) {
        return fail(std::move(installed.error()));
    }
    files->installed = std::move(*installed);
    std::set<std::string> wanted;
    const auto want = [&](const Mod& of) {
        for (const config::ModReference& reference : of.manifest.requirements) {
            wanted.insert(reference.name.bytes);
        }
    };
    want(mod);
    std::set<std::string> missing = wanted;
    for (auto each = files->installed.rbegin(); each != files->installed.rend(); ++each) {
        missing.erase(each->mod.name());
        if (wanted.contains(each->mod.name())) {
            files->required.insert(files->required.begin(), &each->mod);
            want(each->mod);
        }
    }
    if (!missing.empty()) {
        return fail(
            {.code = ErrorCode::not_found,
             .message = fmt::format("{} requires {}, which the game does not have", mod.name(), *missing.begin()),
             .file = folder.string(),
             .hint = fmt::format("install {} in {}", *missing.begin(), game.string())});
    }
    return std::shared_ptr<const Game>(files);
}

Status EditedMod::refresh() const
{
    const Result<Installation> state = read_installation(game_);
    if (state && *state == files_->state) {
        return {};
    }
    Result<std::shared_ptr<const Game>> files = state ? read_game(mod_, folder_, game_) : fail(state.error());
    if (!files) {
        return fail(std::move(files.error()));
    }
    files_ = std::move(*files);
    return {};
}

Result<Composer> EditedMod::composer_with(const Mod* mod) const
{
    if (Status status = refresh(); !status) {
        return fail(std::move(status.error()));
    }
    std::vector<const Mod*> mods = files_->required;
    if (mod != nullptr) {
        mods.push_back(mod);
    }
    Allocation taken;
    for (const InstalledName& name : files_->state.names) {
        taken.emplace(name.symbol.bytes, name.value.bytes);
    }
    Result<Allocation> names = allocate_names(mods, mods, std::move(taken), files_->originals);
    return names ? Result<Composer>(Composer(std::move(mods), files_->originals, std::move(*names)))
                 : fail(std::move(names.error()));
}

Result<SharedBytes> EditedMod::base(const std::string& path) const
{
    const Result<Composer> composer = composer_with(nullptr);
    Result<ComposedFile> made = composer ? composer->compose(path) : fail(composer.error());
    return made ? Result<SharedBytes>(std::move(made->content)) : fail(std::move(made.error()));
}

Result<SharedBytes> EditedMod::content(const std::string& path) const
{
    if (!mod_.files.contains(path)) {
        const Result<SharedBytes> without = base(path);
        if (!without) {
            return fail(without.error());
        }
        bases_.insert_or_assign(path, fingerprint_of(without->joined()));
    }
    const Result<Composer> composer = composer_with(&mod_);
    Result<ComposedFile> made = composer ? composer->compose(path) : fail(composer.error());
    return made ? Result<SharedBytes>(std::move(made->content)) : fail(std::move(made.error()));
}

Result<std::vector<std::string>> EditedMod::save(const std::string& path, const Bytes& content)
{
    Mod changed = mod_;
    if (const auto file = changed.files.find(path); file != changed.files.end()) {
        file->second = SharedBytes(Bytes(content));
        return write(path, std::move(changed), {});
    }
    const Result<SharedBytes> base = this->base(path);
    if (!base) {
        return fail(base.error());
    }
    const Bytes before = base->joined();
    if (const auto seen = bases_.find(path); seen != bases_.end() && seen->second != fingerprint_of(before)) {
        return fail({.code = ErrorCode::changed,
                     .message = "the game's version of this file has changed since it was opened",
                     .file = (game_ / path).string(),
                     .hint = "save a copy with Save As, open the file again, and compare them"});
    }
    const auto known = mod_.patches.find(path);
    const std::string old = known == mod_.patches.end() ? std::string() : known->second;
    for (const std::string& side : sides_of_patch(path, old)) {
        changed.side_files.erase(side);
    }
    for (const auto& [other, text] : mod_.patches) {  // two patches can name one file
        for (const std::string& side : other == path ? std::set<std::string>() : sides_of_patch(other, text)) {
            if (const auto kept = mod_.side_files.find(side); kept != mod_.side_files.end()) {
                changed.side_files.insert(*kept);
            }
        }
    }
    changed.patches.erase(path);
    if (same_bytes(before, content)) {
        return write(path, std::move(changed), {});
    }
    const Result<Composer> composer = composer_with(&mod_);
    if (!composer) {
        return fail(composer.error());
    }
    const std::shared_ptr<const Game> kept = files_;  // `composer` has views of it, and a later read may replace it
    const Allocation names = composer->names_for(mod_);
    SideFiles sides = unused_names(changed.side_files, folder_of(path), files_->context);
    Result<std::optional<std::string>> patch =
        make_patch(path, before, content, files_->context, {.context = 0, .files = &sides}, &sides);
    if (!patch || !*patch) {
        return patch ? fail({.code = ErrorCode::unsupported,
                             .message = "files of this format have no patches",
                             .file = path,
                             .hint = fmt::format("copy the changed file to {}", (folder_ / "files" / path).string())})
                     : fail(std::move(patch.error()));
    }
    std::string text = with_names(**patch, old, names);
    std::vector<std::string> notes;
    const std::string folder = folder_of(path);
    for (const SideFile& side : sides.files()) {
        const std::string name = folder.empty() ? side.path : fmt::format("{}/{}", folder, side.path);
        const auto earlier = mod_.side_files.find(name);
        const Bytes earlier_bytes = earlier == mod_.side_files.end() ? Bytes() : earlier->second.joined();
        changed.side_files.emplace(name, side.bytes.empty()
                                             ? SharedBytes(with_names(side.text, as_text(earlier_bytes), names))
                                             : side.bytes);
    }
    for (const std::string& name : names_in(old, names)) {
        if (!names_in(text, names).contains(name)) {
            notes.push_back(fmt::format("the patch of {} does not have the name {} any more", path, name));
        }
    }
    const std::string key = known == mod_.patches.end() ? path_in_game(game_, path) : known->first;
    // Check that the changed mod gives exactly this content.
    const auto prove = [&](std::string candidate) -> Status {
        changed.patches.insert_or_assign(key, std::move(candidate));
        const Result<Composer> proof = composer_with(&changed);
        const Result<ComposedFile> made = proof ? proof->compose(path) : fail(proof.error());
        if (!made || !same_bytes(made->content.joined(), content)) {
            return made ? fail({.code = ErrorCode::mismatch,
                                .message = "the patch of this file does not give the changed file",
                                .file = path,
                                .hint = "save a copy of the file with Save As, and report this with it"})
                        : fail(made.error());
        }
        return {};
    };
    if (const std::vector<std::string> comments = comments_in(old); !comments.empty()) {
        const Result<ComposedFile> then = composer->compose(path);
        SideFiles unused(SideCodecs{{}, files_->context});
        const Result<std::optional<std::string>> canonical =
            then ? make_patch(path, before, then->content.joined(), files_->context, {.context = 0, .files = &unused},
                              &unused)
                 : fail(then.error());
        std::optional<std::string> rebased =
            canonical && *canonical
                ? edit::rebase_changes(old, with_names(**canonical, old, names), text, edit::NoteForm::xml)
                : std::nullopt;
        // A patch in another layout keeps its comments at the top.
        if (rebased && comments_in(*rebased) == comments && prove(std::move(*rebased))) {
            return write(path, std::move(changed), std::move(notes));
        }
        text = with_comments(std::move(text), comments);
    }
    if (Status status = prove(std::move(text)); !status) {
        return fail(std::move(status.error()));
    }
    return write(path, std::move(changed), std::move(notes));
}

Result<std::vector<std::string>> EditedMod::write(const std::string& path, Mod changed, std::vector<std::string> notes)
{
    const Contents before = contents_of(mod_);
    const Contents after = contents_of(changed);
    std::vector<FolderFile> files;
    FolderRules rules{.others = FolderRules::Others::stay};
    FileSnapshot expected;
    for (const auto& [name, content] : before) {
        const auto now = after.find(name);
        if (now == after.end() || now->second != content) {
            rules.previous.push_back(name);
            expected.files.emplace(name, fingerprint_of(content.joined()));
        }
    }
    for (const auto& [name, content] : after) {
        const auto then = before.find(name);
        if (then == before.end() || then->second != content) {
            files.push_back({name, {content.pieces().begin(), content.pieces().end()}});
        }
    }
    if (!files.empty() || !rules.previous.empty()) {
        const Result<Written> written =
            write_folder(folder_, files, rules, {.overwrite = Overwrite::allow, .backup = true, .expected = &expected});
        if (!written) {
            Error error = written.error();
            if (error.code == ErrorCode::changed) {
                error.hint = fmt::format("open the mod again to see the change of {}", path);
            }
            return fail(std::move(error));
        }
    }
    mod_ = std::move(changed);
    return notes;
}

Result<std::vector<ModConflict>> EditedMod::conflicts() const
{
    if (Status status = refresh(); !status) {
        return fail(std::move(status.error()));
    }
    std::vector<const Mod*> mods;
    bool has_place = false;
    for (const LoadedMod& each : files_->installed) {
        if (each.mod.name() == mod_.name()) {
            mods.push_back(&mod_);
            has_place = true;
        } else if (each.entry.enabled != 0) {
            mods.push_back(&each.mod);
        }
    }
    if (!has_place) {
        mods.push_back(&mod_);
    }
    if (Status status = check_order(mods); !status) {
        return fail(status.error());
    }
    Allocation taken;
    for (const InstalledName& name : files_->state.names) {
        taken.emplace(name.symbol.bytes, name.value.bytes);
    }
    Result<Allocation> names = allocate_names(mods, mods, std::move(taken), files_->originals);
    if (!names) {
        return fail(std::move(names.error()));
    }
    const Composer composer(mods, files_->originals, std::move(*names));
    std::vector<ModConflict> all;
    for (const std::string& path : mod_.paths()) {
        const Result<std::vector<ModConflict>> found = composer.conflicts(path);
        if (!found) {
            return fail(found.error());
        }
        all.insert(all.end(), found->begin(), found->end());
    }
    return all;
}

}  // namespace redforge::mod
