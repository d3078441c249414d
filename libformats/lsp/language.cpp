// Detects the language of a text, and implements functions shared by all languages.
#include "lsp/language.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>

#include "core/platform/files.hpp"
#include "core/text/letter_case.hpp"
#include "obscript/user_commands.hpp"
#include "project/project.hpp"
#include "soup/names/name_files.hpp"

namespace redforge::lsp {

std::vector<TextEdit> indented(const Lines& lines, const std::vector<std::string>& indentations)
{
    constexpr std::string_view blanks = " \t";
    std::vector<TextEdit> edits;
    for (std::size_t i = 0; i < lines.count() && i < indentations.size(); ++i) {
        const std::string_view line = lines.line(i);
        const std::size_t first = std::min(line.find_first_not_of(blanks), line.size());
        const std::string wanted = first < line.size() ? indentations[i] : std::string();
        const std::size_t start = lines.start(i);
        if (line.substr(0, first) != wanted) {
            edits.push_back({{start, start + first}, wanted});
        }
        const std::size_t last = first == line.size() ? first : line.find_last_not_of(blanks) + 1;
        if (last < line.size()) {
            edits.push_back({{start + last, start + line.size()}, ""});
        }
    }
    return edits;
}

FormatOptions format_options_for(const std::filesystem::path& file, FormatOptions otherwise)
{
    const auto settings = project::valid_settings_around(file);
    if (settings == nullptr || !settings->indent) {
        return otherwise;
    }
    const bool is_tab = *settings->indent == "tab";
    return {is_tab ? 1 : static_cast<std::size_t>(settings->indent->front() - '0'), !is_tab};
}

std::vector<TypedToken> typed_tokens(const script::ScriptText& text)
{
    using script::ScriptStyle;
    const auto type_of = [](ScriptStyle style) -> std::optional<TokenType> {
        switch (style) {
        case ScriptStyle::comment: return TokenType::comment;
        case ScriptStyle::keyword: return TokenType::keyword;
        case ScriptStyle::function: return TokenType::function;
        case ScriptStyle::flag:
        case ScriptStyle::variable: return TokenType::variable;
        case ScriptStyle::property: return TokenType::property;
        case ScriptStyle::object: return TokenType::object;
        case ScriptStyle::string: return TokenType::string;
        case ScriptStyle::letters:
        case ScriptStyle::name: return TokenType::constant;
        case ScriptStyle::number: return TokenType::number;
        case ScriptStyle::label: return TokenType::label;
        case ScriptStyle::plain:
        case ScriptStyle::sign:
        case ScriptStyle::unknown: break;
        }
        return std::nullopt;
    };
    std::vector<TypedToken> tokens;
    const std::vector<ScriptStyle>& styles = text.styles();
    const auto is_line_end = [&](std::size_t at) { return text.text()[at] == '\n' || text.text()[at] == '\r'; };
    for (std::size_t at = 0; at < styles.size();) {
        std::size_t end = at + 1;
        while (end < styles.size() && styles[end] == styles[at] && !is_line_end(end)) {
            ++end;
        }
        if (const std::optional<TokenType> type = type_of(styles[at]); type && !is_line_end(at)) {
            tokens.push_back({{at, end}, *type});
        }
        at = end;
    }
    return tokens;
}

const LoadContext& context_around(const std::string& path, const Folders& folders)
{
    static std::mutex mutex;
    static std::map<std::filesystem::path, LoadContext> known;
    const std::scoped_lock lock(mutex);
    const std::filesystem::path folder = !folders.game.empty() ? folders.game
                                         : path.empty()        ? std::filesystem::path()
                                                               : soup::game_folder_around(path);
    if (const auto found = known.find(folder); found != known.end()) {
        return found->second;
    }
    return known.emplace(folder, folder.empty() ? LoadContext() : soup::context_around(folder)).first->second;
}

namespace {

/// Returns the user's command table for a file. Rereads a changed table and keeps the old one, because open texts
/// refer to it.
const obscript::UserCommands* commands_around(const std::string& path)
{
    using Time = std::filesystem::file_time_type;
    static std::map<std::pair<std::filesystem::path, Time>, std::shared_ptr<const obscript::UserCommands>> known;
    static std::mutex mutex;
    const std::scoped_lock lock(mutex);
    const std::filesystem::path file = path.empty() ? std::filesystem::path() : obscript::commands_file_around(path);
    if (file.empty()) {
        return nullptr;
    }
    auto& table = known[{file, platform::last_write(file).value_or(Time{})}];
    if (table == nullptr) {
        table = obscript::commands_around(path);
    }
    return table.get();
}

}  // namespace

std::unique_ptr<OpenText> open_text(const std::string& path, std::string_view text, std::string_view language,
                                    const Folders& folders)
{
    const std::string extension = std::filesystem::path(path).extension().string();
    const auto has = [&](std::string_view each) { return equals_ignore_case(extension, each); };
    const bool is_known = has(".soup") || has(".xml") || has(".txt") || has(".obscript");
    if (has(".soup") || (!is_known && language == "soup")) {
        return open_soup(path, text, folders);
    }
    if (has(".xml") || (!is_known && language == "xml")) {
        return open_xml(path, text, folders);
    }
    if (has(".txt") || has(".obscript") || language == "obscript") {
        return open_obscript(text, false, {}, commands_around(path));
    }
    return nullptr;
}

}  // namespace redforge::lsp
