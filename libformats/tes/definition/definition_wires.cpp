// The table of the words for wire types.
#include "tes/definition/definition_wires.hpp"

#include <algorithm>
#include <array>

#include "core/record/describe.hpp"
#include "tes/definition/definition_lines.hpp"
#include "tes/form/form_id.hpp"

namespace redforge::tes {
namespace {

constexpr std::int64_t max_bytes = 0xFFFFFF;

template <class T>
constexpr WireWord integer_word(std::string_view word)
{
    using describing::leaf_ops;
    return {word, &leaf_ops<T>, wire_of<T>, "value", &leaf_ops<std::vector<T>>, &leaf_ops<Derived<T>>};
}

}  // namespace

std::span<const WireWord> wire_words()
{
    using describing::leaf_ops;
    static const std::array<WireWord, 20> words{{
        integer_word<std::uint8_t>("u8"),
        integer_word<std::int8_t>("i8"),
        integer_word<std::uint16_t>("u16"),
        integer_word<std::int16_t>("i16"),
        integer_word<std::uint32_t>("u32"),
        integer_word<std::int32_t>("i32"),
        {"i64", &leaf_ops<std::int64_t>, wire_of<std::int64_t>, "value"},
        {"f32", &leaf_ops<float>, wire_of<float>, "value"},
        {"whole_f32", &leaf_ops<std::int32_t>, wire_of<float>, "value"},
        {"f64", &leaf_ops<double>, {Wire::real, sizeof(double)}, "value"},
        {"formid", &leaf_ops<FormId>, wire_of<FormId>, "form_id"},
        {"formid_or_number", &leaf_ops<FormOrNumber>, wire_of<FormOrNumber>, "form_id"},
        {"zstring", &leaf_ops<Text>, {Wire::zstring}, "text"},
        {"string", &leaf_ops<Text>, {Wire::text}, "text"},
        {"string8", &leaf_ops<Text>, {Wire::text, 1}, "text"},
        {"string16", &leaf_ops<Text>, {Wire::text, 2}, "text"},
        {"string32", &leaf_ops<Text>, {Wire::text, 4}, "text"},
        {"lstring", &leaf_ops<Text>, {Wire::lstring}, "text"},
        {"tag", &leaf_ops<FixedText<4>>, wire_of<FixedText<4>>, "value"},
        {"bytes", &leaf_ops<Bytes>, {Wire::bytes}, "data"},
    }};
    return words;
}

std::optional<WireWord> wire_of_word(std::string_view word)
{
    const std::size_t bracket = std::min(word.find('['), word.size());
    const auto found = std::ranges::find(wire_words(), word.substr(0, bracket), &WireWord::word);
    if (found == wire_words().end()) {
        return std::nullopt;
    }
    WireWord wire = *found;
    if (bracket == word.size()) {
        return wire;
    }
    const std::string_view size = word.substr(bracket + 1, word.size() - bracket - 2);
    const std::optional<std::int64_t> number = definition_number(size);
    const auto prefix = std::ranges::find(wire_words(), size, &WireWord::word);
    const bool is_prefixed = prefix != wire_words().end() && prefix->derived != nullptr;
    if (!word.ends_with(']') || (number ? *number < 1 || *number > max_bytes : !size.empty() && !is_prefixed)) {
        return std::nullopt;
    }
    if (wire.wire.kind == Wire::bytes && number) {
        wire.wire.size = static_cast<std::uint32_t>(*number);
    } else if (wire.numbers != nullptr) {
        wire.ops = wire.numbers;
        wire.derived = nullptr;
        wire.field = "values";
        if (number) {
            wire.count = {DataCount::Kind::fixed, static_cast<std::size_t>(*number)};
        } else if (is_prefixed) {
            wire.count = {DataCount::Kind::prefixed, prefix->wire.size};
        }
    } else {
        return std::nullopt;
    }
    return wire;
}

}  // namespace redforge::tes
