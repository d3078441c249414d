// `script list` and `script show`: list the scripts of maps with their sizes, and show them as source or by statement.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/line/console.hpp"
#include "cli/report/json.hpp"
#include "cli/script/plugin_scripts.hpp"
#include "cli/script/script_actions.hpp"
#include "core/text/code_page.hpp"
#include "core/text/counts.hpp"

namespace redforge::cli {
namespace {

/// Returns the JSON that is printed for each script.
nlohmann::json script_json(const FoundScript& found)
{
    nlohmann::json json{{"actor", found.actor},
                        {"bytes", found.script.code.size()},
                        {"variables", found.script.variables},
                        {"start", found.script.start}};
    put_name(json, "file", found.file);
    return json;
}

nlohmann::json statements_json(const FoundScript& found, const soup::Source& source)
{
    nlohmann::json statements = nlohmann::json::array();
    for (const soup::Statement& statement : source.listing.statements) {
        nlohmann::json entry{{"offset", statement.offset},
                             {"length", statement.length},
                             {"depth", statement.depth},
                             {"line", statement.line},
                             {"operands", nlohmann::json::array()}};
        const soup::Opcode* row = soup::find_opcode(statement.opcode);
        entry["opcode"] = statement.raw ? nlohmann::json(nullptr) : nlohmann::json(statement.opcode);
        entry["name"] = statement.raw || row == nullptr ? std::string_view("bytes") : row->name;
        entry["label"] = statement.label ? nlohmann::json(soup::label_name(statement.offset)) : nlohmann::json(nullptr);
        for (const soup::Operand& operand : source.listing.operands_of(statement)) {
            nlohmann::json part{{"kind", soup::operand_name(operand.kind)},
                                {"offset", operand.offset},
                                {"value", operand.value}};
            if (operand.kind == soup::OperandKind::number) {
                part["value"] = static_cast<std::int32_t>(operand.value);
            } else if (operand.kind == soup::OperandKind::string && operand.value < found.script.strings.size()) {
                part["text"] = encode_text(found.script.strings[operand.value]);
            }
            entry["operands"].push_back(std::move(part));
        }
        statements.push_back(std::move(entry));
    }
    return statements;
}

/// Prints the sources of a plugin of Oblivion.
void show_sources(const std::string& name, const ScriptRequest& request, bool& first, bool& failed)
{
    const Result<std::vector<ScriptText>> texts = plugin_script_texts(name, TextOf::source, request.arguments, failed);
    if (!texts) {
        print_error(texts.error());
        failed = true;
        return;
    }
    if (texts->empty()) {
        print_error({.code = ErrorCode::not_found,
                     .message = "has no scripts with a source",
                     .file = name,
                     .hint = "script decompile makes sources of compiled code"});
        failed = true;
    }
    for (const ScriptText& each : *texts) {
        print(std::exchange(first, false) ? each.text : "\n" + each.text);
    }
}

}  // namespace

Exit script_list(const ScriptRequest& request)
{
    bool failed = false;
    nlohmann::json json{{"scripts", nlohmann::json::array()}};
    std::string table = fmt::format("{:<10} {:>10} {:>8} {:>8} {:>6} {:>10}  {}\n", "actor", "statements", "bytes",
                                    "strings", "hooks", "variables", "file");
    for (const FoundScript& found : find_scripts(request.arguments, request.files, request.context, failed)) {
        const soup::Script& script = found.script;
        const auto statements = soup::decode(script.code).statements;
        const auto raw = std::ranges::count_if(statements, &soup::Statement::raw);
        nlohmann::json entry = script_json(found);
        entry["statement_count"] = statements.size() - static_cast<std::size_t>(raw);
        entry["runs_of_bytes"] = raw;
        entry["string_count"] = script.strings.size();
        entry["hook_count"] = script.hooks.size();
        json["scripts"].push_back(std::move(entry));
        table +=
            fmt::format("{:<10} {:>10} {:>8} {:>8} {:>6} {:>10}  {}{}\n", found.actor,
                        statements.size() - static_cast<std::size_t>(raw), grouped(script.code.size()),
                        script.strings.size(), script.hooks.size(), script.variables, found.file,
                        raw > 0 ? fmt::format(" ({} of bytes)", plural(static_cast<std::size_t>(raw), "run")) : "");
    }
    request.arguments.has("json") ? print_json(json) : print(table);
    return ended(failed);
}

Exit script_show(const ScriptRequest& request)
{
    bool failed = false;
    bool first = true;
    std::vector<std::string> files(request.files.begin(), request.files.end());
    if (!request.arguments.has("json")) {
        const auto of_oblivion = std::stable_partition(files.begin(), files.end(), [](const std::string& name) {
            return !has_oblivion_scripts(name);
        });
        std::for_each(of_oblivion, files.end(),
                      [&](const std::string& name) { show_sources(name, request, first, failed); });
        const bool shown = of_oblivion != files.end();
        files.erase(of_oblivion, files.end());
        if (files.empty() && shown) {
            return ended(failed);
        }
    }
    const std::vector<FoundScript> scripts = find_scripts(request.arguments, files, request.context, failed);
    nlohmann::json json{{"scripts", nlohmann::json::array()}};
    for (const FoundScript& found : scripts) {
        const soup::Source source = source_of(found, request.context, request.arguments.has("plain"));
        if (!request.arguments.has("json")) {
            print(std::exchange(first, false) ? source.text : "\n" + source.text);
            continue;
        }
        nlohmann::json hooks = nlohmann::json::array();
        for (const soup::Hook& hook : found.script.hooks) {
            hooks.push_back({{"offset", hook.offset}, {"upper", hook.upper}});
        }
        nlohmann::json strings = nlohmann::json::array();
        for (const std::string& string : found.script.strings) {
            strings.push_back(encode_text(string));
        }
        nlohmann::json entry = script_json(found);
        entry["hooks"] = std::move(hooks);
        entry["strings"] = std::move(strings);
        entry["statements"] = statements_json(found, source);
        entry["source"] = source.text;
        json["scripts"].push_back(std::move(entry));
    }
    if (request.arguments.has("json")) {
        print_json(json);
    }
    if (scripts.empty() && !failed) {
        return print_error({.code = ErrorCode::not_found,
                            .message = request.arguments.has("actor")
                                           ? fmt::format("no actor {}", *request.arguments.option("actor"))
                                           : "no scripts",
                            .file = request.files.front(),
                            .hint = "script list shows them"});
    }
    return ended(failed);
}

}  // namespace redforge::cli
