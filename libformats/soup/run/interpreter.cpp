// Simulates scripts: decodes each statement when it is reached and reads its operands in order.
#include "soup/run/interpreter.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "soup/bytecode/decoder.hpp"
#include "soup/disassemble/disassemble.hpp"

namespace redforge::soup {
namespace {

constexpr std::size_t max_gosub_depth = 256;
/// A run can read this many operands for each statement of RunOptions::max_statements, but at least min_operands. The
/// limit exists because a single statement can have millions of operands.
constexpr std::uint64_t operands_a_statement = 64;
constexpr std::uint64_t min_operands = 1U << 20U;

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
        max_operands_ = std::max(min_operands, operands_a_statement * options.max_statements);
        threads_.push_back({start, {}, false});
        if (script.start != 0 && options.interrupt) {
            threads_.push_back({0, {}, false});
        }
    }

    Run go()
    {
        run_.stop = Stop::ended;
        bool running = true;
        while (running && !has_failed_) {
            running = false;
            for (current_ = 0; current_ < threads_.size() && !has_failed_; ++current_) {
                if (threads_[current_].stopped) {
                    continue;
                }
                if (run_.statements == options_.max_statements || read_ > max_operands_) {
                    stop(Stop::too_many);
                    break;
                }
                running = true;
                if (options_.pauses &&
                    options_.pauses(static_cast<std::uint32_t>(current_), thread().at, run_.statements)) {
                    run_.next_thread = static_cast<std::uint32_t>(current_);
                    run_.next_offset = thread().at;
                    stop(Stop::paused);
                    break;
                }
                ++run_.statements;
                step();
            }
        }
        if (run_.stop == Stop::ended && has_left_code_) {
            run_.stop = Stop::ran_off;
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
        has_failed_ = true;
        run_.stop = why;
    }

    Thread& thread() { return threads_[current_]; }
    const Operand& next() { return operands_[at_++]; }
    [[nodiscard]] bool next_is(OperandKind kind) const { return at_ < operands_.size() && operands_[at_].kind == kind; }

    void log(std::string text)
    {
        run_.trace.push_back({static_cast<std::uint32_t>(current_), offset_, std::move(text)});
    }

    void step()
    {
        offset_ = thread().at;
        if (offset_ == script_.code.size()) {
            thread().stopped = true;
            has_left_code_ = true;
            log("no end here: the game continues with the code of the next actor");
            return;
        }
        operands_.clear();
        at_ = 0;
        const auto statement = decode_statement(script_.code, offset_, operands_);
        if (!statement) {
            log("no statement here");
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
            if (thread().returns.size() == max_gosub_depth) {
                log("gosub too deep");
                stop(Stop::deep_calls);
                break;
            }
            thread().returns.push_back(thread().at);
            jump(next().value, "gosub");
            break;
        case Op::return_:
            if (thread().returns.empty() && current_ == 0 && options_.hook >= 0) {
                thread().stopped = true;  // the caller of the hook continues
                log("return");
                break;
            }
            if (thread().returns.empty()) {
                log("return without gosub");
                stop(Stop::bad_return);
                break;
            }
            jump(thread().returns.back(), "return");
            thread().returns.pop_back();
            break;
        case Op::end:
            thread().at = next().value;
            thread().stopped = true;
            log("end");
            break;
        case Op::endint:
            thread().at = 0;
            thread().stopped = true;
            log("endint");
            break;
        case Op::flag: {
            const std::uint32_t number = next().value;
            const std::int32_t value = formula();
            if (!has_failed_) {
                run_.flags[number] = value;
                log(fmt::format("{} = {}", flag_name(number), value));
            }
            break;
        }
        case Op::variable: {
            const std::uint32_t number = next().value;
            const std::int32_t value = formula();
            if (!has_failed_) {
                run_.variables[number] = value;
                log(fmt::format("{} = {}", variable_name(number), value));
            }
            break;
        }
        case Op::property:
        case Op::increment:
        case Op::decrement: assign_property(op); break;
        case Op::anchor:
            run_.anchor = static_cast<std::int32_t>(next().value);
            log(fmt::format("<Anchor> = {}", run_.anchor));
            break;
        case Op::task_pause: log(fmt::format("<TaskPause({})>", offset_name(next().value))); break;
        case Op::script_result: script_result(); break;
        case Op::number:
        case Op::string:
        case Op::flag_number: break;
        }
    }

    void jump(std::uint32_t to, std::string_view how)
    {
        log(fmt::format("{} {}", how, offset_name(to)));
        if (to > script_.code.size()) {
            stop(Stop::bad_statement);
        }
        thread().at = to;
    }

    void branch()
    {
        bool truth = false;
        std::uint32_t conjunction = 0;
        std::string condition;
        const auto side = [&] {
            value_name_.clear();
            const std::int32_t number = value();
            condition += value_name_.empty() ? std::to_string(number) : fmt::format("{} ({})", value_name_, number);
            return number;
        };
        for (bool first = true; first || conjunction != 0; first = false) {
            const std::int32_t left = side();
            const std::uint32_t comparison = next().value;
            condition += fmt::format(" {} ", comparison_signs.at(comparison));
            const std::int32_t right = side();
            const bool holds = compare(left, right, comparison);
            truth = conjunction == 0 ? holds : conjunction == 1 ? truth && holds : truth || holds;
            conjunction = next().value;
            condition += conjunction == 0 ? "" : fmt::format(" {} ", conjunction_words.at(conjunction));
        }
        const std::uint32_t end = next().value;
        log(fmt::format("if {}: {}", condition, truth ? "yes" : "no, to " + offset_name(end)));
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

    /// Executes `if <ScriptRv>`: if the result differs, skips statements until at least 4 bytes are skipped.
    void script_result()
    {
        const auto wanted = static_cast<std::int32_t>(next().value);
        const bool same = options_.script_result == wanted;
        log(fmt::format("if <ScriptRv> = {}: {}", wanted, same ? "yes" : "no"));
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
        if (!has_failed_) {
            place = value;
            log(fmt::format("{}.{} = {}", on, property_name(number), value));
        }
    }

    std::int32_t formula()
    {
        std::int32_t total = value();
        while (!has_failed_) {
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
                log("divided by zero");
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
            const std::uint32_t number = next().value;
            result = flag(number);
            value_name_ = flag_name(number);
            break;
        }
        case Op::variable: {
            const std::uint32_t number = next().value;
            result = run_.variables[number];
            value_name_ = variable_name(number);
            break;
        }
        case Op::property: {
            const std::string on = object();
            const std::uint32_t number = next().value & 0xFFU;
            const auto found = run_.properties.find({on, number});
            result = found == run_.properties.end() ? 0 : found->second;
            value_name_ = fmt::format("{}.{}", on, property_name(number));
            break;
        }
        case Op::string: {
            const std::uint32_t number = next().value;
            value_name_ =
                number < script_.strings.size() ? fmt::format("\"{}\"", encode_text(script_.strings[number])) : "";
            return static_cast<std::int32_t>(number);
        }
        case Op::flag_number: {
            const std::uint32_t number = next().value;
            value_name_ = fmt::format("flag {}", flag_name(number));
            return static_cast<std::int32_t>(number);
        }
        default: return static_cast<std::int32_t>(next().value);
        }
        // The bytes after a value in this mode have no known effect.
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
        std::vector<std::string> texts;  // by argument: its text if it is a string or flag number, else empty
        for (std::uint32_t i = 0; i < count; ++i) {
            value_name_.clear();
            const bool is_text =
                next_is(OperandKind::value) && (operands_[at_].value == static_cast<std::uint32_t>(Op::string) ||
                                                operands_[at_].value == static_cast<std::uint32_t>(Op::flag_number));
            call.arguments.push_back(value());
            texts.push_back(is_text ? value_name_ : "");
        }
        call.return_value = return_value_of(call);
        log(call_text(call, texts));
        const Function* function = known(call.function);
        value_name_ = (call.object == "Me" ? "" : call.object + ".") +
                      (function != nullptr ? encode_text(function->name) : fmt::format("function_{}", call.function)) +
                      "()";
        run_.calls.push_back(call);
        return run_.calls.back().return_value;
    }

    [[nodiscard]] const Function* known(std::uint32_t function) const
    {
        return options_.names != nullptr ? options_.names->function(function) : nullptr;
    }

    [[nodiscard]] std::int32_t flag(std::uint32_t number) const
    {
        const auto found = run_.flags.find(number);
        return found == run_.flags.end() ? 0 : found->second;
    }

    /// Returns the configured value, else the value of a simulated function, else 0.
    std::int32_t return_value_of(const Call& call)
    {
        const std::int32_t own = effect(call);
        const auto found = options_.return_values.find(call.function);
        if (found == options_.return_values.end() || found->second.empty()) {
            return own;
        }
        return found->second[std::min<std::size_t>(asked_[call.function]++, found->second.size() - 1)];
    }

    std::int32_t effect(const Call& call)
    {
        const Function* function = known(call.function);
        if (function == nullptr || call.arguments.empty()) {
            return 0;
        }
        const auto is = [&](std::string_view name) { return equals_ignore_case(function->name, name); };
        const auto number = static_cast<std::uint32_t>(call.arguments[0]);
        if (is("SetGlobalFlag") || is("ResetGlobalFlag")) {
            run_.flags[number] = is("SetGlobalFlag") ? 1 : 0;
        } else if (is("TestGlobalFlag")) {
            return flag(number);
        } else if ((is("SetMyAttr") || is("SetAttribute")) && call.arguments.size() > 1) {
            run_.attributes[{call.object, number}] = call.arguments[1];
        } else if (is("GetMyAttr") || is("GetAttribute")) {
            const auto found = run_.attributes.find({call.object, number});
            return found == run_.attributes.end() ? 0 : found->second;
        }
        return 0;
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

    std::string call_text(const Call& call, const std::vector<std::string>& texts) const
    {
        const Function* function = known(call.function);
        std::string text = call.object == "Me" ? "" : call.object + ".";
        text += call.kind == CallKind::multitask ? "@" : "";
        text += function != nullptr ? encode_text(function->name) : fmt::format("function_{}", call.function);
        text += '(';
        for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            text += i == 0 ? "" : ", ";
            text += texts[i].empty() ? argument_text(function, i, call.arguments[i]) : texts[i];
        }
        return text + fmt::format(") -> {}", call.return_value);
    }

    std::string argument_text(const Function* function, std::size_t index, std::int32_t value) const
    {
        const ArgumentType meaning = function != nullptr ? function->argument(index) : ArgumentType::number;
        if (meaning == ArgumentType::dialogue) {
            std::array<std::byte, 4> letters{};
            store_le(letters.data(), value);
            return "'" + encode_text(as_text(letters)) + "'";
        }
        if (meaning == ArgumentType::flag) {
            return "flag " + flag_name(static_cast<std::uint32_t>(value));
        }
        const Constant* constant =
            options_.names != nullptr ? options_.names->named(meaning, static_cast<std::uint32_t>(value)) : nullptr;
        return constant != nullptr ? constant->name : std::to_string(value);
    }

    std::string variable_name(std::uint32_t number) const
    {
        const auto found = options_.variable_names.find(number);
        return found == options_.variable_names.end() ? fmt::format("var{}", number) : found->second;
    }
    std::string offset_name(std::uint32_t place) const
    {
        return options_.offset_name ? options_.offset_name(place) : label_name(place);
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
    std::uint64_t read_{};
    std::uint64_t max_operands_{};
    std::string value_name_;  ///< name of the last named value
    bool has_failed_{};
    bool has_left_code_{};
};

}  // namespace

std::string_view stop_name(Stop stop)
{
    static constexpr std::array<std::string_view, 8> names{
        "ended",      "ran past the end", "too many statements", "no statement",
        "bad return", "gosub too deep",   "divided by zero",     "paused"};
    return names.at(static_cast<std::size_t>(stop));
}

Run run(const Script& script, const RunOptions& options)
{
    return Machine(script, options).go();
}

}  // namespace redforge::soup
