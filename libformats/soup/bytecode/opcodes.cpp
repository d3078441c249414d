// The opcode table, and its text in the language reference.
#include "soup/bytecode/opcodes.hpp"

#include <fmt/format.h>

namespace redforge::soup {
namespace {

constexpr unsigned everywhere = in_main | in_values;
constexpr unsigned sides = bit(Mode::lhs) | bit(Mode::rhs);

constexpr std::array<Opcode, 22> table{{
    {Op::task, "task", everywhere, {Part::call}, false, 0, 0, "`Name(...)`, `task Name(...)`"},
    {Op::multitask, "multitask", everywhere, {Part::call}, false, 0, 0, "`@Name(...)`"},
    {Op::function, "function", everywhere, {Part::call}, false, 0, 0, "`Name(...)`, `function Name(...)`"},
    {Op::if_,
     "if",
     in_main,
     {Part::condition, Part::target},
     false,
     0,
     0,
     "`if A = B and ... { }`, `else goto #label`"},
    {Op::goto_, "goto", in_main, {Part::target}, false, 0, 0, "`goto #label`"},
    {Op::end, "end", in_main, {Part::target}, false, 0, 0, "`end`, `end #label`"},
    {Op::flag, "flag", everywhere, {Part::flag}, true, sides, 2, "`Name`, `flag_12`"},
    {Op::number, "number", in_values, {Part::number}, false, 0, 0, "`12`, `'abcd'`, `<8: Rusty key>`"},
    {Op::variable, "variable", everywhere, {Part::variable}, true, sides, 3, "`var3`"},
    {Op::increment, "increment", in_main, {Part::object, Part::property}, false, 0, 0, "`Object.property++`"},
    {Op::decrement, "decrement", in_main, {Part::object, Part::property}, false, 0, 0, "`Object.property--`"},
    {Op::gosub, "gosub", in_main, {Part::target}, false, 0, 0, "`gosub #label`"},
    {Op::return_, "return", in_main, {}, false, 0, 0, "`return`"},
    {Op::endint, "endint", in_main, {}, false, 0, 0, "`endint`"},
    {Op::property,
     "property",
     everywhere,
     {Part::object, Part::property},
     true,
     bit(Mode::lhs),
     0,
     "`Object.property`"},
    {Op::string, "string", in_values, {Part::string}, false, 0, 0, "`\"text\"`, `string[3]`"},
    {Op::flag_number, "flag_number", in_values, {Part::number}, false, 0, 0, "`flag Name`, `flag 12`"},
    {Op::anchor, "anchor", in_main, {Part::byte}, false, 0, 0, "`<Anchor> = 1`"},
    {Op::object_task,
     "object_task",
     everywhere,
     {Part::object, Part::call_type, Part::call},
     false,
     0,
     0,
     "`Object.Name(...)`, `Object.@Name(...)`"},
    {Op::object_function,
     "object_function",
     everywhere,
     {Part::object, Part::call_type, Part::call},
     false,
     0,
     0,
     "`Object.Name(...)`"},
    {Op::task_pause, "task_pause", in_main, {Part::target}, false, 0, 0, "`<TaskPause(#label)>`"},
    {Op::script_result, "script_result", in_main, {Part::byte}, false, 0, 0, "`if <ScriptRv> = 1 { }`"},
}};

constexpr std::array<std::string_view, 12> part_words{"",
                                                      "object",
                                                      "call type (MAIN) u8",
                                                      "function u16, count u8, values in PARAM mode",
                                                      "comparisons",
                                                      "target u32",
                                                      "flag u16",
                                                      "variable u8",
                                                      "property u16",
                                                      "i32",
                                                      "string u32",
                                                      "u8"};

constexpr std::array<const Opcode*, 256> by_byte()
{
    std::array<const Opcode*, 256> rows{};
    for (const Opcode& row : table) {
        rows[static_cast<std::size_t>(row.code)] = &row;
    }
    return rows;
}

std::string modes_of(unsigned modes)
{
    std::string out;
    for (unsigned i = 0; i < mode_names.size(); ++i) {
        if ((modes & (1U << i)) != 0) {
            out += (out.empty() ? "" : " ") + std::string(mode_names[i]);
        }
    }
    return out;
}

}  // namespace

std::span<const Opcode> opcodes()
{
    return table;
}

const Opcode* find_opcode(std::uint8_t byte)
{
    static constexpr auto rows = by_byte();
    return rows[byte];
}

std::string opcode_reference()
{
    std::string out = "| op | name | where | what follows | in the source |\n|---|---|---|---|---|\n";
    for (const Opcode& row : table) {
        std::string follows;
        const auto add = [&](std::string_view words) { follows += (follows.empty() ? "" : ", ") + std::string(words); };
        for (const Part part : row.parts) {
            if (part != Part::none) {
                add(part_words[static_cast<std::size_t>(part)]);
            }
        }
        if (row.assigns) {
            add("MAIN: formula");
        }
        if (row.operator_modes != 0) {
            add(modes_of(row.operator_modes) + ": operator u8");
        }
        if (row.param_pad != 0) {
            add(fmt::format("PARAM: {} bytes", row.param_pad));
        }
        out += fmt::format("| {:02X} | {} | {} | {} | {} |\n", static_cast<unsigned>(row.code), row.name,
                           row.modes == everywhere  ? "anywhere"
                           : row.modes == in_values ? "values"
                                                    : "statements",
                           follows.empty() ? "nothing" : follows, row.spelling);
    }
    return out;
}

}  // namespace redforge::soup
