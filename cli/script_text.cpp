// `script assemble`, `disassemble`, `format` and `import`: from one text to another.
#include <fmt/format.h>

#include "console.hpp"
#include "edit/conditions.hpp"
#include "output.hpp"
#include "script_actions.hpp"
#include "soup/assemble.hpp"
#include "soup/format.hpp"
#include "soup/import.hpp"

namespace redforge::cli {
namespace {

/// Prints a text, or writes it to --output.
Exit put(const ScriptWish& wish, std::string_view text)
{
    const auto out = wish.arguments.option("output");
    if (!out || *out == "-") {
        print(text);
        return Exit::fine;
    }
    const Result<Written> written = write_output(wish.arguments, *out, "a text file", as_bytes(text));
    return written ? Exit::fine : complain(written.error());
}

}  // namespace

Exit script_assemble(const ScriptWish& wish)
{
    std::string text;
    bool failed = false;
    for (const FoundScript& found : find_scripts(wish.arguments, wish.files, wish.context, failed)) {
        text += fmt::format("; {}, start {}\n", found.actor, found.script.start);
        text += bytes_to_side_text(found.script.code);
    }
    return failed ? Exit::trouble : put(wish, text);
}

Exit script_disassemble(const ScriptWish& wish)
{
    std::string text;
    bool failed = false;
    for (const FoundScript& found : find_scripts(wish.arguments, wish.files, wish.context, failed)) {
        text += text.empty() ? "" : "\n";
        text += soup::disassemble(found.script, wish.context.names()).text;
    }
    return failed ? Exit::trouble : put(wish, text);
}

Exit script_format(const ScriptWish& wish)
{
    bool failed = false;
    for (const std::string& name : wish.files) {
        const std::vector<std::string> sources = sources_in(name);
        if (sources.empty()) {
            complain({.code = ErrorCode::unsupported,
                      .message = "no source",
                      .file = name,
                      .hint = "give .soup files or unpacked maps; script show prints the scripts of a map laid out"});
            failed = true;
        }
        for (const std::string& file : sources) {
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

Exit script_import(const ScriptWish& wish)
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
                soup::assemble(script.source, place, {.names = wish.context.names(), .previous = nullptr});
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

}  // namespace redforge::cli
