// Computes the files of a game with mods.
#include "mod/compose.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "art/image_name.hpp"
#include "core/text/letter_case.hpp"
#include "mod/file_work.hpp"
#include "mod/map_files.hpp"
#include "soup/names/definitions.hpp"
#include "soup/names/game_names.hpp"

namespace redforge::mod {
namespace {

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

/// Reads the names. If a file with names is missing or damaged, scripts show numbers, which are valid in patches, too.
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

/// Returns the index of a mod by name, or the size of the list.
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

/// Sorts mods by name, but each after the mods that it requires. Files contain the additions of mods in this order.
std::vector<const Mod*> in_order_of_names(std::vector<const Mod*> mods)
{
    std::ranges::sort(mods, {}, &Mod::name);
    std::vector<const Mod*> ordered;
    while (!mods.empty()) {
        const auto is_ready = [&](const Mod* mod) {
            return std::ranges::none_of(mod->manifest.requirements, [&](const config::ModReference& reference) {
                return find_mod(mods, reference.name.bytes) != mods.size();
            });
        };
        auto next = std::ranges::find_if(mods, is_ready);
        next = next == mods.end() ? mods.begin() : next;  // a cycle, which check_order() rejects
        ordered.push_back(*next);
        mods.erase(next);
    }
    return ordered;
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
        c.source.empty() && !(c.base.empty() && c.ours.empty() && c.theirs.empty()) &&
                (!c.field.empty() || !c.base.empty())
            ? fmt::format("original {}, {} {}, {} {}", c.base, conflict.first, c.ours, conflict.second, c.theirs)
        : !c.ours.empty() && !c.theirs.empty() && c.source.empty()
            ? fmt::format("{} {} it, {} {} it", conflict.first, c.ours, conflict.second, c.theirs)
            : fmt::format("{} and {} differ: {}", conflict.first, conflict.second, c.what);
    return fmt::format("{}: {}; {} wins", place, values, conflict.second);
}

LoadContext context_of_originals(const OriginalReader& originals)
{
    LoadContext context;
    context.services.set<soup::Names>([all = std::make_shared<OriginalNames>(), originals]() -> const soup::Names* {
        std::call_once(all->once, [&] { read_names(*all, originals); });
        return all->names ? &*all->names : nullptr;
    });
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

Result<Allocation> allocate_names(const std::vector<const Mod*>& mods, const std::vector<const Mod*>& enabled,
                                  Allocation taken, const OriginalReader& originals)
{
    const auto names_of = [](const std::vector<const Mod*>& list) -> Result<std::vector<DeclaredName>> {
        std::vector<DeclaredName> names;
        for (const Mod* const mod : list) {
            const auto own =
                mod->names.empty() ? Result<std::vector<DeclaredName>>() : parse_names(mod->names, mod->name());
            if (!own) {
                return fail(own.error());
            }
            for (const DeclaredName& name : *own) {
                names.push_back({mod->name() + "/" + name.symbol, name.bank});
            }
        }
        return names;
    };
    // Use the order of the mods' names, so that the numbers do not depend on the load order.
    std::vector<const Mod*> ordered = mods;
    std::ranges::sort(ordered, {}, &Mod::name);
    const Result<std::vector<DeclaredName>> names = names_of(ordered);
    const Result<std::vector<DeclaredName>> sounds = names ? names_of(in_order_of_names(enabled)) : names;
    Result<Allocation> made = sounds ? allocate(*names, std::move(taken), originals) : fail(sounds.error());
    if (Status status = made ? number_sounds(*sounds, *made, originals) : Status{}; !status) {
        return fail(status.error());
    }
    return made;
}

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
            const std::string symbol = name->first.substr(prefix.size());
            names[symbol] = name->second;
            constexpr std::string_view image = "image:";
            if (const auto number = art::image_number(name->second); number && symbol.starts_with(image)) {
                names[fmt::format("image_number:{}", symbol.substr(image.size()))] = std::to_string(number->image);
            }
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
        for (const std::string& path : mod->paths()) {
            all.insert(path);
            const std::string visibility = changes_statics(*mod, path) ? visibility_of_map(path) : std::string();
            if (visibility.empty() || all.contains(visibility)) {
                continue;
            }
            // If it cannot be read, compose() reports the error.
            if (const auto original = originals_(visibility); !original || *original) {
                all.insert(visibility);
            }
        }
    }
    return {all.begin(), all.end()};
}

std::vector<const Mod*> Composer::mods_for(const std::string& path) const
{
    std::vector<const Mod*> mods;
    const FileWork work(*this, path);
    for (const std::size_t i : work.mods()) {
        mods.push_back(mods_[i]);
    }
    return mods;
}

Result<ComposedFile> Composer::compose(const std::string& path) const
{
    FileWork work(*this, path);
    Result<FileState> state = work.with_all_mods();
    std::vector<std::string> notes = work.notes();
    Result<std::vector<ModConflict>> found = state ? work.conflicts() : fail(std::move(state.error()));
    if (!found) {
        return fail(std::move(found.error()));
    }
    if (!state->exists()) {
        return fail({.code = ErrorCode::not_found, .message = "no mod makes this file", .file = path});
    }
    Result<SharedBytes> bytes = state->bytes ? Result<SharedBytes>(*state->bytes) : state->document->encode();
    if (!bytes) {
        bytes.error().file = path;
        return fail(std::move(bytes.error()));
    }
    return ComposedFile{path, std::move(*bytes), state->stale, std::move(*found), std::move(notes)};
}

Result<std::vector<ModConflict>> Composer::conflicts(const std::string& path) const
{
    return FileWork(*this, path).conflicts();
}

}  // namespace redforge::mod
