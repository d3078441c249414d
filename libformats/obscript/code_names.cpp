// The names in compiled code, in the order in which a compiler meets them.
#include "obscript/code_names.hpp"

#include <algorithm>

#include "obscript/code_reader.hpp"
#include "obscript/operators.hpp"
#include "obscript/user_commands.hpp"

namespace redforge::obscript {
namespace {

constexpr unsigned max_call_depth = 100;

class NameReader {
public:
    NameReader(CodeNames& out, const UserCommands* commands) : out_(out), commands_(commands) {}

    /// Collects the names of a statement, as the functions below do for its parts. Returns true if all of it was
    /// understood.
    bool statement(const Statement& statement);

private:
    bool call(std::uint16_t opcode, ByteView payload, std::string& parameters);
    bool arguments(const Command& command, ByteView payload);
    bool standard(CodeReader& in, std::string_view types);
    bool message(CodeReader& in, bool box);
    bool value(CodeReader& in);
    bool game_expression(ByteView bytes);
    bool obse_arguments(CodeReader& in);
    bool obse_argument(CodeReader& in);
    bool obse_expression(ByteView bytes);
    /// Reads the parameters of an unknown command one by one, as far as their bytes show their types.
    bool unknown_command(ByteView payload, std::string& parameters);
    bool unknown_parameters(CodeReader in, unsigned count, std::string& parameters);  // recursive, for each parameter

    void add(CodeName::Kind kind, std::uint16_t owner, std::uint16_t number, VariableType type = {})
    {
        out_.names.push_back({kind, owner, number, type, {}});
    }

    CodeNames& out_;
    const UserCommands* commands_;
    unsigned depth_{};
};

bool NameReader::statement(const Statement& statement)
{
    CodeReader in(statement.payload);
    switch (statement.opcode) {
    case opcode::set:
        if (!value(in)) {
            return false;
        }
        return game_expression(in.bytes(in.u16())) && in.done();
    case opcode::if_:
    case opcode::else_if: in.u16(); return game_expression(in.bytes(in.u16())) && in.done();
    case opcode::begin: {
        const std::uint16_t type = in.u16();
        in.number<std::uint32_t>();
        if (in.left() == 0 || type >= block_types().size() || type == function_block) {
            return !in.failed();
        }
        if (in.left() >= 2 && in.peek() == 0xFE) {
            in.u16();
            return obse_arguments(in) && in.done();
        }
        return standard(in, block_types()[type].parameters) && in.done();
    }
    default:
        if (statement.opcode < 0x100) {
            return true;
        }
        return call(statement.opcode, statement.payload, out_.parameters);
    }
}

bool NameReader::call(std::uint16_t opcode, ByteView payload, std::string& parameters)
{
    if (depth_ == max_call_depth) {
        return false;
    }
    ++depth_;
    const Command* const command = find_command(opcode, commands_);
    const bool good = command != nullptr ? arguments(*command, payload) : unknown_command(payload, parameters);
    --depth_;
    return good;
}

bool NameReader::arguments(const Command& command, ByteView payload)
{
    CodeReader in(payload);
    switch (command.parser) {
    case CommandParser::standard:
    case CommandParser::nothing:
        if (payload.empty()) {
            return true;
        }
        if (payload.size() >= 2 && load_le<std::uint16_t>(payload.data()) == 0xFFFF) {
            in.u16();
            return obse_arguments(in) && in.done();
        }
        return standard(in, command.parameters) && in.done();
    case CommandParser::message_box: return message(in, true) && in.done();
    case CommandParser::message: return message(in, false) && in.done();
    case CommandParser::expression: return obse_arguments(in);
    case CommandParser::call: return in.u8() == 1 && obse_argument(in) && obse_arguments(in);
    case CommandParser::loop: in.number<std::uint32_t>(); return obse_arguments(in);
    }
    return false;
}

bool NameReader::standard(CodeReader& in, std::string_view types)
{
    const std::size_t count = in.u16();
    if (in.failed() || count > types.size()) {
        return false;
    }
    for (std::size_t i = 0; i < count && !in.failed(); ++i) {
        switch (parameter_type(types[i]).kind) {
        case 's': in.bytes(in.u16()); break;
        case 'i':
        case 'f':
            if (in.peek() == 'n' || in.peek() == 'z') {
                in.bytes(in.peek() == 'n' ? 5 : 9);
            } else if (!value(in)) {
                return false;
            }
            break;
        case 'r':
            if (in.u8() != 'r') {
                return false;
            }
            add(CodeName::Kind::form, 0, in.u16());
            break;
        case 'x': in.u8(); break;
        default: in.u16(); break;
        }
    }
    return !in.failed();
}

bool NameReader::value(CodeReader& in)
{
    std::uint16_t owner = 0;
    if (in.peek() == 'r') {
        in.u8();
        owner = in.u16();
    }
    const std::uint8_t code = in.u8();
    const std::uint16_t number = in.u16();
    if (code == 'G') {
        add(CodeName::Kind::global, 0, number);
    } else if (code == 's' || code == 'f') {
        add(CodeName::Kind::variable, owner, number, code == 's' ? VariableType::integer : VariableType::real);
    } else {
        return false;
    }
    return !in.failed();
}

bool NameReader::message(CodeReader& in, bool box)
{
    in.u16();
    in.bytes(in.u16());
    for (int i = in.u16(); i > 0; --i) {
        if (in.failed() || !value(in)) {
            return false;
        }
    }
    if (!box) {
        in.number<std::uint32_t>();
        return !in.failed();
    }
    for (int i = in.u16(); i > 0 && !in.failed(); --i) {
        in.u16();
        in.bytes(in.u16());
    }
    return !in.failed();
}

bool NameReader::game_expression(ByteView bytes)
{
    CodeReader in(bytes);
    while (in.left() > 0 && !in.failed()) {
        if (in.u8() != ' ') {
            return false;
        }
        std::uint16_t owner = 0;
        if (in.peek() == 'r') {
            in.u8();
            owner = in.u16();
        }
        switch (in.peek()) {
        case 's':
        case 'f':
        case 'G':
            if (!value(in)) {
                return false;
            }
            out_.names.back().owner = owner;
            break;
        case 'Z':
            in.u8();
            add(CodeName::Kind::form, 0, in.u16());
            break;
        case 'X': {
            in.u8();
            const std::uint16_t opcode = in.u16();
            const ByteView payload = in.bytes(in.u16());
            const std::size_t place = out_.names.size();
            add(CodeName::Kind::command, owner, opcode);
            std::string parameters;
            if (in.failed() || !call(opcode, payload, parameters)) {
                return false;
            }
            out_.names[place].parameters = std::move(parameters);
            break;
        }
        default: in.word(); break;
        }
    }
    return !in.failed();
}

bool NameReader::obse_arguments(CodeReader& in)
{
    for (int i = in.u8(); i > 0; --i) {
        if (in.failed() || !obse_argument(in)) {
            return false;
        }
    }
    return !in.failed();
}

bool NameReader::obse_argument(CodeReader& in)
{
    const std::uint16_t size = in.u16();
    return !in.failed() && size >= 2 && obse_expression(in.bytes(size - 2U)) && !in.failed();
}

bool NameReader::obse_expression(ByteView bytes)
{
    CodeReader in(bytes);
    while (in.left() > 0 && !in.failed()) {
        const std::uint8_t code = in.u8();
        switch (code) {
        case 'B': in.u8(); break;
        case 'I': in.u16(); break;
        case 'L': in.number<std::uint32_t>(); break;
        case 'Z': in.number<std::uint64_t>(); break;
        case 'S':
            in.bytes(in.u16());
            add(CodeName::Kind::text, 0, 0);
            break;
        case 'R': add(CodeName::Kind::form, 0, in.u16()); break;
        case 'G': add(CodeName::Kind::global, 0, in.u16()); break;
        case 'V': {
            const auto type = static_cast<VariableType>(std::min<std::uint8_t>(in.u8(), 4));
            const std::uint16_t owner = in.u16();
            add(CodeName::Kind::variable, owner, in.u16(), type);
            break;
        }
        case 'X': {
            const std::uint16_t owner = in.u16();
            const std::uint16_t opcode = in.u16();
            const std::uint16_t size = in.u16();
            const std::size_t place = out_.names.size();
            add(CodeName::Kind::command, owner, opcode);
            std::string parameters;
            if (in.failed() || size < 2 || !call(opcode, in.bytes(size - 2U), parameters)) {
                return false;
            }
            out_.names[place].parameters = std::move(parameters);
            break;
        }
        default:
            if (code >= obse_operators.size()) {
                return false;
            }
        }
    }
    return !in.failed();
}

bool NameReader::unknown_parameters(CodeReader in, unsigned count, std::string& parameters)
{
    if (count == 0 || in.failed()) {
        return count == 0 && in.done();
    }
    const std::size_t names = out_.names.size();
    const std::size_t types = parameters.size();
    const auto goes_on = [&](char type) {
        parameters += type;
        if (!in.failed() && unknown_parameters(in, count - 1, parameters)) {
            return true;
        }
        parameters.resize(types);
        out_.names.resize(names);
        return false;
    };
    const CodeReader begin = in;
    switch (in.peek()) {
    case 'n':
        in.bytes(5);
        if (goes_on('i')) {
            return true;
        }
        break;
    case 'z':
        in.bytes(9);
        if (goes_on('f')) {
            return true;
        }
        break;
    case 'r':
        in.u8();
        add(CodeName::Kind::form, 0, in.u16());
        if (goes_on('T')) {
            return true;
        }
        [[fallthrough]];
    case 's':
    case 'f':
    case 'G':
        in = begin;
        if (value(in) && goes_on('f')) {
            return true;
        }
        break;
    default: break;
    }
    in = begin;
    out_.names.resize(names);
    in.bytes(in.u16());
    return goes_on('s');
}

bool NameReader::unknown_command(ByteView payload, std::string& parameters)
{
    constexpr unsigned max_parameters = 24;
    if (payload.empty()) {
        return true;
    }
    CodeReader in(payload);
    const std::size_t before = out_.names.size();
    if (const unsigned count = in.u16(); count <= max_parameters && unknown_parameters(in, count, parameters)) {
        return true;
    }
    // Otherwise, the parameters can be OBSE expressions.
    parameters = "?";
    CodeReader again(payload);
    const bool good = obse_arguments(again) && again.done();
    if (!good) {
        out_.names.resize(before);
    }
    return good;
}

}  // namespace

CodeNames names_in(const Statement& statement, const UserCommands* commands)
{
    CodeNames found;
    found.whole = NameReader(found, commands).statement(statement);
    return found;
}

}  // namespace redforge::obscript
