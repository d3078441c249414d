// Follows the control flow of a script, statement by statement, and reports problems.
#include "soup/assemble/check.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "soup/bytecode/layout.hpp"

namespace redforge::soup {
namespace {

/// A statement and its successors.
struct Step {
    Op op{Op::number};  ///< Op::number: bytes that do not decode
    std::uint32_t target{};
    bool has_target{};
    bool ends_path{};                 ///< true if it does not lead to the next statement
    bool waits{};                     ///< true if the game runs other scripts meanwhile
    std::vector<std::size_t> to{};    ///< successors; an offset inside a statement counts as the statement
    bool leaves{};                    ///< true if it leads past the last statement or outside the code
    std::vector<std::size_t> from{};  ///< predecessors
};

class ControlFlow {
public:
    ControlFlow(const Script& script, const std::vector<SourcePlace>& places) : script_(script), places_(places)
    {
        std::vector<Operand> operands;
        steps_.resize(places.size());
        for (std::size_t i = 0; i < places.size(); ++i) {
            operands.clear();
            read(steps_[i], decode_statement(script.code, places[i].offset, operands), operands);
        }
        for (std::size_t i = 0; i < places.size(); ++i) {
            Step& step = steps_[i];
            if (step.has_target && step.op != Op::end) {
                join(i, step.target);
            }
            if (step.op == Op::script_result) {
                join(i, after_result_block(i));
            }
            if (!step.ends_path) {
                join(i, i + 1 < places.size() ? places[i + 1].offset : static_cast<std::uint32_t>(script.code.size()));
            }
        }
    }

    [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }

    /// Returns the statements that are reachable from `from`. `into_gosubs`: follow gosub calls too.
    [[nodiscard]] std::vector<bool> reached(const std::vector<std::uint32_t>& from, bool into_gosubs) const
    {
        std::vector<bool> reached(steps_.size());
        std::vector<std::size_t> open;
        const auto reach = [&](std::optional<std::size_t> index) {
            if (index && !reached[*index]) {
                reached[*index] = true;
                open.push_back(*index);
            }
        };
        for (const std::uint32_t offset : from) {
            reach(statement_of(offset));
        }
        while (!open.empty()) {
            const std::size_t at = open.back();
            open.pop_back();
            const Step& step = steps_[at];
            if (step.op == Op::end && step.target != 0) {
                reach(statement_of(step.target));  // the start of the next call
            }
            for (const std::size_t next : step.to) {
                if (into_gosubs || step.op != Op::gosub || next == at + 1) {
                    reach(next);
                }
            }
        }
        return reached;
    }

    /// Returns the statements from which a path leads to a statement that waits or ends.
    [[nodiscard]] std::vector<bool> find_waiting_paths() const
    {
        std::vector<bool> rests(steps_.size());
        std::vector<std::size_t> open;
        const auto add = [&](std::size_t index) {
            if (!rests[index]) {
                rests[index] = true;
                open.push_back(index);
            }
        };
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            const Step& step = steps_[i];
            if (step.waits || step.leaves || (step.ends_path && step.op != Op::goto_)) {
                add(i);
            }
        }
        while (!open.empty()) {
            const std::size_t at = open.back();
            open.pop_back();
            for (const std::size_t before : steps_[at].from) {
                add(before);
            }
        }
        return rests;
    }

private:
    void read(Step& step, const std::optional<Statement>& statement, const std::vector<Operand>& operands) const
    {
        if (!statement) {
            step.ends_path = true;
            return;
        }
        step.op = static_cast<Op>(statement->opcode);
        step.has_target = !operands.empty() && operands.back().kind == OperandKind::target;
        step.target = step.has_target ? operands.back().value : 0;
        step.ends_path = step.op == Op::goto_ || step.op == Op::end || step.op == Op::return_ || step.op == Op::endint;
        const bool on_object = step.op == Op::object_task || step.op == Op::object_function;
        step.waits = step.op == Op::task || step.op == Op::task_pause ||
                     (on_object && operands.size() > 1 && operands[1].kind == OperandKind::call_type &&
                      operands[1].value == static_cast<std::uint32_t>(CallKind::task));
    }

    [[nodiscard]] std::optional<std::size_t> statement_of(std::uint32_t offset) const
    {
        const auto after = std::ranges::upper_bound(places_, offset, {}, &SourcePlace::offset);
        return after == places_.begin() || offset >= script_.code.size()
                   ? std::nullopt
                   : std::optional(static_cast<std::size_t>(std::prev(after) - places_.begin()));
    }

    /// Returns the offset at which the game continues if the return value differs: after the first statements that
    /// have four bytes together.
    [[nodiscard]] std::uint32_t after_result_block(std::size_t index) const
    {
        const auto size = static_cast<std::uint32_t>(script_.code.size());
        const std::uint32_t begin = index + 1 < places_.size() ? places_[index + 1].offset : size;
        std::size_t next = index + 1;
        while (next < places_.size() && places_[next].offset - begin < result_block_size) {
            ++next;
        }
        return next < places_.size() ? places_[next].offset : size;
    }

    void join(std::size_t from, std::uint32_t offset)
    {
        const std::optional<std::size_t> to = statement_of(offset);
        if (!to) {
            steps_[from].leaves = true;
            return;
        }
        steps_[from].to.push_back(*to);
        steps_[*to].from.push_back(from);
    }

    const Script& script_;
    const std::vector<SourcePlace>& places_;
    std::vector<Step> steps_;
};

class FlowCheck {
public:
    FlowCheck(const Script& script, const std::vector<SourcePlace>& places, std::uint32_t closing,
              std::string_view source, Diagnostics& diagnostics)
        : script_(script), places_(places), closing_(closing), source_(source), diagnostics_(diagnostics),
          flow_(script, places)
    {
    }

    void run()
    {
        std::vector<std::uint32_t> entries{0, script_.start};
        for (const Hook& hook : script_.hooks) {
            entries.push_back(hook.offset);
        }
        reached_ = flow_.reached(entries, true);
        check_script_end();
        if (!diagnostics_.warns()) {
            return;
        }
        unreached();
        returns();
        check_main_end();
        endless();
    }

private:
    void warn(std::size_t statement, std::string message, std::string hint, std::string_view rule)
    {
        diagnostics_.warning(places_[statement].at, length_of(statement), std::move(message), std::move(hint), rule);
    }

    /// Length of the text to mark for a statement: its first word.
    [[nodiscard]] std::size_t length_of(std::size_t statement) const
    {
        const std::size_t at = places_[statement].at;
        std::size_t end = at;
        while (end < source_.size() && source_[end] > ' ' && source_[end] != '(') {
            ++end;
        }
        return std::max<std::size_t>(end - at, 1);
    }

    /// Reports the first statement of each unreachable region.
    void unreached()
    {
        for (std::size_t i = 0; i < places_.size(); ++i) {
            if (!reached_[i] && !places_[i].implied && (i == 0 || reached_[i - 1])) {
                warn(i, "this statement is never reached",
                     "it follows goto, end or return, and has no label that is used", "script-unreached");
            }
        }
    }

    void check_script_end()
    {
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const Step& step = flow_.steps()[i];
            if (!reached_[i] || !step.leaves || (step.has_target && step.target > script_.code.size())) {
                continue;
            }
            // Before the } of the actor, on a line of its own.
            std::size_t line = closing_;
            while (line > 0 && (source_[line - 1] == ' ' || source_[line - 1] == '\t')) {
                --line;
            }
            const bool own_line = line == 0 || source_[line - 1] == '\n';
            std::vector<SourceEdit> fix;
            if (closing_ != 0) {
                fix = {{own_line ? line : closing_, 0, own_line ? "    end\n" : " end "}};
            }
            diagnostics_.mistake(places_[i].at, length_of(i),
                                 "the script has no end here: the game continues with the code of the next actor",
                                 "write end after the last statement", "script-flow", std::move(fix));
            return;
        }
    }

    /// Reports `return` statements that are reachable without a gosub.
    void returns()
    {
        const std::vector<bool> main = flow_.reached({0, script_.start}, false);
        for (std::size_t i = 0; i < places_.size(); ++i) {
            if (main[i] && flow_.steps()[i].op == Op::return_) {
                warn(i, "return without a gosub", "end ends the script; the game would jump nowhere", "script-flow");
            }
        }
    }

    void check_main_end()
    {
        if (script_.start == 0) {
            return;
        }
        const std::vector<bool> main = flow_.reached({script_.start}, true);
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const Step& step = flow_.steps()[i];
            if (main[i] && step.op == Op::end && step.target == 0) {
                warn(i, "end without a label: the thread begins again in the code of the interrupt",
                     "end #label says where it begins the next time", "script-plain-end");
            }
        }
    }

    /// Reports the first statement of each region from which no path waits or ends.
    void endless()
    {
        const std::vector<bool> rests = flow_.find_waiting_paths();
        bool told = false;
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const bool endless = reached_[i] && !rests[i];
            if (endless && !told) {
                warn(i, "from here the script neither waits nor ends; the game hangs",
                     "a task such as Wait lets the game go on", "script-flow");
            }
            told = endless;
        }
    }

    const Script& script_;
    const std::vector<SourcePlace>& places_;
    std::uint32_t closing_;
    std::string_view source_;
    Diagnostics& diagnostics_;
    ControlFlow flow_;
    std::vector<bool> reached_;
};

}  // namespace

void check_flow(const Script& script, const std::vector<SourcePlace>& places, std::uint32_t closing,
                std::string_view source, Diagnostics& diagnostics)
{
    FlowCheck(script, places, closing, source, diagnostics).run();
}

}  // namespace redforge::soup
