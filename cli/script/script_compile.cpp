// `script compile` and `script decompile`: compiles sources of Oblivion, and decompiles code.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "cli/script/plugin_scripts.hpp"
#include "cli/script/script_actions.hpp"
#include "core/bytes/hex.hpp"
#include "core/text/display_text.hpp"
#include "obscript/code_text.hpp"

namespace redforge::cli {

Exit script_compile(const ScriptRequest& request)
{
    const bool as_json = request.arguments.has("json");
    nlohmann::json texts = nlohmann::json::array();
    bool failed = false;
    for (const std::string& name : request.files) {
        const Result<obscript::Compiled> compiled = compile_text(name, request.context);
        if (!compiled) {
            print_error(compiled.error());
            failed = true;
            continue;
        }
        for (const obscript::Message& message : compiled->messages) {
            Error error = message.error;
            error.file = name;
            if (message.is_error) {
                print_error(error);
            } else {
                print_message("warning: " + describe(error));
            }
        }
        if (compiled->failed()) {
            failed = true;
            continue;
        }
        std::string hex;
        append_hex(hex, compiled->code);
        const std::string statements = obscript::to_statements(compiled->code, true, CodePage::cp1252);
        if (as_json) {
            texts.push_back({{"name", shown_text(name)}, {"text", hex}});
        } else {
            print(hex + "\n");
            print_verbose(statements);
        }
    }
    if (as_json) {
        print_json({{"texts", texts}});
    }
    return ended(failed);
}

Exit script_decompile(const ScriptRequest& request)
{
    const bool as_json = request.arguments.has("json");
    nlohmann::json texts = nlohmann::json::array();
    std::string whole;
    bool failed = false;
    for (const std::string& name : request.files) {
        const Result<std::vector<ScriptText>> made = plugin_script_texts(name, TextOf::code, request.arguments, failed);
        if (!made) {
            print_error(made.error());
            failed = true;
            continue;
        }
        for (const ScriptText& each : *made) {
            texts.push_back({{"name", each.name}, {"text", each.text}});
            whole += (whole.empty() ? "" : "\n") + each.text;
            if (!each.invented.empty()) {
                print_message(fmt::format("note: {}: invented names, because no plugin names these: {}", each.name,
                                          fmt::join(each.invented, ", ")));
            }
        }
    }
    const auto out = request.arguments.option("output");
    if (as_json) {
        print_json({{"texts", texts}});
    }
    if (!whole.empty() && out && *out != "-") {
        if (const Result<Written> written = write_output(request.arguments, *out, "a text file", as_bytes(whole));
            !written) {
            return print_error(written.error());
        }
    } else if (!as_json) {
        print(whole);
    }
    return ended(failed);
}

}  // namespace redforge::cli
