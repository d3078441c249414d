// Visits the operands of a statement and tracks the open calls.
#include "soup/disassemble/meanings.hpp"

#include <string>

#include "core/bytes/bytes.hpp"
#include "core/text/code_page.hpp"

namespace redforge::soup {
namespace {

/// A call that has more arguments to read.
struct OpenCall {
    const Function* function{};
    std::uint32_t next{};  ///< index of the next argument
    std::uint32_t count{};
};

}  // namespace

std::vector<ArgumentType> meanings_of(std::span<const Operand> operands, const Names* names)
{
    std::vector<ArgumentType> meanings(operands.size());
    std::vector<OpenCall> calls;
    const Function* function = nullptr;
    ArgumentType value = ArgumentType::number;     // type of the value that is being read
    ArgumentType compared = ArgumentType::number;  // type of the result of a call on the left side
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const Operand& operand = operands[i];
        switch (operand.kind) {
        case OperandKind::value:
            while (!calls.empty() && calls.back().next == calls.back().count) {
                calls.pop_back();
            }
            value = ArgumentType::number;
            if (!calls.empty()) {
                OpenCall& call = calls.back();
                value = call.function != nullptr ? call.function->argument(call.next) : ArgumentType::number;
                ++call.next;
            } else if (operand.mode == Mode::rhs) {
                value = compared;
            }
            break;
        case OperandKind::function:
            function = names != nullptr ? names->function(operand.value) : nullptr;
            if (operand.mode == Mode::lhs) {
                compared = function != nullptr ? function->result() : ArgumentType::number;
            }
            break;
        case OperandKind::count: calls.push_back({function, 0, operand.value}); break;
        case OperandKind::conjunction: compared = ArgumentType::number; break;
        case OperandKind::number:
        case OperandKind::string: meanings[i] = value; break;
        default: break;
        }
    }
    return meanings;
}

std::optional<std::uint32_t> number_of_label(std::string_view label)
{
    const std::string letters = decode_text(label).value_or("");
    return letters.size() == sizeof(std::uint32_t) ? std::optional(load_le<std::uint32_t>(as_bytes(letters).data()))
                                                   : std::nullopt;
}

}  // namespace redforge::soup
