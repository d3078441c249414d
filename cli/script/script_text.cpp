// `script assemble`, `disassemble`, `format` and `import`: conversions between text forms of scripts.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files/finish.hpp"
#include "cli/files/output.hpp"
#include "cli/files/source_writer.hpp"
#include "cli/line/console.hpp"
#include "cli/script/plugin_scripts.hpp"
#include "cli/script/script_actions.hpp"
#include "core/text/counts.hpp"
#include "edit/document/document_folder.hpp"
#include "edit/path/conditions.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/assemble/format.hpp"
#include "soup/manager/import.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

struct NamedText {
    std::string actor;
    std::string text;
};

void print_texts(std::span<const NamedText> texts)
{
    nlohmann::json json{{"texts", nlohmann::json::array()}};
    for (const NamedText& each : texts) {
        json["texts"].push_back({{"name", each.actor}, {"text", each.text}});
    }
    print_json(json);
}

/// Writes the texts into a folder as one step, with the names that unpacking a map gives them.
Exit write_each(const ScriptRequest& request, const fs::path& folder, std::span<const NamedText> texts)
{
    SideFiles names;
    std::vector<FolderFile> files;
    for (const NamedText& each : texts) {
        files.push_back({names.add("", each.actor, ".soup", std::string()), {as_bytes(each.text)}});
    }
    const Result<Written> written = edit::write_in_folder(folder, files,
                                                          {.overwrite = Overwrite::allow,
                                                           .backup = !request.arguments.has("no-backup"),
                                                           .cancel = &cancelled()});
    if (!written) {
        return print_error(written.error());
    }
    print_message(written->unchanged ? fmt::format("{}: nothing to change", folder.string())
                                     : fmt::format("{} -> {}{}", plural(texts.size(), "script"), folder.string(),
                                                   backup_description(*written)));
    print_write_notes(folder, *written);
    return Exit::success;
}

/// Prints texts, or writes them to --output: one file, or a file for each text if it is a folder.
Exit put(const ScriptRequest& request, std::span<const NamedText> texts, std::string_view between)
{
    const auto out = request.arguments.option("output");
    std::error_code ignored;
    if (out && fs::is_directory(*out, ignored)) {
        if (request.arguments.has("json")) {
            print_texts(texts);
        }
        return write_each(request, *out, texts);
    }
    if (request.arguments.has("json")) {
        print_texts(texts);
        if (!out || *out == "-") {
            return Exit::success;
        }
    }
    std::string whole;
    for (const NamedText& each : texts) {
        whole += whole.empty() ? "" : between;
        whole += each.text;
    }
    if (!out || *out == "-") {
        print(whole);
        return Exit::success;
    }
    const Result<Written> written = write_output(request.arguments, *out, "a text file", as_bytes(whole));
    return written ? Exit::success : print_error(written.error());
}

/// Returns the `names` block that makes a source independent of SOUP386.DEF.
std::string names_block(const soup::Script& script, const soup::Names* names)
{
    const std::string text = soup::disassemble(script, names).text;
    const std::size_t begin = text.rfind("\nnames\n{\n");
    return begin == std::string::npos ? "" : text.substr(begin);
}

}  // namespace

Exit script_assemble(const ScriptRequest& request)
{
    std::vector<NamedText> texts;
    bool failed = false;
    for (const FoundScript& found :
         find_scripts(request.arguments, request.files, request.context, failed, Mistakes::print_message)) {
        texts.push_back({found.actor, fmt::format("; {}, start {}\n{}", found.actor, found.script.start,
                                                  bytes_to_side_text(found.script.code))});
    }
    return failed ? Exit::failure : put(request, texts, "");
}

Exit script_disassemble(const ScriptRequest& request)
{
    std::vector<NamedText> texts;
    bool failed = false;
    for (const FoundScript& found : find_scripts(request.arguments, request.files, request.context, failed)) {
        const soup::SourceOptions options{.mistakes = found.objects != nullptr,
                                          .structured = !request.arguments.has("plain")};
        texts.push_back(
            {found.actor, soup::disassemble(found.script, request.context.services.find<soup::Names>(), options).text});
    }
    return failed ? Exit::failure : put(request, texts, "\n");
}

Exit script_format(const ScriptRequest& request)
{
    bool failed = false;
    SourceWriter writer(request.arguments);
    for (const std::string& name : request.files) {
        if (const Status finished = finish_interrupted(request.arguments, name); !finished) {
            print_error(finished.error());
            failed = true;
            continue;
        }
        const Result<std::vector<std::string>> of_oblivion = oblivion_sources(name);
        const Result<std::vector<std::string>> found =
            !of_oblivion || !of_oblivion->empty() ? of_oblivion : sources_in(name);
        if (!found) {
            print_error(found.error());
            failed = true;
            continue;
        }
        const std::vector<std::string>& sources = *found;
        if (sources.empty()) {
            print_error({.code = ErrorCode::unsupported,
                         .message = "no source",
                         .file = name,
                         .hint = "give .soup files, .txt files of Oblivion, unpacked maps and unpacked plugins; script "
                                 "show prints the scripts of a map laid out"});
            failed = true;
        }
        bool is_readable = true;
        for (const std::string& file : sources) {
            const Result<std::string> text = read_text_file(file);
            if (!text) {
                print_error(text.error());
                failed = true;
                is_readable = false;
                continue;
            }
            const soup::Formatted formatted =
                of_oblivion->empty() ? soup::format(*text, file) : soup::Formatted{indented_source(*text, file), {}};
            if (!formatted.text) {
                for (const soup::Diagnostic& diagnostic : formatted.diagnostics) {
                    print_message(soup::show(diagnostic));
                }
                failed = true;
            } else if (request.arguments.has("json") && !request.arguments.has("in-place")) {
                print_json(
                    {{"texts", {{{"name", file}, {"text", *formatted.text}, {"changed", *formatted.text != *text}}}}});
            } else if (request.arguments.has("dry-run")) {
                print(*formatted.text == *text ? "" : file + "\n");
            } else if (!request.arguments.has("in-place")) {
                print(*formatted.text);
            } else if (*formatted.text != *text) {
                if (request.arguments.has("json")) {
                    print_json({{"texts", {{{"name", file}, {"text", *formatted.text}, {"changed", true}}}}});
                }
                writer.add(file, *text, *formatted.text, "laid out");
            }
        }
        if (!is_readable) {  // the sources of a folder are written in one step
            writer.clear();
        }
        writer.write([&failed](const Error& error) {
            print_error(error);
            failed = true;
        });
    }
    return ended(failed);
}

Exit script_import(const ScriptRequest& request)
{
    std::vector<NamedText> texts;
    bool failed = false;
    const std::optional<std::string> pattern = request.arguments.option("actor");
    for (const std::string& path : request.files) {
        const Result<std::string> text = read_text_file(path, max_read, Pipes::allow);
        const std::string file = edit::input_name(path);
        const Result<soup::Imported> imported =
            text ? soup::import_scripts(*text, file, request.context.services.find<soup::Names>())
                 : Result<soup::Imported>(fail(text.error()));
        if (!imported) {
            print_error(imported.error());
            failed = true;
            continue;
        }
        if (imported->left_out > 0) {
            print_message(fmt::format("{}: {} omitted: attributes, variables and headings are not part of a script",
                                      file, plural(imported->left_out, "line")));
        }
        for (const soup::ImportedScript& script : imported->scripts) {
            if (pattern && !edit::matches_pattern(script.actor, *pattern)) {
                continue;
            }
            const std::string place = fmt::format("{}:{}", file, script.actor);
            const soup::Assembly assembly =
                soup::assemble(script.source, place,
                               {.names = request.context.services.find<soup::Names>(), .previous = nullptr});
            for (const soup::Diagnostic& diagnostic : assembly.diagnostics) {
                print_message(soup::show(diagnostic));
            }
            failed = failed || !assembly.script;
            std::string source = soup::format(script.source, place).text.value_or(script.source);
            if (assembly.script) {
                source += names_block(*assembly.script, request.context.services.find<soup::Names>());
            }
            texts.push_back({script.actor, std::move(source)});
        }
    }
    if (texts.empty() && !failed) {
        return print_error({.code = ErrorCode::not_found,
                            .message = pattern ? fmt::format("no actor {}", *pattern) : "no scripts",
                            .file = edit::input_name(request.files.front()),
                            .hint = pattern ? "without --actor all scripts are taken" : ""});
    }
    if (!texts.empty()) {
        print_message(
            "note: such a text has no hooks; where the map has some, write `hook 0:` before the statements they lead "
            "to");
    }
    if (failed && request.arguments.has("output")) {
        print_message("nothing was written");
        return Exit::failure;
    }
    const Exit written = put(request, texts, "\n");
    return failed ? Exit::failure : written;
}

}  // namespace redforge::cli
