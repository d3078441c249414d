// Prints scripts in the syntax of the public mod manager.
#include "soup/manager/manager_print.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "soup/bytecode/layout.hpp"
#include "soup/manager/import.hpp"

namespace redforge::soup {
namespace {

/// Prints a script like the manager. Records information that the text loses, and statements at which the manager
/// stops.
class ManagerPrinter {
public:
    ManagerPrinter(const Script& script, const Names& names, std::span<const std::int32_t> variables)
        : script_(script), names_(names), variables_(variables), layout_(lay_out(script, false))
    {
    }

    ManagerPrint run()
    {
        using Kind = ManagerLine::Kind;
        if (layout_.list_strings) {
            lose("strings that are unused, or not in the order of their first use");
        }
        for (const std::string& text : script_.strings) {
            if (std::ranges::any_of(text, [](char c) { return c < 0x20 || c == 0x7F; })) {
                lose("a string with a control character or a non-ASCII character");  // the manager reads UTF-8
            }
        }
        std::string heading = script_.name;
        if (script_.start > 0) {
            heading += fmt::format(" (Execution starts at {})", label(script_.start));
        }
        block(static_cast<std::uint32_t>(script_.code.size()), 1);
        add(Kind::heading, 0, heading);
        add(Kind::open, 0, "{");
        std::vector<std::size_t> open;  // statements of the open blocks
        std::size_t before = ManagerLine::no_statement;
        for (const Printed& line : printed_) {
            if (line.depth > open.size() + 1) {
                open.push_back(before);
                add(Kind::open, open.size(), "{", before);
            }
            for (; open.size() + 1 > line.depth; open.pop_back()) {
                add(Kind::close, open.size(), "}", open.back());
            }
            if (labels_.contains(line.offset)) {
                add(Kind::blank, 0, "");
                add(Kind::label, line.depth, fmt::format("#{:02X}:", line.offset));
                made_.lines.back().offset = line.offset;
            }
            add(Kind::statement, line.depth, line.text, line.statement);
            made_.lines.back().offset = line.offset;
            add_comment(line.comment);
            before = line.statement;
        }
        add(Kind::close, 0, "}");
        return std::move(made_);
    }

private:
    struct Printed {
        std::uint32_t offset{};
        unsigned depth{};
        std::size_t statement{};
        std::string text{};
        std::string comment{};
    };

    void add(ManagerLine::Kind kind, std::size_t depth, const std::string& text,
             std::size_t statement = ManagerLine::no_statement)
    {
        made_.lines.push_back({kind, std::string(2 * depth, ' ') + text, statement, 0});
    }

    /// Adds a dialogue text as a comment. Line breaks in it add more lines; a line break at its end is dropped.
    void add_comment(const std::string& comment)
    {
        if (comment.empty()) {
            return;
        }
        const Result<std::string> decoded = decode_text(comment);  // names escape control characters
        std::string rest = decoded ? *decoded : comment;
        made_.lines.back().text += " // ";
        for (bool is_first = true; is_first || !rest.empty(); is_first = false) {
            const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
            if (!is_first) {
                add(ManagerLine::Kind::comment, 0, "");
            }
            made_.lines.back().text += encode_text(rest.substr(0, end));
            const std::size_t length = rest.compare(end, 2, "\r\n") == 0 ? 2 : 1;
            rest.erase(0, std::min(end + length, rest.size()));
        }
    }

    void lose(std::string_view what) { made_.lost.emplace(what); }
    const Operand& next() { return layout_.listing.operands.at(at_++); }
    std::string& text() { return printed_.back().text; }

    std::string label(std::uint32_t offset)
    {
        labels_.insert(offset);
        return fmt::format("#{:02X}", offset);
    }

    void block(std::uint32_t end, unsigned depth)
    {
        while (next_ < layout_.listing.statements.size() && layout_.listing.statements[next_].offset < end) {
            const Statement statement = layout_.listing.statements[next_++];
            printed_.push_back({statement.offset, depth, next_ - 1});
            if (statement.raw) {
                lose("bytes that are not a statement");
                continue;
            }
            at_ = statement.first;
            one(statement, depth);
        }
    }

    void one(const Statement& statement, unsigned depth)
    {
        const auto jump = [&](std::string_view word) {
            const std::uint32_t to = next().value;
            text() += to == 0 ? std::string(word) : fmt::format("{} {}", word, label(to));
        };
        const auto op = static_cast<Op>(statement.opcode);
        switch (op) {
        case Op::task:
        case Op::multitask:
        case Op::function: call(op, true); break;
        case Op::object_task:
        case Op::object_function: object_call(op, true); break;
        case Op::if_: {
            text() += "if ";
            condition();
            const std::uint32_t end = next().value;
            if (statement.block_end == 0) {
                lose("an if that ends inside another block or statement");
            }
            block(end, depth + 1);
            break;
        }
        case Op::script_result:
            text() += fmt::format("if <ScriptRv> = {}", next().value);
            if (statement.block_end == 0) {
                lose("a block of <ScriptRv> that contains bytes that are not a statement");
            }
            block(statement.offset + statement.length + 4, depth + 1);
            break;
        case Op::goto_: jump("Goto"); break;
        case Op::end: jump("End"); break;
        case Op::gosub: text() += "Gosub " + label(next().value); break;
        case Op::return_: text() += "Return"; break;
        case Op::endint: text() += "Endint"; break;
        case Op::anchor: text() += fmt::format("<Anchor>={}", next().value); break;
        case Op::task_pause: text() += fmt::format("<TaskPause({})>", label(next().value)); break;
        case Op::flag:
            flag();
            formula();
            break;
        case Op::variable:
            text() += fmt::format("var{}", next().value);
            formula();
            break;
        case Op::property:
            property();
            formula();
            break;
        case Op::increment:
        case Op::decrement:
            property();
            text() += op == Op::increment ? "++" : "--";
            break;
        default: break;
        }
    }

    void condition()
    {
        static constexpr std::array<std::string_view, 6> comparisons{" = ", " != ", " < ", " > ", " <= ", " >= "};
        while (true) {
            value();
            text() += comparisons.at(next().value);
            value();
            const std::uint32_t word = next().value;
            if (word == 0) {
                return;
            }
            text() += word == 1 ? " and " : " or ";
        }
    }

    void formula()
    {
        static constexpr std::array<std::string_view, 12> operators{"",     " + ", " - ", " / ", " * ", " << ",
                                                                    " >> ", " & ", " | ", " ^ ", "++",  "--"};
        text() += " = ";
        while (true) {
            value();
            const std::uint32_t op = next().value;
            text() += operators.at(op);
            if (op == 10 || op == 11) {
                extra();
                return;
            }
            if (op == 0) {
                return;
            }
        }
    }

    void extra()
    {
        if (next().value != 0) {
            lose("a byte after ++ or --");
        }
    }

    void value()
    {
        const Operand begin = next();
        const auto op = static_cast<Op>(begin.value);
        switch (op) {
        case Op::task:
        case Op::multitask:
        case Op::function: call(op, false); return;
        case Op::object_task:
        case Op::object_function: object_call(op, false); return;
        case Op::flag: flag(); break;
        case Op::number:
        case Op::flag_number: number(op, begin.mode); return;
        case Op::variable: text() += fmt::format("var{}", next().value); break;
        case Op::property: property(); break;
        case Op::string: string(); return;
        default: break;
        }
        tail(begin.mode, op);
    }

    void tail(Mode mode, Op op)
    {
        const Opcode& row = *find_opcode(static_cast<std::uint8_t>(op));
        if ((row.operator_modes & bit(mode)) != 0) {
            const std::uint32_t sign = next().value;
            if (sign == 10 || sign == 11) {
                text() += sign == 10 ? "++" : "--";
                extra();
            } else if (sign != 0) {
                lose("an operator after one side");
            }
        } else if (mode == Mode::param && row.param_pad != 0 && next().value != 0) {
            lose("a pad");
        }
    }

    void call(Op op, bool is_statement)
    {
        const std::uint32_t number = next().value;
        const Function* function = names_.function(number);
        if (function == nullptr || names_.find_function(function->name) != number) {
            lose("a function without a unique name");
        }
        function_ = function != nullptr ? function->name : "?";
        const bool as_task = is_statement && function != nullptr && function->kind == CallKind::task;
        if (op != Op::multitask && op != (as_task ? Op::task : Op::function)) {
            lose("an unusual form of a function call");
        }
        text() += fmt::format("{}{}(", op == Op::multitask ? "@" : "", function_);
        arguments(number);
    }

    void object_call(Op op, bool is_statement)
    {
        object();
        std::uint32_t kind = is_statement ? next().value : 2;
        if (op != (kind == 2 ? Op::object_function : Op::object_task)) {
            lose("a call on an object with an unusual opcode");
        }
        call(static_cast<Op>(kind), is_statement);
    }

    void arguments(std::uint32_t function)
    {
        const std::uint32_t count = function == 0 ? 0 : next().value;
        const std::string called = function_;
        for (std::uint32_t i = 0; i < count; ++i) {
            text() += i == 0 ? "" : ", ";
            argument_ = i;
            in_flag_argument_ = i == 0 && (equals_ignore_case(called, "TestGlobalFlag") ||
                                           equals_ignore_case(called, "SetGlobalFlag") ||
                                           equals_ignore_case(called, "ResetGlobalFlag"));
            in_label_argument_ = i == 0 && first_argument(called) == ArgumentType::dialogue;
            value();
            in_flag_argument_ = false;
            in_label_argument_ = false;
        }
        if (count > 0) {
            argument_ = 9;
        }
        text() += ")";
    }

    void number(Op op, Mode mode)
    {
        const std::uint32_t number = next().value;
        const auto plain = static_cast<std::int32_t>(number);
        if ((op == Op::flag_number) != (in_flag_argument_ && plain >= 0)) {
            lose("a flag number that is not an argument of a flag function, or another number that is one");
        }
        if (mode != Mode::param && mode != Mode::rhs) {
            text() += fmt::format("{}", plain);
            return;
        }
        const ArgumentType first = first_argument(function_);
        const bool is_first = argument_ == 0;
        if (is_first && first == ArgumentType::dialogue) {
            dialogue(number);
        } else if ((is_first && first == ArgumentType::item) || (argument_ == 9 && function_ == "ActiveItem")) {
            name(item(number), item(number).empty() || is_ambiguous(number));
        } else if (is_first && first == ArgumentType::map) {
            const auto found = names_.maps.find(plain);
            const bool known = found != names_.maps.end();
            name(known ? found->second : "", !known || first_of_map(found->second) != plain);
        } else {
            text() += fmt::format("{}", plain);
            return;
        }
        function_ = "?";
    }

    void name(std::string_view text_of, bool ambiguous)
    {
        if (ambiguous) {
            lose("an item or map without a unique name");
        }
        text() += fmt::format("<{}>", text_of);
    }

    std::string item(std::uint32_t number) const
    {
        const auto own = std::ranges::find(manager_item_names, static_cast<std::int32_t>(number),
                                           &std::pair<std::int32_t, std::string_view>::first);
        if (own != manager_item_names.end()) {
            return std::string(own->second);
        }
        const auto found = names_.items.find(static_cast<std::int32_t>(number));
        return found == names_.items.end() ? "" : found->second;
    }

    bool is_ambiguous(std::uint32_t number) const
    {
        return std::ranges::any_of(names_.items, [&](const auto& each) {
            const auto other = static_cast<std::uint32_t>(each.first);
            return other != number && item(other) == item(number);
        });
    }

    std::int32_t first_of_map(std::string_view map) const
    {
        return std::ranges::find(names_.maps, map, [](const auto& each) { return each.second; })->first;
    }

    void dialogue(std::uint32_t number)
    {
        std::string label;
        std::string shown;
        for (unsigned i = 0; i < 4; ++i) {
            const auto byte = static_cast<unsigned char>(number >> (8 * i));
            label += static_cast<char>(byte);
            if (byte == '\n' || byte == '\r') {
                lose("a label with a line break in it");
            }
            // The game's code page, with control characters as they are.
            shown += byte < 0x80 ? std::string(1, static_cast<char>(byte))
                                 : encode_text(std::string(1, static_cast<char>(byte)));
        }
        text() += '"' + shown + '"';
        if (const auto words = names_.dialogue ? names_.dialogue(label) : std::nullopt) {
            printed_.back().comment = fmt::format("Dlg {} = {}", shown, *words);
        }
    }

    void string()
    {
        const std::uint32_t index = next().value;
        if (index >= script_.strings.size()) {
            lose("a string that the actor does not have");
            return;
        }
        if (in_label_argument_ && script_.strings[index].size() == 4) {
            lose("a string of four characters where a label belongs");
        }
        text() += '"' + script_.strings[index] + '"';
    }

    void flag()
    {
        const std::uint32_t number = next().value;
        const Name* name = names_.flag(number);
        if (name == nullptr || names_.find_flag(name->name) != number) {
            lose("a flag without a unique name");
            return;
        }
        text() += name->name;
        if (!name->comment.empty() && at_ == layout_.listing.statements[next_ - 1].first + 1) {
            printed_.back().comment = name->comment;
        }
    }

    void object()
    {
        const std::uint32_t word = next().value;
        const std::uint32_t kind = word & 0xFFU;
        if (kind < object_words.size()) {
            text() += object_words.at(kind);
            if (word >> 8U != 0) {
                lose("a pad");
            }
        } else if (kind == object_string && word >> 8U < script_.strings.size()) {
            const std::string& name = script_.strings[word >> 8U];
            text() += name;
            if (name.find_first_of(" (),\"<>=*/|^&") != std::string::npos) {
                lose("an object name that contains a space or punctuation");
            }
        } else if (kind == object_variable) {
            const std::size_t number = word >> 8U;
            text() += std::to_string(number < variables_.size() ? variables_[number] : 0);
            lose("an object in a variable: the manager prints the value of the variable");
        } else {
            lose("an object of an unknown kind");
        }
        text() += ".";
    }

    void property()
    {
        object();
        const std::uint32_t word = next().value;
        const Name* name = names_.property(word & 0xFFU);
        if (name == nullptr || names_.find_property(name->name) != (word & 0xFFU)) {
            lose("a property without a unique name");
            return;
        }
        if (word >> 8U != 0) {
            lose("a pad");
        }
        text() += name->name;
    }

    const Script& script_;
    const Names& names_;
    std::span<const std::int32_t> variables_;
    Layout layout_;
    std::size_t next_{};
    std::size_t at_{};
    std::vector<Printed> printed_;
    std::set<std::uint32_t> labels_;
    ManagerPrint made_;
    std::string function_;      ///< function whose arguments are printed; "?" after one was printed as a name
    std::uint32_t argument_{};  ///< index of the argument; 9 after the last
    bool in_flag_argument_{};
    bool in_label_argument_{};
};

}  // namespace

std::string ManagerPrint::text() const
{
    std::string all;
    for (const ManagerLine& line : lines) {
        all += (all.empty() ? "" : "\n") + line.text;
    }
    return all;
}

ManagerPrint print_for_manager(const Script& script, const Names& names, std::span<const std::int32_t> variables)
{
    return ManagerPrinter(script, names, variables).run();
}

}  // namespace redforge::soup
