// Random bytecode, by the table of opcodes.
#include "support/random_script.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "soup/bytecode/opcodes.hpp"

namespace redforge::test {
namespace {

using namespace soup;

/// Writes statements. Stores their offsets and the targets to fill in.
class ProgramMaker {
public:
    ProgramMaker(std::mt19937& random, bool odd) : random_(random), odd_(odd) {}

    Script make(std::size_t statements)
    {
        script_.name = "ACTOR";
        for (std::size_t i = 0; i < statements; ++i) {
            close_blocks(below(6) == 0);
            statement();
        }
        close_blocks(true);
        while (!ends_.empty()) {
            close_blocks(true);
        }
        for (const std::size_t at : targets_) {
            patch(at, place());
        }
        for (std::size_t i = below(4); i > 0; --i) {
            script_.hooks.push_back({static_cast<std::uint16_t>(place()), static_cast<std::uint16_t>(below(4))});
        }
        script_.start = below(3) == 0 ? place() : 0;
        script_.variables = 8;
        if (odd_ && below(2) == 0) {
            script_.strings.emplace_back(below(2) == 0 ? "never used" : "door");
        }
        return std::move(script_);
    }

private:
    std::uint32_t below(std::uint32_t limit)
    {
        return std::uniform_int_distribution<std::uint32_t>(0, limit - 1)(random_);
    }
    bool seldom() { return odd_ && below(8) == 0; }
    void byte(std::uint32_t value) { script_.code.push_back(static_cast<std::byte>(value)); }
    void word(std::uint32_t value) { append_le(script_.code, static_cast<std::uint16_t>(value)); }
    void dword(std::uint32_t value) { append_le(script_.code, value); }
    void patch(std::size_t at, std::uint32_t value) { store_le(script_.code.data() + at, value); }

    std::uint32_t place()
    {
        if (seldom()) {
            return below(2) == 0 ? below(static_cast<std::uint32_t>(script_.code.size()) + 1) : below(0x7FFFFFFF);
        }
        return starts_.empty() ? 0 : starts_[below(static_cast<std::uint32_t>(starts_.size()))];
    }

    void close_blocks(bool close)
    {
        if (close && !ends_.empty()) {
            patch(ends_.back(), static_cast<std::uint32_t>(script_.code.size()));
            ends_.pop_back();
        }
    }

    void statement()
    {
        starts_.push_back(static_cast<std::uint32_t>(script_.code.size()));
        const auto rows = opcodes();
        const Opcode* row = nullptr;
        do {
            row = &rows[below(static_cast<std::uint32_t>(rows.size()))];
        } while ((row->modes & in_main) == 0);
        byte(static_cast<std::uint32_t>(row->code));
        parts(*row, Mode::main, 0);
        if (row->code == Op::script_result && !odd_) {
            starts_.push_back(static_cast<std::uint32_t>(script_.code.size()));
            byte(static_cast<std::uint32_t>(Op::goto_));
            targets_.push_back(script_.code.size());
            dword(0);
        }
    }

    void value(Mode mode, unsigned depth)
    {
        const auto rows = opcodes();
        const Opcode* row = nullptr;
        do {
            row = &rows[below(static_cast<std::uint32_t>(rows.size()))];
        } while ((row->modes & bit(mode)) == 0 || (depth > 3 && row->parts[0] == Part::call) ||
                 (!odd_ && (row->code == Op::task || row->code == Op::multitask || row->code == Op::object_task)));
        byte(static_cast<std::uint32_t>(row->code));
        parts(*row, mode, depth + 1);
    }

    void parts(const Opcode& row, Mode mode, unsigned depth)
    {
        for (const Part part : row.parts) {
            one(part, row, mode, depth);
        }
        if (mode == Mode::main) {
            if (row.assigns) {
                formula(depth);
            }
        } else if ((row.operator_modes & bit(mode)) != 0) {
            const std::uint32_t op = seldom() ? below(256) : 0;
            byte(op);
            if (has_extra(static_cast<std::uint8_t>(op))) {
                byte(below(3));
            }
        } else if (mode == Mode::param) {
            for (unsigned i = 0; i < row.param_pad; ++i) {
                byte(seldom() ? below(256) : 0);
            }
        }
    }

    void formula(unsigned depth)
    {
        std::uint32_t op = 0;
        do {
            value(Mode::formula, depth);
            op = below(3) != 0 ? 0 : below(12);
            byte(op);
        } while (joins(static_cast<std::uint8_t>(op)));
        if (op > 9) {
            byte(seldom() ? below(256) : 0);
        }
    }

    void one(Part part, const Opcode& row, Mode mode, unsigned depth)
    {
        switch (part) {
        case Part::object: object(); break;
        case Part::call_type:
            if (mode == Mode::main) {
                byte(odd_ ? below(3) : row.code == Op::object_function ? 2 : below(2));
            }
            break;
        case Part::call: {
            const std::uint32_t function = seldom() ? below(0x10000) : below(12);
            word(function);
            if (function != 0) {
                const std::uint32_t count = below(depth > 3 ? 1 : 4);
                byte(count);
                for (std::uint32_t i = 0; i < count; ++i) {
                    value(Mode::param, depth);
                }
            }
            break;
        }
        case Part::condition: {
            std::uint32_t more = 0;
            do {
                value(Mode::lhs, depth);
                byte(below(6));
                value(Mode::rhs, depth);
                more = below(3) == 0 ? 1 + below(2) : 0;
                byte(more);
            } while (more != 0);
            break;
        }
        case Part::target:
            if (row.code == Op::if_ && below(5) != 0 && ends_.size() < 80) {
                ends_.push_back(script_.code.size());
            } else {
                targets_.push_back(script_.code.size());
            }
            dword(0);
            break;
        case Part::flag: word(below(12)); break;
        case Part::variable: byte(below(8)); break;
        case Part::property: word(below(12) | (seldom() ? below(256) << 8U : 0)); break;
        case Part::number: dword(below(3) == 0 ? label() : below(200) - 100); break;
        case Part::string: dword(seldom() ? below(1000) : string()); break;
        case Part::byte: byte(below(256)); break;
        case Part::none: break;
        }
    }

    void object()
    {
        switch (below(odd_ ? 6 : 5)) {
        case 0:
        case 1:
        case 2:
            byte(below(3));
            byte(seldom() ? below(256) : 0);
            break;
        case 3: {
            const std::uint32_t index = string();
            byte(index < 256 ? 4 : 0);
            byte(index < 256 ? index : 0);
            break;
        }
        case 4:
            byte(0x0A);
            byte(below(8));
            break;
        default: byte(below(256)); byte(below(256));
        }
    }

    std::uint32_t label()
    {
        std::uint32_t value = 0;
        for (unsigned i = 0; i < 4; ++i) {
            value |= (odd_ ? below(256) : 'a' + below(26)) << (8 * i);
        }
        return value;
    }

    std::uint32_t string()
    {
        static constexpr std::array<std::string_view, 10> texts{"DOOR1",
                                                                "door",
                                                                "alpha key 1",
                                                                "Me",
                                                                "say \"no\", // twice",
                                                                "\x81"
                                                                "ber \xE1",
                                                                "if",
                                                                "back\\x41slash\\",
                                                                "",
                                                                "a\nb\x01"};
        const auto text = std::string(texts.at(below(odd_ ? 10 : 4)));
        const auto found = std::ranges::find(script_.strings, text);
        if (found != script_.strings.end() && !seldom()) {
            return static_cast<std::uint32_t>(found - script_.strings.begin());
        }
        script_.strings.push_back(text);
        return static_cast<std::uint32_t>(script_.strings.size() - 1);
    }

    std::mt19937& random_;
    bool odd_;
    Script script_;
    std::vector<std::uint32_t> starts_;
    std::vector<std::size_t> targets_;
    std::vector<std::size_t> ends_;
};

}  // namespace

Script random_byte_script(std::mt19937& random, std::size_t size)
{
    Script script;
    script.name = "RANDOM";
    std::uniform_int_distribution<unsigned> any(0, 255);
    for (std::size_t i = 0; i < size; ++i) {
        const unsigned value = any(random);
        script.code.push_back(static_cast<std::byte>(any(random) < 128 ? value % 0x20 : value));
    }
    for (unsigned i = any(random) % 4; i > 0; --i) {
        std::string text;
        for (unsigned k = any(random) % 6; k > 0; --k) {
            text += static_cast<char>(any(random));
        }
        script.strings.push_back(text);
    }
    for (unsigned i = any(random) % 3; i > 0; --i) {
        script.hooks.push_back({static_cast<std::uint16_t>(any(random)), static_cast<std::uint16_t>(any(random) % 3)});
    }
    script.start = any(random) < 64 ? any(random) : 0;
    return script;
}

Script random_program(std::mt19937& random, std::size_t statements, bool odd)
{
    return ProgramMaker(random, odd).make(statements);
}

Script random_goto_program(std::mt19937& random)
{
    const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
    struct Planned {
        Op op{};
        std::uint32_t offset{};
    };
    std::vector<Planned> plan;
    std::uint32_t size = 0;
    for (std::uint32_t left = 3 + below(25); left > 0; --left) {
        static constexpr std::array<std::pair<Op, std::uint32_t>, 9> kinds{{{Op::if_, 15},
                                                                            {Op::if_, 15},
                                                                            {Op::if_, 15},
                                                                            {Op::goto_, 5},
                                                                            {Op::goto_, 5},
                                                                            {Op::goto_, 5},
                                                                            {Op::variable, 8},
                                                                            {Op::function, 4},
                                                                            {Op::return_, 1}}};
        const auto& [op, length] = kinds.at(below(kinds.size()));
        plan.push_back({op, size});
        size += length;
    }
    const auto place = [&](std::size_t index) { return index < plan.size() ? plan[index].offset : size; };
    Script script;
    script.name = "RANDOM";
    for (std::size_t i = 0; i < plan.size(); ++i) {
        append_le(script.code, static_cast<std::uint8_t>(plan[i].op));
        const std::size_t near = i + 1 + below(6);
        switch (plan[i].op) {
        case Op::if_:
            append(script.code, as_bytes(std::string_view("\x0A\x01\0\0\x07\x02\0\0\0\0", 10)));
            append_le(script.code, place(near));
            break;
        case Op::goto_:
            append_le(script.code, below(8) == 0   ? below(size + 3)
                                   : below(3) == 0 ? place(near)
                                                   : place(i - std::min<std::size_t>(i, below(6))));
            break;
        case Op::variable: append(script.code, as_bytes(std::string_view("\x01\x07\x03\0\0\0\0", 7))); break;
        case Op::function: append(script.code, as_bytes(std::string_view("\x01\0\0", 3))); break;
        default: break;
        }
    }
    for (std::uint32_t left = below(3); left > 0; --left) {
        script.hooks.push_back({static_cast<std::uint16_t>(place(below(30))), 0});
    }
    script.start = below(3) == 0 ? place(below(30)) : 0;
    return script;
}

Definitions random_definitions(std::mt19937& random)
{
    std::vector<std::string_view> names{"RTX",        "AddItem",   "LoadWorld",     "ActiveItem",   "TestGlobalFlag",
                                        "Wait",       "task",      "Open",          "Open",         "not a name",
                                        "function_3", "SetMyAttr", "PlayAnimation", "ResetRotation"};
    std::ranges::shuffle(names, random);
    static constexpr std::array<std::string_view, 3> kinds{"task", "multitask", "function"};
    std::string text = "[functions]\r\n";
    for (const std::string_view name : names) {
        text += fmt::format("{} {} parms {}\r\n", kinds.at(random() % 3), name, random() % 4);
    }
    text += "[refs]\r\nangle\r\nspeed\r\nhigh\r\nangle\r\n[equates]\r\ntrue = 1\r\nauto\r\n";
    for (const std::string_view name : names) {
        text += fmt::format("{}a{}\r\n", random() % 4 == 0 ? "F_" : "", name);
    }
    text += "endauto\r\nauto\r\nwalk\r\nF_RTX\r\nendauto\r\n[flags]\r\n";
    for (const std::string_view name : names) {
        text += fmt::format("BOOL F_{} 0\r\n", name);
    }
    return read_definitions(as_bytes(text)).value();
}

}  // namespace redforge::test
