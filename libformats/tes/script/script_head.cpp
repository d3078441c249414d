// Writes and reads the head of the text of compiled code.
#include "tes/script/script_head.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include <fmt/format.h>

#include "core/bytes/fingerprint.hpp"
#include "core/text/letter_case.hpp"
#include "obscript/code_frame.hpp"
#include "obscript/named_code.hpp"
#include "tes/script/script_check.hpp"

namespace redforge::tes {
namespace {

constexpr std::string_view first_words = "; source ";
constexpr std::string_view code_description = ", code ";
constexpr std::string_view explanation =
    ": packing compiles the source when it was edited; without this line the code stays as it is";
constexpr std::string_view no_escapes = "; %q and %r are kept in texts";

template <class T>
bool take_number(std::string_view& text, T& number, int base)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return error == std::errc();
}

/// Reads the head line by line.
class HeadReader {
public:
    HeadReader(std::string_view text, CodePage page) : text_(text), page_(page) {}

    std::optional<ScriptHead> read()
    {
        while (text_.starts_with(';')) {
            line_ = text_.substr(0, text_.find('\n'));
            text_.remove_prefix(std::min(text_.size(), line_.size() + 1));
            if (line_.ends_with('\r')) {
                line_.remove_suffix(1);
            }
            if (line_.starts_with(first_words)) {
                fingerprints();
            } else if (line_ == no_escapes) {
                head_.names.text_escapes = false;
            } else {
                name();
            }
        }
        return head_.source == 0 && head_.code == 0 ? std::nullopt : std::optional(std::move(head_));
    }

private:
    void fingerprints()
    {
        std::uint64_t source = 0;
        line_.remove_prefix(first_words.size());
        if (take_number(line_, source, 16) && line_.starts_with(code_description)) {
            line_.remove_prefix(code_description.size());
            head_.source = take_number(line_, head_.code, 16) ? source : 0;
        }
    }

    /// Parses "; r1 = 01000EF8 NAME", "; OWNER.NAME = integer 5" and "; NAME = command 2BCD REQUIRED TYPES". Skips
    /// other comments, including similar ones with the name of a variable.
    void name()
    {
        constexpr std::size_t mark = 2;  // "; "
        const std::size_t middle = line_.find(" = ", mark);
        if (middle == std::string_view::npos) {
            return;
        }
        const std::string_view left = line_.substr(mark, middle - mark);
        const std::string_view right = line_.substr(middle + 3);
        if (std::optional<obscript::InferredCommand> command = obscript::parse_inferred_command(right)) {
            if (const std::optional<std::string> key = bytes_of(left)) {
                head_.names.commands.insert_or_assign(*key, std::move(*command));
            }
        } else if (const std::size_t dot = left.find('.'); dot != std::string_view::npos) {
            remote_variable(left.substr(0, dot), left.substr(dot + 1), right);
        } else if (left.starts_with('r')) {
            form(right);
        }
    }

    void form(std::string_view right)
    {
        const std::size_t space = right.find(' ');
        if (space == std::string_view::npos) {
            return;  // no name: it is unknown, or a variable
        }
        obscript::Form form;
        std::string_view digits = right.substr(0, space);
        std::string_view name = right.substr(space + 1);
        form.is_global = name.ends_with(obscript::global_words);
        name.remove_suffix(form.is_global ? obscript::global_words.size() : 0);
        const std::optional<std::string> key = bytes_of(name);
        if (key && take_number(digits, form.form_id, 16) && digits.empty()) {
            head_.names.forms.insert_or_assign(*key, form);
        }
    }

    void remote_variable(std::string_view owner, std::string_view variable, std::string_view right)
    {
        const std::size_t space = right.find(' ');
        const auto type = std::ranges::find(obscript::variable_type_description, right.substr(0, space));
        const std::optional<std::string> owner_key = bytes_of(owner);
        const std::optional<std::string> key = bytes_of(variable);
        if (space == std::string_view::npos || type == obscript::variable_type_description.end() || !owner_key ||
            !key) {
            return;
        }
        std::string_view digits = right.substr(space + 1);
        obscript::RemoteVariable known;
        known.type = static_cast<obscript::VariableType>(type - obscript::variable_type_description.begin());
        if (take_number(digits, known.index, 10) && digits.empty()) {
            head_.names.variables.insert_or_assign({*owner_key, *key}, known);
        }
    }

    /// Returns a name in the form of the compiler's lookup.
    [[nodiscard]] std::optional<std::string> bytes_of(std::string_view name) const
    {
        const Result<std::string> bytes = decode_text(name, page_);
        return bytes ? std::optional(lower(*bytes)) : std::nullopt;
    }

    std::string_view text_;
    std::string_view line_;
    CodePage page_;
    ScriptHead head_;
};

}  // namespace

std::string_view without_fingerprints(std::string_view text)
{
    const std::string_view first = text.substr(0, text.find('\n'));
    const bool is_stamp = first.starts_with(first_words) && first.find(code_description) != std::string_view::npos;
    return is_stamp ? text.substr(std::min(text.size(), first.size() + 1)) : text;
}

std::uint64_t script_fingerprint(ByteView bytes)
{
    return fingerprint_of(bytes).first;
}

obscript::ScriptKind kind_of(const ScriptBody& body)
{
    ByteView rest;
    const std::vector<obscript::Statement> statements = obscript::split_statements(body.compiled, rest);
    if (!statements.empty() && statements.front().opcode != obscript::opcode::script_name) {
        return obscript::ScriptKind::result;
    }
    return kind_by_type(body);
}

std::optional<obscript::LearntNames> names_of(const ScriptBody& body)
{
    if (body.commands != 0 || body.source.empty() || body.compiled.empty()) {
        return {};
    }
    return obscript::learn_names(
        {as_text(body.source), body.compiled, references_of(body), options_of(body, kind_of(body))});
}

std::string script_head(const ScriptBody& body, CodePage page, std::string_view statements)
{
    const std::map<unsigned, char> letters = obscript::variable_letters_of(statements);
    const std::optional<obscript::LearntNames> learnt = names_of(body);
    std::string text;
    if (body.commands == 0 && !body.source.empty() && !body.compiled.empty()) {
        text += fmt::format("{}{:016x}{}{:016x}{}\n", first_words, script_fingerprint(body.source), code_description,
                            script_fingerprint(body.compiled), explanation);
    }
    if (learnt && !learnt->names.text_escapes) {
        text += fmt::format("{}\n", no_escapes);
    }
    for (const Variable& variable : body.variables) {
        const auto letter = letters.find(variable.index);
        text += fmt::format("; {}{} = {}\n",
                            letter != letters.end()    ? letter->second
                            : variable.is_integer != 0 ? 'i'
                                                       : 'f',
                            variable.index, encode_text(variable.name.bytes, page));
    }
    for (std::size_t i = 0; i < body.references.size(); ++i) {
        const auto* const form = std::get_if<FormReference>(&body.references[i]);
        if (form == nullptr) {
            text += fmt::format("; r{} = f{}\n", i + 1, std::get<VariableReference>(body.references[i]).variable);
            continue;
        }
        text += fmt::format("; r{} = {:08X}", i + 1, form->form_id.value);
        if (learnt) {
            const std::string& name = learnt->references[i];
            const auto known = learnt->names.forms.find(lower(name));
            text += " " + encode_text(name, page);
            text += known != learnt->names.forms.end() && known->second.is_global ? obscript::global_words : "";
        }
        text += "\n";
    }
    if (learnt) {
        for (const auto& [name, variable] : learnt->names.variables) {
            text += fmt::format("; {}.{} = {} {}\n", encode_text(name.first, page), encode_text(name.second, page),
                                obscript::variable_type_description.at(static_cast<std::size_t>(variable.type)),
                                variable.index);
        }
        for (const auto& [name, command] : learnt->names.commands) {
            text += fmt::format("; {} = {}\n", encode_text(name, page), obscript::to_text(command));
        }
    }
    return text;
}

std::optional<ScriptHead> read_script_head(std::string_view text, CodePage page)
{
    return HeadReader(text, page).read();
}

}  // namespace redforge::tes
