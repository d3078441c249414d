// Labels and the block of names of a source.
#include "soup/assemble/source_outline.hpp"

#include <string>
#include <vector>

#include "soup/assemble/lexer.hpp"
#include "soup/disassemble/disassemble.hpp"

namespace redforge::soup {

std::optional<SourceOutline> source_outline(std::string_view text)
{
    // The only bracket that can contain a label: <TaskPause(#wait)>.
    constexpr std::string_view pause = "<TaskPause(#";
    if (!text.starts_with("actor ") && text.find("\nactor ") == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view body = without_names_block(text);
    SourceOutline outline{body.size(), {}};
    std::vector<std::size_t> begins{0};  // offsets of the lines
    for (std::size_t at = body.find('\n'); at != std::string_view::npos; at = body.find('\n', at + 1)) {
        begins.push_back(at + 1);
    }
    Diagnostics ignored(body, "");
    const std::vector<Token> tokens = read_tokens(body, ignored).tokens;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Token& token = tokens[i];
        const std::string_view spelt = body.substr(token.at, token.length);
        std::size_t at = token.at;
        std::size_t length = token.length;
        if (token.kind == TokenKind::bracket && spelt.starts_with(pause)) {
            at += pause.size() - 1;
            length = spelt.find_first_of(")+>", pause.size()) - pause.size() + 1;
        } else if (token.kind != TokenKind::label) {
            continue;
        }
        const bool defines = i + 1 < tokens.size() && tokens[i + 1].kind == TokenKind::punctuator &&
                             tokens[i + 1].punctuator == punctuator(":");
        const std::size_t line = token.line - 1;
        outline.labels.push_back({std::string(body.substr(at, length)), line, at - begins[line], defines});
    }
    return outline;
}

}  // namespace redforge::soup
