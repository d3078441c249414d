// Compiles scripts: resolves names, and builds the list of references.
#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/letter_case.hpp"
#include "obscript/compiler.hpp"
#include "obscript/keywords.hpp"
#include "obscript/source_lines.hpp"
#include "obscript/user_commands.hpp"

namespace redforge::obscript {
namespace {

/// Words that can begin a line, except the script name line.
const std::vector<std::string_view>& first_words()
{
    static const std::vector<std::string_view> words = [] {
        std::vector<std::string_view> all;
        for (const KeywordEntry& each : keywords) {
            if (each.keyword < Keyword::part && each.keyword != Keyword::script_name) {
                all.push_back(each.name);
            }
        }
        std::ranges::transform(commands(), std::back_inserter(all), &Command::name);
        return all;
    }();
    return words;
}

const std::string& small_letters(std::string_view name, std::string& buffer)
{
    buffer.assign(name);
    std::ranges::transform(buffer, buffer.begin(), to_lower);
    return buffer;
}

}  // namespace

NameUse Compiler::mention(std::size_t reference) const
{
    return {.statement = statement_,
            .operand = operand_,
            .reference = reference == 0 ? entries_.size() + 1 : reference};
}

const LocalVariable* Compiler::local(std::string_view name) const
{
    const auto found = locals_.find(small_letters(name, lower_));
    return found == locals_.end() ? nullptr : &result_.variables[found->second];
}

std::uint16_t Compiler::find_reference(std::string_view name) const
{
    const auto found = entry_numbers_.find(small_letters(name, lower_));
    return found == entry_numbers_.end() ? std::uint16_t{0} : found->second;
}

std::uint16_t Compiler::add_reference(std::string_view name, Entry::Kind kind, std::uint32_t value)
{
    if (entries_.size() == 0xFFFF) {
        error(name, ErrorCode::out_of_range, "more than 65535 references");
        return 0;
    }
    entries_.push_back({std::string(name), kind, value, kind == Entry::Kind::unresolved ? name : std::string_view{}});
    const auto number = static_cast<std::uint16_t>(entries_.size());
    entry_numbers_.emplace(small_letters(name, lower_), number);
    return number;
}

std::uint16_t Compiler::reference(std::string_view name, bool may_be_variable)
{
    if (const std::uint16_t known = find_reference(name); known != 0) {
        if (const LocalVariable* variable = local(name)) {
            note_use(*variable, false);
        }
        if (!may_be_variable && entries_[known - 1U].kind == Entry::Kind::unresolved) {
            // Look the form up again: pass 1 had no position in the code.
            if (const auto form = environment_.form(name, mention(known))) {
                entries_[known - 1U].kind = form->is_global ? Entry::Kind::global : Entry::Kind::form;
                entries_[known - 1U].value = form->form_id;
            }
        }
        return known;
    }
    NameUse where = mention();
    where.operand = may_be_variable ? NameUse::none : where.operand;
    if (equals_ignore_case(name, "player")) {
        return add_reference(name, Entry::Kind::form, player_reference);
    }
    if (const auto form = environment_.form(name, where)) {
        return add_reference(name, form->is_global ? Entry::Kind::global : Entry::Kind::form, form->form_id);
    }
    if (const auto form_id = form_id_of(name)) {
        return add_reference(name, Entry::Kind::form, *form_id);
    }
    if (may_be_variable) {
        return add_reference(name, Entry::Kind::unresolved, 0);
    }
    unknown_name(name);
    return 0;
}

void Compiler::unknown_name(std::string_view name)
{
    if (local(name) != nullptr) {
        return error(name, ErrorCode::mismatch, fmt::format("{} is a variable, but not a ref", name),
                     fmt::format("declare it with: ref {}", name));
    }
    std::vector<std::string_view> names;
    for (const LocalVariable& variable : result_.variables) {
        names.emplace_back(variable.name);
    }
    for (const Entry& entry : entries_) {
        if (entry.kind != Entry::Kind::unresolved) {
            names.emplace_back(entry.name);
        }
    }
    unknown_word(name, name, fmt::format("no variable, command or form is called {}", name), names,
                 "a form of another plugin is written as its FormID, such as 0000000F");
}

void Compiler::unknown_word(std::string_view part, std::string_view word, std::string message,
                            std::span<const std::string_view> known, std::string otherwise)
{
    std::vector<std::string> lower_names(known.size());
    std::ranges::transform(known, lower_names.begin(), [](std::string_view each) {
        std::string buffer;
        return small_letters(each, buffer);
    });
    std::string buffer;
    std::vector<std::string_view> near;
    for (const std::size_t place : nearest_places(small_letters(word, buffer), lower_names, word.size() / 3)) {
        if (std::ranges::none_of(near, [&](std::string_view each) { return equals_ignore_case(each, known[place]); })) {
            near.push_back(known[place]);
        }
    }
    const std::span<const std::string_view> first(near.data(), std::min<std::size_t>(near.size(), 3));
    error(part, ErrorCode::unknown_name, std::move(message),
          near.empty() ? std::move(otherwise) : fmt::format("did you mean {}?", fmt::join(first, " or ")));
    if (near.size() == 1) {
        fix(word, std::string(near.front()));
    }
}

std::uint16_t Compiler::global(std::string_view name)
{
    if (const std::uint16_t known = find_reference(name); known != 0) {
        return entries_[known - 1U].kind == Entry::Kind::global ? known : std::uint16_t{0};
    }
    const auto form = environment_.form(name, mention());
    return form && form->is_global ? add_reference(name, Entry::Kind::global, form->form_id) : std::uint16_t{0};
}

std::optional<ResolvedName> Compiler::remote_variable(const Token& token, std::uint16_t owner)
{
    const auto found = owner == 0 ? std::nullopt : environment_.variable(token.owner, token.name, mention(owner));
    if (!found) {
        return {};
    }
    return ResolvedName{.kind = ResolvedName::Kind::variable,
                        .owner = owner,
                        .index = found->index,
                        .type = found->type};
}

std::optional<ResolvedName> Compiler::value(const Token& token, bool written)
{
    if (token.has_owner) {
        return remote_variable(token, reference(token.owner));
    }
    if (const LocalVariable* variable = local(token.text)) {
        note_use(*variable, written);
        return ResolvedName{.kind = ResolvedName::Kind::variable,
                            .index = static_cast<std::uint16_t>(variable->index),
                            .type = variable->type};
    }
    if (const auto old = old_indices_.find(small_letters(token.text, lower_)); old != old_indices_.end()) {
        const auto known = std::ranges::find_if(options_.old_variables, [&](const LocalVariable& each) {
            return equals_ignore_case(each.name, token.text);
        });
        warning(token.text, fmt::format("{} is used before it is declared", token.text), "move its declaration up");
        return ResolvedName{.kind = ResolvedName::Kind::variable,
                            .index = static_cast<std::uint16_t>(known->index),
                            .type = known->type};
    }
    if (const std::uint16_t place = global(token.text); place != 0) {
        return ResolvedName{.kind = ResolvedName::Kind::global, .reference = place};
    }
    return {};
}

const Command* Compiler::command_of(std::string_view name, const NameUse& where)
{
    const Command* const command = command_named(name, options_.commands);
    return command != nullptr ? command : environment_.command(name, where);
}

ResolvedName Compiler::resolve(const Token& token)
{
    if (token.has_owner) {
        const std::uint16_t owner = reference(token.owner);
        if (const auto variable = remote_variable(token, owner)) {
            return *variable;
        }
        if (const Command* const command = command_of(token.name, mention(owner))) {
            return {.kind = ResolvedName::Kind::command, .owner = owner, .command = command};
        }
        error(token.text, ErrorCode::unknown_name,
              fmt::format("{} has no variable {}, and no command has this name", token.owner, token.name),
              "a variable of another plugin's script is known only where the compiled code had it before");
        return {};
    }
    if (const auto known = value(token)) {
        return *known;
    }
    if (!token.quoted) {
        if (const Command* const command = command_of(token.text, mention())) {
            return {.kind = ResolvedName::Kind::command, .command = command};
        }
    }
    const std::uint16_t place = reference(token.text);
    return {.kind = place == 0 ? ResolvedName::Kind::unknown : ResolvedName::Kind::form, .reference = place};
}

const Command* Compiler::line_command(const Token& token)
{
    const std::string_view name = token.quoted && !token.has_owner ? std::string_view{} : token.name;
    NameUse where = mention();
    where.operand = NameUse::none;
    if (const Command* const command = command_of(name, where)) {
        result_.uses_obse = result_.uses_obse || command->opcode >= first_obse_opcode;
        return command;
    }
    if (std::ranges::any_of(console_commands(),
                            [&](std::string_view each) { return equals_ignore_case(each, name); })) {
        error(token.text, ErrorCode::unsupported, fmt::format("{} is a command of the console", name),
              "scripts cannot call it");
    } else if (local(token.text) != nullptr) {
        error(token.text, ErrorCode::malformed, fmt::format("{} is a variable, not a statement", token.text),
              fmt::format("write set {} to VALUE", token.text));
        const auto after = static_cast<std::size_t>(token.text.data() + token.text.size() - line_.data());
        const std::size_t sign = line_.find_first_not_of(" \t", std::min(after, line_.size()));
        if (!token.quoted && sign != std::string_view::npos && line_[sign] == '=' &&
            !line_.substr(sign).starts_with("==")) {
            fix(token.text.substr(0, 0), "set ");
            fix(line_.substr(sign, 1), "to");
        }
    } else {
        unknown_word(token.text.empty() ? line_ : token.text, name,
                     fmt::format("no command is called {}", name.empty() ? line_.substr(0, 20) : name), first_words(),
                     fmt::format("commands of plugins of OBSE are known from compiled code that has them, and from a "
                                 "table, {} next to the plugin or the source",
                                 commands_file));
    }
    return nullptr;
}

void Compiler::put_word(Bytes& out, char code, std::uint16_t number)
{
    out.push_back(static_cast<std::byte>(code));
    append_le(out, number);
}

void Compiler::put_value(Bytes& out, const ResolvedName& value)
{
    if (value.kind == ResolvedName::Kind::global) {
        put_word(out, 'G', value.reference);
    } else {
        if (value.owner != 0) {
            put_word(out, 'r', value.owner);
        }
        put_word(out, is_integer_type(value.type) ? 's' : 'f', value.index);
    }
    ++operand_;
}

}  // namespace redforge::obscript
