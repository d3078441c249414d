// Name lookup by position, from the compiled version of a script.
#include "obscript/old_record.hpp"

#include <algorithm>

namespace redforge::obscript {
const Command* LearntCommands::add(std::string_view name, std::uint16_t opcode, std::string_view parameters,
                                   std::size_t required)
{
    Learnt& entry = learnt_.emplace_back();
    entry.name = name;
    entry.parameters = parameters;
    entry.command.opcode = opcode;
    entry.command.name = entry.name;
    entry.command.parameters = entry.parameters;
    if (parameters == "?") {
        entry.parameters = std::string(20, 'y');
        entry.command.parameters = entry.parameters;
        entry.command.parser = CommandParser::expression;
    } else {
        entry.command.required = static_cast<std::uint8_t>(std::min({required, parameters.size(), std::size_t{255}}));
    }
    return &entry.command;
}

OldRecord::OldRecord(ByteView code, const std::vector<ReferenceEntry>& references, const UserCommands* commands)
    : references_(references), is_global_(references.size() + 1)
{
    ByteView rest;
    statements_ = split_statements(code, rest);
    std::erase_if(statements_, [](const Statement& each) {
        return each.opcode == opcode::push_context || each.opcode == opcode::pop_context;
    });
    for (const Statement& statement : statements_) {
        names_.push_back(names_in(statement, commands));
        for (const CodeName& name : names_.back().names) {
            if (name.kind == CodeName::Kind::global && name.number < is_global_.size()) {
                is_global_[name.number] = true;
            }
        }
    }
}

const CodeName* OldRecord::at(const NameUse& mention) const
{
    return mention.statement < names_.size() && mention.operand < names_[mention.statement].names.size()
               ? &names_[mention.statement].names[mention.operand]
               : nullptr;
}

std::optional<Form> OldRecord::form(std::string_view /*name*/, const NameUse& mention)
{
    std::size_t place = mention.reference;
    if (mention.operand != NameUse::none) {
        if (const CodeName* name = at(mention)) {
            switch (name->kind) {
            case CodeName::Kind::form:
            case CodeName::Kind::global: place = name->number; break;
            case CodeName::Kind::text: return {};
            default:
                if (name->owner == 0) {
                    return {};
                }
                place = name->owner;
            }
        }
    }
    if (place == 0 || place > references_.size() || references_[place - 1].is_variable) {
        return {};
    }
    return Form{references_[place - 1].value, is_global_[place]};
}

std::optional<RemoteVariable> OldRecord::variable(std::string_view /*owner*/, std::string_view /*name*/,
                                                  const NameUse& mention)
{
    const CodeName* name = at(mention);
    if (name == nullptr || name->kind != CodeName::Kind::variable || name->owner == 0) {
        return {};
    }
    return RemoteVariable{name->number, name->type};
}

const Command* OldRecord::command(std::string_view name, const NameUse& mention)
{
    if (name.empty()) {
        return nullptr;
    }
    if (mention.operand == NameUse::none) {
        if (mention.statement >= statements_.size()) {
            return nullptr;
        }
        const std::uint16_t opcode = statements_[mention.statement].opcode;
        const bool unknown = opcode >= first_obse_opcode && find_command(opcode) == nullptr;
        return unknown ? learnt_.add(name, opcode, names_[mention.statement].parameters) : nullptr;
    }
    const CodeName* found = at(mention);
    const bool unknown =
        found != nullptr && found->kind == CodeName::Kind::command && find_command(found->number) == nullptr;
    return unknown ? learnt_.add(name, found->number, found->parameters) : nullptr;
}

}  // namespace redforge::obscript
