// Learns names from a compiled script, and looks them up.
#include "obscript/known_names.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"

namespace redforge::obscript {
namespace {

constexpr std::string_view command_arguments = "command ";

/// Returns true for letters of parameter types; "?" stands for OBSE expressions.
bool are_parameters(std::string_view letters)
{
    return letters == "?" || std::ranges::all_of(letters, [](char letter) {
               return std::ranges::find(parameter_types(), letter, &ParameterType::letter) != parameter_types().end();
           });
}

/// Merges the types of another call. A variable can also be a float; integers only match integers.
void merge(std::string& types, const std::string& met)
{
    for (std::size_t i = 0; i < met.size(); ++i) {
        if (i == types.size()) {
            types += met[i];
        } else if (types[i] == 'f') {
            types[i] = met[i];
        }
    }
}

/// Forwards lookups to an environment that resolves positions, and stores the results by name.
class RecordingEnvironment final : public Environment {
public:
    RecordingEnvironment(Environment& asked, KnownNames& names) : asked_(asked), names_(names) {}

    std::optional<Form> form(std::string_view name, const NameUse& mention) override
    {
        const std::optional<Form> found = asked_.form(name, mention);
        if (found) {
            names_.forms.insert_or_assign(lower(name), *found);
        }
        return found;
    }
    std::optional<RemoteVariable> variable(std::string_view owner, std::string_view name,
                                           const NameUse& mention) override
    {
        const std::optional<RemoteVariable> found = asked_.variable(owner, name, mention);
        if (found) {
            RemoteVariable& known = names_.variables[{lower(owner), lower(name)}];
            // The game's expressions show float or integer only; OBSE's show the exact type.
            known.type = std::max(known.type, found->type);
            known.index = found->index;
        }
        return found;
    }
    const Command* command(std::string_view name, const NameUse& mention) override
    {
        const Command* const found = asked_.command(name, mention);
        if (found != nullptr) {
            const bool is_expression = found->parser == CommandParser::expression;
            const InferredCommand met{found->opcode, found->required,
                                      is_expression ? "?" : std::string(found->parameters)};
            const auto [known, is_new] = names_.commands.emplace(lower(name), met);
            if (!is_new) {
                known->second.required = std::min(known->second.required, met.required);
                merge(known->second.parameters, met.parameters);
            }
        }
        return found;
    }

private:
    Environment& asked_;
    KnownNames& names_;
};

}  // namespace

std::optional<InferredCommand> parse_inferred_command(std::string_view text)
{
    if (!text.starts_with(command_arguments)) {
        return {};
    }
    text.remove_prefix(command_arguments.size());
    InferredCommand command;
    const char* const end = text.data() + text.size();
    const auto opcode = std::from_chars(text.data(), end, command.opcode, 16);
    if (opcode.ec != std::errc() || opcode.ptr == end || *opcode.ptr != ' ') {
        return {};
    }
    const auto required = std::from_chars(opcode.ptr + 1, end, command.required);
    if (required.ec != std::errc() || (required.ptr != end && *required.ptr != ' ')) {
        return {};
    }
    command.parameters.assign(required.ptr == end ? end : required.ptr + 1, end);
    return are_parameters(command.parameters) ? std::optional(std::move(command)) : std::nullopt;
}

std::string to_text(const InferredCommand& command)
{
    return fmt::format("{}{:04X} {} {}", command_arguments, command.opcode, command.required, command.parameters);
}

std::optional<LearntNames> learn_names(const StoredScript& script)
{
    OldRecord old(script.code, script.references);
    CompileOptions options = script.options;
    for (const bool escapes : {true, false}) {
        LearntNames learnt;
        options.text_escapes = learnt.names.text_escapes = escapes;
        RecordingEnvironment recording(old, learnt.names);
        const Compiled compiled = compile(script.source, recording, options);
        if (!compiled.failed() && same_bytes(compiled.code, script.code) && compiled.references == script.references) {
            for (const ReferenceEntry& reference : compiled.references) {
                learnt.references.push_back(reference.name);
            }
            return learnt;
        }
    }
    return {};
}

std::optional<Form> NamedEnvironment::form(std::string_view name, const NameUse& /*mention*/)
{
    if (const auto known = names_.forms.find(lower(name)); known != names_.forms.end()) {
        return known->second;
    }
    return find_form_ ? find_form_(name) : std::nullopt;
}

std::optional<RemoteVariable> NamedEnvironment::variable(std::string_view owner, std::string_view name,
                                                         const NameUse& mention)
{
    if (const auto known = names_.variables.find(std::pair(lower(owner), lower(name)));
        known != names_.variables.end()) {
        return known->second;
    }
    const std::optional<Form> form = find_variable_ ? this->form(owner, mention) : std::nullopt;
    return form ? find_variable_(*form, name) : std::nullopt;
}

const Command* NamedEnvironment::command(std::string_view name, const NameUse& /*mention*/)
{
    const auto known = names_.commands.find(lower(name));
    return known == names_.commands.end()
               ? nullptr
               : commands_.add(name, known->second.opcode, known->second.parameters, known->second.required);
}

}  // namespace redforge::obscript
