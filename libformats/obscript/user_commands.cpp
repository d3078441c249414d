// Reads the user's table of commands.
#include "obscript/user_commands.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "core/files/files.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/trim.hpp"
#include "obscript/keywords.hpp"
#include "obscript/known_names.hpp"
#include "obscript/source_printer.hpp"
#include "project/project.hpp"

namespace redforge::obscript {

Result<std::shared_ptr<const UserCommands>> UserCommands::read(std::string_view text)
{
    const auto table = std::make_shared<UserCommands>();
    if (Status status = table->add_all(text); !status) {
        return fail(std::move(status.error()));
    }
    return table;
}

Status UserCommands::add_all(std::string_view text)
{
    for (std::uint32_t number = 1; !text.empty(); ++number) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (Status status = add(trimmed(line.substr(0, line.find(';')))); !status) {
            status.error().line = number;
            return status;
        }
    }
    return {};
}

Status UserCommands::add(std::string_view line)
{
    if (line.empty()) {
        return {};
    }
    const std::size_t equals = std::min(line.find(" = "), line.size());
    const std::string_view name = line.substr(0, equals);
    const auto command = parse_inferred_command(line.substr(std::min(equals + 3, line.size())));
    if (!is_bare_name(name) || !command) {
        return fail({.code = ErrorCode::malformed,
                     .message = fmt::format("\"{}\" is not a command", line.substr(0, 60)),
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
    if (command_named(name, this) != nullptr) {
        return fail({.code = ErrorCode::exists, .message = fmt::format("there is a command {} already", name)});
    }
    if (const Command* const there = find_command(command->opcode, this)) {
        return fail({.code = ErrorCode::exists,
                     .message = fmt::format("opcode {:04X} is that of {} already", command->opcode, there->name)});
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

const Command* find_command(std::uint16_t opcode, const UserCommands* user)
{
    const Command* const known = find_command(opcode);
    return known == nullptr && user != nullptr ? user->find(opcode) : known;
}

const Command* command_named(std::string_view name, const UserCommands* user)
{
    const Command* const known = command_named(name);
    return known == nullptr && user != nullptr ? user->named(name) : known;
}

std::vector<const Command*> UserCommands::all() const
{
    std::vector<const Command*> all;
    std::ranges::transform(by_opcode_, std::back_inserter(all), [](const auto& each) { return each.second; });
    return all;
}

std::filesystem::path commands_file_around(const std::filesystem::path& file)
{
    if (const auto settings = project::valid_settings_around(file); settings && settings->commands) {
        return *settings->commands;
    }
    constexpr int max_folders = 5;
    std::error_code failed;
    std::error_code ignored;
    std::filesystem::path folder = std::filesystem::absolute(file, failed).lexically_normal();
    if (!std::filesystem::is_directory(folder, ignored)) {
        folder = folder.parent_path();
    }
    for (int step = 0; step < max_folders && !failed; ++step, folder = folder.parent_path()) {
        if (std::filesystem::path path = folder / commands_file; std::filesystem::is_regular_file(path, ignored)) {
            return path;
        }
        if (!folder.has_relative_path()) {
            break;
        }
    }
    return {};
}

std::shared_ptr<const UserCommands> commands_around(const std::filesystem::path& file)
{
    const std::filesystem::path path = commands_file_around(file);
    if (path.empty()) {
        return nullptr;
    }
    const auto table = std::make_shared<UserCommands>();
    const Result<std::string> text = read_text_file(path);
    if (Status status = text ? table->add_all(*text) : fail(text.error()); !status) {
        status.error().file = path.string();
        table->problem_ = describe(status.error());
    }
    return table;
}

}  // namespace redforge::obscript
