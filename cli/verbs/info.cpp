// `info`: prints the format and the content of a file.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "art/film.hpp"
#include "cli/files/many_files.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "cli/report/json.hpp"
#include "core/bytes/mapped_file.hpp"
#include "core/files/files.hpp"
#include "core/text/code_page.hpp"
#include "core/text/counts.hpp"
#include "core/text/display_text.hpp"
#include "edit/document/damage.hpp"
#include "edit/map/map_of.hpp"
#include "edit/map/map_visibility.hpp"
#include "edit/path/path.hpp"
#include "edit/picture/still_picture.hpp"
#include "scene/game_folder.hpp"
#include "tes/archive/game_archive.hpp"
#include "tes/archive/pex.hpp"
#include "tes/definition/games.hpp"
#include "tes/plugin/plugin_queries.hpp"

namespace redforge::cli {
namespace {

/// A list of records below a document's root, by path.
struct Count {
    std::string path;
    std::string item;
    std::size_t records{};
};

/// Counts the lists of a record: first those of its groups, then its own, as in the document outline.
void count_lists(const RecordHandle& record, const std::string& path, std::vector<Count>& counts)
{
    for (const ChildEntry& child : record.table().children) {
        if (child.kind == ChildEntry::Kind::group) {
            count_lists(record.group(child), edit::path_below(path, child.name), counts);
        }
    }
    for (const ChildEntry& child : record.table().children) {
        const ListView list = child.kind == ChildEntry::Kind::list ? record.list(child) : ListView{};
        const std::size_t size = list.child == nullptr ? 0 : list.size();
        if (child.items.size() > 1) {  // each type by itself: its name is a path too
            std::vector<std::size_t> sizes(child.items.size());
            for (std::size_t i = 0; i < size; ++i) {
                ++sizes[list.item_number(i)];
            }
            for (std::size_t i = 0; i < sizes.size(); ++i) {
                if (sizes[i] > 0) {
                    counts.push_back({edit::path_below(path, child.items[i].name), child.items[i].name, sizes[i]});
                }
            }
        } else if (size > 0) {
            counts.push_back({edit::path_below(path, child.name), child.items.front().name, size});
        }
    }
}

/// Returns the game of a plugin. Returns nullopt for other documents.
std::optional<tes::Game> plugin_game(const edit::Document& document)
{
    const auto* const plugin = edit::get_if<tes::Plugin>(document);
    return plugin == nullptr ? std::nullopt : std::optional(tes::game_of(*plugin));
}

Exit print_info(const Arguments& arguments, const edit::Candidate& candidate, bool& is_first)
{
    const std::string path = candidate.path.string();
    const Result<edit::Loaded> loaded = load(path, pipes_for(arguments, path), {}, edit::RawParts::list);
    if (!loaded) {
        return should_skip(candidate, loaded.error()) ? Exit::success : print_error(loaded.error());
    }
    const Format& format = loaded->document.format();
    std::vector<Count> counts;
    if (auto* const plugin = edit::get_if<tes::Plugin>(loaded->document)) {
        const RecordHandle root = loaded->document.root();
        count_lists(root.group(*root.table().find_child("header")), "header", counts);
        const tes::RecordCounts found = tes::count_records(*plugin);
        counts.push_back({"records", "record", found.records});
        counts.push_back({"scripts", "record", found.scripts});
        counts.push_back({"records.properties", "properties", found.with_properties});
        std::erase_if(counts, [](const Count& count) { return count.records == 0; });
    } else {
        count_lists(loaded->document.root(), "", counts);
    }
    std::vector<Part> parts;
    std::error_code ignored;
    // A pipe cannot be read a second time.
    if (loaded->storage == edit::Storage::binary && format.parts != nullptr &&
        (!loaded->content.empty() || std::filesystem::is_regular_file(path, ignored))) {
        SharedBytes content = loaded->content;
        if (content.empty()) {
            Result<Bytes> bytes = read_file(path);
            if (!bytes) {
                return print_error(bytes.error());
            }
            content = SharedBytes(std::move(*bytes));
        }
        Result<std::vector<Part>> found = format.parts(content);
        if (!found) {
            return print_error(found.error());
        }
        parts = std::move(*found);
    }
    const std::vector<edit::Damage> damage = edit::find_damage(loaded->document.root());

    if (arguments.has("json")) {
        nlohmann::json json;
        put_name(json, "file", path);
        json["format"] = format.name;
        if (const auto game = plugin_game(loaded->document)) {
            json["game"] = tes::game_name(*game);
        }
        if (const auto page = loaded->document.non_default_page()) {
            json["encoding"] = page_name(*page);
        }
        if (const auto* const film = edit::get_if<art::Film>(loaded->document)) {
            json["film"] = art::film_description(*film);
        }
        if (edit::has_still_picture(loaded->document)) {
            json["picture"] = edit::describe_still_picture(loaded->document);
        }
        json["stored_as"] = storage_description(loaded->storage);
        json["size"] = loaded->size;
        json["sections"] = nlohmann::json::array();
        for (const Part& part : parts) {
            nlohmann::json entry{{"name", part.name}, {"offset", part.offset}, {"size", part.size}};
            if (part.records) {
                entry["count"] = *part.records;
            }
            json["sections"].push_back(std::move(entry));
        }
        json["records"] = nlohmann::json::object();
        for (const Count& count : counts) {
            json["records"][count.path] = count.records;
        }
        json["kept_as_bytes"] = nlohmann::json::array();
        for (const RawFallback& part : loaded->kept) {
            json["kept_as_bytes"].push_back({{"place", part.place}, {"reason", part.reason}, {"size", part.size}});
        }
        json["damage"] = nlohmann::json::array();
        for (const edit::Damage& part : damage) {
            json["damage"].push_back(
                {{"place", edit::damage_path(loaded->document.root(), part)}, {"reason", part.message}});
        }
        print_json({{"files", {std::move(json)}}});
        return Exit::success;
    }

    print(std::exchange(is_first, false) ? "" : "\n");
    print(fmt::format("{}: {} ({}), {} bytes\n", shown_text(path), format.name, storage_description(loaded->storage),
                      grouped(loaded->size)));
    if (const auto game = plugin_game(loaded->document)) {
        print(fmt::format("game: {}{}\n", tes::game_name(*game),
                          tes::has_definitions(*game) ? "" : ", whose subrecords are kept as bytes"));
    }
    if (const auto page = loaded->document.non_default_page()) {
        print(fmt::format("encoding: {}{}\n", page_name(*page),
                          loaded->storage == edit::Storage::binary && !arguments.has("encoding") ? " (guessed)" : ""));
    }
    if (!parts.empty()) {
        print(fmt::format("\n{:<12} {:>10} {:>10} {:>8}\n", "section", "offset", "bytes", "count"));
        for (const Part& part : parts) {
            print(fmt::format("{:<12} {:>10} {:>10} {:>8}\n", part.name, part.offset, part.size,
                              part.records ? std::to_string(*part.records) : "-"));
        }
    }
    if (const auto* const film = edit::get_if<art::Film>(loaded->document)) {
        print(fmt::format("film: {}\n", art::film_description(*film)));
    }
    if (edit::has_still_picture(loaded->document)) {
        print(fmt::format("picture: {}\n", edit::describe_still_picture(loaded->document)));
    }
    print("\nread as records\n");
    for (const Count& count : counts) {
        print(fmt::format("  {:<24} {:>6} x <{}>\n", count.path, count.records, count.item));
    }
    if (loaded->storage == edit::Storage::binary) {
        print(loaded->kept.empty() ? "\nraw bytes: none\n" : "\nraw bytes\n");
        for (const RawFallback& part : loaded->kept) {
            print(fmt::format("  {} ({}): {}\n", part.place, counted(part.size, "byte"), part.reason));
        }
    }
    print(damage.empty() ? "" : "\ndamage\n");
    for (const edit::Damage& part : damage) {
        const std::string place = edit::damage_path(loaded->document.root(), part);
        print(fmt::format("  {}{}{}\n", place, place.empty() ? "" : ": ", part.message));
    }
    if (const auto beside = loaded->storage == edit::Storage::binary ? edit::find_visibility(path) : std::nullopt;
        const rgm::Map* const map = beside ? edit::map_of(loaded->document) : nullptr) {
        const Result<std::vector<std::string>> problems = edit::problems_of_visibility(*map, path);
        print(fmt::format("\nvisibility: {}{}\n", beside->filename().string(),
                          problems && problems->empty() ? " fits" : ""));
        for (const std::string& problem : problems ? *problems : std::vector{describe(problems.error())}) {
            print(fmt::format("  {}\n", problem));
        }
    }
    return Exit::success;
}

/// Prints the header of a BSA or BA2 archive, or of a compiled Papyrus script. Returns nullopt for other files.
std::optional<Exit> print_other_file(const Arguments& arguments, const std::string& path, bool& is_first)
{
    std::error_code ignored;
    const Result<SharedBytes> bytes =
        std::filesystem::is_regular_file(path, ignored) ? map_file(path) : Result<SharedBytes>(SharedBytes{});
    const ByteView view = bytes ? bytes->view() : ByteView{};
    std::vector<std::pair<std::string_view, std::string>> rows;
    if (tes::GameArchive::is_archive(view)) {
        const Result<tes::GameArchive> archive = tes::GameArchive::read(*bytes);
        if (!archive) {
            return print_error(edit::in_file(archive.error(), path));
        }
        rows = {{"format", archive->description()}, {"files", std::to_string(archive->files().size())}};
    } else if (tes::is_pex(view)) {
        const Result<tes::PexHeader> header = tes::read_pex(view);
        if (!header) {
            return print_error(edit::in_file(header.error(), path));
        }
        rows = {{"format",
                 fmt::format("compiled Papyrus script of {}, version {}.{}",
                             header->is_skyrim ? "Skyrim" : "Fallout 4 or later", header->major, header->minor)},
                {"name", header->name},
                {"extends", header->parent},
                {"source", header->source},
                {"compiled", tes::format_utc(header->time)},
                {"user", header->user},
                {"computer", header->computer}};
    } else {
        return std::nullopt;
    }
    nlohmann::json json;
    put_name(json, "file", path);
    std::string text = fmt::format("{}: {}, {} bytes\n", shown_text(path), rows.front().second, grouped(view.size()));
    for (const auto& [name, value] : rows) {
        const std::string shown = encode_text(value, CodePage::cp1252);
        json[std::string(name)] = shown;
        text += &name == &rows.front().first || value.empty() ? std::string() : fmt::format("{}: {}\n", name, shown);
    }
    if (arguments.has("json")) {
        print_json({{"files", {std::move(json)}}});
    } else {
        print(std::exchange(is_first, false) ? "" : "\n");
        print(text);
    }
    return Exit::success;
}

/// Prints what a game folder contains. Its files are not read, except WORLD.INI and the tables of archives.
Exit print_game(const Arguments& arguments, const std::string& path, bool& is_first)
{
    const Result<scene::GameFolder> game = scene::index_game_folder(path);
    if (!game) {
        return print_error(game.error());
    }
    const scene::Edition edition = scene::edition_of(path);
    if (arguments.has("json")) {
        nlohmann::json json;
        put_name(json, "file", path);
        json["format"] = "Redguard game folder";
        json["edition"] = std::string(scene::description_of(edition));
        json["worlds"] = game->maps.size();
        json["model_files"] = game->models.size();
        json["archive_models"] = game->segments.size();
        json["texture_banks"] = game->banks.size();
        json["palettes"] = game->palettes.size();
        json["problems"] = game->problems;
        print_json({{"files", {std::move(json)}}});
        return Exit::success;
    }
    print(std::exchange(is_first, false) ? "" : "\n");
    print(fmt::format("{}: Redguard game folder\nedition: {}\n\n", shown_text(path), scene::description_of(edition)));
    const auto row = [](std::string_view what, std::size_t count) {
        print(fmt::format("  {:<24} {:>6}\n", what, count));
    };
    row("worlds in WORLD.INI", game->maps.size());
    row("model files", game->models.size());
    row("models in archives", game->segments.size());
    row("texture banks", game->banks.size());
    row("palettes", game->palettes.size());
    for (const std::string& problem : game->problems) {
        print(fmt::format("  {}\n", shown_text(problem)));
    }
    print("\n-r describes each file of the folder\n");
    return Exit::success;
}

}  // namespace

static Exit run_info(const Arguments& arguments)
{
    const Inputs inputs = inputs_of(arguments);
    Exit worst = Exit::success;
    bool is_first = true;
    Progress progress(inputs.files.size());
    for (std::size_t i = 0; i < inputs.files.size() && !cancelled(); ++i) {
        progress.at(i);
        const edit::Candidate& input = inputs.files[i];
        std::error_code ignored;
        const bool is_game = std::filesystem::is_directory(input.path, ignored) && scene::is_game_folder(input.path);
        if (const std::optional<Exit> other = print_other_file(arguments, input.path.string(), is_first)) {
            worst = std::max(worst, *other);
            continue;
        }
        worst = std::max(worst, is_game ? print_game(arguments, input.path.string(), is_first)
                                        : print_info(arguments, input, is_first));
    }
    return worst;
}

Verb info_verb()
{
    return {
        .name = "info",
        .summary = "show what a file is and what it contains",
        .description =
            "Prints the format, and the offset, size and record count of each section. Lists each part that is "
            "kept as raw bytes because it does not match its layout, with the reason, and the parts that show that the "
            "file is cut off or broken.",
        .examples = {{"redforge info ISLAND.RGM", "what is in a map"},
                     {"redforge info --json ISLAND.RGM", "the same for a program to read"}},
        .positionals = {many_files()},
        .options = {options::encoding, options::definitions, options::recursive, options::json},
        .run = run_info,
    };
}

}  // namespace redforge::cli
