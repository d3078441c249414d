// Visits the operands of a statement and tracks the open calls.
#include "soup/disassemble/meanings.hpp"

#include <string>
#include <utility>

#include "core/bytes/bytes.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"

namespace redforge::soup {
namespace {

/// A call that has more arguments to read.
struct OpenCall {
    const Function* function{};
    std::uint32_t next{};  ///< index of the next argument
    std::uint32_t count{};
};

/// Returns the four letters of a dialogue label, from the bytes of a number. Returns an empty text if they are not
/// printable.
std::string label_in(std::uint32_t number)
{
    std::string letters;
    for (unsigned shift = 0; shift < 32; shift += 8) {
        const auto letter = static_cast<unsigned char>(number >> shift);
        if (letter <= 0x20 || letter >= 0x7F) {
            return {};
        }
        letters += static_cast<char>(letter);
    }
    return letters;
}

}  // namespace

std::vector<ArgumentType> argument_types_of(std::span<const Operand> operands, const Names* names)
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

std::vector<UsedLabel> used_labels(std::span<const Operand> operands, const Names& names)
{
    std::vector<UsedLabel> labels;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const Function* const function =
            operands[i].kind == OperandKind::function ? names.function(operands[i].value) : nullptr;
        if (function == nullptr || function->argument(0) != ArgumentType::dialogue) {
            continue;
        }
        std::size_t argument = i + 1;
        while (argument < operands.size() &&
               (operands[argument].kind == OperandKind::count || operands[argument].kind == OperandKind::value)) {
            ++argument;
        }
        if (argument < operands.size() && operands[argument].kind == OperandKind::number) {
            if (std::string label = label_in(operands[argument].value); !label.empty()) {
                const std::string name = upper(function->name);
                // RTX, RTXp, rtxAnim, RTXpAnim and AmbientRtx speak a line.
                labels.push_back({std::move(label), name.find("RTX") != std::string::npos, name == "RTXP"});
            }
        }
    }
    return labels;
}

std::optional<std::uint32_t> number_of_label(std::string_view label)
{
    const std::string letters = decode_text(label).value_or("");
    return letters.size() == sizeof(std::uint32_t) ? std::optional(load_le<std::uint32_t>(as_bytes(letters).data()))
                                                   : std::nullopt;
}

}  // namespace redforge::soup
