// Assigns statements to blocks, finds labels, and decides if the strings need a list.
#include "soup/bytecode/layout.hpp"

#include <algorithm>
#include <unordered_map>

namespace redforge::soup {
namespace {

std::vector<std::uint32_t> all_targets(const Listing& listing, const Script& script)
{
    std::vector<std::uint32_t> targets;
    for (const Operand& operand : listing.operands) {
        if (operand.kind == OperandKind::target) {
            targets.push_back(operand.value);
        }
    }
    for (const Hook& hook : script.hooks) {
        targets.push_back(hook.offset);
    }
    targets.push_back(script.start);
    return targets;
}

/// Returns the end of the block of `if <ScriptRv>`: after the statement at which the block has at least 4 bytes, or the
/// end of the code. Returns 0 if the block contains raw bytes.
std::uint32_t result_block_end(const Listing& listing, std::size_t index)
{
    const std::uint32_t begin = listing.statements[index].offset + listing.statements[index].length;
    std::uint32_t end = begin;
    for (++index; index < listing.statements.size() && end - begin < result_block_size; ++index) {
        if (listing.statements[index].raw) {
            return 0;
        }
        end += listing.statements[index].length;
    }
    return end;
}

void find_blocks(Layout& layout, std::uint32_t code_size)
{
    std::vector<std::uint32_t> ends;
    for (std::size_t i = 0; i < layout.listing.statements.size(); ++i) {
        Statement& statement = layout.listing.statements[i];
        while (!ends.empty() && ends.back() == statement.offset) {
            ends.pop_back();
        }
        statement.depth = static_cast<std::uint8_t>(ends.size());
        if (statement.raw || ends.size() >= max_block_depth) {
            continue;
        }
        std::uint32_t end = 0;
        if (statement.opcode == static_cast<std::uint8_t>(Op::if_)) {
            end = target_of(layout.listing, statement)->value;
        } else if (statement.opcode == static_cast<std::uint8_t>(Op::script_result)) {
            end = result_block_end(layout.listing, i);
        } else {
            continue;
        }
        const std::uint32_t outer = ends.empty() ? code_size : ends.back();
        if (end >= statement.offset + statement.length && end <= outer && layout.is_place(end)) {
            statement.block_end = end;
            ends.push_back(end);
        }
    }
}

void find_labels(Layout& layout, const Script& script)
{
    struct Place {
        std::uint32_t offset{};
        bool even_if_exact{};
    };
    // Sort the targets and walk them in parallel with the statements. A search for each jump would be slow in long
    // scripts because of cache misses.
    std::vector<Place> places;
    for (std::size_t i = 0; i < layout.listing.statements.size(); ++i) {
        const Statement& statement = layout.listing.statements[i];
        if (layout.structure.shape(i) != Shape::plain) {
            continue;  // a block implies the jump, so the source needs no label
        }
        const Operand* target = target_of(layout.listing, statement);
        const bool plain_end = statement.opcode == static_cast<std::uint8_t>(Op::end);
        if (target != nullptr && statement.block_end == 0 && !(plain_end && target->value == 0)) {
            places.push_back({target->value, true});
        }
    }
    for (const Hook& hook : script.hooks) {
        places.push_back({hook.offset, false});
    }
    places.push_back({script.start, false});
    std::ranges::sort(places, {}, &Place::offset);
    auto statement = layout.listing.statements.begin();
    for (const Place& place : places) {
        if (place.offset == script.code.size()) {
            layout.end_label = layout.end_label || place.even_if_exact;
            continue;
        }
        while (statement != layout.listing.statements.end() && statement->offset + statement->length <= place.offset) {
            ++statement;
        }
        if (statement != layout.listing.statements.end() && statement->offset <= place.offset) {
            statement->label = statement->label || place.even_if_exact || statement->offset != place.offset;
        }
    }
}

/// Returns true if the actor's strings are in the order of their first use in the code.
bool follows_from_use(const Layout& layout, const Script& script)
{
    std::uint32_t next = 0;
    std::vector<bool> seen(script.strings.size());
    for (const Operand& operand : layout.listing.operands) {
        std::uint32_t index = operand.value;
        if (operand.kind == OperandKind::object && (operand.value & 0xFFU) == object_string) {
            index = operand.value >> 8U;
        } else if (operand.kind != OperandKind::string) {
            continue;
        }
        if (index >= script.strings.size() || seen[index]) {
            continue;
        }
        if (index != next || layout.first_string[index] != index) {
            return false;
        }
        seen[index] = true;
        ++next;
    }
    return next == script.strings.size();
}

}  // namespace

const Operand* target_of(const Listing& listing, const Statement& statement)
{
    if (statement.raw || statement.count == 0) {
        return nullptr;
    }
    const Operand& last = listing.operands[statement.first + statement.count - 1];
    return last.kind == OperandKind::target ? &last : nullptr;
}

Layout lay_out(const Script& script, bool structured)
{
    Layout layout;
    layout.listing = decode(script.code);
    if (std::ranges::any_of(layout.listing.statements, &Statement::raw)) {
        split_raw(layout.listing, all_targets(layout.listing, script));
    }
    layout.starts.resize(script.code.size() + 1);
    for (const Statement& statement : layout.listing.statements) {
        layout.starts[statement.offset] = true;
    }
    layout.starts[script.code.size()] = true;
    find_blocks(layout, static_cast<std::uint32_t>(script.code.size()));
    if (structured) {
        layout.structure = find_structure(layout.listing, script);
    }
    find_labels(layout, script);

    std::unordered_map<std::string_view, std::uint32_t> first;
    for (std::uint32_t i = 0; i < script.strings.size(); ++i) {
        layout.first_string.push_back(first.emplace(script.strings[i], i).first->second);
    }
    layout.list_strings = !follows_from_use(layout, script);
    return layout;
}

}  // namespace redforge::soup
