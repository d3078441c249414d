// `script grep` and `script xref`: search texts and uses of names in scripts.
#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/line/console.hpp"
#include "cli/report/json.hpp"
#include "cli/script/script_actions.hpp"
#include "cli/script/script_runs.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "edit/path/text_search.hpp"
#include "soup/disassemble/meanings.hpp"

namespace redforge::cli {
namespace {

std::string_view without_indent(std::string_view line)
{
    return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

/// The results of a search, for text or JSON output.
class Hits {
public:
    explicit Hits(const Arguments& arguments) : as_json_(arguments.has("json")) {}

    void add(const FoundScript& found, std::size_t line, std::string_view use, std::string_view text)
    {
        has_match_ = true;
        if (as_json_) {
            nlohmann::json entry{{"actor", found.actor}, {"line", line}, {"text", text}};
            put_name(entry, "file", found.file);
            if (!use.empty()) {
                entry["use"] = use;
            }
            json_.push_back(std::move(entry));
            return;
        }
        print(fmt::format("{}:{}:{}: {}{}{}\n", found.file, found.actor, line, use, use.empty() ? "" : ": ", text));
    }

    [[nodiscard]] bool any() const { return has_match_; }
    [[nodiscard]] Exit end(bool failed) const
    {
        if (as_json_) {
            print_json({{"found", json_}});
        }
        return failed ? Exit::failure : has_match_ ? Exit::success : Exit::finding;
    }

private:
    bool as_json_;
    bool has_match_{};
    nlohmann::json json_ = nlohmann::json::array();
};

/// The meanings of a name: names of the game, and the name itself.
struct SearchTerm {
    std::optional<std::uint32_t> flag;
    std::optional<std::uint32_t> function;
    std::optional<std::uint32_t> property;
    std::string text;  ///< an object's name, in the game's code page
    std::optional<std::uint32_t> variable{};
    std::optional<std::int32_t> label{};  ///< a dialogue label as a number
    std::optional<std::int32_t> item{};
    std::optional<std::int32_t> world{};
    std::optional<std::uint32_t> sound{};

    [[nodiscard]] bool is_known() const
    {
        return flag || function || property || variable || label || item || world || sound;
    }
};

/// Returns the number that the user's text names: "<8: Rusty key>" and "<8>" name 8, and "Rusty key" the number with
/// this text in `known`, which may be null. Returns nullopt if there is none.
std::optional<std::int32_t> number_of_name(std::string_view name, const std::map<std::int32_t, std::string>* known)
{
    const bool in_brackets = name.size() > 2 && name.starts_with('<') && name.ends_with('>');
    if (in_brackets) {
        name = name.substr(1, name.size() - 2);
        std::int32_t number = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
        if (error == std::errc{} && (end == name.data() + name.size() || *end == ':')) {
            return number;
        }
    }
    if (known != nullptr) {
        for (const auto& [number, text] : *known) {
            if (equals_ignore_case(text, name)) {
                return number;
            }
        }
    }
    return std::nullopt;
}

SearchTerm wanted(const std::string& name, const soup::Names* names)
{
    SearchTerm request{soup::numbered(name, "flag_"), soup::numbered(name, "function_"),
                       soup::numbered(name, "property_"), decode_text(name).value_or(name)};
    if (names != nullptr) {
        request.flag = request.flag ? request.flag : names->find_flag(name);
        request.function = request.function ? request.function : names->find_function(name);
        request.property = request.property ? request.property : names->find_property(name);
    }
    request.variable = soup::numbered(name, "var");
    request.sound = soup::numbered(name, "sound_");
    request.item = number_of_name(name, names != nullptr ? &names->items : nullptr);
    request.world = number_of_name(name, names != nullptr ? &names->maps : nullptr);
    constexpr std::size_t label_size = 4;
    const bool quoted = name.size() > 2 && name.starts_with('\'') && name.ends_with('\'');
    const std::string letters = decode_text(quoted ? name.substr(1, name.size() - 2) : name).value_or("");
    if (letters.size() == label_size && (quoted || !request.is_known())) {
        request.label = load_le<std::int32_t>(as_bytes(letters).data());
    }
    return request;
}

/// Reports that no script uses a name, and suggests a similar one.
void print_unused_name(const std::string& name, const soup::Names* names, const std::vector<std::string>& strings)
{
    std::vector<std::string_view> known(strings.begin(), strings.end());
    if (names != nullptr) {
        for (const auto* some : {&names->function_names(), &names->flag_names(), &names->property_names()}) {
            known.insert(known.end(), some->begin(), some->end());
        }
    }
    const std::string_view near = nearest(name, known);
    const bool is_known = std::ranges::find(known, name) != known.end();
    print_error({.code = ErrorCode::not_found,
                 .message = fmt::format("no script uses \"{}\"", name),
                 .hint = is_known ? ""
                         : names == nullptr
                             ? "names of functions need the game's folder: use --game, or function_12 for a number"
                         : !near.empty() ? fmt::format("did you mean {}?", near)
                                         : ""});
}

/// Returns how a statement uses the search term: "sets", "tests", "calls", "names".
std::set<std::string_view> uses_in(std::span<const soup::Operand> operands, const soup::Script& script,
                                   const SearchTerm& request, const soup::Names* names)
{
    std::set<std::string_view> uses;
    const auto is_name = [&](std::uint32_t index) {
        return index < script.strings.size() && equals_ignore_case(script.strings[index], request.text);
    };
    std::uint32_t value = 0;     // the opcode of the last value
    std::uint32_t function = 0;  // the last that was called
    const std::vector<soup::ArgumentType> meanings = soup::argument_types_of(operands, names);
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const soup::Operand& operand = operands[i];
        switch (operand.kind) {
        case soup::OperandKind::value: value = operand.value; break;
        case soup::OperandKind::function:
            function = operand.value;
            if (request.function == operand.value) {
                uses.insert("calls");
            }
            break;
        case soup::OperandKind::flag:
            if (request.flag == operand.value) {
                uses.insert(operand.mode == soup::Mode::main ? "sets" : "tests");
            }
            break;
        case soup::OperandKind::number:
            if (value == static_cast<std::uint32_t>(soup::Op::flag_number) && request.flag == operand.value) {
                const soup::Function* known = names != nullptr ? names->function(function) : nullptr;
                const bool tests = known == nullptr || lower(known->name).find("test") != std::string::npos;
                uses.insert(known == nullptr ? "names" : tests ? "tests" : "sets");
            }
            if (const auto number = static_cast<std::int32_t>(operand.value);
                value == static_cast<std::uint32_t>(soup::Op::number) &&
                ((meanings[i] == soup::ArgumentType::dialogue && request.label == number) ||
                 (meanings[i] == soup::ArgumentType::item && request.item == number) ||
                 (meanings[i] == soup::ArgumentType::map && request.world == number) ||
                 (meanings[i] == soup::ArgumentType::sound && request.sound == operand.value))) {
                uses.insert("names");
            }
            break;
        case soup::OperandKind::variable:
            if (request.variable == operand.value) {
                uses.insert(operand.mode == soup::Mode::main ? "sets" : "tests");
            }
            break;
        case soup::OperandKind::property:
            if (request.property && *request.property == (operand.value & 0xFFU)) {
                uses.insert(operand.mode == soup::Mode::main ? "sets" : "tests");
            }
            break;
        case soup::OperandKind::object:
            if ((operand.value & 0xFFU) == soup::object_string && is_name(operand.value >> 8U)) {
                uses.insert("names");
            }
            if ((operand.value & 0xFFU) == soup::object_variable && request.variable == operand.value >> 8U) {
                uses.insert("names");
            }
            break;
        case soup::OperandKind::string:
            if (is_name(operand.value)) {
                uses.insert("names");
            }
            break;
        default: break;
        }
    }
    return uses;
}

}  // namespace

Exit script_grep(const ScriptRequest& request)
{
    Hits hits(request.arguments);
    bool failed = false;
    for (const FoundScript& found :
         find_scripts(request.arguments, request.files.subspan(1), request.context, failed)) {
        const std::string text = source_of(found, request.context).text;
        for (const edit::TextLine& line : edit::matching_statements(text, request.files.front())) {
            hits.add(found, line.number, "", line.text);
        }
    }
    return hits.end(failed);
}

Exit script_xref(const ScriptRequest& request)
{
    Hits hits(request.arguments);
    const soup::Names* names = request.context.services.find<soup::Names>();
    const SearchTerm name = wanted(request.files.front(), names);
    bool failed = false;
    const std::vector<FoundScript> scripts =
        find_scripts(request.arguments, request.files.subspan(1), request.context, failed);
    for (const FoundScript& found : scripts) {
        const soup::Source source = source_of(found, request.context);
        SearchTerm here = name;
        if (!found.own_text.empty()) {  // resolve names that this source defines
            const soup::RunSource own = run_source(found, request.context);
            here.variable = here.variable ? here.variable : soup::variable_in(own, request.files.front());
            here.flag = here.flag ? here.flag : soup::flag_in(own, names, request.files.front());
        }
        const std::vector<std::string_view> lines = lines_of(source.text);
        for (const soup::Statement& statement : source.listing.statements) {
            const auto operands = source.listing.operands_of(statement);
            for (const std::string_view use : uses_in(operands, found.script, here, names)) {
                const bool has_line = statement.line > 0 && statement.line <= lines.size();
                hits.add(found, statement.line, use, has_line ? without_indent(lines[statement.line - 1]) : "");
            }
        }
    }
    if (!hits.any() && !failed) {
        std::vector<std::string> strings;
        for (const FoundScript& found : scripts) {
            strings.insert(strings.end(), found.script.strings.begin(), found.script.strings.end());
        }
        print_unused_name(request.files.front(), names, strings);
    }
    return hits.end(failed);
}

}  // namespace redforge::cli
