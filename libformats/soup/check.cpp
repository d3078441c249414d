// Which statements of a script are ever reached.
#include "soup/check.hpp"

#include <algorithm>

#include "soup/layout.hpp"

namespace redforge::soup {

std::vector<bool> reached_statements(const Script& script, const std::vector<SourcePlace>& starts)
{
    std::vector<bool> reached(starts.size());
    std::vector<std::size_t> open;
    const auto reach = [&](std::uint32_t offset) {
        // Into the middle of a statement: what is meant is unknown, and the statement counts as reached.
        const auto after = std::ranges::upper_bound(starts, offset, {}, &SourcePlace::offset);
        if (after == starts.begin() || offset >= script.code.size()) {
            return;
        }
        const auto index = static_cast<std::size_t>(std::prev(after) - starts.begin());
        if (!reached[index]) {
            reached[index] = true;
            open.push_back(index);
        }
    };
    reach(0);
    reach(script.start);
    for (const Hook& hook : script.hooks) {
        reach(hook.offset);
    }
    std::vector<Operand> operands;
    while (!open.empty()) {
        const std::size_t index = open.back();
        open.pop_back();
        operands.clear();
        const auto statement = decode_statement(script.code, starts[index].offset, operands);
        const std::uint32_t next =
            index + 1 < starts.size() ? starts[index + 1].offset : static_cast<std::uint32_t>(script.code.size());
        const auto op = statement ? static_cast<Op>(statement->opcode) : Op::number;
        if (statement && !operands.empty() && operands.back().kind == OperandKind::target) {
            reach(operands.back().value);
        }
        if (op != Op::goto_ && op != Op::end && op != Op::return_ && op != Op::endint) {
            reach(next);
        }
    }
    return reached;
}

void warn_unreached(const Script& script, const std::vector<SourcePlace>& places, Diagnostics& diagnostics)
{
    const std::vector<bool> reached = reached_statements(script, places);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!reached[i] && (i == 0 || reached[i - 1])) {
            diagnostics.warning(places[i].at, 1, "nothing leads to this statement",
                                "goto, end or return stands before it, and it has no label that is used");
        }
    }
}

}  // namespace redforge::soup
