// Reading a person's table of commands.
#include "obscript/user_commands.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/letter_case.hpp"
#include "core/trim.hpp"
#include "obscript/keywords.hpp"
#include "obscript/known_names.hpp"
#include "obscript/source_printer.hpp"

namespace redforge::obscript {

Result<std::shared_ptr<const UserCommands>> UserCommands::read(std::string_view text)
{
    const auto table = std::make_shared<UserCommands>();
    for (std::uint32_t number = 1; !text.empty(); ++number) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (Status status = table->add(trimmed(line.substr(0, line.find(';')))); !status) {
            status.error().line = number;
            return fail(std::move(status.error()));
        }
    }
    return table;
}

Status UserCommands::add(std::string_view line)
{
    if (line.empty()) {
        return {};
    }
    const std::size_t equals = std::min(line.find(" = "), line.size());
    const std::string_view name = line.substr(0, equals);
    const auto command = known_command(line.substr(std::min(equals + 3, line.size())));
    if (!is_bare_name(name) || !command) {
        return fail({.code = ErrorCode::malformed,
                     .message = fmt::format("\"{}\" is no command", line.substr(0, 60)),
                     .hint = "write NAME = command OPCODE REQUIRED TYPES, as in GetFoo = command 2BCD 1 Rf"});
    }
    if (command->opcode < first_obse_opcode) {
        return fail({.code = ErrorCode::malformed,
                     .message = fmt::format("opcode {:04X} is not one of OBSE", command->opcode),
                     .hint = fmt::format("they begin with {:04X}", first_obse_opcode)});
    }
    if (find_keyword(name) != nullptr) {
        return fail({.code = ErrorCode::exists, .message = fmt::format("{} is a word of the language", name)});
    }
    const Command* const there = find_command(command->opcode);
    if (command_named(name) != nullptr || named(name) != nullptr) {
        return fail({.code = ErrorCode::exists, .message = fmt::format("there is a command {} already", name)});
    }
    if (there != nullptr || find(command->opcode) != nullptr) {
        return fail({.code = ErrorCode::exists,
                     .message = fmt::format("opcode {:04X} is that of {} already", command->opcode,
                                            (there != nullptr ? there : find(command->opcode))->name)});
    }
    const Command* const added = commands_.add(name, command->opcode, command->parameters, command->required);
    by_name_.emplace(lower(name), added);
    by_opcode_.emplace(command->opcode, added);
    return {};
}

const Command* UserCommands::named(std::string_view name) const
{
    const auto found = by_name_.find(lower(name));
    return found == by_name_.end() ? nullptr : found->second;
}

const Command* UserCommands::find(std::uint16_t opcode) const
{
    const auto found = by_opcode_.find(opcode);
    return found == by_opcode_.end() ? nullptr : found->second;
}

}  // namespace redforge::obscript
