// Reads the table of script commands, definitions/commands.tsv, which is embedded in the library.
#include <algorithm>
#include <array>
#include <charconv>
#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "obscript/command_lines.hpp"
#include "obscript/commands.hpp"

namespace redforge::obscript {
namespace {

constexpr auto parsers = std::to_array<std::pair<std::string_view, CommandParser>>({
    {"standard", CommandParser::standard},
    {"message_box", CommandParser::message_box},
    {"message", CommandParser::message},
    {"expression", CommandParser::expression},
    {"call", CommandParser::call},
    {"loop", CommandParser::loop},
    {"nothing", CommandParser::nothing},
});

/// Removes the text up to the next separator, and the separator, and returns the text. Takes the whole text if there is
/// no separator.
std::string_view take_until(std::string_view& text, char separator)
{
    const std::string_view part = text.substr(0, text.find(separator));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    return part;
}

/// The table in memory. Its strings are views of the embedded text and of `parameters_`.
class CommandLines {
public:
    CommandLines()
    {
        for (std::string_view text = command_lines(); !text.empty();) {
            const std::string_view line = take_until(text, '\n');
            if (!line.empty() && !line.starts_with('#')) {
                add(line);
            }
        }
    }

    [[nodiscard]] const std::vector<Command>& commands() const { return commands_; }
    [[nodiscard]] const std::vector<std::string_view>& console() const { return console_; }

private:
    void add(std::string_view line)
    {
        std::array<std::string_view, 6> columns;
        std::string_view rest = line;
        std::ranges::generate(columns, [&] {
            const std::string_view column = take_until(rest, '\t');
            return column == "-" ? std::string_view() : column;
        });
        const auto& [opcode, name, short_name, parser, reference, parameters] = columns;
        if (opcode == "console") {
            console_.push_back(name);
            return;
        }
        Command command;
        command.name = name;
        command.short_name = short_name;
        command.needs_reference = reference == "reference";
        const std::string_view digits = opcode.substr(std::min<std::size_t>(2, opcode.size()));
        const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), command.opcode, 16);
        const auto known = std::ranges::find(parsers, parser, &decltype(parsers)::value_type::first);
        if (parsed.ec != std::errc() || known == parsers.end() ||
            (!commands_.empty() && command.opcode <= commands_.back().opcode)) {
            throw std::logic_error(
                fmt::format("commands.tsv: not an opcode in ascending order, or not a parser: {}", line));
        }
        command.parser = known->second;
        add_parameters(command, parameters);
        commands_.push_back(command);
    }

    /// Parameters from the first one with a question mark on are optional.
    void add_parameters(Command& command, std::string_view parameters)
    {
        std::string letters;
        bool optional = false;
        for (std::string_view rest = parameters; !rest.empty();) {
            std::string_view name = take_until(rest, ',');
            if (name.ends_with('?')) {
                optional = true;
                name.remove_suffix(1);
            }
            const auto type = std::ranges::find(parameter_types(), name, &ParameterType::name);
            if (type == parameter_types().end()) {
                throw std::logic_error(
                    fmt::format("commands.tsv: {} has a parameter of unknown type {}", command.name, name));
            }
            letters += type->letter;
            command.required = static_cast<std::uint8_t>(command.required + (optional ? 0 : 1));
        }
        command.parameters = parameters_.emplace_back(std::move(letters));
    }

    std::vector<Command> commands_;
    std::vector<std::string_view> console_;
    std::deque<std::string> parameters_;
};

const CommandLines& lines()
{
    static const CommandLines read;
    return read;
}

}  // namespace

const Command* find_command(std::uint16_t opcode)
{
    const std::vector<Command>& all = lines().commands();
    const auto found = std::ranges::lower_bound(all, opcode, {}, &Command::opcode);
    return found == all.end() || found->opcode != opcode ? nullptr : &*found;
}

std::span<const Command> commands()
{
    return lines().commands();
}

std::span<const std::string_view> console_commands()
{
    return lines().console();
}

}  // namespace redforge::obscript
