// `script check`: errors and warnings of sources.
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "console.hpp"
#include "core/code_page.hpp"
#include "edit/conditions.hpp"
#include "json.hpp"
#include "plugin_scripts.hpp"
#include "rgm/script_source.hpp"
#include "script_actions.hpp"
#include "soup/assemble.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

/// Prints what is found, and counts it.
class Report {
public:
    explicit Report(bool as_json) : as_json_(as_json) {}

    void script() { ++scripts_; }
    void scripts(std::size_t count) { scripts_ += count; }
    void add(const soup::Diagnostic& diagnostic)
    {
        const bool is_error = diagnostic.severity == soup::Severity::error;
        ++(is_error ? errors_ : warnings_);
        if (!as_json_) {
            print(soup::show(diagnostic) + "\n");
            return;
        }
        nlohmann::json entry = json_of(diagnostic.error);
        entry["severity"] = is_error ? "error" : "warning";
        entry["excerpt"] = diagnostic.excerpt;
        found_.push_back(std::move(entry));
    }
    void add(const soup::Assembly& assembly)
    {
        for (const soup::Diagnostic& diagnostic : assembly.diagnostics) {
            add(diagnostic);
        }
    }
    [[nodiscard]] Exit end(bool failed) const
    {
        if (as_json_) {
            print_json({{"diagnostics", found_}});
        }
        say(fmt::format("{}: {}, {}", plural(scripts_, "script"), plural(errors_, "error"),
                        plural(warnings_, "warning")));
        if (scripts_ == 0 && !failed) {
            return complain({.code = ErrorCode::usage,
                             .message = "no script found",
                             .hint = "give maps, unpacked maps, .soup files or folders with some of these"});
        }
        return failed ? Exit::trouble : errors_ > 0 ? Exit::finding : Exit::fine;
    }

private:
    bool as_json_;
    std::size_t scripts_{};
    std::size_t errors_{};
    std::size_t warnings_{};
    nlohmann::json found_ = nlohmann::json::array();
};

/// A source, with the actor that it belongs to where that is known.
void check_source(const std::string& file, const rgm::Actor* actor, const ScriptRequest& request, Report& report)
{
    const Result<std::string> text = read_text_file(file);
    if (!text) {
        report.script();
        report.add(soup::Diagnostic{soup::Severity::error, text.error(), {}});
        return;
    }
    const auto previous = actor != nullptr ? std::optional(rgm::script_of(*actor)) : std::nullopt;
    const soup::Assembly assembly =
        soup::assemble(*text, file, {.names = request.context.names(), .previous = previous ? &*previous : nullptr});
    const std::string name = previous          ? encode_text(previous->name)
                             : assembly.script ? encode_text(assembly.script->name)
                                               : fs::path(file).stem().string();
    if (const auto pattern = request.arguments.option("actor"); pattern && !edit::matches_pattern(name, *pattern)) {
        return;
    }
    report.script();
    report.add(assembly);
    if (actor == nullptr || !assembly.script || soup::is_hex_source(*text)) {
        return;
    }
    if (const Status status = rgm::agrees(*actor, *assembly.script, file); !status) {
        report.add(soup::Diagnostic{soup::Severity::error, status.error(), {}});
    }
}

/// The sources of an unpacked map, and those beside them that no actor has.
Status check_folder(const fs::path& folder, std::span<const std::string> sources, const ScriptRequest& request,
                    Report& report)
{
    std::vector<ActorSource> actors;
    std::error_code ignored;
    if (const fs::path document = folder / "map.xml"; fs::is_regular_file(document, ignored)) {
        Result<std::vector<ActorSource>> read = actors_with_sources(document);
        if (!read) {
            return fail(read.error());
        }
        actors = std::move(*read);
    }
    std::map<std::string_view, const rgm::Actor*> by_path;
    for (const ActorSource& each : actors) {
        by_path.emplace(each.path, each.actor.get());
    }
    for (const std::string& source : sources) {
        const auto actor = by_path.find(fs::path(source).lexically_relative(folder).generic_string());
        if (actor == by_path.end() && !actors.empty()) {
            say(fmt::format("note: {}: no actor of map.xml has it", source));
        }
        check_source(source, actor != by_path.end() ? actor->second : nullptr, request, report);
    }
    return {};
}

}  // namespace

Exit script_check(const ScriptRequest& request)
{
    Report report(request.arguments.has("json"));
    bool failed = false;
    for (const std::string& name : request.files) {
        if (has_oblivion_scripts(name)) {
            std::size_t scripts = 0;
            for (const soup::Diagnostic& diagnostic : check_oblivion_scripts(name, scripts)) {
                report.add(diagnostic);
            }
            report.scripts(scripts);
            continue;
        }
        const fs::path path = fs::path(name).filename() == "map.xml" ? fs::path(name).parent_path() : fs::path(name);
        const std::vector<std::string> sources = sources_in(path.empty() ? "." : path.string());
        if (sources.size() == 1 && sources.front() == name) {
            check_source(name, nullptr, request, report);
            continue;
        }
        if (!sources.empty()) {
            if (const Status status = check_folder(path.empty() ? "." : path, sources, request, report); !status) {
                complain(status.error());
                failed = true;
            }
            continue;
        }
        for (const FoundScript& found : find_scripts(request.arguments, {&name, 1}, request.context, failed)) {
            const soup::Source source = soup::disassemble(found.script, request.context.names());
            const std::string place = fmt::format("{}:{}", found.file, found.actor);
            report.script();
            report.add(soup::assemble(source.text, place, {.names = nullptr, .previous = &found.script}));
        }
    }
    return report.end(failed);
}

}  // namespace redforge::cli
