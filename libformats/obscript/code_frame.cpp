// The frame of compiled scripts: statements, and the jumps and lengths that depend on their positions.
#include "obscript/code_frame.hpp"

namespace redforge::obscript {

std::vector<Statement> split_statements(ByteView code, ByteView& rest)
{
    std::vector<Statement> all;
    std::size_t at = 0;
    const auto word = [&](std::size_t place) { return load_le<std::uint16_t>(code.data() + place); };
    for (;;) {
        Statement statement;
        std::size_t place = at;
        if (code.size() - place >= 4 && word(place) == opcode::prefix) {
            statement.prefix = word(place + 2);
            place += 4;
        }
        if (code.size() - place < 4 || word(place) == opcode::prefix || word(place + 2) > code.size() - place - 4) {
            rest = code.subspan(at);
            return all;
        }
        statement.opcode = word(place);
        statement.payload = code.subspan(place + 4, word(place + 2));
        at = statement.end = place + 4 + statement.payload.size();
        all.push_back(statement);
    }
}

std::vector<std::optional<std::uint32_t>> computed_numbers(std::span<const Statement> statements, std::size_t code_size)
{
    std::vector<std::optional<std::uint32_t>> numbers(statements.size());
    std::vector<std::size_t> blocks;  // the open one, if any
    std::vector<std::size_t> ifs;
    std::vector<std::size_t> loops;
    const auto jump = [&](std::size_t to) {
        if (!ifs.empty()) {
            numbers[ifs.back()] = static_cast<std::uint32_t>(to - ifs.back() - 1);
            ifs.pop_back();
        }
    };
    const auto close = [&](std::size_t end) {
        if (!blocks.empty()) {
            numbers[blocks.back()] = static_cast<std::uint32_t>(end - statements[blocks.back()].end);
            blocks.clear();
        }
    };
    for (std::size_t i = 0; i < statements.size(); ++i) {
        switch (statements[i].opcode) {
        case opcode::begin:
            close(code_size);
            blocks = {i};
            break;
        case opcode::end: close(statements[i].end); break;
        case opcode::if_: ifs.push_back(i); break;
        case opcode::else_if:
        case opcode::else_:
            jump(i);
            ifs.push_back(i);
            break;
        case opcode::end_if: jump(i); break;
        case opcode::while_:
        case opcode::for_each: loops.push_back(i); break;
        case opcode::loop:
            if (!loops.empty()) {
                numbers[loops.back()] = static_cast<std::uint32_t>(statements[i].end);
                loops.pop_back();
            }
            break;
        default: break;
        }
    }
    close(code_size);
    while (!ifs.empty()) {
        jump(statements.size());
    }
    for (const std::size_t loop : loops) {
        numbers[loop] = static_cast<std::uint32_t>(code_size);
    }
    return numbers;
}

}  // namespace redforge::obscript
