// The machine: statements are taken apart where they are met, and their operands read in order.
#include "soup/interpreter.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/code_page.hpp"
#include "soup/decoder.hpp"
#include "soup/disassemble.hpp"

namespace redforge::soup {
namespace {

constexpr std::size_t deepest_gosub = 256;
/// Operands that are read for each statement that may be run, and at least: a single statement can hold millions.
constexpr std::size_t operands_a_statement = 64;
constexpr std::size_t fewest_operands = 1U << 20U;

class Machine {
public:
    Machine(const Script& script, const RunOptions& options) : script_(script), options_(options)
    {
        run_.variables = options.variables;
        run_.variables.resize(256);
        run_.flags = options.flags;
        run_.properties = options.properties;
        std::uint32_t start = script.start;
        if (options.hook >= 0 && static_cast<std::size_t>(options.hook) < script.hooks.size()) {
            start = script.hooks[static_cast<std::size_t>(options.hook)].offset;
        }
        most_operands_ = std::max(fewest_operands, operands_a_statement * options.most_statements);
        threads_.push_back({start, {}, false});
        if (script.start != 0 && options.interrupt) {
            threads_.push_back({0, {}, false});
        }
    }

    Run go()
    {
        run_.stop = Stop::ended;
        bool running = true;
        while (running && !failed_) {
            running = false;
            for (current_ = 0; current_ < threads_.size() && !failed_; ++current_) {
                if (threads_[current_].stopped) {
                    continue;
                }
                if (run_.statements == options_.most_statements || read_ > most_operands_) {
                    stop(Stop::too_many);
                    break;
                }
                running = true;
                ++run_.statements;
                step();
            }
        }
        run_.variables.resize(std::max<std::size_t>(script_.variables, options_.variables.size()));
        return std::move(run_);
    }

private:
    struct Thread {
        std::uint32_t at{};
        std::vector<std::uint32_t> returns;
        bool stopped{};
    };

    void stop(Stop why)
    {
        failed_ = true;
        run_.stop = why;
    }

    Thread& thread() { return threads_[current_]; }
    const Operand& next() { return operands_[at_++]; }
    [[nodiscard]] bool next_is(OperandKind kind) const { return at_ < operands_.size() && operands_[at_].kind == kind; }

    void tell(std::string text)
    {
        run_.trace.push_back({static_cast<std::uint32_t>(current_), offset_, std::move(text)});
    }

    void step()
    {
        offset_ = thread().at;
        if (offset_ == script_.code.size()) {
            thread().stopped = true;
            tell("the end of the code");
            return;
        }
        operands_.clear();
        at_ = 0;
        const auto statement = decode_statement(script_.code, offset_, operands_);
        if (!statement) {
            tell("no statement here");
            stop(Stop::bad_statement);
            return;
        }
        read_ += operands_.size();
        thread().at = offset_ + statement->length;
        perform(static_cast<Op>(statement->opcode));
    }

    void perform(Op op)
    {
        switch (op) {
        case Op::task:
        case Op::multitask:
        case Op::function: call("Me", static_cast<CallKind>(op)); break;
        case Op::object_task:
        case Op::object_function: {
            std::string on = object();
            const auto kind = static_cast<CallKind>(next().value);
            call(std::move(on), kind);
            break;
        }
        case Op::if_: branch(); break;
        case Op::goto_: jump(next().value, "goto"); break;
        case Op::gosub:
            if (thread().returns.size() == deepest_gosub) {
                tell("gosub too deep");
                stop(Stop::deep_calls);
                break;
            }
            thread().returns.push_back(thread().at);
            jump(next().value, "gosub");
            break;
        case Op::return_:
            if (thread().returns.empty()) {
                tell("return without gosub");
                stop(Stop::bad_return);
                break;
            }
            jump(thread().returns.back(), "return");
            thread().returns.pop_back();
            break;
        case Op::end:
            thread().at = next().value;
            thread().stopped = true;
            tell("end");
            break;
        case Op::endint:
            thread().at = 0;
            thread().stopped = true;
            tell("endint");
            break;
        case Op::flag: {
            const std::uint32_t number = next().value;
            const std::int32_t value = formula();
            if (!failed_) {
                run_.flags[number] = value;
                tell(fmt::format("{} = {}", flag_name(number), value));
            }
            break;
        }
        case Op::variable: {
            const std::uint32_t number = next().value;
            const std::int32_t value = formula();
            if (!failed_) {
                run_.variables[number] = value;
                tell(fmt::format("var{} = {}", number, value));
            }
            break;
        }
        case Op::property:
        case Op::increment:
        case Op::decrement: assign_property(op); break;
        case Op::anchor:
            run_.anchor = static_cast<std::int32_t>(next().value);
            tell(fmt::format("<Anchor> = {}", run_.anchor));
            break;
        case Op::task_pause: tell(fmt::format("<TaskPause({})>", label_name(next().value))); break;
        case Op::script_result: script_result(); break;
        case Op::number:
        case Op::string:
        case Op::flag_number: break;
        }
    }

    void jump(std::uint32_t to, std::string_view how)
    {
        tell(fmt::format("{} {}", how, label_name(to)));
        if (to > script_.code.size()) {
            stop(Stop::bad_statement);
        }
        thread().at = to;
    }

    void branch()
    {
        bool truth = false;
        std::uint32_t conjunction = 0;
        for (bool first = true; first || conjunction != 0; first = false) {
            const std::int32_t left = value();
            const std::uint32_t comparison = next().value;
            const std::int32_t right = value();
            const bool holds = compare(left, right, comparison);
            truth = conjunction == 0 ? holds : conjunction == 1 ? truth && holds : truth || holds;
            conjunction = next().value;
        }
        const std::uint32_t end = next().value;
        tell(truth ? "if: yes" : fmt::format("if: no, to {}", label_name(end)));
        if (!truth) {
            if (end > script_.code.size()) {
                stop(Stop::bad_statement);
            }
            thread().at = end;
        }
    }

    static bool compare(std::int32_t left, std::int32_t right, std::uint32_t comparison)
    {
        switch (comparison) {
        case 0: return left == right;
        case 1: return left != right;
        case 2: return left < right;
        case 3: return left > right;
        case 4: return left <= right;
        default: return left >= right;
        }
    }

    /// Skips the statements that are read until at least 4 bytes when the result is another.
    void script_result()
    {
        const auto wanted = static_cast<std::int32_t>(next().value);
        const bool same = options_.script_result == wanted;
        tell(fmt::format("if <ScriptRv> = {}: {}", wanted, same ? "yes" : "no"));
        const std::uint32_t begin = thread().at;
        std::vector<Operand> skipped;
        while (!same && thread().at - begin < result_block_size && thread().at < script_.code.size()) {
            skipped.clear();
            const auto statement = decode_statement(script_.code, thread().at, skipped);
            if (!statement) {
                stop(Stop::bad_statement);
                return;
            }
            thread().at += statement->length;
        }
    }

    void assign_property(Op op)
    {
        const std::string on = object();
        const std::uint32_t number = next().value & 0xFFU;
        std::int32_t& place = run_.properties[{on, number}];
        std::int32_t value = place;
        if (op == Op::property) {
            value = formula();
        } else {
            value = static_cast<std::int32_t>(static_cast<std::uint32_t>(value) + (op == Op::increment ? 1U : ~0U));
        }
        if (!failed_) {
            place = value;
            tell(fmt::format("{}.{} = {}", on, property_name(number), value));
        }
    }

    std::int32_t formula()
    {
        std::int32_t total = value();
        while (!failed_) {
            const std::uint32_t op = next().value;
            if (!joins(static_cast<std::uint8_t>(op))) {
                if (has_extra(static_cast<std::uint8_t>(op))) {
                    const std::uint32_t by = op == static_cast<std::uint32_t>(Operator::increment) ? 1U : ~0U;
                    total = static_cast<std::int32_t>(static_cast<std::uint32_t>(total) + by);
                }
                return total;
            }
            total = combine(total, value(), static_cast<Operator>(op));
        }
        return total;
    }

    std::int32_t combine(std::int32_t left, std::int32_t right, Operator op)
    {
        const auto a = static_cast<std::uint32_t>(left);
        const auto b = static_cast<std::uint32_t>(right);
        switch (op) {
        case Operator::add: return static_cast<std::int32_t>(a + b);
        case Operator::subtract: return static_cast<std::int32_t>(a - b);
        case Operator::multiply: return static_cast<std::int32_t>(a * b);
        case Operator::divide:
            if (b == 0) {
                tell("divided by zero");
                stop(Stop::divided_by_zero);
                return 0;
            }
            return static_cast<std::int32_t>(a / b);
        case Operator::left: return static_cast<std::int32_t>(a << (b & 31U));
        case Operator::right: return left >> (b & 31U);
        case Operator::bit_and: return static_cast<std::int32_t>(a & b);
        case Operator::bit_or: return static_cast<std::int32_t>(a | b);
        case Operator::bit_xor: return static_cast<std::int32_t>(a ^ b);
        default: return left;
        }
    }

    std::int32_t value()
    {
        const auto op = static_cast<Op>(next().value);
        const Mode mode = operands_[at_ - 1].mode;
        std::int32_t result = 0;
        switch (op) {
        case Op::task:
        case Op::multitask:
        case Op::function: return call("Me", static_cast<CallKind>(op));
        case Op::object_task:
        case Op::object_function: return call(object(), CallKind::function);
        case Op::flag: {
            const auto found = run_.flags.find(next().value);
            result = found == run_.flags.end() ? 0 : found->second;
            break;
        }
        case Op::variable: result = run_.variables[next().value]; break;
        case Op::property: {
            const std::string on = object();
            const auto found = run_.properties.find({on, next().value & 0xFFU});
            result = found == run_.properties.end() ? 0 : found->second;
            break;
        }
        default: return static_cast<std::int32_t>(next().value);  // numbers; a string is its number
        }
        // What stands behind in some modes has no known effect.
        if (mode == Mode::param && next_is(OperandKind::pad)) {
            ++at_;
        } else if ((mode == Mode::lhs || mode == Mode::rhs) && next_is(OperandKind::op)) {
            const bool extra = has_extra(static_cast<std::uint8_t>(next().value));
            at_ += extra ? 1 : 0;
        }
        return result;
    }

    std::int32_t call(std::string on, CallKind kind)
    {
        Call call;
        call.thread = static_cast<std::uint32_t>(current_);
        call.object = std::move(on);
        call.kind = kind;
        call.function = next().value;
        const std::uint32_t count = call.function == 0 ? 0 : next().value;
        for (std::uint32_t i = 0; i < count; ++i) {
            call.arguments.push_back(value());
        }
        call.answer = answer(call.function);
        tell(call_text(call));
        run_.calls.push_back(call);
        return run_.calls.back().answer;
    }

    std::int32_t answer(std::uint32_t function)
    {
        const auto found = options_.answers.find(function);
        if (found == options_.answers.end() || found->second.empty()) {
            return 0;
        }
        return found->second[std::min<std::size_t>(asked_[function]++, found->second.size() - 1)];
    }

    std::string object()
    {
        const std::uint32_t word = next().value;
        const std::uint32_t kind = word & 0xFFU;
        const std::uint32_t second = word >> 8U;
        if (kind < object_words.size()) {
            return std::string(object_words.at(kind));
        }
        if (kind == object_string && second < script_.strings.size()) {
            return encode_text(script_.strings[second]);
        }
        return kind == object_variable ? fmt::format("var{}", second) : fmt::format("object[{}, {}]", kind, second);
    }

    std::string call_text(const Call& call) const
    {
        const Function* function = options_.names != nullptr ? options_.names->function(call.function) : nullptr;
        std::string text = call.object == "Me" ? "" : call.object + ".";
        text += call.kind == CallKind::multitask ? "@" : "";
        text += function != nullptr ? encode_text(function->name) : fmt::format("function_{}", call.function);
        text += '(';
        for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            text += i == 0 ? "" : ", ";
            if (i == 0 && function != nullptr && function->first == Meaning::dialogue) {
                std::array<std::byte, 4> letters{};
                store_le(letters.data(), call.arguments[i]);
                text += "'" + encode_text(as_text(letters)) + "'";
            } else {
                text += std::to_string(call.arguments[i]);
            }
        }
        return text + fmt::format(") -> {}", call.answer);
    }

    std::string flag_name(std::uint32_t number) const
    {
        const Name* name = options_.names != nullptr ? options_.names->flag(number) : nullptr;
        return name != nullptr ? encode_text(name->name) : fmt::format("flag_{}", number);
    }
    std::string property_name(std::uint32_t number) const
    {
        const Name* name = options_.names != nullptr ? options_.names->property(number) : nullptr;
        return name != nullptr ? encode_text(name->name) : fmt::format("property_{}", number);
    }

    const Script& script_;
    const RunOptions& options_;
    Run run_;
    std::vector<Thread> threads_;
    std::size_t current_{};
    std::uint32_t offset_{};
    std::vector<Operand> operands_;
    std::size_t at_{};
    std::map<std::uint32_t, std::size_t> asked_;
    std::size_t read_{};
    std::size_t most_operands_{};
    bool failed_{};
};

}  // namespace

std::string_view stop_name(Stop stop)
{
    static constexpr std::array<std::string_view, 6> names{"ended",      "too many statements", "no statement",
                                                           "bad return", "gosub too deep",      "divided by zero"};
    return names.at(static_cast<std::size_t>(stop));
}

Run run(const Script& script, const RunOptions& options)
{
    return Machine(script, options).go();
}

}  // namespace redforge::soup
