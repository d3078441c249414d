// The actions of `mod` that install, remove, order and list mods.
#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files/finish.hpp"
#include "cli/files/many_files.hpp"
#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "cli/mod/mod_actions.hpp"
#include "cli/report/conflicts.hpp"
#include "cli/report/json.hpp"
#include "core/text/counts.hpp"
#include "edit/document/interrupted_mods.hpp"
#include "mod/install.hpp"

namespace redforge::cli {
namespace {

/// The version of what --json prints.
constexpr int mod_json_schema = 1;

Result<std::filesystem::path> game_of_request(const ModRequest& request, std::string_view action)
{
    const std::optional<std::string> game = request.arguments.option("game");
    if (!game) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("mod {}: no game given", action),
                     .hint = "use --game GAME"});
    }
    return std::filesystem::path(*game);
}

nlohmann::json json_of_conflict(const mod::ModConflict& conflict)
{
    nlohmann::json json = conflict_json(conflict.conflict);
    json["file"] = conflict.file;
    json["original"] = conflict.conflict.base;
    json["mods"] = {{{"mod", conflict.first}, {"value", conflict.conflict.ours}},
                    {{"mod", conflict.second}, {"value", conflict.conflict.theirs}}};
    json["winner"] = conflict.second;
    return json;
}

std::string escape_html(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : std::string(1, c);
    }
    return out;
}

/// Prints the conflicts as a page with one table.
void print_html(const std::string& game, const std::vector<mod::ModConflict>& conflicts)
{
    print(fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>Conflicts of mods in "
                      "{0}</title></head>\n<body>\n<h1>Conflicts of mods in {0}</h1>\n<table border=\"1\">\n"
                      "<tr><th>File</th><th>Record</th><th>Field</th><th>Original</th><th>Mod</th><th>Value</th>"
                      "<th>Mod</th><th>Value</th><th>Winner</th></tr>\n",
                      escape_html(game)));
    for (const mod::ModConflict& conflict : conflicts) {
        const edit::Conflict& c = conflict.conflict;
        const bool has_values = c.source.empty() && !(c.ours.empty() && c.theirs.empty());
        print("<tr>");
        for (const std::string& cell :
             {conflict.file, c.label.empty() ? c.path : c.path + " " + c.label, c.field, has_values ? c.base : c.what,
              conflict.first, has_values ? c.ours : "", conflict.second, has_values ? c.theirs : "", conflict.second}) {
            print(fmt::format("<td>{}</td>", escape_html(cell)));
        }
        print("</tr>\n");
    }
    print("</table>\n</body>\n</html>\n");
}

Exit print_report(const ModRequest& request, const std::string& game, const mod::InstallReport& report)
{
    clear_progress();
    if (request.arguments.has("json")) {
        nlohmann::json json{{"schema", mod_json_schema},     {"written", report.written},
                            {"restored", report.restored},   {"removed", report.removed},
                            {"unchanged", report.unchanged}, {"conflicts", nlohmann::json::array()},
                            {"notes", report.notes}};
        for (const mod::ModConflict& conflict : report.conflicts) {
            json["conflicts"].push_back(json_of_conflict(conflict));
        }
        print_json(json);
    }
    for (const mod::ModConflict& conflict : report.conflicts) {
        print_message(fmt::format("conflict: {}", mod::conflict_line(conflict)));
    }
    for (const std::string& note : report.notes) {
        print_message(fmt::format("{}: note: {}", game, note));
    }
    const auto lines = [&](const std::vector<std::string>& paths, std::string_view what) {
        for (const std::string& path : paths) {
            print_message(fmt::format("{:<8} {}", what, path));
        }
    };
    lines(report.written, "changed");
    lines(report.restored, "original");
    lines(report.removed, "removed");
    if (report.written.empty() && report.restored.empty() && report.removed.empty()) {
        print_message("no file changed");
    }
    return Exit::success;
}

mod::InstallOptions options_of_request(const ModRequest& request)
{
    mod::InstallOptions options;
    options.store = request.arguments.option("store").value_or("");
    options.progress = progress_of_verb();
    options.jobs = jobs_of(request.arguments).value_or(1);
    return options;
}

/// Runs a command that changes an installation.
Exit change_installation(const ModRequest& request, std::string_view action,
                         const std::function<Result<mod::InstallReport>(const std::filesystem::path& game,
                                                                        const mod::InstallOptions& options)>& make)
{
    const Result<std::filesystem::path> game = game_of_request(request, action);
    if (!game) {
        return print_error(game.error());
    }
    const Result<std::size_t> jobs = jobs_of(request.arguments);
    if (!jobs) {
        return print_error(jobs.error());
    }
    const Result<mod::InstallReport> report = make(*game, options_of_request(request));
    return report ? print_report(request, game->string(), *report) : print_error(in_file(report.error(), *game));
}

/// Runs a command that only reads an installation.
Exit read_state(const ModRequest& request, std::string_view action,
                const std::function<Exit(const std::filesystem::path& game, const mod::Installation& state)>& show)
{
    const Result<std::filesystem::path> game = game_of_request(request, action);
    const Result<bool> completed = game ? mod::complete_interrupted(*game) : fail(game.error());
    if (completed && *completed) {
        print_message(fmt::format("{}: note: completed the command that was interrupted", game->string()));
    }
    const Result<mod::Installation> state = completed ? mod::read_installation(*game) : fail(completed.error());
    return state ? show(*game, *state) : print_error(state.error());
}

Exit print_problems_of_files(const ModRequest& request, const Result<std::vector<mod::FileProblem>>& problems,
                             const std::filesystem::path& game, const mod::Installation& state)
{
    const std::size_t count = state.files.size();
    std::vector<std::string> notes;
    for (const mod::InstalledFile& file : state.files) {
        if (std::string note = mod::stale_visibility_note(game, file); !note.empty()) {
            notes.push_back(std::move(note));
        }
    }
    clear_progress();
    if (!problems) {
        return print_error(problems.error());
    }
    if (request.arguments.has("json")) {
        nlohmann::json json{{"schema", mod_json_schema},
                            {"files", count},
                            {"problems", nlohmann::json::array()},
                            {"notes", notes}};
        for (const mod::FileProblem& problem : *problems) {
            json["problems"].push_back({{"file", problem.path}, {"text", problem.text}});
        }
        print_json(json);
    } else {
        for (const mod::FileProblem& problem : *problems) {
            print(fmt::format("{}: {}\n", problem.path, problem.text));
        }
        for (const std::string& note : notes) {
            print(fmt::format("note: {}\n", note));
        }
        print(fmt::format("{}, {}\n", plural(count, "file"), plural(problems->size(), "problem")));
    }
    return problems->empty() ? Exit::success : Exit::finding;
}

}  // namespace

Status check_interrupted_mods(const Verb& verb, const Arguments& arguments)
{
    constexpr std::array<std::string_view, 9> completing{"install", "remove",    "enable", "disable", "order",
                                                         "list",    "conflicts", "status", "verify"};
    const bool completes =
        verb.name == "mod" && std::ranges::find(completing, arguments.first("ACTION")) != completing.end();
    std::set<std::filesystem::path> folders;  // the folders of all named files, without duplicates
    const auto add = [&](const std::string& word) {
        std::error_code ignored;
        const std::filesystem::path path(word);
        if (std::filesystem::is_directory(path, ignored)) {
            folders.insert(path);
        } else if (path.has_parent_path() || std::filesystem::exists(path, ignored)) {
            folders.insert(path.has_parent_path() ? path.parent_path() : ".");
        }
    };
    for (const auto& [name, words] : arguments.positionals) {
        std::ranges::for_each(words, add);
    }
    for (const auto& [name, value] : arguments.options) {
        if (!(completes && name == "game")) {
            add(value);
        }
    }
    for (const std::filesystem::path& folder : folders) {
        const Result<std::optional<std::filesystem::path>> game = edit::find_interrupted_mods(folder);
        if (!game || *game) {
            return fail(game ? Error{.code = ErrorCode::io,
                                     .message = edit::interrupted_mods_description(**game),
                                     .file = folder.string()}
                             : game.error());
        }
    }
    return {};
}

Exit install_mods(const ModRequest& request)
{
    return change_installation(request, "install", [&](const auto& game, const auto& options) {
        return mod::install(game, {request.words.begin(), request.words.end()}, options);
    });
}

Exit remove_mods(const ModRequest& request)
{
    return change_installation(request, "remove", [&](const auto& game, const auto& options) {
        return mod::remove(game, request.words, options);
    });
}

Exit enable_mods(const ModRequest& request)
{
    return change_installation(request, "enable", [&](const auto& game, const auto& options) {
        return mod::set_enabled(game, request.words, true, options);
    });
}

Exit disable_mods(const ModRequest& request)
{
    return change_installation(request, "disable", [&](const auto& game, const auto& options) {
        return mod::set_enabled(game, request.words, false, options);
    });
}

Exit order_mods(const ModRequest& request)
{
    return change_installation(request, "order", [&](const auto& game, const auto& options) {
        return mod::reorder(game, request.words, options);
    });
}

Exit list_mods(const ModRequest& request)
{
    return read_state(request, "list", [&](const auto&, const mod::Installation& state) {
        nlohmann::json json{{"schema", mod_json_schema}, {"mods", nlohmann::json::array()}};
        for (const mod::InstalledMod& mod : state.mods) {
            json["mods"].push_back({{"name", mod.name.bytes},
                                    {"version", mod.version.bytes},
                                    {"enabled", mod.enabled != 0},
                                    {"sha256", mod.sha256.bytes}});
            if (!request.arguments.has("json")) {
                print(
                    fmt::format("{} {}{}\n", mod.name.bytes, mod.version.bytes, mod.enabled != 0 ? "" : " (disabled)"));
            }
        }
        if (request.arguments.has("json")) {
            print_json(json);
        }
        return Exit::success;
    });
}

Exit show_status(const ModRequest& request)
{
    return read_state(request, "status", [&](const auto& game, const mod::Installation& state) {
        return print_problems_of_files(request, mod::find_changes(game, state), game, state);
    });
}

Exit verify_mods(const ModRequest& request)
{
    return read_state(request, "verify", [&](const auto& game, const mod::Installation& state) {
        return print_problems_of_files(request, mod::verify_installation(game, state, options_of_request(request)),
                                       game, state);
    });
}

Exit list_conflicts(const ModRequest& request)
{
    return read_state(request, "conflicts", [&](const auto& game, const mod::Installation& state) {
        const Result<std::vector<mod::ModConflict>> conflicts = mod::find_conflicts(game, state);
        if (!conflicts) {
            return print_error(conflicts.error());
        }
        if (request.arguments.has("html")) {
            print_html(game.string(), *conflicts);
            return conflicts->empty() ? Exit::success : Exit::finding;
        }
        nlohmann::json json{{"schema", mod_json_schema}, {"conflicts", nlohmann::json::array()}};
        for (const mod::ModConflict& conflict : *conflicts) {
            json["conflicts"].push_back(json_of_conflict(conflict));
            if (!request.arguments.has("json")) {
                print(mod::conflict_line(conflict) + "\n");
            }
        }
        if (request.arguments.has("json")) {
            print_json(json);
        }
        return conflicts->empty() ? Exit::success : Exit::finding;
    });
}

}  // namespace redforge::cli
