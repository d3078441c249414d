// `pvo`: checks the visibility of a map, and builds a new one from its models.
#include <algorithm>
#include <chrono>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/files/finish.hpp"
#include "cli/files/game.hpp"
#include "cli/files/git_maps.hpp"
#include "cli/files/many_files.hpp"
#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "cli/report/json.hpp"
#include "core/text/counts.hpp"
#include "edit/map/map_of.hpp"
#include "edit/map/map_visibility.hpp"
#include "rgm/map.hpp"
#include "rgm/visibility.hpp"
#include "scene/pictures.hpp"
#include "scene/visibility_build.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

Exit check_one(const std::string& path, bool as_json, nlohmann::json& files)
{
    const Result<edit::Loaded> loaded = edit::load(path, Pipes::reject, {}, edit::Purpose::look);
    if (!loaded) {
        return print_error(loaded.error());
    }
    const rgm::Map* const map = edit::map_of(loaded->document);
    if (map == nullptr) {
        return print_error({.code = ErrorCode::unsupported,
                            .message = fmt::format("is {}", document_description(loaded->document.format())),
                            .file = path,
                            .hint = "name the map; its PVO is next to it"});
    }
    const auto beside = edit::find_visibility(path);
    if (!beside) {
        return print_error({.code = ErrorCode::not_found, .message = "no PVO next to the map", .file = path});
    }
    Result<std::vector<std::string>> problems = edit::problems_of_visibility(*map, path);
    if (!problems) {
        return print_error(problems.error());
    }
    const Result<std::optional<LateVisibility>> late = compare_with_history(*map, *beside);
    if (!late) {
        return print_error(in_file(late.error(), *beside));
    }
    if (*late) {
        problems->push_back((*late)->problem);
    }
    if (as_json) {
        nlohmann::json entry{{"problems", *problems}};
        put_name(entry, "file", path);
        put_name(entry, "pvo", beside->string());
        files.push_back(std::move(entry));
    } else if (problems->empty()) {
        print(fmt::format("{}: fits {}\n", beside->string(), fs::path(path).filename().string()));
    }
    for (const std::string& problem : as_json ? std::vector<std::string>{} : *problems) {
        print(fmt::format("{}: {}\n", beside->string(), problem));
    }
    return problems->empty() ? Exit::success : Exit::finding;
}

Exit check(const Arguments& arguments)
{
    nlohmann::json files = nlohmann::json::array();
    Exit worst = Exit::success;
    cli::Progress progress(arguments.all("MAP").size());
    std::size_t done = 0;
    for (const std::string& path : arguments.all("MAP")) {
        progress.at(done++);
        worst = std::max(worst, check_one(path, arguments.has("json"), files));
    }
    if (arguments.has("json")) {
        print_json({{"files", std::move(files)}});
    }
    return worst;
}

/// Returns the path of a new visibility: --output, or next to the map.
fs::path output_of(const Arguments& arguments, const fs::path& map, const std::optional<fs::path>& beside)
{
    if (const auto named = arguments.option("output")) {
        return *named;
    }
    return beside.value_or(fs::path(map).replace_extension(".PVO"));
}

/// Formats the progress: "42 %, about 3 min left".
std::string progress_description(double fraction, std::chrono::steady_clock::duration since_begin)
{
    const double seconds = std::chrono::duration<double>(since_begin).count();
    std::string words = fmt::format("{:.0f} %", fraction * 100);
    if (constexpr double enough = 2; seconds > enough && fraction > 0) {
        const double left = seconds * (1 - fraction) / fraction;
        words +=
            left < 90 ? fmt::format(", about {:.0f} s left", left) : fmt::format(", about {:.0f} min left", left / 60);
    }
    return words;
}

/// Counts the files of a map's models that cannot be read: "the models of 1 archive", "2 models".
std::vector<std::string> unread_files(const scene::GameFolder& game, const scene::Scene& scene)
{
    std::vector<std::string> files;
    if (!game.problems.empty()) {
        files.push_back(fmt::format("the models of {}", plural(game.problems.size(), "archive")));
    }
    const auto models = std::ranges::count_if(scene.index.models, [&](const auto& each) {
        if (each.second) {
            return false;
        }
        const Result<model::Model> model = scene::load_model(game, std::get<0>(each.first), std::get<1>(each.first));
        return !model && model.error().code != ErrorCode::unknown_name;
    });
    if (models > 0) {
        files.push_back(plural(static_cast<std::size_t>(models), "model"));
    }
    return files;
}

Exit build(const Arguments& arguments)
{
    if (arguments.all("MAP").size() != 1) {
        return print_usage_error("pvo build takes one map", "name one");
    }
    const std::string path = arguments.first("MAP");
    scene::VisibilityOptions options;
    for (const auto& [option, value] : {std::pair{"distance", &options.distance}, std::pair{"step", &options.step}}) {
        if (const auto word = arguments.option(option)) {
            const auto number = whole_number(*word);
            if (!number || *number < 32 || *number > 131072) {
                return print_usage_error(fmt::format("pvo: \"{}\" is not a value of --{}", *word, option),
                                         "map units, 32 to 131072");
            }
            *value = static_cast<std::int32_t>(*number);
        }
    }
    if (arguments.has("output") && arguments.has("in-place")) {
        return print_usage_error("pvo build: both --output and --in-place", "use one of them");
    }
    if (arguments.has("jobs")) {
        const Result<std::size_t> jobs = jobs_of(arguments);
        if (!jobs) {
            return print_error(jobs.error());
        }
        options.threads = static_cast<unsigned>(*jobs);
    }
    const Result<edit::Loaded> loaded = edit::load(path);
    if (!loaded) {
        return print_error(loaded.error());
    }
    const auto* const map = edit::get_if<rgm::Map>(loaded->document);
    if (map == nullptr) {
        return print_error({.code = ErrorCode::unsupported,
                            .message = fmt::format("is {}", document_description(loaded->document.format())),
                            .file = path,
                            .hint = "name the map; its PVO is made of its models"});
    }
    const auto game = game_of(arguments, path);
    if (!game || !*game) {
        return game ? print_usage_error("pvo build needs the models of the map's game",
                                        "give the game's folder with --game")
                    : print_error(game.error());
    }
    const Result<std::optional<fs::path>> found = edit::find_visibility_checked(path);
    if (!found) {
        return print_error(found.error());
    }
    const std::optional<fs::path>& beside = *found;
    const fs::path out = output_of(arguments, path, beside);
    std::error_code ignored;
    if (!arguments.has("output") && beside && !arguments.has("in-place")) {
        return print_error({.code = ErrorCode::exists,
                            .message = "there already",
                            .file = beside->string(),
                            .hint = "replace it with --in-place, which keeps a backup, or use -o FILE"});
    }
    if (const Status allowed = may_replace(arguments, out, "a Redguard visibility");
        arguments.has("output") && !allowed) {
        return print_error(allowed.error());
    }
    std::optional<rgm::Visibility> before;
    if (beside) {
        const Result<Bytes> bytes = read_file(*beside);
        if (!bytes) {
            return print_error(bytes.error());
        }
        if (Result<rgm::Visibility> read = rgm::read_visibility(*bytes)) {
            before = std::move(*read);
        } else {
            print_message(fmt::format("note: {} does not count: {}", beside->string(), describe(read.error())));
        }
    }
    const scene::MapFiles files = scene::find_map_files(**game, path);
    std::vector<std::string> problems;
    scene::Pictures pictures(**game, scene::colours_of_map(files, problems), 0);
    const scene::Scene scene = scene::scene_of(*map, path, **game, files, pictures);
    report(scene.problems);
    if (const std::vector<std::string> missing = unread_files(**game, scene);
        !missing.empty() && !arguments.has("force")) {
        return print_error({.code = ErrorCode::io,
                            .message = fmt::format("cannot build the PVO without {}", fmt::join(missing, " and ")),
                            .file = path,
                            .hint = "repair the files named above, or use --force"});
    }
    redforge::Progress progress;
    progress.cancel = &cancelled();
    progress.report = [begin = std::chrono::steady_clock::now(),
                       shown = std::string()](double fraction, std::string_view /*what*/) mutable {
        std::string words = progress_description(fraction, std::chrono::steady_clock::now() - begin);
        if (words != shown) {
            show_progress(words);
            shown = std::move(words);
        }
    };
    const Result<rgm::Visibility> made =
        scene::build_visibility(*map, scene, before ? &*before : nullptr, options, progress);
    clear_progress();
    const Result<Bytes> bytes = made ? rgm::write_visibility(*made) : fail(made.error());
    if (!bytes) {
        return print_error(in_file(bytes.error(), path));
    }
    const Result<Written> written =
        write_file(out, *bytes,
                   {.overwrite = Overwrite::allow, .backup = arguments.has("in-place"), .cancel = &cancelled()});
    if (!written) {
        return print_error(written.error());
    }
    print_message(fmt::format("{} -> {} ({} nodes, {} leaves){}", path, out.string(), made->nodes.size(),
                              made->leaves.size(), backup_description(*written)));
    return Exit::success;
}

/// Gives the visibility the numbers of the map's statics, after a merge that kept an old one.
Exit follow(const Arguments& arguments)
{
    Exit worst = Exit::success;
    for (const std::string& path : arguments.all("MAP")) {
        const Result<edit::Loaded> loaded = edit::load(path, Pipes::reject, {}, edit::Purpose::look);
        const rgm::Map* const map = loaded ? edit::map_of(loaded->document) : nullptr;
        const Result<std::optional<fs::path>> found = edit::find_visibility_checked(path);
        if (!loaded || !found) {
            worst = std::max(worst, print_error(loaded ? found.error() : loaded.error()));
            continue;
        }
        const std::optional<fs::path>& beside = *found;
        if (map == nullptr || !beside) {
            worst = std::max(worst, print_error({.code = ErrorCode::not_found,
                                                 .message = "this is not a map with a PVO next to it",
                                                 .file = path}));
            continue;
        }
        const Result<std::optional<LateVisibility>> compared = compare_with_history(*map, *beside);
        if (!compared) {
            worst = std::max(worst, print_error(in_file(compared.error(), *beside)));
            continue;
        }
        const std::optional<LateVisibility>& late = *compared;
        const Result<Bytes> bytes = late ? rgm::write_visibility(late->right) : Bytes{};
        const Result<Written> written =
            !late ? Result<Written>(Written{})
            : !bytes
                ? fail(bytes.error())
                : write_file(*beside, *bytes, {.overwrite = Overwrite::allow, .backup = true, .cancel = &cancelled()});
        if (!written) {
            worst = std::max(worst, print_error(in_file(written.error(), *beside)));
        } else {
            print_message(late
                              ? fmt::format("{} follows {}{}", beside->string(), fs::path(path).filename().string(),
                                            backup_description(*written))
                              : fmt::format("{}: git has it with these statics, or does not have it; nothing to change",
                                            beside->string()));
        }
    }
    return worst;
}

}  // namespace

static Exit run_pvo(const Arguments& arguments)
{
    const std::string action = arguments.first("ACTION");
    if (action == "check" || action == "build" || action == "follow") {
        return action == "check" ? check(arguments) : action == "build" ? build(arguments) : follow(arguments);
    }
    return print_usage_error(fmt::format("pvo: no action \"{}\"", action), "check, build or follow");
}

Verb pvo_verb()
{
    return {
        .name = "pvo",
        .summary = "check or build the visibility (PVO) of a map",
        .description = "The PVO next to a map lists, by number, the statics that are visible from each place. If the "
                       "statics of a map "
                       "change and its PVO does not, statics vanish in the game. set, apply and pack update the PVO "
                       "when they replace a "
                       "map.",
        .actions = {{"check",
                     "Reports a PVO that does not match its map, or that matches an older version of the map in git.",
                     "json"},
                    {"build",
                     "Computes a new PVO: it looks around from each point of a grid; terrain and statics hide the "
                     "objects behind "
                     "them. It can miss an object that is visible only through a narrow gap; use a smaller --step. It "
                     "takes the root cell, "
                     "and the objects "
                     "that scripts make visible, from the old PVO.",
                     "output in-place force game distance step jobs json"},
                    {"follow",
                     "Gives a PVO the numbers of the map's statics, for example after a merge that kept one side.",
                     ""}},
        .examples = {{"redforge pvo check MAPS/ISLAND.RGM", "check that the PVO matches the map"},
                     {"redforge pvo build MAPS/PALACE.RGM --in-place", "a new PVO; the old one is backed up"}},
        .positionals = {{.name = "ACTION"}, {"MAP", "maps; build takes one", 1, 0, {}}},
        .options = {options::output,
                    options::in_place,
                    options::force,
                    {"--game", "", "FOLDER", "the game's folder, the one that holds WORLD.INI"},
                    {"--distance", "", "N", "map units that the game draws along x and z (default 5120)"},
                    {"--step", "", "N", "distance between camera positions, in map units (default 256)"},
                    options::jobs,
                    options::json},
        .run = run_pvo,
    };
}

}  // namespace redforge::cli
