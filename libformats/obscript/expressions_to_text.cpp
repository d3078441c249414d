// Prints expressions of compiled scripts: as a tree if well-formed, else as a list of items.
#include <algorithm>
#include <bit>

#include "obscript/code_printer.hpp"

namespace redforge::obscript {
namespace {

/// Difference of precedence between a subscript and its operand.
constexpr int subscript_bonus = 5;

}  // namespace

template <class TakeItem>
void StatementPrinter::expression(ByteView bytes, TakeItem item)
{
    CodeReader in(bytes);
    const std::size_t begin = out_.size();
    const std::size_t base = items_.size();
    std::size_t open = 0;  // values that no operator has consumed yet
    bool tree = true;
    out_ += '[';
    while (in.left() > 0 && !in.failed()) {
        out_ += items_.size() == base ? "" : " ";
        ExpressionItem next;
        next.begin = out_.size();
        if (items_.size() - base == max_items || !item(in, next, tree) || in.failed()) {
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

bool StatementPrinter::attach(ExpressionItem& item, std::size_t& open)
{
    const std::size_t operands = item.kind == ExpressionItem::Kind::operand ? 0
                                 : item.kind == ExpressionItem::Kind::unary ? 1
                                                                            : 2;
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

void StatementPrinter::write_operand(std::size_t place, bool brackets)
{
    infix_ += brackets ? "(" : "";
    write_infix(place);
    infix_ += brackets ? ")" : "";
}

void StatementPrinter::write_infix(std::size_t place)  // NOLINT(misc-no-recursion): there are max_items
{
    const ExpressionItem& item = items_[place];
    if (item.kind == ExpressionItem::Kind::operand) {
        infix_.append(out_, item.begin, item.end - item.begin);
        return;
    }
    const std::size_t last = place - 1;
    if (item.kind == ExpressionItem::Kind::unary) {
        infix_ += item.op;
        return write_operand(last, items_[last].precedence < item.precedence);
    }
    const std::size_t left = items_[last].first - 1;
    const int left_precedence = items_[left].precedence;
    const int right_precedence = items_[last].precedence;
    if (item.kind == ExpressionItem::Kind::subscript) {
        write_operand(left, left_precedence <= item.precedence - subscript_bonus);
        infix_ += '[';
        write_infix(last);
        infix_ += ']';
        return;
    }
    const bool from_right = item.kind == ExpressionItem::Kind::right;
    write_operand(left, from_right ? left_precedence <= item.precedence : left_precedence < item.precedence);
    ((infix_ += ' ') += item.op) += ' ';
    write_operand(last, from_right ? right_precedence < item.precedence : right_precedence <= item.precedence);
}

void StatementPrinter::game_expression(ByteView bytes)
{
    expression(bytes, [this](CodeReader& in, ExpressionItem& item, bool& /*tree*/) {
        return in.u8() == ' ' && game_item(in, item);
    });
}

bool StatementPrinter::game_item(CodeReader& in, ExpressionItem& item)
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
        item.kind = ExpressionItem::Kind::unary;
        item.op = "-";
        item.precedence = game_unary_precedence;
        return true;
    }
    const auto op = std::ranges::find(game_operators, word, &GameOperator::text);
    if (op == game_operators.end()) {
        return !word.empty() && word.find_first_not_of("0123456789.") == std::string_view::npos;
    }
    item.kind = ExpressionItem::Kind::binary;
    item.op = op->text;
    item.precedence = op->precedence;
    return true;
}

bool StatementPrinter::game_operand(CodeReader& in)
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

bool StatementPrinter::obse_arguments(CodeReader& in)
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

bool StatementPrinter::obse_argument(CodeReader& in)
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

bool StatementPrinter::obse_call(CodeReader& in)
{
    if (in.u8() != 1 || !obse_argument(in)) {
        return false;
    }
    out_ += in.left() > 0 && in.peek() != 0 ? ", " : "";
    return obse_arguments(in);
}

void StatementPrinter::obse_expression(ByteView bytes)
{
    expression(bytes, [this](CodeReader& in, ExpressionItem& item, bool& tree) {
        const std::uint8_t code = in.u8();
        if (code >= obse_operators.size()) {
            return obse_operand(in, code);
        }
        numbered('@', code);
        tree = tree && obse_operator(obse_operators[code], item);
        return true;
    });
}

bool StatementPrinter::obse_operator(const ObseOperator& op, ExpressionItem& item)
{
    item.op = op.text;
    item.precedence = op.precedence;
    switch (op.kind) {
    case ObseOperator::Kind::binary: item.kind = ExpressionItem::Kind::binary; return true;
    case ObseOperator::Kind::right: item.kind = ExpressionItem::Kind::right; return true;
    case ObseOperator::Kind::unary: item.kind = ExpressionItem::Kind::unary; return true;
    case ObseOperator::Kind::subscript:
        item.kind = ExpressionItem::Kind::subscript;
        item.precedence += subscript_bonus;
        return true;
    case ObseOperator::Kind::none: break;
    }
    return false;
}

bool StatementPrinter::obse_operand(CodeReader& in, std::uint8_t code)
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

void StatementPrinter::sized_integer(char type, std::uint32_t value, std::uint32_t smaller)
{
    if (value <= smaller) {
        (out_ += type) += ':';
    }
    decimal(value);
}

}  // namespace redforge::obscript
