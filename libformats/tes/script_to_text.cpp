// Compiled scripts to statements: what is understood as its text, what is not as bytes in braces.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/hex.hpp"
#include "tes/script_code.hpp"
#include "tes/script_commands.hpp"
#include "tes/script_frame.hpp"
#include "tes/script_operators.hpp"

namespace redforge::tes {
namespace {

/// Calls inside calls, and items of one expression, beyond which bytes are shown as bytes.
constexpr unsigned deepest_call = 40;
constexpr std::size_t most_items = 1000;

/// How much stronger than its operator a subscript holds what it is of.
constexpr int subscript_bonus = 5;

/// Takes numbers off bytes; once too few were left it stays failed.
class Source {
public:
    explicit Source(ByteView bytes) : bytes_(bytes) {}
    [[nodiscard]] bool failed() const { return failed_; }
    [[nodiscard]] std::size_t left() const { return bytes_.size(); }
    /// All was understood.
    [[nodiscard]] bool done() const { return !failed_ && bytes_.empty(); }
    [[nodiscard]] int peek() const { return bytes_.empty() ? -1 : static_cast<int>(bytes_.front()); }
    ByteView bytes(std::size_t size)
    {
        if (size > bytes_.size()) {
            failed_ = true;
            return {};
        }
        const ByteView taken = bytes_.first(size);
        bytes_ = bytes_.subspan(size);
        return taken;
    }
    /// What comes before the next space or control character.
    std::string_view word()
    {
        std::size_t size = 0;
        while (size < bytes_.size() && static_cast<unsigned char>(bytes_[size]) > ' ') {
            ++size;
        }
        return as_text(bytes(size));
    }
    template <std::integral T>
    T number()
    {
        const ByteView taken = bytes(sizeof(T));
        return failed_ ? T{} : load_le<T>(taken.data());
    }
    std::uint8_t u8() { return number<std::uint8_t>(); }
    std::uint16_t u16() { return number<std::uint16_t>(); }

private:
    ByteView bytes_;
    bool failed_{};
};

/// One of an expression's items, which come in postfix order: its text as an item, and what it does as an operator.
struct Item {
    enum class Kind : std::uint8_t { operand, unary, binary, right, subscript };  ///< right: binary, from the right

    std::size_t begin{};  ///< of its text
    std::size_t end{};
    std::size_t first{};  ///< the first item of its operands, or itself
    std::string_view op;
    int strength{operand_strength};
    Kind kind{};
};

/// Writes statements behind a text. What begins to write something that turns out not to be understood takes it back.
class Printer {
public:
    /// `all_numbers`: numbers that follow from the other statements are told too.
    Printer(std::string& out, bool named, bool all_numbers, CodePage page)
        : out_(out), named_(named), all_numbers_(all_numbers), page_(page)
    {
    }

    /// A statement without its number of statements or bytes.
    void statement(const Statement& statement, std::optional<std::uint32_t> computed)
    {
        owner(statement);
        const std::size_t begin = out_.size();
        if (!known(statement, computed)) {
            out_.resize(begin);
            call(statement.opcode, statement.payload);
        }
    }
    /// The same with all its payload as bytes.
    void plain(const Statement& statement)
    {
        owner(statement);
        bare_name(statement.opcode);
        braces(statement.payload);
    }
    void braces(ByteView bytes)
    {
        if (!bytes.empty()) {
            out_ += '{';
            append_hex(out_, bytes);
            out_ += '}';
        }
    }

private:
    // ------------------------------------------------------------------------------------------- names and numbers

    template <class T>
    void decimal(T number)
    {
        std::array<char, 24> buffer;  // NOLINT: written before it is read
        out_.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr);
    }
    /// `r3`
    void numbered(char letter, unsigned number)
    {
        out_ += letter;
        decimal(number);
    }
    /// `r3.`
    void owner(unsigned reference)
    {
        numbered('r', reference);
        out_ += '.';
    }
    void owner(const Statement& statement)
    {
        if (statement.prefix) {
            owner(*statement.prefix);
        }
    }
    void bare_name(std::uint16_t opcode) { fmt::format_to(std::back_inserter(out_), "op{:04X}", opcode); }
    /// A number behind its name, where it is not what the other statements say.
    void given_number(std::string_view name, std::uint32_t found, std::uint32_t computed)
    {
        if (found != computed || all_numbers_) {
            ((out_ += ' ') += name) += '=';
            decimal(found);
        }
    }
    void quoted(ByteView bytes)
    {
        out_ += '"';
        const std::size_t begin = out_.size();
        append_encoded(out_, as_text(bytes), page_);
        for (std::size_t at = out_.find('"', begin); at != std::string::npos; at = out_.find('"', at)) {
            out_.replace(at, 1, "\\x22");
        }
        out_ += '"';
    }
    bool real(double value)
    {
        if (!std::isfinite(value)) {
            return false;
        }
        const std::size_t begin = out_.size();
        decimal(value);
        if (out_.find_first_of(".e", begin) == std::string::npos) {
            out_ += ".0";
        }
        return true;
    }

    // ------------------------------------------------------------------------------------------------ statements

    /// The statements that every script has, in their own words. False: the payload is not as it should be.
    bool known(const Statement& statement, std::optional<std::uint32_t> computed)
    {
        Source in(statement.payload);
        const auto bare = [&](std::string_view name) {
            out_ += name;
            return statement.payload.empty();
        };
        switch (statement.opcode) {
        case opcode::script_name: return bare("ScriptName");
        case opcode::end: return bare("End");
        case opcode::end_if: return bare("endif");
        case opcode::return_: return bare("return");
        case opcode::begin: return begin(in, computed.value_or(0));
        case opcode::set: return set(in);
        case opcode::if_: return condition(in, "if ", computed.value_or(0));
        case opcode::else_if: return condition(in, "elseif ", computed.value_or(0));
        case opcode::else_:
            out_ += "else";
            given_number("jump", in.u16(), computed.value_or(0));
            return in.done();
        case opcode::while_: return named_ && loop(in, "while(", computed.value_or(0));
        case opcode::for_each: return named_ && loop(in, "foreach(", computed.value_or(0));
        default: return false;
        }
    }
    bool condition(Source& in, std::string_view word, std::uint32_t computed)
    {
        const std::uint16_t found = in.u16();
        const ByteView bytes = in.bytes(in.u16());
        if (!in.done()) {
            return false;
        }
        out_ += word;
        game_expression(bytes);
        given_number("jump", found, computed);
        return true;
    }
    bool set(Source& in)
    {
        out_ += "set ";
        if (!variable(in)) {
            return false;
        }
        out_ += " to ";
        const ByteView bytes = in.bytes(in.u16());
        if (!in.done()) {
            return false;
        }
        game_expression(bytes);
        return true;
    }
    bool loop(Source& in, std::string_view word, std::uint32_t computed)
    {
        const auto found = in.number<std::uint32_t>();
        out_ += word;
        if (!obse_arguments(in) || !in.done()) {
            return false;
        }
        out_ += ')';
        given_number("behind", found, computed);
        return true;
    }
    bool begin(Source& in, std::uint32_t computed)
    {
        const std::uint16_t type = in.u16();
        const auto length = in.number<std::uint32_t>();
        if (in.failed()) {
            return false;
        }
        const std::size_t before = out_.size();
        if (in.left() == 0 || !begin_with_arguments(in, type)) {
            out_.resize(before);
            out_ += "Begin ";
            block_name(type);
            braces(in.bytes(in.left()));
        }
        given_number("length", length, computed);
        return true;
    }
    [[nodiscard]] const BlockType* block_type(std::uint16_t type) const
    {
        return named_ && type < block_types().size() ? &block_types()[type] : nullptr;
    }
    void block_name(std::uint16_t type)
    {
        if (const BlockType* known = block_type(type)) {
            out_ += known->name;
        } else {
            numbered('#', type);
        }
    }
    bool begin_with_arguments(Source in, std::uint16_t type)
    {
        const BlockType* known = block_type(type);
        if (known == nullptr) {
            return false;
        }
        const bool is_function = known->name == "Function";
        const bool overridden = !is_function && in.left() >= 2 && is_overridden(in);
        out_ += overridden ? "Begin _" : "Begin ";
        (out_ += known->name) += '(';
        bool good = false;
        if (is_function) {
            good = function_variables(in);
        } else if (overridden) {
            in.u16();
            good = obse_arguments(in);
        } else {
            good = usual_arguments(in, known->parameters);
        }
        out_ += ')';
        return good && in.done();
    }
    static bool is_overridden(Source in) { return in.u16() == 0xFFFE; }
    /// What OBSE writes of the parameters of a function.
    bool function_variables(Source& in)
    {
        if (in.u8() != 1) {
            return false;
        }
        const int count = in.u8();
        for (int i = 0; i < count; ++i) {
            const std::uint16_t index = in.u16();
            const std::uint8_t type = in.u8();
            if (in.failed() || type >= variable_letters.size()) {
                return false;
            }
            out_ += i == 0 ? "" : ", ";
            numbered(variable_letters[type], index);
        }
        const int arrays = in.u8();
        for (int i = 0; i < arrays && !in.failed(); ++i) {
            out_ += i == 0 ? "; " : ", ";
            numbered('a', in.u16());
        }
        return !in.failed();
    }

    // ----------------------------------------------------------------------------------------------------- calls

    void call(std::uint16_t opcode, ByteView payload)
    {
        const Command* command = named_ ? find_command(opcode) : nullptr;
        const std::size_t begin = out_.size();
        if (!payload.empty() && command != nullptr && depth_ < deepest_call) {
            out_ += is_redirected(*command, payload) ? "_" : "";
            command_name(command, opcode);
            out_ += '(';
            ++depth_;
            const bool understood = arguments_of(*command, payload);
            --depth_;
            if (understood) {
                out_ += ')';
                return;
            }
            out_.resize(begin);
        }
        command_name(command, opcode);
        braces(payload);
    }
    void command_name(const Command* command, std::uint16_t opcode)
    {
        // Two commands share a name now and then; the first has it.
        if (command != nullptr && has_its_name(*command)) {
            out_ += command->name;
        } else {
            bare_name(opcode);
        }
    }
    /// Whether OBSE took over the parameters of a command of the usual kind.
    static bool is_redirected(const Command& command, ByteView payload)
    {
        return command.parser == CommandParser::usual && payload.size() >= 2 &&
               load_le<std::uint16_t>(payload.data()) == 0xFFFF;
    }
    bool arguments_of(const Command& command, ByteView payload)
    {
        Source in(payload);
        bool good = false;
        switch (command.parser) {
        case CommandParser::usual:
            if (is_redirected(command, payload)) {
                in.u16();
                good = obse_arguments(in);
            } else {
                good = usual_arguments(in, command.parameters);
            }
            break;
        case CommandParser::message_box: good = message(in, true); break;
        case CommandParser::message: good = message(in, false); break;
        case CommandParser::expression: good = obse_arguments(in); break;
        case CommandParser::call: good = obse_call(in); break;
        case CommandParser::loop: break;
        }
        return good && in.done();
    }
    bool usual_arguments(Source& in, std::string_view types)
    {
        const std::size_t count = in.u16();
        if (in.failed() || count > types.size()) {
            return false;
        }
        for (std::size_t i = 0; i < count; ++i) {
            out_ += i == 0 ? "" : ", ";
            if (!usual_argument(in, types[i]) || in.failed()) {
                return false;
            }
        }
        return true;
    }
    bool usual_argument(Source& in, char type)
    {
        switch (type) {
        case 's': quoted(in.bytes(in.u16())); return true;
        case 'i':
        case 'f':
            if (in.peek() == 'n') {
                in.u8();
                decimal(in.number<std::int32_t>());
                return true;
            }
            if (in.peek() == 'z') {
                in.u8();
                return real(std::bit_cast<double>(in.number<std::uint64_t>()));
            }
            return variable(in);
        case 'r':
            if (in.u8() != 'r') {
                return false;
            }
            numbered('r', in.u16());
            return true;
        case 'x': {
            const char axis = static_cast<char>(in.u8());
            out_ += axis;
            return axis >= 'X' && axis <= 'Z';
        }
        default: {
            const std::uint16_t value = in.u16();
            if (const std::string_view word = parameter_word(type, value); !word.empty()) {
                out_ += word;
            } else {
                numbered('#', value);
            }
            return true;
        }
        }
    }
    /// [reference.]variable or global.
    bool variable(Source& in)
    {
        const bool owned = take_owner(in);
        switch (in.u8()) {
        case 's': numbered('i', in.u16()); return true;
        case 'f': numbered('f', in.u16()); return true;
        case 'G': numbered('g', in.u16()); return !owned;
        default: return false;
        }
    }
    bool take_owner(Source& in)
    {
        if (in.peek() != 'r') {
            return false;
        }
        in.u8();
        owner(in.u16());
        return true;
    }
    bool message(Source& in, bool box)
    {
        if (in.u16() != 1) {
            return false;
        }
        quoted(in.bytes(in.u16()));
        for (int i = in.u16(); i > 0 && !in.failed(); --i) {
            out_ += ", ";
            if (!variable(in)) {
                return false;
            }
        }
        if (!box) {
            out_ += ", ";
            decimal(in.number<std::int32_t>());
            return true;
        }
        for (int i = in.u16(); i > 0 && !in.failed(); --i) {
            if (in.u16() != 1) {
                return false;
            }
            out_ += ", ";
            quoted(in.bytes(in.u16()));
        }
        return true;
    }

    // ----------------------------------------------------------------------------------------------- expressions

    /// Writes an expression whose items `item` takes off `in` one by one: as a tree where they are one, else in
    /// brackets as they come, and as bytes where an item is not understood.
    template <class TakeItem>
    void expression(ByteView bytes, TakeItem item)
    {
        Source in(bytes);
        const std::size_t begin = out_.size();
        const std::size_t base = items_.size();
        std::size_t open = 0;  // values that no operator has taken yet
        bool tree = true;
        out_ += '[';
        while (in.left() > 0 && !in.failed()) {
            out_ += items_.size() == base ? "" : " ";
            Item next;
            next.begin = out_.size();
            if (items_.size() - base == most_items || !item(in, next, tree) || in.failed()) {
                out_.resize(begin);
                items_.resize(base);
                return braces(bytes);
            }
            next.end = out_.size();
            tree = tree && attach(next, open);
            items_.push_back(next);
        }
        if (!tree || open != 1) {
            out_ += ']';
        } else if (items_.size() == base + 1) {
            out_.erase(begin, 1);
        } else {
            infix_.clear();
            write_infix(items_.size() - 1);
            out_.resize(begin);
            out_ += infix_;
        }
        items_.resize(base);
    }
    /// Gives an item its operands, which are the last of `open`. False: it has too few.
    bool attach(Item& item, std::size_t& open)
    {
        const std::size_t operands = item.kind == Item::Kind::operand ? 0 : item.kind == Item::Kind::unary ? 1 : 2;
        if (open < operands) {
            return false;
        }
        open = open + 1 - operands;
        item.first = items_.size();
        for (std::size_t i = 0; i < operands; ++i) {
            item.first = items_[item.first - 1].first;
        }
        return true;
    }
    void write_operand(std::size_t place, bool brackets)
    {
        infix_ += brackets ? "(" : "";
        write_infix(place);
        infix_ += brackets ? ")" : "";
    }
    /// An item with its operands.
    void write_infix(std::size_t place)  // NOLINT(misc-no-recursion): there are most_items
    {
        const Item& item = items_[place];
        if (item.kind == Item::Kind::operand) {
            infix_.append(out_, item.begin, item.end - item.begin);
            return;
        }
        const std::size_t last = place - 1;
        if (item.kind == Item::Kind::unary) {
            infix_ += item.op;
            return write_operand(last, items_[last].strength < item.strength);
        }
        const std::size_t left = items_[last].first - 1;
        const int left_strength = items_[left].strength;
        const int right_strength = items_[last].strength;
        if (item.kind == Item::Kind::subscript) {
            write_operand(left, left_strength <= item.strength - subscript_bonus);
            infix_ += '[';
            write_infix(last);
            infix_ += ']';
            return;
        }
        const bool from_right = item.kind == Item::Kind::right;
        write_operand(left, from_right ? left_strength <= item.strength : left_strength < item.strength);
        ((infix_ += ' ') += item.op) += ' ';
        write_operand(last, from_right ? right_strength < item.strength : right_strength <= item.strength);
    }

    // ------------------------------------------------------------------------------------ the game's expressions

    void game_expression(ByteView bytes)
    {
        expression(bytes,
                   [this](Source& in, Item& item, bool& /*tree*/) { return in.u8() == ' ' && game_item(in, item); });
    }
    bool game_item(Source& in, Item& item)
    {
        switch (in.peek()) {
        case 's':
        case 'f':
        case 'G':
        case 'r':
        case 'Z':
        case 'X': return game_operand(in);
        default: break;
        }
        const std::string_view word = in.word();
        out_ += word;
        if (word == "~") {
            item.kind = Item::Kind::unary;
            item.op = "-";
            item.strength = game_unary_strength;
            return true;
        }
        const auto op = std::ranges::find(game_operators, word, &GameOperator::text);
        if (op == game_operators.end()) {
            return !word.empty() && word.find_first_not_of("0123456789.") == std::string_view::npos;
        }
        item.kind = Item::Kind::binary;
        item.op = op->text;
        item.strength = op->strength;
        return true;
    }
    bool game_operand(Source& in)
    {
        const bool owned = take_owner(in);
        switch (in.u8()) {
        case 's': numbered('i', in.u16()); return true;
        case 'f': numbered('f', in.u16()); return true;
        case 'G': numbered('g', in.u16()); return !owned;
        case 'Z': numbered('r', in.u16()); return !owned;
        case 'X': {
            const std::uint16_t opcode = in.u16();
            const ByteView payload = in.bytes(in.u16());
            if (!in.failed()) {
                call(opcode, payload);
            }
            return !in.failed();
        }
        default: return false;
        }
    }

    // ------------------------------------------------------------------------------------------ OBSE's expressions

    /// Their number, then each behind its size.
    bool obse_arguments(Source& in)
    {
        const int count = in.u8();
        for (int i = 0; i < count; ++i) {
            out_ += i == 0 ? "" : ", ";
            if (!obse_argument(in)) {
                return false;
            }
        }
        return !in.failed();
    }
    /// A size that counts itself, and an expression.
    bool obse_argument(Source& in)
    {
        const std::uint16_t size = in.u16();
        if (in.failed() || size < 2) {
            return false;
        }
        const ByteView bytes = in.bytes(size - 2U);
        if (!in.failed()) {
            obse_expression(bytes);
        }
        return !in.failed();
    }
    bool obse_call(Source& in)
    {
        if (in.u8() != 1 || !obse_argument(in)) {
            return false;
        }
        out_ += in.left() > 0 && in.peek() != 0 ? ", " : "";
        return obse_arguments(in);
    }
    void obse_expression(ByteView bytes)
    {
        expression(bytes, [this](Source& in, Item& item, bool& tree) {
            const std::uint8_t code = in.u8();
            if (code >= obse_operators.size()) {
                return obse_operand(in, code);
            }
            numbered('@', code);
            tree = tree && obse_operator(obse_operators[code], item);
            return true;
        });
    }
    static bool obse_operator(const ObseOperator& op, Item& item)
    {
        item.op = op.text;
        item.strength = op.strength;
        switch (op.kind) {
        case ObseOperator::Kind::binary: item.kind = Item::Kind::binary; return true;
        case ObseOperator::Kind::right: item.kind = Item::Kind::right; return true;
        case ObseOperator::Kind::unary: item.kind = Item::Kind::unary; return true;
        case ObseOperator::Kind::subscript:
            item.kind = Item::Kind::subscript;
            item.strength += subscript_bonus;
            return true;
        case ObseOperator::Kind::none: break;
        }
        return false;
    }
    bool obse_operand(Source& in, std::uint8_t code)
    {
        switch (code) {
        case 'B': decimal(in.u8()); return true;
        case 'I': sized_integer('I', in.u16(), 0xFF); return true;
        case 'L': sized_integer('L', in.number<std::uint32_t>(), 0xFFFF); return true;
        case 'Z': {
            const auto value = std::bit_cast<double>(in.number<std::uint64_t>());
            out_ += std::signbit(value) ? "Z:" : "";
            return real(value);
        }
        case 'S': quoted(in.bytes(in.u16())); return true;
        case 'R': numbered('r', in.u16()); return true;
        case 'G': numbered('g', in.u16()); return true;
        case 'V': {
            const std::uint8_t type = in.u8();
            if (const std::uint16_t reference = in.u16(); reference != 0) {
                owner(reference);
            }
            const std::uint16_t index = in.u16();
            if (type >= variable_letters.size()) {
                return false;
            }
            numbered(variable_letters[type], index);
            return true;
        }
        case 'X': {
            if (const std::uint16_t reference = in.u16(); reference != 0) {
                owner(reference);
            }
            const std::uint16_t opcode = in.u16();
            const std::uint16_t size = in.u16();
            if (in.failed() || size < 2) {
                return false;
            }
            const ByteView payload = in.bytes(size - 2U);
            if (!in.failed()) {
                call(opcode, payload);
            }
            return !in.failed();
        }
        default: return false;
        }
    }
    /// A number that would have had room in fewer bytes tells its type.
    void sized_integer(char type, std::uint32_t value, std::uint32_t smaller)
    {
        if (value <= smaller) {
            (out_ += type) += ':';
        }
        decimal(value);
    }

    std::string& out_;
    bool named_;
    bool all_numbers_;
    CodePage page_;
    unsigned depth_{};
    std::vector<Item> items_;  ///< of the expressions that are being written, one inside the other
    std::string infix_;
};

/// Whether a statement opens a level of indentation, or closes one.
bool opens(std::uint16_t op)
{
    return op == opcode::begin || op == opcode::if_ || op == opcode::else_ || op == opcode::else_if ||
           op == opcode::while_ || op == opcode::for_each;
}
bool closes(std::uint16_t op)
{
    return op == opcode::end || op == opcode::end_if || op == opcode::else_ || op == opcode::else_if ||
           op == opcode::loop;
}

/// Whether a statement comes back from its text.
bool survives(const Statement& statement, ByteView bytes, bool named, CodePage page)
{
    std::string line;
    Printer(line, named, true, page).statement(statement, {});
    const Result<Bytes> again = from_statements(line, page);
    return again && same_bytes(*again, bytes);
}

std::string lines_of(std::span<const Statement> statements, ByteView code, ByteView rest, bool named, bool careful,
                     CodePage page)
{
    const auto numbers = computed_numbers(statements, code.size());
    std::string text;
    Printer printer(text, named, false, page);
    std::size_t depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < statements.size(); ++i) {
        const Statement& statement = statements[i];
        depth -= std::min<std::size_t>(depth, closes(statement.opcode) ? 1 : 0);
        text.append(2 * std::min<std::size_t>(depth, 20), ' ');
        const ByteView bytes = code.subspan(begin, statement.end - begin);
        if (careful && !survives(statement, bytes, named, page)) {
            printer.plain(statement);
        } else {
            printer.statement(statement, numbers[i]);
        }
        text += '\n';
        depth += opens(statement.opcode) ? 1U : 0U;
        begin = statement.end;
    }
    printer.braces(rest);
    if (rest.empty() && !text.empty()) {
        text.pop_back();
    }
    return text;
}

}  // namespace

std::string draft_statements(ByteView code, bool named, CodePage page)
{
    ByteView rest;
    const std::vector<Statement> statements = split_statements(code, rest);
    return lines_of(statements, code, rest, named, false, page);
}

std::string to_statements(ByteView code, bool named, CodePage page)
{
    ByteView rest;
    const std::vector<Statement> statements = split_statements(code, rest);
    const auto comes_back = [&](std::string_view text) {
        const Result<Bytes> again = from_statements(text, page);
        return again && same_bytes(*again, code);
    };
    for (const bool careful : {false, true}) {
        std::string text = lines_of(statements, code, rest, named, careful, page);
        if (comes_back(text)) {
            return text;
        }
    }
    std::string bytes;
    Printer(bytes, named, false, page).braces(code);
    return bytes;
}

}  // namespace redforge::tes
