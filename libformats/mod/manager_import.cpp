// Converts mods of the public mod manager to mods of this program.
#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "config/ini.hpp"
#include "core/files/files.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "edit/document/document.hpp"
#include "mod/game_files.hpp"
#include "mod/manager_parts.hpp"
#include "mod/manager_script.hpp"
#include "rgm/map.hpp"
#include "sound/rtx.hpp"

namespace redforge::mod {
namespace {

/// Settings file of Mod Organizer 2 in a mod folder.
constexpr std::string_view organizer_file = "meta.ini";

bool is_in_audio_folder(const std::string& name)
{
    return equals_ignore_case(std::string_view(name).substr(0, audio_folder.size()), audio_folder);
}
/// Converts the name of a mod of the manager to a mod name of this program: "Rusty Key" becomes rusty-key.
std::string mod_name_of(const std::string& folder)
{
    std::string name = lower(folder);
    std::ranges::replace_if(
        name, [](char c) { return !config::is_mod_name(std::string(1, c)); }, '-');
    return name;
}

/// Returns the mods before `folder` in the manager's list of mods. The list is next to the folder of all mods; each
/// line has a word and a name.
Result<std::vector<std::string>> earlier_mods(const std::filesystem::path& folder)
{
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::weakly_canonical(folder, error);
    if (error) {
        return fail({.code = ErrorCode::io,
                     .message = fmt::format("cannot find the manager's list of mods: {}", error.message()),
                     .file = folder.string()});
    }
    const std::filesystem::path list = find_entry(whole.parent_path().parent_path(), "Mod List.txt");
    const Result<std::string> text = list.empty() ? Result<std::string>() : read_text_file(list);
    if (!text) {
        return fail(text.error());
    }
    std::vector<std::string> names;
    for (const std::string& line : lines_of_text(*text)) {
        const std::string name =
            line.find('\t') == std::string::npos ? std::string() : line.substr(line.find('\t') + 1);
        if (equals_ignore_case(name, whole.filename().string())) {
            return names;
        }
        if (config::is_mod_name(mod_name_of(name))) {
            names.push_back(mod_name_of(name));
        }
    }
    return std::vector<std::string>{};  // the list does not have the mod
}

/// A file of the game that the manager's lists change.
template <class T>
struct ChangedFile {
    Bytes before;
    edit::Document document;
    T* content{};
};

/// Opens an original file. Returns nullopt if the game has no such file.
template <class T>
Result<std::optional<ChangedFile<T>>> open_original(const OriginalReader& originals, const std::string& path)
{
    const Result<std::optional<SharedBytes>> bytes = originals(path);
    if (!bytes || !*bytes) {
        return bytes ? Result<std::optional<ChangedFile<T>>>(std::nullopt) : fail(bytes.error());
    }
    ChangedFile<T> file;
    file.before = (*bytes)->joined();
    Result<edit::Document> document = edit::read_binary(Bytes(file.before));
    if (!document) {
        document.error().file = path;
        return fail(std::move(document.error()));
    }
    file.document = std::move(*document);
    file.content = edit::get_if<T>(file.document);
    if (file.content == nullptr) {
        return fail({.code = ErrorCode::mismatch, .message = "this is another kind of file", .file = path});
    }
    return file;
}

class Importer {
public:
    Importer(const Contents& contents, const OriginalReader& originals)
        : contents_(contents), originals_(originals), context_(context_of_originals(originals)), sides_(context_)
    {
    }

    Result<ConvertedMod> run()
    {
        read_about();
        // Read the game files first, because the manager's lists change them.
        for (const auto& [name, content] : contents_) {
            if (Status status = is_list(name) ? Status{} : read_game_file(name, content); !status) {
                return fail(status.error());
            }
        }
        for (const auto& [name, content] : contents_) {
            Status status;
            if (equals_ignore_case(name, ini_file)) {
                status = read_settings(text_of(content));
            } else if (equals_ignore_case(name, dialogue_file) || is_in_audio_folder(name)) {
                status = read_dialogue();
            } else if (equals_ignore_case(name, map_file)) {
                status = read_map_changes(text_of(content));
            }
            if (!status) {
                return fail(status.error());
            }
        }
        imported_.mod.side_files = sides_.all();
        return ConvertedMod{std::move(imported_), std::move(changed_)};
    }

private:
    /// Returns a file with the changes of the imported mod. Returns null if the mod does not change it.
    [[nodiscard]] const Bytes* changed(const std::string& path) const
    {
        const auto found = changed_.find(path);
        return found == changed_.end() ? nullptr : &found->second;
    }

    /// Returns true for a file of the manager or of Mod Organizer 2. Other files are files of the game.
    static bool is_list(const std::string& name)
    {
        constexpr std::array lists{about_file, ini_file, dialogue_file, map_file, organizer_file};
        return is_in_audio_folder(name) ||
               std::ranges::any_of(lists, [&](std::string_view list) { return equals_ignore_case(name, list); });
    }

    /// Returns the content of a list. Returns null if the folder does not have it.
    [[nodiscard]] const SharedBytes* find_list(std::string_view list) const
    {
        const auto found =
            std::ranges::find_if(contents_, [&](const auto& entry) { return equals_ignore_case(entry.first, list); });
        return found == contents_.end() ? nullptr : &found->second;
    }

    /// Converts a text of the manager (UTF-8) to the code page of the game. Reports characters that the code page does
    /// not have.
    Text game_text(const std::string& utf8, std::string_view file, std::size_t line)
    {
        Result<std::string> bytes = decode_text(utf8);
        if (!bytes) {
            problem(file, line, describe(bytes.error()));
            return {};
        }
        return Text(std::move(*bytes));
    }

    /// Opens a file of the game with the changes so far. Returns nullopt if the game has no such file.
    template <class T>
    Result<std::optional<ChangedFile<T>>> open(const std::string& path)
    {
        Result<std::optional<ChangedFile<T>>> file = open_original<T>(originals_, path);
        const Bytes* const now = changed(path);
        if (!file || !*file || now == nullptr) {
            return file;
        }
        Result<edit::Document> document = edit::read_binary(Bytes(*now));
        if (!document || edit::get_if<T>(*document) == nullptr) {
            return fail(
                {.code = ErrorCode::mismatch, .message = "the mod replaces it by another kind of file", .file = path});
        }
        (*file)->document = std::move(*document);
        return file;
    }

    static std::string text_of(const SharedBytes& content)
    {
        const Bytes bytes = content.joined();
        return std::string(as_text(bytes));
    }

    void problem(std::string_view file, std::size_t line, std::string what)
    {
        imported_.problems.push_back(fmt::format("{}:{}: {}", file, line, what));
    }

    void read_about()
    {
        const SharedBytes* const about = find_list(about_file);
        if (about == nullptr) {
            return;
        }
        const std::vector<std::string> lines = lines_of_text(text_of(*about));
        config::ModManifest& manifest = imported_.mod.manifest;
        if (!lines.empty() && config::Version::parse(lines[0])) {
            manifest.version = Text(lines[0]);
        } else if (!lines.empty() && !lines[0].empty()) {
            problem(about_file, 1, fmt::format("\"{}\" is not a semantic version; the mod gets 1.0.0", lines[0]));
        }
        manifest.author = Text(lines.size() > 1 ? lines[1] : std::string());
        std::string description;
        for (std::size_t i = 2; i < lines.size(); ++i) {
            description += (description.empty() ? "" : "\n") + lines[i];
        }
        manifest.description = Text(description);
    }

    template <class T>
    Status add_patch(const std::string& path, ChangedFile<T>& file)
    {
        const Result<SharedBytes> after = file.document.encode();
        SideFiles* const beside = sides_.next_to(path);
        Result<std::optional<std::string>> patch =
            after ? make_patch(path, file.before, after->joined(), context_, {.context = 0, .files = beside}, beside)
                  : fail(after.error());
        if (!patch) {
            Error error = patch.error();
            error.file = path;
            return fail(std::move(error));
        }
        changed_.insert_or_assign(path, after->joined());
        if (*patch && !same_bytes(file.before, after->joined())) {
            imported_.mod.patches.insert_or_assign(path, std::move(**patch));
            imported_.mod.files.erase(path);
        }
        return {};
    }

    // ---------------------------------------------------------------------------------------- settings

    Status read_settings(const std::string& text)
    {
        std::string path;
        std::optional<ChangedFile<config::Ini>> file;
        config::Lines* section = nullptr;
        bool is_new_section = false;
        const std::vector<std::string> lines = lines_of_text(text);
        for (std::size_t i = 0; i <= lines.size(); ++i) {
            const std::string line = i < lines.size() ? without_blanks(lines[i]) : std::string();
            const bool begins_file =
                i < lines.size() && !line.empty() && lines[i].front() != ' ' && lines[i].front() != '\t';
            if ((begins_file || i == lines.size()) && file) {
                if (Status status = add_patch(path, *file); !status) {
                    return status;
                }
                file.reset();
            }
            if (begins_file) {
                path = line;
                section = nullptr;
                Result<std::optional<ChangedFile<config::Ini>>> opened = open<config::Ini>(path);
                if (!opened) {
                    return fail(opened.error());
                }
                file = std::move(*opened);
                if (!file) {
                    problem(ini_file, i + 1, fmt::format("the game has no {}", path));
                } else {
                    file->content = edit::get_if<config::Ini>(file->document);
                }
                continue;
            }
            if (path.empty() && !line.empty()) {
                problem(ini_file, i + 1, "this line is before the name of a file");
            }
            if (!file || line.empty()) {
                continue;
            }
            if (line.starts_with('[')) {
                section = &find_or_add_section(*file->content, line, is_new_section, i + 1);
            } else {
                set_line(section != nullptr ? *section : file->content->lines, line,
                         section != nullptr && is_new_section, i + 1);
            }
        }
        return {};
    }

    config::Lines& find_or_add_section(config::Ini& ini, const std::string& line, bool& is_new, std::size_t number)
    {
        const std::size_t end = std::min(line.find(']'), line.size());
        const std::string name = game_text(line.substr(1, end - 1), ini_file, number).bytes;
        const auto found = std::ranges::find_if(ini.sections, [&](const config::Section& section) {
            return equals_ignore_case(section.name.bytes, name);
        });
        is_new = found == ini.sections.end();
        if (!is_new) {
            return found->lines;
        }
        ini.sections.emplace_back();
        ini.sections.back().name = Text(name);
        return ini.sections.back().lines;
    }

    void set_line(config::Lines& lines, const std::string& line, bool is_new_section, std::size_t number)
    {
        const std::size_t equals = line.find('=');
        if (equals == std::string::npos) {
            if (is_new_section) {
                config::Line other;
                other.text = game_text(line, ini_file, number);
                lines.emplace_back(std::move(other));
            } else {
                problem(ini_file, number, fmt::format("\"{}\" is not a key with a value", line));
            }
            return;
        }
        const std::string name = game_text(without_blanks(line.substr(0, equals)), ini_file, number).bytes;
        const Text value = game_text(without_blanks(line.substr(equals + 1)), ini_file, number);
        for (auto& each : lines) {
            if (auto* const key = std::get_if<config::Key>(&each);
                key != nullptr && equals_ignore_case(key->name.bytes, name)) {
                key->value = value;
                return;
            }
        }
        config::Key key;
        key.name = Text(name);
        key.value = value;
        lines.emplace_back(std::move(key));
    }

    // ---------------------------------------------------------------------------------------- dialogue

    /// Reads texts and voices, which are in one file of the game.
    Status read_dialogue()
    {
        if (has_dialogue_) {
            return {};
        }
        has_dialogue_ = true;
        const std::string path(dialogue_path);
        Result<std::optional<ChangedFile<sound::Dialogue>>> file = open<sound::Dialogue>(path);
        if (!file || !*file) {
            return file ? fail({.code = ErrorCode::not_found, .message = "the game has no such file", .file = path})
                        : fail(file.error());
        }
        auto* const dialogue = edit::get_if<sound::Dialogue>((*file)->document);
        const SharedBytes* const changes = find_list(dialogue_file);
        const std::vector<std::string> lines =
            changes == nullptr ? std::vector<std::string>() : lines_of_text(text_of(*changes));
        for (std::size_t i = 0; i < lines.size(); ++i) {
            set_text(*dialogue, lines[i], i + 1);
        }
        for (const auto& [name, voice] : contents_) {
            if (!is_in_audio_folder(name)) {
                continue;
            }
            const std::string label = std::filesystem::path(name).stem().string();
            sound::Entry* const entry = find_entry_of(*dialogue, label);
            const Bytes wav = voice.joined();
            if (entry == nullptr || !as_text(wav).starts_with("RIFF")) {
                imported_.problems.push_back(
                    fmt::format("{}: {}", name,
                                entry == nullptr ? "no text has this label" : "this is not a WAV file"));
                continue;
            }
            entry->voice = voice;
            entry->sound = {};
        }
        return add_patch(path, **file);
    }

    static sound::Entry* find_entry_of(sound::Dialogue& dialogue, std::string_view label)
    {
        const auto found = std::ranges::find_if(dialogue.entries,
                                                [&](const sound::Entry& entry) { return entry.label.view() == label; });
        return found == dialogue.entries.end() ? nullptr : &*found;
    }

    void set_text(sound::Dialogue& dialogue, const std::string& line, std::size_t number)
    {
        if (line.empty()) {
            return;
        }
        const std::size_t first = line.find('\t');
        const std::size_t second = line.find('\t', first == std::string::npos ? first : first + 1);
        std::size_t index = 0;
        const auto [end, error] = std::from_chars(line.data(), line.data() + std::min(first, line.size()), index);
        if (first == std::string::npos || error != std::errc{} || end != line.data() + first) {
            problem(dialogue_file, number, "expected an index, a label and a text");
            return;
        }
        const std::string label =
            game_text(line.substr(first + 1, second == std::string::npos ? second : second - first - 1), dialogue_file,
                      number)
                .bytes;
        const Text text =
            game_text(second == std::string::npos ? std::string() : line.substr(second + 1), dialogue_file, number);
        if (sound::Entry* const entry = find_entry_of(dialogue, label)) {
            entry->text = text;
        } else if (label.size() != 4) {
            problem(dialogue_file, number, fmt::format("\"{}\" is not a label of four characters", label));
        } else if (index < dialogue.entries.size()) {
            problem(dialogue_file, number, fmt::format("the game has no text {}, which the line changes", label));
        } else {
            sound::Entry& added = dialogue.entries.emplace_back();
            added.label = FixedText<4>(label);
            added.text = text;
        }
    }

    // ---------------------------------------------------------------------------------------- other files

    /// Reads script changes by map. If the list contains a map twice, the manager ignores the first changes.
    Status read_map_changes(const std::string& text)
    {
        std::map<std::string, std::vector<ScriptChange>> maps;
        std::string map;
        const std::vector<std::string> lines = lines_of_text(text);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::string& line = lines[i];
            if (without_blanks(line).empty()) {
                continue;
            }
            if (line.front() != ' ') {
                map = without_blanks(line);
                for (const ScriptChange& forgotten : maps[map]) {
                    problem(map_file, forgotten.line,
                            fmt::format("the manager ignores this line: line {} names {} again", i + 1, map));
                }
                maps[map].clear();
                continue;
            }
            const std::size_t tab = line.find('\t');
            const std::string number = without_blanks(line.substr(0, tab));
            ScriptChange change{0, {}, i + 1};
            const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), change.position);
            if (error != std::errc{} || end != number.data() + number.size() || map.empty()) {
                problem(map_file, i + 1,
                        map.empty() ? "this line is before the name of a map"
                                    : "this is not the number of a line and a text");
                continue;
            }
            if (tab != std::string::npos) {
                change.text = line.substr(tab + 1, line.find('\t', tab + 1) - tab - 1);
            }
            maps[map].push_back(std::move(change));
        }
        for (const auto& [name, changes] : maps) {
            if (Status status = change_map(name, changes); !status) {
                return status;
            }
        }
        return {};
    }

    Status change_map(const std::string& name, const std::vector<ScriptChange>& changes)
    {
        const std::string path = fmt::format("MAPS/{}.RGM", name);
        Result<std::optional<ChangedFile<rgm::Map>>> file = open<rgm::Map>(path);
        if (!file) {
            return fail(file.error());
        }
        const soup::Names* const names = context_.services.find<soup::Names>();
        if (!*file || names == nullptr) {
            for (const ScriptChange& change : changes) {
                problem(map_file, change.line,
                        *file ? "the game has no SOUP386.DEF, which names the functions of scripts"
                              : fmt::format("the game has no map {}", path));
            }
            return {};
        }
        auto* const map = edit::get_if<rgm::Map>((*file)->document);
        for (const ScriptProblem& found : apply_script_changes(*map, *names, changes)) {
            problem(map_file, found.line, found.text);
        }
        return add_patch(path, **file);
    }

    Status read_game_file(const std::string& name, const SharedBytes& content)
    {
        const Result<std::optional<SharedBytes>> original = originals_(name);
        if (!original) {
            return fail(original.error());
        }
        const Bytes after = content.joined();
        if (!*original) {
            return add_whole_file(name, content, after);
        }
        const Bytes before = (*original)->joined();
        if (same_bytes(before, after)) {
            return {};
        }
        changed_.insert_or_assign(name, after);
        Result<std::optional<std::string>> patch =
            make_patch(name, before, after, context_, {.context = 0, .files = sides_.next_to(name)},
                       sides_.next_to(name));
        if (!patch) {
            return fail(patch.error());
        }
        if (!*patch) {
            return add_whole_file(name, content, after);
        }
        imported_.mod.patches.emplace(name, std::move(**patch));
        return {};
    }

    Status add_whole_file(const std::string& name, const SharedBytes& content, const Bytes& bytes)
    {
        Status whole = check_whole_file(name, bytes);
        if (whole) {
            imported_.mod.files.emplace(name, content);
        }
        return whole;
    }

    const Contents& contents_;
    const OriginalReader& originals_;
    LoadContext context_;  ///< names for scripts
    PatchFiles sides_;
    ImportedMod imported_;
    std::map<std::string, Bytes, PathLess> changed_;  ///< files of the game with the changes so far
    bool has_dialogue_{};
};

}  // namespace

std::vector<std::string> lines_of_text(const std::string& text)
{
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        if (lines.back().ends_with('\r')) {
            lines.back().pop_back();
        }
        at = end + 1;
    }
    return lines;
}

std::string without_blanks(std::string_view text)
{
    const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
    const std::size_t end = text.find_last_not_of(" \t");
    return std::string(end == std::string_view::npos ? std::string_view() : text.substr(begin, end + 1 - begin));
}

std::string manager_text(const Text& text)
{
    return encode_text(text.bytes);
}

Result<ConvertedMod> convert_from_manager(const Contents& contents, const OriginalReader& originals)
{
    return Importer(contents, originals).run();
}

Result<ImportedMod> import_folder(const std::filesystem::path& folder, const OriginalReader& originals)
{
    const Result<Contents> contents = read_folder(folder);
    if (!contents) {
        return fail(contents.error());
    }
    Result<ConvertedMod> converted = convert_from_manager(*contents, originals);
    if (!converted) {
        return fail(std::move(converted.error()));
    }
    ImportedMod& imported = converted->imported;
    if (imported.mod.patches.empty() && imported.mod.files.empty() && imported.problems.empty()) {
        return fail({.code = ErrorCode::not_found,
                     .message = "this folder changes nothing of the game",
                     .file = folder.string(),
                     .hint = "name the folder of one mod, with About.txt, or with files of the game in it"});
    }
    const Result<std::vector<std::string>> earlier = earlier_mods(folder);
    if (!earlier) {
        return fail(earlier.error());
    }
    for (const std::string& name : *earlier) {
        imported.mod.manifest.after.push_back({Text(name), {}});
    }
    return std::move(imported);
}

}  // namespace redforge::mod
