// The scripts of Oblivion's plugins: compiles them and compares the code.
#include "cli/script/plugin_scripts.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/files/many_files.hpp"
#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "cli/report/json.hpp"
#include "core/files/files.hpp"
#include "core/text/code_page.hpp"
#include "core/text/counts.hpp"
#include "core/text/display_text.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/text_lines.hpp"
#include "edit/document/document.hpp"
#include "edit/path/conditions.hpp"
#include "lsp/language.hpp"
#include "obscript/any_names.hpp"
#include "obscript/keywords.hpp"
#include "obscript/source_lines.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/script/script.hpp"
#include "tes/script/script_names.hpp"

namespace redforge::cli {
namespace {

constexpr std::array<std::string_view, 3> script_status_names{"identical", "different", "error"};

std::string_view status_of(const CheckedScript& script)
{
    return script_status_names[static_cast<std::size_t>(script.check.status)];
}

bool is_script_text(const std::string& name)
{
    if (!equals_ignore_case(std::filesystem::path(name).extension().string(), ".txt")) {
        return false;
    }
    const Result<Bytes> bytes = read_file(name);
    const auto lines = bytes ? obscript::source_lines(as_text(*bytes)) : std::vector<std::string_view>{};
    if (lines.empty()) {
        return false;
    }
    const auto* const word = obscript::find_keyword(lines.front().substr(0, lines.front().find_first_of(" \t")));
    return word != nullptr && word->keyword == obscript::Keyword::script_name;
}

const Format& plugin_format()
{
    return *edit::find_format(tes::Plugin::root);
}

soup::Diagnostic diagnostic_of(const obscript::Message& message, const std::string& file)
{
    soup::Diagnostic diagnostic{message.is_error ? soup::Severity::error : soup::Severity::warning, message.error, {}};
    diagnostic.error.file = file;
    diagnostic.error.message = encode_text(message.error.message, CodePage::cp1252);
    return diagnostic;
}

}  // namespace

namespace {

/// Returns the script name in the first line of a source: "Door" for "scn Door".
std::string name_in_source(const std::string& file)
{
    const Result<Bytes> bytes = read_file(file);
    const auto lines = bytes ? obscript::source_lines(as_text(*bytes)) : std::vector<std::string_view>{};
    if (lines.empty()) {
        return {};
    }
    const std::string_view line = lines.front();
    const std::size_t word = std::min(line.find_first_of(" \t"), line.size());
    const std::size_t begin = std::min(line.find_first_not_of(" \t", word), line.size());
    return std::string(line.substr(begin, line.find_first_of(" \t;", begin) - begin));
}

Error unknown_script_error(const std::string& file)
{
    return {.code = ErrorCode::not_found,
            .message = "no script of that name",
            .file = file,
            .hint = "run it without --actor to see all scripts"};
}

}  // namespace

bool has_oblivion_scripts(const std::string& name)
{
    const std::filesystem::path path(name);
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        return std::filesystem::is_regular_file(path / edit::folder_document_name(plugin_format()), ignored);
    }
    if (is_script_text(name) || path.filename() == edit::folder_document_name(plugin_format())) {
        return true;
    }
    return edit::is_extension_of(plugin_format(), path.extension().string()) &&
           std::filesystem::is_regular_file(path, ignored);
}

Result<std::vector<soup::Diagnostic>> check_oblivion_scripts(const std::string& name, const LoadContext& context,
                                                             const std::optional<std::string>& actor,
                                                             std::size_t& scripts)
{
    std::vector<soup::Diagnostic> found;
    if (is_script_text(name)) {
        if (actor && !edit::matches_pattern(name_in_source(name), *actor)) {
            return fail(unknown_script_error(name));
        }
        scripts = 1;
        const Result<obscript::Compiled> compiled = compile_text(name, context);
        if (!compiled) {
            return fail(compiled.error());
        }
        for (const obscript::Message& message : compiled->messages) {
            found.push_back(diagnostic_of(message, name));
            found.back().fix = message.fix;
        }
        return found;
    }
    const Result<CheckedPlugin> checked = check_plugin_scripts(name, context);
    if (!checked) {
        return fail(checked.error());
    }
    scripts = 0;
    for (const CheckedScript& script : checked->scripts) {
        if (actor && !edit::matches_pattern(encode_text(script.name, CodePage::cp1252), *actor)) {
            continue;
        }
        ++scripts;
        const std::string file = fmt::format("{}:{}", name, shown_text(script.name));
        for (const obscript::Message& message : script.check.messages) {
            found.push_back(diagnostic_of(message, file));
        }
        if (script.check.status == tes::ScriptCheck::Status::different) {
            found.push_back({soup::Severity::warning,
                             {.code = ErrorCode::mismatch,
                              .message = "the source does not give the script's code: " +
                                         encode_text(script.check.reason, CodePage::cp1252),
                              .file = file},
                             {}});
        }
    }
    if (actor && scripts == 0) {
        return fail(unknown_script_error(name));
    }
    return found;
}

Result<std::vector<ScriptText>> plugin_script_texts(const std::string& name, TextOf which, const Arguments& arguments,
                                                    bool& failed)
{
    const Result<edit::Loaded> loaded = load(name, arguments);
    if (!loaded) {
        return fail(loaded.error());
    }
    const auto* const plugin = edit::get_if<tes::Plugin>(loaded->document);
    if (plugin == nullptr) {
        return fail({.code = ErrorCode::unsupported, .message = "not a plugin", .file = name});
    }
    const CodePage page = loaded->document.root().page;
    const std::optional<std::string> pattern = arguments.option("actor");
    const tes::ScriptNames names(plugin, loaded->context);
    std::vector<ScriptText> texts;
    bool found = false;
    for (const tes::PluginScript& script : tes::scripts_of(*plugin)) {
        const std::string shown = encode_text(script.name, page);
        if (pattern && !edit::matches_pattern(shown, *pattern)) {
            continue;
        }
        found = true;
        if (which == TextOf::source) {
            if (!script.body->source.empty()) {
                const LineEnd line_end = script.body->line_end == 1 ? LineEnd::lf : LineEnd::crlf;
                texts.push_back({shown, to_lines(as_text(script.body->source), line_end, page), {}});
            }
            continue;
        }
        if (script.body->compiled.empty()) {
            continue;
        }
        const Result<obscript::Decompiled> made = tes::decompile_script(script, names);
        if (!made) {
            Error error = made.error();
            error.file = name + ":" + shown;
            print_error(error);
            failed = true;
            continue;
        }
        texts.push_back({shown, to_lines(made->source, LineEnd::lf, page), made->invented});
    }
    if (pattern && !found) {
        return fail(unknown_script_error(name));
    }
    return texts;
}

Result<std::vector<std::string>> oblivion_sources(const std::string& name)
{
    std::vector<std::string> sources;
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::path(name) / "scripts";
    const auto cannot_read = [&](const std::filesystem::path& path) {
        return fail(
            {.code = ErrorCode::io, .message = fmt::format("cannot read: {}", error.message()), .file = path.string()});
    };
    const auto is_missing = [&] {
        return error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory;
    };
    const std::filesystem::path document = std::filesystem::path(name) / edit::folder_document_name(plugin_format());
    const bool is_folder = std::filesystem::is_regular_file(document, error);
    if (error && !is_missing()) {
        return cannot_read(document);
    }
    if (is_folder) {
        error.clear();
        for (std::filesystem::directory_iterator entry(folder, error);
             !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
            if (entry->path().extension() == ".txt") {
                sources.push_back(entry->path().string());
            }
        }
        if (error && !is_missing()) {
            return cannot_read(folder);
        }
        std::ranges::sort(sources);
    } else if (is_script_text(name)) {
        sources.push_back(name);
    }
    return sources;
}

std::string indented_source(std::string_view text, const std::string& file)
{
    std::string made;
    std::size_t done = 0;
    for (const lsp::TextEdit& edit : lsp::open_obscript(text, true)->formatted(lsp::format_options_for(file, {}))) {
        made += text.substr(done, edit.range.begin - done);
        made += edit.text;
        done = edit.range.end;
    }
    return made.append(text.substr(done));
}

Result<obscript::Compiled> compile_text(const std::string& name, const LoadContext& context)
{
    const Result<Bytes> bytes = read_file(name);
    if (!bytes) {
        return fail(bytes.error());
    }
    if (const Format* const format = edit::recognise(*bytes)) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("is {}, not the source of a script", document_description(*format)),
                     .file = name,
                     .hint = "give the source of a script; script show FILE prints the sources in a plugin"});
    }
    obscript::AnyNames names(
        context.services.find<obscript::UserCommands>());  // accept all names, because the script has no plugin
    return obscript::compile(as_text(*bytes), names, {.commands = context.services.find<obscript::UserCommands>()});
}

Result<CheckedPlugin> check_plugin_scripts(const std::filesystem::path& path, const LoadContext& context)
{
    CheckedPlugin checked;
    const Result<edit::Loaded> loaded = edit::load(path, Pipes::reject, context, edit::Purpose::look);
    if (!loaded) {
        return fail(edit::in_file(loaded.error(), path));
    }
    const auto* plugin = edit::get_if<tes::Plugin>(loaded->document);
    if (plugin == nullptr) {
        return checked;
    }
    checked.commands = loaded->context.services.share<obscript::UserCommands>();
    for (const tes::PluginScript& script : tes::scripts_of(*plugin)) {
        checked.scripts.push_back({script.name, fmt::format("{:08X}", script.form_id.value),
                                   tes::check_script(script, loaded->context.services.find<obscript::UserCommands>())});
    }
    return checked;
}

nlohmann::json json_of(const std::vector<CheckedScript>& scripts)
{
    nlohmann::json list = nlohmann::json::array();
    for (const CheckedScript& script : scripts) {
        nlohmann::json entry{{"form_id", script.form_id},
                             {"status", status_of(script)},
                             {"obse", script.check.uses_obse}};
        entry["name"] = encode_text(script.name, CodePage::cp1252);
        entry["reason"] = encode_text(script.check.reason, CodePage::cp1252);
        list.push_back(std::move(entry));
    }
    return list;
}

std::string script_lines(const std::vector<CheckedScript>& scripts)
{
    std::string lines;
    for (const CheckedScript& script : scripts) {
        if (script.check.status != tes::ScriptCheck::Status::identical) {
            lines += fmt::format("{:<10} {} ({}): {}\n", status_of(script), shown_text(script.name), script.form_id,
                                 shown_text(encode_text(script.check.reason, CodePage::cp1252)));
        }
    }
    return lines;
}

void ScriptTotals::add(const std::vector<CheckedScript>& scripts)
{
    for (const CheckedScript& script : scripts) {
        ++counts_[static_cast<std::size_t>(script.check.status)];
    }
}

std::string ScriptTotals::line() const
{
    return fmt::format("{} compiled: {} identical, {} different, {} with errors",
                       counted(counts_[0] + counts_[1] + counts_[2], "script"), grouped(counts_[0]),
                       grouped(counts_[1]), grouped(counts_[2]));
}

nlohmann::json ScriptTotals::json() const
{
    nlohmann::json totals;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        totals[std::string(script_status_names[i])] = counts_[i];
    }
    return totals;
}

}  // namespace redforge::cli
