// `script check`: errors and warnings of sources.
#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files/finish.hpp"
#include "cli/files/kind_limit.hpp"
#include "cli/files/many_files.hpp"
#include "cli/files/output.hpp"
#include "cli/files/source_writer.hpp"
#include "cli/line/console.hpp"
#include "cli/report/findings.hpp"
#include "cli/report/json.hpp"
#include "cli/script/plugin_scripts.hpp"
#include "cli/script/script_actions.hpp"
#include "core/text/code_page.hpp"
#include "core/text/counts.hpp"
#include "edit/path/conditions.hpp"
#include "rgm/script_source.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/assemble/include.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

/// Prints and counts findings.
class Report {
public:
    /// `level`: findings of this severity and above make exit status 1.
    Report(const Arguments& arguments, check::Severity level, Baseline baseline)
        : arguments_(arguments), level_(level), baseline_(std::move(baseline)), limit_(arguments.has("all")),
          writer_(arguments)
    {
    }

    /// Sources with fixes, until write_fixes().
    [[nodiscard]] SourceWriter& fixes() { return writer_; }
    void write_fixes();

    /// Sets the map, folder or source of the next findings.
    void file(std::string name)
    {
        document_ = name;
        clean_.insert(name);
        file_ = std::move(name);
    }
    /// Sets the map or plugin of the following findings.
    void document(const std::string& name) { document_ = name; }
    void script() { ++scripts_; }
    void scripts(std::size_t count) { scripts_ += count; }
    void add(const soup::Diagnostic& diagnostic)
    {
        const bool is_error = diagnostic.severity == soup::Severity::error;
        ReportedFinding finding = finding_of_script(diagnostic);
        checked_.insert(finding.file);
        clean_.erase(document_);
        if (baseline_.take(finding)) {
            ++known_;
            if (arguments_.has("json")) {
                known_entries_.push_back(entry_of(diagnostic));
            }
            return;
        }
        has_fatal_finding_ = has_fatal_finding_ || finding.severity <= level_;
        ++(is_error ? errors_ : warnings_);
        fixes_ += diagnostic.fix.empty() ? 0U : 1U;
        if (arguments_.has("github")) {
            return print(github_line(in_document(std::move(finding))));
        }
        if (arguments_.has("sarif") || arguments_.has("junit")) {
            findings_.push_back(in_document(std::move(finding)));
            return;
        }
        if (!arguments_.has("json")) {
            if (is_error || diagnostic.rule.empty() || limit_.take(file_, diagnostic.rule)) {
                print(soup::show(diagnostic) + "\n");
            }
            return;
        }
        found_.push_back(entry_of(diagnostic));
    }
    void add(const soup::Assembly& assembly)
    {
        for (const soup::Diagnostic& diagnostic : assembly.diagnostics) {
            add(diagnostic);
        }
    }
    /// Reports a file that cannot be read or written.
    void add_failure(const Error& error)
    {
        ++failures_;
        print_error(error);
        ReportedFinding finding = finding_of(error, file_);
        if (arguments_.has("github")) {
            print(github_line(finding));
        }
        clean_.erase(document_);
        findings_.push_back(std::move(finding));
    }
    [[nodiscard]] std::size_t failures() const { return failures_; }
    [[nodiscard]] Exit end(bool failed) const
    {
        // find_scripts() prints the errors of a loose source itself and only sets `failed`: count them as one failure.
        const std::size_t errors = errors_ + std::max<std::size_t>(failures_, failed ? 1 : 0);
        failed = failed || failures_ > 0;
        if (arguments_.has("json")) {
            print_json({{"diagnostics", found_}});
            if (!baseline_.file().empty()) {
                print_json({{"known", known_entries_}});
            }
        }
        if (arguments_.has("sarif")) {
            print(sarif_of(findings_).dump(2) + "\n");
        } else if (arguments_.has("junit")) {
            print(junit_of("script check", findings_, clean_, level_));
        }
        limit_.print_omitted_count();
        if (scripts_ == 0 && !failed) {
            return print_error({.code = ErrorCode::usage,
                                .message = "no script found",
                                .hint = "give maps, unpacked maps, .soup files or folders with some of these"});
        }
        print_message(fmt::format("{}: {}, {}{}{}", plural(scripts_, "script"), plural(errors, "error"),
                                  plural(warnings_, "warning"),
                                  fixes_ == 0 ? "" : fmt::format("; --fix can fix {}", fixes_),
                                  known_ == 0 ? "" : fmt::format("; {} known", known_)));
        if (const std::size_t gone = baseline_.count_missing(checked_); gone > 0) {
            print_message(fmt::format("{}: {} did not occur; create the file again with script check --json",
                                      baseline_.file(), plural(gone, "known finding")));
        }
        return failed ? Exit::failure : has_fatal_finding_ ? Exit::finding : Exit::success;
    }

private:
    static nlohmann::json entry_of(const soup::Diagnostic& diagnostic)
    {
        nlohmann::json entry = json_of(diagnostic.error);
        entry["severity"] = diagnostic.severity == soup::Severity::error ? "error" : "warning";
        entry["excerpt"] = diagnostic.excerpt;
        if (!diagnostic.rule.empty()) {
            entry["rule"] = diagnostic.rule;
        }
        if (!diagnostic.fix.empty()) {
            entry["fix"] = nlohmann::json::array();
            for (const SourceEdit& edit : diagnostic.fix) {
                entry["fix"].push_back({{"offset", edit.at}, {"length", edit.length}, {"text", edit.text}});
            }
        }
        return entry;
    }
    static ReportedFinding finding_of_script(const soup::Diagnostic& diagnostic)
    {
        const bool is_error = diagnostic.severity == soup::Severity::error;
        const Error& error = diagnostic.error;
        return {.file = error.file,
                .place = {error.file, error.line, error.column},
                .id = std::string(!diagnostic.rule.empty() ? diagnostic.rule
                                  : is_error               ? script_error_id
                                                           : script_warning_id),
                .severity = is_error ? check::Severity::error : check::Severity::warning,
                .message = error.message,
                .is_fixable = !diagnostic.fix.empty()};
    }
    /// Reports a finding of a script in a game file, which has no text: names the file and the script, and the line in
    /// the message.
    [[nodiscard]] ReportedFinding in_document(ReportedFinding finding) const
    {
        if (finding.file.size() > document_.size() && finding.file.starts_with(document_ + ":")) {
            finding.path = finding.file.substr(document_.size() + 1);
            finding.message = fmt::format("line {}: {}", finding.place.line, finding.message);
            finding.file = document_;
            finding.place = {};
        }
        return finding;
    }

    const Arguments& arguments_;
    check::Severity level_;
    Baseline baseline_;
    KindLimit limit_;
    SourceWriter writer_;
    std::string file_;
    std::string document_;
    std::set<std::string> checked_;
    std::set<std::string> clean_;            ///< documents without findings
    std::vector<ReportedFinding> findings_;  ///< for SARIF and JUnit
    std::size_t known_{};
    bool has_fatal_finding_{};
    nlohmann::json known_entries_ = nlohmann::json::array();
    std::size_t scripts_{};
    std::size_t errors_{};
    std::size_t warnings_{};
    std::size_t fixes_{};  ///< number of possible fixes
    std::size_t failures_{};
    nlohmann::json found_ = nlohmann::json::array();
};

soup::Diagnostic of_error(Error error)
{
    soup::Diagnostic diagnostic;
    diagnostic.error = std::move(error);
    return diagnostic;
}

void Report::write_fixes()
{
    writer_.write([this](const Error& error) { add_failure(error); });
}

/// Actor and object names from the map of a source; null if the map is unknown.
struct SourceMap {
    const rgm::Actor* actor{};
    const soup::ObjectNames* objects{};
};

/// Plans to write a source with its fixes; a dry run prints how many there are.
void write_fixed(const std::string& file, const std::string& text, const soup::FixedSource& fixed,
                 const ScriptRequest& request, Report& report)
{
    if (request.arguments.has("dry-run")) {
        print_message(fmt::format("{}: {} possible", file, plural(fixed.fixes, "fix", "fixes")));
    } else {
        report.fixes().add(file, text, fixed.text, plural(fixed.fixes, "fix", "fixes"));
    }
}

/// Returns the findings whose fixes are in the source's own text, before its first include.
std::vector<soup::Diagnostic> fixes_before_includes(std::vector<soup::Diagnostic> found, std::string_view own,
                                                    std::string_view whole)
{
    const auto same = static_cast<std::size_t>(std::ranges::mismatch(own, whole).in1 - own.begin());
    std::erase_if(found, [&](const soup::Diagnostic& each) {
        return std::ranges::any_of(each.fix, [&](const SourceEdit& edit) { return edit.at + edit.length > same; });
    });
    return found;
}

/// Checks a source. With --fix, reports only the findings that remain after the fixes.
void check_source(const std::string& file, const SourceMap& around, const ScriptRequest& request, Report& report)
{
    const rgm::Actor* const actor = around.actor;
    Result<std::string> text = read_source(file);
    if (!text) {
        report.script();
        report.add_failure(text.error());
        return;
    }
    const auto previous = actor != nullptr ? std::optional(rgm::script_of(*actor)) : std::nullopt;
    soup::AssembleOptions options{.names = request.context.services.find<soup::Names>(),
                                  .previous = previous ? &*previous : nullptr};
    options.objects = around.objects;
    soup::Assembly assembly = soup::assemble(*text, file, options);
    const std::string name = previous          ? encode_text(previous->name)
                             : assembly.script ? encode_text(assembly.script->name)
                                               : fs::path(file).stem().string();
    if (const auto pattern = request.arguments.option("actor"); pattern && !edit::matches_pattern(name, *pattern)) {
        return;
    }
    report.script();
    if (request.arguments.has("fix")) {
        const std::string own = read_text_file(file).value_or(*text);
        const soup::FixedSource fixed = soup::apply_fixes(own, fixes_before_includes(assembly.diagnostics, own, *text));
        if (fixed.fixes > 0) {
            write_fixed(file, own, fixed, request, report);
            text = request.arguments.has("dry-run")
                       ? Result<std::string>(own)
                       : soup::with_includes(fixed.text, file, [&](const std::string& included) {
                             return read_text_file(fs::path(file).parent_path() / included);
                         });
            if (!text) {
                report.add_failure(text.error());
                return;
            }
            assembly = soup::assemble(*text, file, options);
        }
    }
    report.add(assembly);
    if (actor == nullptr || !assembly.script || soup::is_hex_source(*text)) {
        return;
    }
    if (const Status status = rgm::agrees(*actor, *assembly.script, file); !status) {
        report.add(of_error(status.error()));
    }
}

/// Checks the sources of an unpacked map, and other sources in its folder.
Status check_folder(const fs::path& folder, std::span<const std::string> sources, const ScriptRequest& request,
                    Report& report)
{
    std::vector<ActorSource> actors;
    std::error_code ignored;
    if (const fs::path document = folder / map_document_name(); fs::is_regular_file(document, ignored)) {
        Result<std::vector<ActorSource>> read = actors_with_sources(document);
        if (!read) {
            return fail(read.error());
        }
        actors = std::move(*read);
    }
    std::map<std::string_view, const rgm::Actor*> by_path;
    std::vector<std::string> names;
    for (const ActorSource& each : actors) {
        by_path.emplace(each.path, each.actor.get());
        rgm::add_object_names(*each.actor, names);
    }
    const soup::ObjectNames objects(std::move(names));
    Progress progress(sources.size());
    std::size_t done = 0;
    const std::size_t failures = report.failures();
    for (const std::string& source : sources) {
        progress.at(done++);
        const auto actor = by_path.find(fs::path(source).lexically_relative(folder).generic_string());
        if (actor == by_path.end() && !actors.empty()) {
            print_message(fmt::format("note: {}: no actor of map.xml has it", source));
        }
        check_source(source, {actor != by_path.end() ? actor->second : nullptr, actors.empty() ? nullptr : &objects},
                     request, report);
    }
    if (report.failures() > failures && request.arguments.has("fix")) {
        report.fixes().clear();
        print_message(fmt::format("{}: no fix was written, because a source cannot be read", folder.string()));
    }
    report.write_fixes();
    return {};
}

/// Checks a loose source, or the sources of an unpacked map. Returns false if there are none.
bool check_found(const fs::path& path, const ScriptRequest& request, Report& report)
{
    const Result<std::vector<std::string>> sources = sources_in(path.string());
    if (!sources) {
        report.add_failure(sources.error());
        return true;
    }
    if (*sources == std::vector{path.string()}) {
        check_source(path.string(), {}, request, report);
        report.write_fixes();
    } else if (!sources->empty()) {
        if (const Status status = check_folder(path, *sources, request, report); !status) {
            report.add_failure(status.error());
        }
    }
    return !sources->empty();
}

/// Returns the findings in a .txt of Oblivion, or in a plugin. With --fix, returns those that remain in a .txt.
Result<std::vector<soup::Diagnostic>> check_oblivion(const std::string& name, const ScriptRequest& request,
                                                     Report& report, std::size_t& scripts)
{
    Result<std::vector<soup::Diagnostic>> found =
        check_oblivion_scripts(name, request.context, request.arguments.option("actor"), scripts);
    if (!found || !request.arguments.has("fix")) {
        return found;
    }
    const Result<std::vector<std::string>> sources = oblivion_sources(name);
    if (!sources) {
        return fail(sources.error());
    }
    if (*sources != std::vector{name}) {
        return found;
    }
    const Result<std::string> text = read_text_file(name);
    if (!text) {
        return fail(text.error());
    }
    const soup::FixedSource fixed = soup::apply_fixes(*text, *found);
    if (fixed.fixes == 0) {
        return found;
    }
    write_fixed(name, *text, fixed, request, report);
    std::optional<Error> failure;
    report.fixes().write([&failure](const Error& error) { failure = error; });
    if (failure) {
        return fail(std::move(*failure));
    }
    return request.arguments.has("dry-run")
               ? found
               : check_oblivion_scripts(name, request.context, request.arguments.option("actor"), scripts);
}

}  // namespace

Exit script_check(const ScriptRequest& request)
{
    const Result<check::Severity> level = fail_level(request.arguments, check::Severity::error);
    Result<Baseline> baseline = Baseline::read(request.arguments);
    if (!level || !baseline) {
        return print_error(level ? baseline.error() : level.error());
    }
    Report report(request.arguments, *level, std::move(*baseline));
    bool failed = false;
    Progress progress(request.files.size());
    std::size_t done = 0;
    Arguments writing = request.arguments;  // --fix writes in place
    writing.options["in-place"] = "1";
    for (const std::string& name : request.files) {
        report.file(name);
        progress.at(done++);
        if (request.arguments.has("fix")) {
            if (const Status finished = finish_interrupted(writing, name); !finished) {
                report.add_failure(finished.error());
                continue;
            }
        }
        if (has_oblivion_scripts(name)) {
            std::size_t scripts = 0;
            const Result<std::vector<soup::Diagnostic>> diagnostics = check_oblivion(name, request, report, scripts);
            if (!diagnostics) {
                report.add_failure(diagnostics.error());
                continue;
            }
            for (const soup::Diagnostic& diagnostic : *diagnostics) {
                report.add(diagnostic);
            }
            report.scripts(scripts);
            continue;
        }
        const fs::path path =
            fs::path(name).filename() == map_document_name() ? fs::path(name).parent_path() : fs::path(name);
        const fs::path folder = path.empty() ? "." : path;
        const Result<std::vector<std::string>> sources = sources_in(folder.string());
        if (!sources) {
            report.add_failure(sources.error());
            continue;
        }
        std::error_code ignored;
        if (check_found(folder, request, report)) {
            if (!fs::is_directory(folder, ignored) || fs::exists(folder / map_document_name(), ignored)) {
                continue;  // other folders can also have game files, and sources in subfolders
            }
        }
        const auto on_error = [&report](const Error& error) { report.add_failure(error); };
        const auto take = [&](const fs::path& found) {
            const bool is_checked = std::ranges::find(*sources, found.string()) != sources->end();
            return is_checked || check_found(found, request, report);
        };
        for (const FoundScript& found :
             find_scripts(request.arguments, {&name, 1}, request.context, failed, Mistakes::ignore, on_error, take)) {
            const soup::Source source =
                soup::disassemble(found.script, request.context.services.find<soup::Names>(), {.mistakes = true});
            const std::string place = fmt::format("{}:{}", found.file, found.actor);
            soup::AssembleOptions options{.names = request.context.services.find<soup::Names>(),
                                          .previous = &found.script};
            options.objects = found.objects.get();
            report.script();
            report.document(found.file);
            report.add(soup::assemble(source.text, place, options));
        }
    }
    return report.end(failed);
}

}  // namespace redforge::cli
