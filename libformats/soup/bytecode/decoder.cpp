// The decoder, driven by the opcode table.
#include "soup/bytecode/decoder.hpp"

#include <algorithm>
#include <array>

namespace redforge::soup {
namespace {

/// Maximum nesting of calls; shipped scripts have 2.
constexpr unsigned max_value_depth = 32;

class Decoder {
public:
    Decoder(ByteView code, std::size_t at, std::vector<Operand>& to) : code_(code), at_(at), to_(to) {}

    bool statement()
    {
        const Opcode* row = nullptr;
        return opcode(Mode::main, row) && parts(*row, Mode::main);
    }
    [[nodiscard]] std::size_t at() const { return at_; }

private:
    bool opcode(Mode mode, const Opcode*& row)
    {
        if (at_ >= code_.size()) {
            return false;
        }
        row = find_opcode(static_cast<std::uint8_t>(code_[at_]));
        if (row == nullptr || (row->modes & bit(mode)) == 0) {
            return false;
        }
        if (mode != Mode::main) {
            to_.push_back({OperandKind::value, mode, here(), static_cast<std::uint32_t>(row->code)});
        }
        ++at_;
        return true;
    }

    bool value(Mode mode)
    {
        const Opcode* row = nullptr;
        if (depth_ == max_value_depth || !opcode(mode, row)) {
            return false;
        }
        ++depth_;
        const bool fine = parts(*row, mode);
        --depth_;
        return fine;
    }

    bool parts(const Opcode& row, Mode mode)
    {
        for (const Part part : row.parts) {
            if (part != Part::none && !one(part, mode)) {
                return false;
            }
        }
        if (mode == Mode::main) {
            return !row.assigns || formula();
        }
        if ((row.operator_modes & bit(mode)) != 0) {
            return operator_byte(mode, 255);
        }
        return mode != Mode::param || row.param_pad == 0 || take(OperandKind::pad, mode, row.param_pad);
    }

    bool one(Part part, Mode mode)
    {
        switch (part) {
        case Part::object: return take(OperandKind::object, mode, 2);
        case Part::call_type: return mode != Mode::main || take(OperandKind::call_type, mode, 1, 2);
        case Part::call: return call(mode);
        case Part::condition: return condition();
        case Part::target: return take(OperandKind::target, mode, 4);
        case Part::flag: return take(OperandKind::flag, mode, 2);
        case Part::variable: return take(OperandKind::variable, mode, 1);
        case Part::property: return take(OperandKind::property, mode, 2);
        case Part::number: return take(OperandKind::number, mode, 4);
        case Part::string: return take(OperandKind::string, mode, 4);
        case Part::byte: return take(OperandKind::byte, mode, 1);
        case Part::none: break;
        }
        return true;
    }

    bool call(Mode mode)
    {
        if (!take(OperandKind::function, mode, 2)) {
            return false;
        }
        if (to_.back().value == 0) {
            return true;
        }
        if (!take(OperandKind::count, mode, 1)) {
            return false;
        }
        for (std::uint32_t left = to_.back().value; left > 0; --left) {
            if (!value(Mode::param)) {
                return false;
            }
        }
        return true;
    }

    bool condition()
    {
        do {
            if (!value(Mode::lhs) || !take(OperandKind::comparison, Mode::lhs, 1, comparison_signs.size() - 1) ||
                !value(Mode::rhs) || !take(OperandKind::conjunction, Mode::rhs, 1, conjunction_words.size() - 1)) {
                return false;
            }
        } while (to_.back().value != 0);
        return true;
    }

    bool formula()
    {
        std::uint32_t op = 0;
        do {
            if (!value(Mode::formula) || !take(OperandKind::op, Mode::formula, 1, operator_signs.size() - 1)) {
                return false;
            }
            op = to_.back().value;
        } while (joins(static_cast<std::uint8_t>(op)));
        return !has_extra(static_cast<std::uint8_t>(op)) || take(OperandKind::extra, Mode::formula, 1);
    }

    bool operator_byte(Mode mode, std::uint32_t highest)
    {
        return take(OperandKind::op, mode, 1, highest) &&
               (!has_extra(static_cast<std::uint8_t>(to_.back().value)) || take(OperandKind::extra, mode, 1));
    }

    bool take(OperandKind kind, Mode mode, std::size_t size, std::uint64_t highest = 0xFFFFFFFF)
    {
        if (code_.size() - at_ < size) {
            return false;
        }
        const std::byte* from = code_.data() + at_;
        std::uint32_t number = 0;
        switch (size) {
        case 1: number = static_cast<std::uint32_t>(*from); break;
        case 2: number = load_le<std::uint16_t>(from); break;
        case 3: number = load_le<std::uint16_t>(from) | static_cast<std::uint32_t>(from[2]) << 16U; break;
        default: number = load_le<std::uint32_t>(from);
        }
        if (number > highest) {
            return false;
        }
        to_.push_back({kind, mode, here(), number});
        at_ += size;
        return true;
    }

    [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(at_); }

    ByteView code_;
    std::size_t at_;
    std::vector<Operand>& to_;
    unsigned depth_{};
};

}  // namespace

std::string_view operand_name(OperandKind kind)
{
    static constexpr std::array<std::string_view, 17> names{"value",      "object", "call_type", "function",
                                                            "count",      "flag",   "variable",  "property",
                                                            "number",     "string", "target",    "byte",
                                                            "operator",   "extra",  "pad",       "comparison",
                                                            "conjunction"};
    return names.at(static_cast<std::size_t>(kind));
}

std::optional<Statement> decode_statement(ByteView code, std::size_t offset, std::vector<Operand>& to)
{
    const std::size_t first = to.size();
    Decoder decoder(code, offset, to);
    if (offset >= code.size() || !decoder.statement()) {
        to.resize(first);
        return std::nullopt;
    }
    Statement statement;
    statement.offset = static_cast<std::uint32_t>(offset);
    statement.length = static_cast<std::uint32_t>(decoder.at() - offset);
    statement.first = static_cast<std::uint32_t>(first);
    statement.count = static_cast<std::uint32_t>(to.size() - first);
    statement.opcode = static_cast<std::uint8_t>(code[offset]);
    return statement;
}

Listing decode(ByteView code)
{
    Listing listing;
    // A truncated statement is detected late and yields one raw byte, so decoding can be slow. After this many wasted
    // operands, all bytes up to the truncation become raw at once.
    std::size_t patience = 16 * code.size() + 65536;
    std::vector<Operand> attempt;
    for (std::size_t at = 0; at < code.size();) {
        if (const auto statement = decode_statement(code, at, listing.operands)) {
            listing.statements.push_back(*statement);
            at += statement->length;
            continue;
        }
        std::size_t length = 1;
        attempt.clear();
        Decoder again(code, at, attempt);
        (void)again.statement();
        const std::size_t cost = attempt.size() + 1;
        if (cost > patience) {
            length = std::max<std::size_t>(1, again.at() - at);
        } else {
            patience -= cost;
        }
        Statement* last = listing.statements.empty() ? nullptr : &listing.statements.back();
        if (last != nullptr && last->raw) {
            last->length += static_cast<std::uint32_t>(length);
        } else {
            Statement raw;
            raw.offset = static_cast<std::uint32_t>(at);
            raw.length = static_cast<std::uint32_t>(length);
            raw.first = static_cast<std::uint32_t>(listing.operands.size());
            raw.raw = true;
            listing.statements.push_back(raw);
        }
        at += length;
    }
    return listing;
}

void split_raw(Listing& listing, std::vector<std::uint32_t> places)
{
    std::ranges::sort(places);
    std::vector<Statement> pieces;
    for (Statement statement : listing.statements) {
        if (statement.raw) {
            auto next = std::ranges::upper_bound(places, statement.offset);
            for (; next != places.end() && *next < statement.offset + statement.length; ++next) {
                if (*next == statement.offset) {
                    continue;
                }
                Statement before = statement;
                before.length = *next - statement.offset;
                pieces.push_back(before);
                statement.offset = *next;
                statement.length -= before.length;
            }
        }
        pieces.push_back(statement);
    }
    listing.statements = std::move(pieces);
}

std::size_t statement_at(const Listing& listing, std::uint32_t offset)
{
    const auto after = std::ranges::upper_bound(listing.statements, offset, {}, &Statement::offset);
    if (after == listing.statements.begin()) {
        return listing.statements.size();
    }
    const Statement& found = *std::prev(after);
    return offset - found.offset < found.length
               ? static_cast<std::size_t>(std::prev(after) - listing.statements.begin())
               : listing.statements.size();
}

}  // namespace redforge::soup
