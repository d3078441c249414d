// `mod`: mods as folders and packages.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/files/finish.hpp"
#include "cli/files/many_files.hpp"
#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "cli/mod/mod_actions.hpp"
#include "cli/report/json.hpp"
#include "core/text/counts.hpp"
#include "core/text/display_text.hpp"
#include "core/text/letter_case.hpp"
#include "mod/compatibility.hpp"
#include "mod/compose.hpp"
#include "mod/game_files.hpp"
#include "mod/install.hpp"
#include "mod/mod.hpp"
#include "mod/package.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

/// Loads the mods of a command that reads several.
Result<std::vector<mod::Mod>> load_mods(std::span<const std::string> paths)
{
    std::vector<mod::Mod> mods;
    for (const std::string& path : paths) {
        Result<mod::Mod> loaded = mod::load_mod(path);
        if (!loaded) {
            return fail(std::move(loaded.error()));
        }
        mods.push_back(std::move(*loaded));
    }
    return mods;
}

std::vector<const mod::Mod*> pointers(const std::vector<mod::Mod>& mods)
{
    std::vector<const mod::Mod*> all;
    std::ranges::transform(mods, std::back_inserter(all), [](const mod::Mod& each) { return &each; });
    return all;
}

/// Prints the problems of a mod that do not depend on a game. Returns true if the mod can be used.
bool print_problems(const mod::Mod& mod, const std::string& path, bool all)
{
    bool success = true;
    for (const mod::ModProblem& problem : mod::problems_of(mod)) {
        if (problem.is_error || all) {
            print_message(fmt::format("{}: {}: {}", path, problem.is_error ? "error" : "note", problem.text));
        }
        success = success && !problem.is_error;
    }
    return success;
}

Exit start(const ModRequest& request, std::string_view action,
           Result<mod::NewMod> (*make)(const fs::path& game, const mod::Installation& state));

Exit create(const ModRequest& request)
{
    if (request.arguments.has("from-changes")) {
        return start(request, "new", &mod::make_mod_of_changes);
    }
    const std::optional<std::string> from = request.arguments.option("from");
    const std::optional<std::string> original = request.arguments.option("original");
    if (from.has_value() != original.has_value()) {
        return print_usage_error("mod new: --from and --original belong together",
                                 "redforge mod new NAME.mod --from CHANGED --original GAME");
    }
    const std::string& folder = request.words.front();
    mod::Mod made;
    made.manifest.name = Text(name_of_folder(folder));
    if (!config::is_mod_name(made.manifest.name.bytes)) {
        return print_usage_error(fmt::format("mod new: \"{}\" cannot be the name of a mod", made.manifest.name.bytes),
                                 "use lower-case letters, digits, _ and -, as in rusty-key.mod");
    }
    Exit exit = Exit::success;
    if (from) {
        Result<mod::GameDifference> difference = mod::compare_games(*original, *from, {.progress = progress_of_verb()});
        if (!difference) {
            return print_error(difference.error());
        }
        print_skipped(std::move(difference->skipped));
        made.patches = std::move(difference->patches);
        made.files = std::move(difference->files);
        made.side_files = std::move(difference->side_files);
        for (const std::string& path : difference->replaced) {
            print_message(fmt::format("{}: note: unknown format; the mod contains the whole file", path));
        }
        for (const std::string& path : difference->removed) {
            print_message(fmt::format("{}: {} has no such file; a mod cannot remove files", path, *from));
            exit = Exit::finding;
        }
    }
    return write_new_mod(made, folder) ? exit : Exit::failure;
}

/// Makes a mod from the state of an installation, for `mod new --from-changes` and `mod resolve`.
Exit start(const ModRequest& request, std::string_view action,
           Result<mod::NewMod> (*make)(const fs::path& game, const mod::Installation& state))
{
    const std::optional<std::string> game = request.arguments.option("game");
    if (!game) {
        return print_usage_error(fmt::format("mod {}: no game given", action), "use --game GAME");
    }
    const std::string& folder = request.words.front();
    const std::string name = name_of_folder(folder);
    if (!config::is_mod_name(name)) {
        return print_usage_error(fmt::format("mod {}: \"{}\" cannot be the name of a mod", action, name),
                                 "use lower-case letters, digits, _ and -, as in rusty-key.mod");
    }
    const Result<mod::Installation> state = mod::read_installation(*game);
    Result<mod::NewMod> started = state ? make(*game, *state) : fail(state.error());
    if (!started) {
        const bool is_nothing = started.error().code == ErrorCode::not_found;
        const Exit exit = print_error(started.error());
        return is_nothing ? Exit::finding : exit;
    }
    started->mod.manifest.name = Text(name);
    for (const std::string& note : started->notes) {
        print_message(fmt::format("note: {}", note));
    }
    return write_new_mod(started->mod, folder) ? Exit::success : Exit::failure;
}

Exit resolve(const ModRequest& request)
{
    return start(request, "resolve", &mod::make_resolving_mod);
}

Exit check(const ModRequest& request)
{
    const Result<std::vector<mod::Mod>> mods = load_mods(request.words);
    if (!mods) {
        return print_error(mods.error());
    }
    bool success = true;
    for (std::size_t i = 0; i < mods->size(); ++i) {
        success = print_problems((*mods)[i], request.words[i], true) && success;
    }
    const std::optional<std::string> game = request.arguments.option("game");
    if (success && game) {
        const Result<BuiltMods> built = build_mods(pointers(*mods), *game);
        if (!built) {
            return print_error(built.error());
        }
        success = print_build_errors(*built) && success;
    }
    if (success) {
        print_message(fmt::format("{}: no errors", fmt::join(request.words, ", ")));
    }
    return success ? Exit::success : Exit::finding;
}

Exit build(const ModRequest& request)
{
    const std::optional<std::string> game = request.arguments.option("game");
    const std::optional<std::string> out = request.arguments.option("output");
    if (!game || !out) {
        return print_usage_error("mod build: no game or no output given", "use --game GAME -o OUT");
    }
    const std::string layout = request.arguments.option("layout").value_or("game");
    if (layout != "game" && layout != "mo2") {
        return print_usage_error(fmt::format("mod build: no layout \"{}\"", layout), "game or mo2");
    }
    const Result<std::vector<mod::Mod>> mods = load_mods(request.words);
    if (!mods) {
        return print_error(mods.error());
    }
    for (std::size_t i = 0; i < mods->size(); ++i) {
        if (!print_problems((*mods)[i], request.words[i], false)) {
            return Exit::finding;
        }
    }
    Result<BuiltMods> built = build_mods(pointers(*mods), *game);
    if (built && layout == "mo2") {
        add_mo2_files(*built, *mods);
    }
    return built ? write_built_mods(*built, request.arguments, *out) : print_error(built.error());
}

Exit pack(const ModRequest& request)
{
    const std::optional<std::string> out = request.arguments.option("output");
    if (!out) {
        return print_usage_error("mod pack: no output given", "use -o NAME.rfmod");
    }
    const Result<mod::Mod> loaded = mod::load_mod(request.words.front());
    if (!loaded) {
        return print_error(loaded.error());
    }
    if (!print_problems(*loaded, request.words.front(), true)) {
        print_message("nothing was written");
        return Exit::finding;
    }
    const Result<Bytes> package = mod::write_package(mod::contents_of(*loaded));
    if (!package) {
        return print_error(in_file(package.error(), request.words.front()));
    }
    const Result<Written> written = write_output(request.arguments, *out, "a package of a mod", *package);
    if (!written) {
        return print_error(written.error());
    }
    if (*out != "-") {
        print_message(fmt::format("{} -> {}", request.words.front(), *out));
    }
    return Exit::success;
}

/// Argument count of an action that takes no mods.
constexpr std::size_t no_words = static_cast<std::size_t>(-1);

struct ModAction {
    std::string_view name;
    std::string_view takes;
    std::size_t max_words{};  ///< 0: any number
    Exit (*run)(const ModRequest& request);
};

const std::vector<ModAction>& mod_actions()
{
    static const std::vector<ModAction> actions{
        {"new", "NAME.mod [--from CHANGED --original GAME | --from-changes --game GAME]", 1, &create},
        {"check", "NAME.mod... [--game GAME]", 0, &check},
        {"build", "NAME.mod... --game GAME -o OUT [--layout mo2]", 0, &build},
        {"pack", "NAME.mod -o NAME.rfmod", 1, &pack},
        {"install", "MOD... --game GAME [--store FOLDER]", 0, &install_mods},
        {"remove", "NAME... --game GAME", 0, &remove_mods},
        {"enable", "NAME... --game GAME", 0, &enable_mods},
        {"disable", "NAME... --game GAME", 0, &disable_mods},
        {"order", "NAME... --game GAME", 0, &order_mods},
        {"import", "FOLDER --game GAME -o NAME.mod", 1, &import_mod},
        {"export", "NAME.mod --format rgmm --game GAME -o FOLDER", 1, &export_mod},
        {"list", "--game GAME", no_words, &list_mods},
        {"conflicts", "--game GAME [--html]", no_words, &list_conflicts},
        {"resolve", "NAME.mod --game GAME", 1, &resolve},
        {"status", "--game GAME", no_words, &show_status},
        {"verify", "--game GAME", no_words, &verify_mods},
    };
    return actions;
}

}  // namespace

redforge::Progress progress_of_verb()
{
    return {[](double fraction, std::string_view what) {
                show_progress(fmt::format("{} % {}", static_cast<int>(fraction * 100), what));
            },
            &cancelled()};
}

void print_skipped(std::vector<fs::path> skipped)
{
    std::ranges::sort(skipped);
    for (const fs::path& path : skipped) {
        std::error_code ignored;
        const bool is_link = fs::is_directory(path, ignored);
        print_message(fmt::format("{}: skipped: {}", shown_text(path.string()),
                                  is_link ? "a link to a folder; put a copy of the folder here"
                                          : "a pipe, a socket or a device, not a file"));
    }
}

std::string name_of_folder(const fs::path& folder)
{
    const fs::path whole = folder.has_filename() ? folder : folder.parent_path();
    return lower(whole.stem().string());
}

bool write_new_mod(const mod::Mod& mod, const std::string& folder)
{
    if (const Result<Written> written = mod::write_mod(mod, folder); !written) {
        print_error(written.error());
        return false;
    }
    print_message(fmt::format("{}: {}, {}", folder, plural(mod.patches.size(), "patch", "patches"),
                              plural(mod.files.size(), "new file")));
    return true;
}

Result<BuiltMods> build_mods(const std::vector<const mod::Mod*>& mods, const std::string& game)
{
    if (Status status = mod::check_order(mods); !status) {
        return fail(status.error());
    }
    std::error_code ignored;
    if (!fs::is_directory(game, ignored)) {
        return fail({.code = ErrorCode::io, .message = "there is no such folder", .file = game});
    }
    const mod::OriginalReader originals = mod::reader_of_folder(game);
    const Result<mod::Allocation> names = mod::allocate_names(mods, mods, {}, originals);
    if (!names) {
        return fail(names.error());
    }
    const mod::Composer composer(mods, originals, *names);
    BuiltMods built;
    const std::vector<std::string> paths = composer.paths();
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (Status status =
                progress_of_verb().step(static_cast<double>(i) / static_cast<double>(paths.size()), paths[i]);
            !status) {
            return fail(status.error());
        }
        Result<mod::ComposedFile> file = composer.compose(paths[i]);
        if (!file) {
            built.errors.push_back(file.error());
            continue;
        }
        file->path = mod::path_in_game(game, file->path);
        built.conflicts.insert(built.conflicts.end(), file->conflicts.begin(), file->conflicts.end());
        built.files.push_back(std::move(*file));
    }
    clear_progress();
    return built;
}

Result<Written> write_made_files(const Arguments& arguments, const std::string& out,
                                 const std::vector<FolderFile>& files)
{
    const bool force = arguments.has("force");
    FolderRules rules{.others = FolderRules::Others::stay};
    std::ranges::transform(files, std::back_inserter(rules.previous),
                           [](const FolderFile& file) { return file.relative.generic_string(); });
    Result<Written> written =
        write_folder(out, files, rules,
                     {.overwrite = force ? Overwrite::allow : Overwrite::reject, .cancel = &cancelled()});
    if (!written && written.error().code == ErrorCode::exists && !force) {
        written.error().hint = "choose another folder, or use --force to replace its files; nothing was changed";
    }
    return written;
}

Exit write_built_mods(const BuiltMods& built, const Arguments& arguments, const std::string& out)
{
    if (!print_build_errors(built)) {
        print_message("nothing was written");
        return Exit::finding;
    }
    std::vector<FolderFile> files;
    for (const mod::ComposedFile& file : built.files) {
        files.push_back({file.path, {file.content.pieces().begin(), file.content.pieces().end()}});
    }
    if (const Result<Written> written = write_made_files(arguments, out, files); !written) {
        return print_error(written.error());
    }
    for (const mod::ModConflict& conflict : built.conflicts) {
        print_message(fmt::format("conflict: {}", mod::conflict_line(conflict)));
    }
    for (const mod::ComposedFile& file : built.files) {
        if (file.stale != 0) {
            print_message(fmt::format("note: {}", mod::stale_visibility_text(file.path, file.stale)));
        }
    }
    print_message(fmt::format("{}: {}", out, plural(files.size(), "file")));
    return Exit::success;
}

bool print_build_errors(const BuiltMods& built)
{
    for (const Error& error : built.errors) {
        print_error(error);
    }
    return built.errors.empty();
}

static Exit run_mod(const Arguments& arguments)
{
    const std::string name = arguments.first("ACTION");
    const auto words = arguments.all("MOD");
    const ModRequest request{arguments, {words.begin(), words.end()}};
    const std::vector<ModAction>& actions = mod_actions();
    const auto action = std::ranges::find(actions, name, &ModAction::name);
    if (action == actions.end()) {
        std::vector<std::string_view> names;
        std::ranges::transform(actions, std::back_inserter(names), &ModAction::name);
        return print_usage_error(fmt::format("mod: no action \"{}\"", name), fmt::format("{}", fmt::join(names, ", ")));
    }
    const std::size_t max = action->max_words == no_words ? 0 : action->max_words == 0 ? no_words : action->max_words;
    if (request.words.size() > max || (request.words.empty() && max != 0)) {
        const std::string_view what = max == 0                ? "it takes no mod"
                                      : request.words.empty() ? "no mod is named"
                                                              : "only one mod can be named";
        return print_usage_error(fmt::format("mod {}: {}", name, what),
                                 fmt::format("redforge mod {} {}", name, action->takes));
    }
    return action->run(request);
}

Verb mod_verb()
{
    return {
        .name = "mod",
        .summary = "make, share and install mods",
        .description =
            "A mod is a folder: mod.xml describes it, patches/ has a patch for each game file that it changes, and "
            "files/ has "
            "new files. Several mods are merged by record, field and statement, in their order. If two mods set one "
            "value, "
            "the later mod wins, and the conflict is printed. The exit status is 1 if an edit does not fit the game.",
        .actions = {{"new",
                     "Makes an empty mod; with --from, a mod of all changes of a copy of the game; with "
                     "--from-changes, a mod of the "
                     "files that were changed by hand.",
                     "from original from-changes game"},
                    {"check", "Reports errors of a mod. With --game, also checks that its edits fit the game.", "game"},
                    {"build", "Writes the changed files of the game into a folder.", "game output force layout"},
                    {"pack", "Makes a package: a zip file with SHA-256 sums, with the same bytes on every machine.",
                     "output force"},
                    {"install",
                     "Installs mods in one step. Each file is computed from the original and all mods. After a kill, "
                     "the next command "
                     "completes the step. Originals are kept in .redforge-originals of the game, or in --store. If a "
                     "file was changed by "
                     "hand, install reports it and writes nothing.",
                     "game store jobs json"},
                    {"remove", "Removes mods. After the last one, the game has its original bytes.", "game jobs json"},
                    {"enable", "Applies installed mods again.", "game jobs json"},
                    {"disable", "Stops applying mods, and keeps them installed.", "game jobs json"},
                    {"order", "Changes the order of the installed mods.", "game jobs json"},
                    {"import", "Makes a mod from a folder of the public mod manager or of Mod Organizer 2.",
                     "game output"},
                    {"export", "Writes a mod in the form of the public mod manager.", "format game output force"},
                    {"list", "Prints the installed mods in their order.", "game json"},
                    {"conflicts", "Prints the values that several mods set differently.", "game html json"},
                    {"resolve", "Makes a mod with a row for each conflict, where you choose the value.", "game"},
                    {"status", "Prints the files that were changed by hand.", "game json"},
                    {"verify", "Checks that the originals are complete, and that the mods give the installed files.",
                     "game jobs json"}},
        .examples = {{"redforge mod new rusty-key.mod", "an empty mod"},
                     {"redforge mod new rusty-key.mod --from CHANGED --original GAME",
                      "a mod of all changes of a game"},
                     {"redforge mod check rusty-key.mod --game GAME", "find errors"},
                     {"redforge mod build rusty-key.mod --game GAME -o OUT", "the changed files of the game"},
                     {"redforge mod pack rusty-key.mod -o rusty-key.rfmod", "a package to share"},
                     {"redforge mod install rusty-key.rfmod --game GAME", "into the game"},
                     {"redforge mod remove rusty-key --game GAME", "remove it from the game"}},
        .positionals =
            {{.name = "ACTION"},
             {"MOD", "folders or packages; remove, enable, disable, order: names of installed mods", 0, 0, {}, true}},
        .options = {options::output,
                    options::force,
                    {"--game", "", "FOLDER", "the folder of the game"},
                    {"--from", "", "FOLDER", "new: the changed copy of the game"},
                    {"--from-changes", "", "", "new: a mod of the changes that were made by hand to files of mods"},
                    {"--original", "", "FOLDER", "new: the game without changes"},
                    {"--store", "", "FOLDER", "install: where the originals are kept"},
                    {"--format", "", "FORMAT", "export: rgmm, the form of the public mod manager"},
                    {"--html", "", "", "conflicts: print a page with a table"},
                    {"--layout", "", "LAYOUT", "build: mo2 for a mod folder of Mod Organizer 2"},
                    options::jobs,
                    options::json},
        .needs = {{"original", "from", "new"}, {"from-changes", "game", "new"}, {"game", "from-changes", "new"}},
        .exclusive = {"html json", "from from-changes"},
        .run = run_mod,
    };
}

}  // namespace redforge::cli
