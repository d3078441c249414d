// `script`: the scripts of maps as source, without unpacking.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "console.hpp"
#include "core/code_page.hpp"
#include "edit/path.hpp"
#include "finish.hpp"
#include "output.hpp"
#include "script_files.hpp"
#include "soup/assemble.hpp"
#include "soup/format.hpp"
#include "soup/import.hpp"
#include "soup/interpreter.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

/// What was asked for, with the names to show it.
struct Wish {
    const Arguments& arguments;
    std::span<const std::string> files;
    const LoadContext& context;
};

struct Action {
    std::string_view name;
    std::size_t words_before{};  ///< that are no files
    Exit (*run)(const Wish& wish);
};

std::vector<FoundScript> scripts_of(const Wish& wish, bool& failed)
{
    return find_scripts(wish.arguments, wish.files, wish.context, failed);
}

Exit ended(bool failed)
{
    return failed ? Exit::trouble : Exit::fine;
}

Exit list(const Wish& wish)
{
    bool failed = false;
    nlohmann::json json{{"scripts", nlohmann::json::array()}};
    std::string table = fmt::format("{:<10} {:>10} {:>8} {:>8} {:>6} {:>10}  {}\n", "actor", "statements", "bytes",
                                    "strings", "hooks", "variables", "file");
    for (const FoundScript& found : scripts_of(wish, failed)) {
        const soup::Script& script = found.script;
        const auto statements = soup::decode(script.code).statements;
        const auto raw = std::ranges::count_if(statements, &soup::Statement::raw);
        json["scripts"].push_back({{"file", found.file},
                                   {"actor", found.actor},
                                   {"statements", statements.size() - static_cast<std::size_t>(raw)},
                                   {"runs_of_bytes", raw},
                                   {"bytes", script.code.size()},
                                   {"strings", script.strings.size()},
                                   {"hooks", script.hooks.size()},
                                   {"variables", script.variables},
                                   {"start", script.start}});
        table += fmt::format("{:<10} {:>10} {:>8} {:>8} {:>6} {:>10}  {}{}\n", found.actor,
                             statements.size() - static_cast<std::size_t>(raw), grouped(script.code.size()),
                             script.strings.size(), script.hooks.size(), script.variables, found.file,
                             raw > 0 ? fmt::format(" ({} runs of bytes)", raw) : "");
    }
    wish.arguments.has("json") ? print_json(json) : print(table);
    return ended(failed);
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

Exit show(const Wish& wish)
{
    bool failed = false;
    const std::vector<FoundScript> scripts = scripts_of(wish, failed);
    nlohmann::json json{{"scripts", nlohmann::json::array()}};
    bool first = true;
    for (const FoundScript& found : scripts) {
        const soup::Source source = source_of(found, wish.context);
        if (!wish.arguments.has("json")) {
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
        json["scripts"].push_back({{"file", found.file},
                                   {"actor", found.actor},
                                   {"start", found.script.start},
                                   {"hooks", std::move(hooks)},
                                   {"strings", std::move(strings)},
                                   {"statements", statements_json(found, source)},
                                   {"source", source.text}});
    }
    if (wish.arguments.has("json")) {
        print_json(json);
    }
    if (scripts.empty() && !failed) {
        say("no such script");
        return Exit::finding;
    }
    return ended(failed);
}

/// The sources of an unpacked folder, a loose one, or none for a game's file.
std::vector<std::string> sources_in(const std::string& name)
{
    std::error_code ignored;
    if (fs::path(name).extension() == ".soup") {
        return {name};
    }
    std::vector<std::string> sources;
    for (const auto& entry : fs::directory_iterator(fs::path(name) / "scripts", ignored)) {
        if (entry.path().extension() == ".soup") {
            sources.push_back(entry.path().string());
        }
    }
    std::ranges::sort(sources);
    return sources;
}

struct Counts {
    std::size_t scripts{};
    std::size_t errors{};
    std::size_t warnings{};
};

void check_source(const std::string& file, const LoadContext& context, Counts& counts)
{
    ++counts.scripts;
    const Result<std::string> text = read_text_file(file);
    if (!text) {
        complain(text.error());
        ++counts.errors;
        return;
    }
    for (const soup::Diagnostic& diagnostic :
         soup::assemble(*text, file, {.names = context.names.get(), .previous = nullptr}).diagnostics) {
        ++(diagnostic.severity == soup::Severity::error ? counts.errors : counts.warnings);
        print(soup::show(diagnostic) + "\n");
    }
}

std::string plural(std::size_t count, std::string_view word)
{
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

Exit check(const Wish& wish)
{
    Counts counts;
    bool failed = false;
    for (const std::string& name : wish.files) {
        const std::vector<std::string> sources = sources_in(name);
        for (const std::string& source : sources) {
            check_source(source, wish.context, counts);
        }
        if (!sources.empty()) {
            continue;
        }
        for (const FoundScript& found : find_scripts(wish.arguments, {&name, 1}, wish.context, failed)) {
            ++counts.scripts;
            const soup::Source source = soup::disassemble(found.script, wish.context.names.get());
            const std::string place = fmt::format("{}:{}", found.file, found.actor);
            for (const soup::Diagnostic& diagnostic :
                 soup::assemble(source.text, place, {.names = nullptr, .previous = &found.script}).diagnostics) {
                ++(diagnostic.severity == soup::Severity::error ? counts.errors : counts.warnings);
                print(soup::show(diagnostic) + "\n");
            }
        }
    }
    say(fmt::format("{}: {}, {}", plural(counts.scripts, "script"), plural(counts.errors, "error"),
                    plural(counts.warnings, "warning")));
    return failed ? Exit::trouble : counts.errors > 0 ? Exit::finding : Exit::fine;
}

/// Prints a text, or writes it to --output.
Exit put(const Wish& wish, std::string_view text)
{
    const auto out = wish.arguments.option("output");
    if (!out || *out == "-") {
        print(text);
        return Exit::fine;
    }
    const Result<Written> written = write_output(wish.arguments, *out, "a text file", as_bytes(text));
    return written ? Exit::fine : complain(written.error());
}

Exit assemble(const Wish& wish)
{
    std::string text;
    bool failed = false;
    for (const FoundScript& found : scripts_of(wish, failed)) {
        text += fmt::format("; {}, start {}\n", found.actor, found.script.start);
        text += bytes_to_side_text(found.script.code);
    }
    return failed ? Exit::trouble : put(wish, text);
}

Exit disassemble(const Wish& wish)
{
    std::string text;
    bool failed = false;
    for (const FoundScript& found : scripts_of(wish, failed)) {
        text += text.empty() ? "" : "\n";
        text += soup::disassemble(found.script, wish.context.names.get()).text;
    }
    return failed ? Exit::trouble : put(wish, text);
}

Exit format_files(const Wish& wish)
{
    bool failed = false;
    for (const std::string& name : wish.files) {
        for (const std::string& file : sources_in(name)) {
            const Result<std::string> text = read_text_file(file);
            if (!text) {
                complain(text.error());
                failed = true;
                continue;
            }
            const soup::Formatted formatted = soup::format(*text, file);
            if (!formatted.text) {
                for (const soup::Diagnostic& diagnostic : formatted.diagnostics) {
                    say(soup::show(diagnostic));
                }
                failed = true;
            } else if (wish.arguments.has("dry-run")) {
                print(*formatted.text == *text ? "" : file + "\n");
            } else if (!wish.arguments.has("in-place")) {
                print(*formatted.text);
            } else if (*formatted.text != *text) {
                const Result<Written> written = write_file(file, as_bytes(*formatted.text),
                                                           {.overwrite = Overwrite::allow, .cancel = &cancelled()});
                if (!written) {
                    complain(written.error());
                    failed = true;
                }
            }
        }
    }
    return ended(failed);
}

Exit grep(const Wish& wish)
{
    bool failed = false;
    const Wish rest{wish.arguments, wish.files.subspan(1), wish.context};
    const Exit exit = script_grep(wish.arguments, wish.files.front(), scripts_of(rest, failed), wish.context);
    return failed ? Exit::trouble : exit;
}

Exit xref(const Wish& wish)
{
    bool failed = false;
    const Wish rest{wish.arguments, wish.files.subspan(1), wish.context};
    const Exit exit = script_xref(wish.arguments, wish.files.front(), scripts_of(rest, failed), wish.context);
    return failed ? Exit::trouble : exit;
}

Exit import(const Wish& wish)
{
    std::string out;
    bool failed = false;
    for (const std::string& file : wish.files) {
        const Result<std::string> text = read_text_file(file, largest_read, Pipes::allow);
        const Result<soup::Imported> imported =
            text ? soup::import_scripts(*text, file) : Result<soup::Imported>(fail(text.error()));
        if (!imported) {
            complain(imported.error());
            failed = true;
            continue;
        }
        if (imported->left_out > 0) {
            say(fmt::format("{}: {} left out: attributes, variables and headings are no part of a script", file,
                            plural(imported->left_out, "line")));
        }
        for (const soup::ImportedScript& script : imported->scripts) {
            if (const auto pattern = wish.arguments.option("actor");
                pattern && !edit::matches_pattern(script.actor, *pattern)) {
                continue;
            }
            const std::string place = fmt::format("{}:{}", file, script.actor);
            const soup::Assembly assembly =
                soup::assemble(script.source, place, {.names = wish.context.names.get(), .previous = nullptr});
            for (const soup::Diagnostic& diagnostic : assembly.diagnostics) {
                say(soup::show(diagnostic));
            }
            failed = failed || !assembly.script;
            const soup::Formatted formatted = soup::format(script.source, place);
            out += out.empty() ? "" : "\n";
            out += formatted.text.value_or(script.source);
        }
    }
    const Exit written = put(wish, out);
    return failed ? Exit::trouble : written;
}

/// "NAME=1,2,3", separated by semicolons.
struct Setting {
    std::string name;
    std::vector<std::int32_t> values;
};

Result<std::vector<Setting>> settings(std::string_view text, std::string_view option)
{
    std::vector<Setting> all;
    const auto wrong = [&](std::string_view part) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("--{} {}", option, part),
                     .hint = fmt::format("write --{} NAME=1 or 'A=1;B=2,3'", option)});
    };
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(';'), text.size());
        const std::string_view part = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos || equals == 0) {
            return wrong(part);
        }
        Setting setting{std::string(part.substr(0, equals)), {}};
        std::string_view values = part.substr(equals + 1);
        while (!values.empty()) {
            const std::size_t comma = std::min(values.find(','), values.size());
            const std::string word(values.substr(0, comma));
            char* stop = nullptr;
            const long long number = std::strtoll(word.c_str(), &stop, 0);
            if (word.empty() || *stop != '\0' || number < INT32_MIN || number > UINT32_MAX) {
                return wrong(part);
            }
            setting.values.push_back(static_cast<std::int32_t>(number));
            values.remove_prefix(std::min(comma + 1, values.size()));
        }
        if (setting.values.empty()) {
            return wrong(part);
        }
        all.push_back(std::move(setting));
    }
    return all;
}

Result<soup::RunOptions> run_options(const Wish& wish, const soup::Script& script)
{
    const soup::Names* names = wish.context.names.get();
    soup::RunOptions options;
    options.names = names;
    options.variables.resize(script.variables);
    const auto unknown = [](std::string_view kind, const std::string& name) {
        return fail({.code = ErrorCode::unknown_name,
                     .message = fmt::format("no {} {}", kind, name),
                     .hint =
                         "names are those of SOUP386.DEF (--soup-def, --game); function_12, flag_12 and var1 always "
                         "mean a number"});
    };
    for (const std::string_view option : {"answer", "flag", "var"}) {
        const auto given = settings(wish.arguments.option(option).value_or(""), option);
        if (!given) {
            return fail(given.error());
        }
        for (const Setting& setting : *given) {
            const std::string& name = setting.name;
            if (option == "answer") {
                auto number = soup::numbered(name, "function_");
                number = number || names == nullptr ? number : names->find_function(name);
                if (!number) {
                    return unknown("function", name);
                }
                options.answers[*number] = setting.values;
            } else if (option == "flag") {
                auto number = soup::numbered(name, "flag_");
                number = number || names == nullptr ? number : names->find_flag(name);
                if (!number) {
                    return unknown("flag", name);
                }
                options.flags[*number] = setting.values.front();
            } else {
                const auto number = soup::numbered(name, "var");
                if (!number || *number > 255) {
                    return unknown("variable", name);
                }
                options.variables.resize(std::max<std::size_t>(options.variables.size(), *number + 1));
                options.variables[*number] = setting.values.front();
            }
        }
    }
    for (const auto& [option, value] : {std::pair("hook", -1), std::pair("most", 1024), std::pair("result", 0)}) {
        const auto given = wish.arguments.option(option);
        const auto number = given ? whole_number(*given) : std::optional<std::size_t>(0);
        if (!number || *number > INT32_MAX) {
            return fail(
                {.code = ErrorCode::usage, .message = fmt::format("--{} {}", option, *given), .hint = "a number"});
        }
        const auto chosen = given ? static_cast<std::int32_t>(*number) : value;
        if (std::string_view(option) == "hook") {
            options.hook = chosen;
        } else if (std::string_view(option) == "most") {
            options.most_statements = static_cast<std::uint32_t>(chosen);
        } else {
            options.script_result = chosen;
        }
    }
    if (options.hook >= static_cast<std::int64_t>(script.hooks.size())) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("--hook {}, but the script has {}", options.hook,
                                            plural(script.hooks.size(), "hook"))});
    }
    return options;
}

Exit run_one(const Wish& wish)
{
    bool failed = false;
    const Wish file{wish.arguments, wish.files.first(1), wish.context};
    std::vector<FoundScript> scripts = scripts_of(file, failed);
    if (failed) {
        return Exit::trouble;
    }
    if (wish.files.size() > 1) {
        std::erase_if(scripts,
                      [&](const FoundScript& each) { return !edit::matches_pattern(each.actor, wish.files[1]); });
    }
    if (scripts.size() != 1) {
        return complain({.code = ErrorCode::usage,
                         .message = fmt::format("{} to run, where it can be one", plural(scripts.size(), "script")),
                         .file = wish.files.front(),
                         .hint = "name the actor: redforge script run MAP ACTOR; script list shows them"});
    }
    const soup::Script& script = scripts.front().script;
    const Result<soup::RunOptions> options = run_options(wish, script);
    if (!options) {
        return complain(options.error());
    }
    const soup::Run run = soup::run(script, *options);
    if (wish.arguments.has("json")) {
        nlohmann::json json{{"stop", soup::stop_name(run.stop)},
                            {"statements", run.statements},
                            {"variables", run.variables},
                            {"trace", nlohmann::json::array()}};
        for (const soup::TraceLine& line : run.trace) {
            json["trace"].push_back({{"thread", line.thread}, {"offset", line.offset}, {"text", line.text}});
        }
        for (const auto& [flag, value] : run.flags) {
            json["flags"][std::to_string(flag)] = value;
        }
        print_json(json);
    } else {
        for (const soup::TraceLine& line : run.trace) {
            print(fmt::format("{} {:04X}  {}\n", line.thread, line.offset, line.text));
        }
    }
    say(fmt::format("{} after {}", soup::stop_name(run.stop), plural(run.statements, "statement")));
    return run.stop == soup::Stop::ended ? Exit::fine : Exit::finding;
}

constexpr std::array<Action, 10> actions{{
    {"list", 0, &list},
    {"show", 0, &show},
    {"check", 0, &check},
    {"assemble", 0, &assemble},
    {"disassemble", 0, &disassemble},
    {"format", 0, &format_files},
    {"grep", 1, &grep},
    {"xref", 1, &xref},
    {"import", 0, &import},
    {"run", 0, &run_one},
}};

}  // namespace

Exit run_script(const Arguments& arguments)
{
    const std::string name = arguments.first("ACTION");
    const auto action = std::ranges::find(actions, name, &Action::name);
    if (action == actions.end()) {
        return complain_usage(fmt::format("script: no action \"{}\"", name),
                              "there is: list, show, check, assemble, disassemble, format, grep, xref, import, run");
    }
    const auto words = arguments.all("FILE");
    if (words.size() <= action->words_before) {
        return complain_usage(fmt::format("script {}: no file", name),
                              fmt::format("say redforge script {} {}FILE...", name,
                                          name == "grep"   ? "PATTERN "
                                          : name == "xref" ? "NAME "
                                                           : ""));
    }
    const Result<LoadContext> context = script_context(arguments, words[action->words_before]);
    if (!context) {
        return complain(context.error());
    }
    return action->run({arguments, words, *context});
}

}  // namespace redforge::cli
