// `script compile`: sources of Oblivion to the code that they become.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "console.hpp"
#include "core/hex.hpp"
#include "core/shown_text.hpp"
#include "obscript/code_text.hpp"
#include "plugin_scripts.hpp"
#include "script_actions.hpp"

namespace redforge::cli {

Exit script_compile(const ScriptRequest& request)
{
    const bool as_json = request.arguments.has("json");
    nlohmann::json texts = nlohmann::json::array();
    bool failed = false;
    for (const std::string& name : request.files) {
        const Result<obscript::Compiled> compiled = compile_text(name);
        if (!compiled) {
            complain(compiled.error());
            failed = true;
            continue;
        }
        for (const obscript::Message& message : compiled->messages) {
            Error error = message.error;
            error.file = name;
            if (message.is_error) {
                complain(error);
            } else {
                say("warning: " + describe(error));
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

}  // namespace redforge::cli
