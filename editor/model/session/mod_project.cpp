// An open mod: working copies, their changes, and starting the game.
#include "editor/model/session/mod_project.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/bytes/fingerprint.hpp"
#include "core/platform/files.hpp"
#include "core/text/letter_case.hpp"
#include "core/xml/xml_reader.hpp"
#include "mod/game_files.hpp"

namespace redforge::editor {
namespace {

namespace fs = std::filesystem;

constexpr const char* origin_file = "mod.txt";

fs::path whole(const fs::path& path)
{
    std::error_code ignored;
    return fs::weakly_canonical(fs::absolute(path, ignored), ignored);
}

/// Returns the path of a file below a folder, with forward slashes; nullopt if it is elsewhere.
std::optional<std::string> path_below(const fs::path& folder, const fs::path& file)
{
    const std::string path = whole(file).lexically_relative(whole(folder)).generic_string();
    return path.empty() || path == "." || path.starts_with("..") ? std::nullopt : std::optional(path);
}

std::string on_one_line(std::string text)
{
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
}

/// Finds a file whose name is one of `names`, whatever its case.
fs::path find_any(const fs::path& folder, std::initializer_list<const char*> names)
{
    for (const char* const name : names) {
        if (fs::path found = find_entry(folder, name); !found.empty()) {
            return found;
        }
    }
    return {};
}

}  // namespace

Result<fs::path> working_copies()
{
    if (const fs::path state = platform::state_home(); !state.empty()) {
        return state / "redforge" / "mods";
    }
    return fail({.code = ErrorCode::usage,
                 .message = "no place for working copies: neither HOME nor XDG_STATE_HOME is set",
                 .hint = "set XDG_STATE_HOME to a folder that can be written"});
}

Result<ModProject> ModProject::open(const fs::path& mod, const fs::path& game, const fs::path& copies)
{
    Result<mod::EditedMod> opened = mod::EditedMod::open(whole(mod), whole(game));
    if (!opened) {
        return fail(std::move(opened.error()));
    }
    const std::string origin = fmt::format("{}\n{}\n", opened->folder().string(), opened->game().string());
    const std::string sum = fmt::format("{:012x}", fingerprint_of(as_bytes(origin)).first >> 16U);
    const fs::path folder = copies / fmt::format("{}-{}", opened->mod().name(), sum);
    std::error_code error;
    fs::create_directories(folder, error);
    const Result<Written> written =
        write_file(folder / origin_file, as_bytes(origin), {.overwrite = Overwrite::allow, .keep_same = true});
    if (!written) {
        return fail(written.error());
    }
    return ModProject(std::move(*opened), folder);
}

Result<std::optional<ModProject>> ModProject::open_around(const fs::path& file, const fs::path& copies)
{
    const std::optional<std::string> path = path_below(copies, file);
    if (!path) {
        return std::nullopt;
    }
    const fs::path folder = copies / *fs::path(*path).begin();
    const Result<std::string> origin = read_text_file(folder / origin_file);
    const std::size_t end = origin ? origin->find('\n') : std::string::npos;
    if (end == std::string::npos) {
        return std::nullopt;
    }
    const std::size_t last = std::min(origin->find('\n', end + 1), origin->size());
    Result<ModProject> project = open(origin->substr(0, end), origin->substr(end + 1, last - end - 1), copies);
    return project ? Result<std::optional<ModProject>>(std::move(*project)) : fail(std::move(project.error()));
}

std::vector<ModFile> ModProject::files() const
{
    std::vector<ModFile> files;
    for (const auto& [path, text] : mod_.mod().patches) {
        const Result<XmlDocument> patch = XmlDocument::parse(text, path);
        const auto is_edit = [](const pugi::xml_node& node) { return node.type() == pugi::node_element; };
        const auto edits = patch ? std::ranges::count_if(patch->root().children(), is_edit) : 0;
        files.push_back({path, false, static_cast<std::size_t>(edits)});
    }
    for (const auto& [path, content] : mod_.mod().files) {
        files.push_back({path, true, 0});
    }
    std::ranges::sort(files, {}, [](const ModFile& file) { return mod::path_key(file.path); });
    return files;
}

Result<fs::path> ModProject::check_out(const std::string& path) const
{
    const Result<SharedBytes> content = mod_.content(path);
    const fs::path file = copies_ / mod::path_in_game(mod_.game(), path);
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    const Result<Written> written =
        content ? write_file(file, content->pieces(), {.overwrite = Overwrite::allow, .keep_same = true})
                : fail(content.error());
    return written ? Result<fs::path>(file) : fail(written.error());
}

std::optional<std::string> ModProject::path_of_copy(const fs::path& file) const
{
    return path_below(copies_, file);
}

std::optional<std::string> ModProject::path_in_game(const fs::path& file) const
{
    return path_below(mod_.game(), file);
}

Result<std::vector<std::string>> ModProject::save(const std::string& path, const edit::Document& document)
{
    const Result<Bytes> bytes = document.write();
    return bytes ? mod_.save(path, *bytes) : fail(bytes.error());
}

Result<std::vector<ModChange>> ModProject::changes(const std::string& path, const Session& session)
{
    if (base_path_ != path) {
        const Result<SharedBytes> bytes = mod_.base(path);
        Result<edit::Document> document = bytes ? edit::read_binary(bytes->joined()) : fail(bytes.error());
        if (!document) {
            return fail(std::move(document.error()));
        }
        base_ = std::make_shared<edit::Document>(std::move(*document));
        base_path_ = path;
    }
    using Kind = edit::RecordChange::Kind;
    std::vector<ModChange> changes;
    for (const edit::RecordChange& change :
         edit::changes_between(base_->root(), session.root(), session.context(), edit::ChangeScope::contents)) {
        const std::string where = on_one_line(change.path + (change.label.empty() ? "" : " " + change.label));
        const Result<NodeRef> ref = session.find(change.path);
        const std::optional<NodeRef> record = ref && change.kind != Kind::removed ? std::optional(*ref) : std::nullopt;
        if (change.kind != Kind::changed) {
            const bool is_added = change.kind == Kind::added;
            changes.push_back({record, where, "", is_added ? "not there" : "there", is_added ? "new" : "removed", {}});
            continue;
        }
        for (const edit::FieldChange& field : change.fields) {
            const bool is_range = field.first_byte && field.before.text.empty() && !field.before.shown.empty();
            changes.push_back({record, where, field.field, on_one_line(field.before.shown),
                               on_one_line(field.after.shown),
                               is_range ? std::nullopt : std::optional(field.before.text)});
        }
    }
    return changes;
}

std::optional<GameStarter> find_starter(const fs::path& game, const std::vector<fs::path>& programs)
{
    std::vector<fs::path> places{game / "DOSBOX", game.parent_path() / "DOSBOX"};
    places.insert(places.end(), programs.begin(), programs.end());
    fs::path dosbox;
    for (const fs::path& folder : places) {
        dosbox = find_any(folder, {"dosbox.exe", "dosbox-staging", "dosbox-x", "dosbox"});
        std::error_code ignored;
        if (!dosbox.empty() && fs::is_regular_file(dosbox, ignored)) {
            break;
        }
        dosbox.clear();
    }
    if (dosbox.empty()) {
        return std::nullopt;
    }
    // The settings that came with the game mount its folder. They are in this folder or the folder above it.
    for (const fs::path& folder : {game, game.parent_path()}) {
        std::vector<std::string> settings;
        std::error_code ignored;
        for (fs::directory_iterator at(folder, ignored), end; at != end; at.increment(ignored)) {
            const std::string name = lower(at->path().filename().string());
            if (name.starts_with("dosbox") && name.ends_with(".conf")) {
                settings.push_back(at->path().string());
            }
        }
        std::ranges::sort(settings);
        if (!settings.empty()) {
            GameStarter starter{{dosbox.string()}, folder};
            for (const std::string& file : settings) {
                starter.command.insert(starter.command.end(), {"-conf", file});
            }
            return starter;
        }
    }
    const fs::path program = find_any(game, {"RGFX.EXE", "REDGUARD.EXE", "RG.EXE"});
    return program.empty() ? std::nullopt
                           : std::optional(GameStarter{{dosbox.string(), program.string(), "-exit"}, game});
}

}  // namespace redforge::editor
