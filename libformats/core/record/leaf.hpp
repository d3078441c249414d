// Text forms of single values: one definition for XML attributes, `get` and `set`, the property grid and errors.
#pragma once

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/record/field.hpp"
#include "core/record/values.hpp"
#include "core/text/code_page.hpp"

namespace redforge {

/// Kinds of values that schemas, the property grid and queries distinguish.
enum class ValueKind : std::uint8_t { integer, real, text, numbers, bytes };

/// Range of a type's values, for schemas and messages.
struct LeafType {
    ValueKind kind{};
    std::int64_t min{};
    std::int64_t max{};
    std::size_t count{};  ///< characters of a text, numbers of a list; 0 = any
    bool derived{};
    bool plain{};           ///< a text without characters that XML escapes
    std::uint32_t parts{};  ///< real number: fixed-point steps in 1; 0 for a float
};

/// Specialised for each type of value: append() writes its text; parse() reads it, or describes the expected text.
template <class T>
struct Leaf;

template <class T>
concept LeafValue = requires
{
    Leaf<T>::type;
};

/// Describes a range: "a whole number from 0 to 255".
[[nodiscard]] std::string number_description(std::int64_t min, std::int64_t max);

/// Describes the expected text, with the message of the decoder: "text of code page 437: ...".
[[nodiscard]] std::string text_description(const Error& error);

/// Parses a decimal integer. Accepts only digits and an optional minus, like the integer types of XML Schema.
[[nodiscard]] bool parse_integer(std::string_view text, std::int64_t min, std::int64_t max, std::int64_t& value);

/// Appends the shortest decimal that reads back as the same value. A NaN becomes `nan:` and its bits in hexadecimal.
void append_real(std::string& out, float value);
void append_real(std::string& out, double value);
[[nodiscard]] bool parse_real(std::string_view text, float& value);
[[nodiscard]] bool parse_real(std::string_view text, double& value);

/// Removes the next space-separated word from `text` and returns it. Returns an empty word at the end.
[[nodiscard]] std::string_view next_word(std::string_view& text);

template <std::integral T>
requires(sizeof(T) <= 4 || std::is_signed_v<T>) struct Leaf<T> {
    static constexpr LeafType type{ValueKind::integer, std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), 0,
                                   false};
    static void append(std::string& out, const T& value)
    {
        std::array<char, 24> buffer;  // NOLINT(*init*): written by to_chars
        const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
        out.append(buffer.data(), end);
    }
    static bool parse(std::string_view text, T& value, const FieldInfo& info, std::string& expected)
    {
        const std::int64_t min = std::max<std::int64_t>(type.min, info.min);
        const std::int64_t max = std::min<std::int64_t>(type.max, info.max);
        std::int64_t number{};
        if (!parse_integer(text, min, max, number)) {
            expected = number_description(min, max);
            return false;
        }
        value = static_cast<T>(number);
        return true;
    }
};

template <class T>
requires std::is_same_v<T, I24> || std::is_same_v<T, U24>
struct Leaf<T> {
    static constexpr LeafType type{ValueKind::integer, T::min, T::max, 0, false};
    static void append(std::string& out, const T& value) { Leaf<std::int32_t>::append(out, value); }
    static bool parse(std::string_view text, T& value, const FieldInfo& info, std::string& expected)
    {
        std::int32_t number{};
        FieldInfo narrowed = info;
        narrowed.min = std::max<std::int64_t>(info.min, T::min);
        narrowed.max = std::min<std::int64_t>(info.max, T::max);
        if (!Leaf<std::int32_t>::parse(text, number, narrowed, expected)) {
            return false;
        }
        value = number;
        return true;
    }
};

template <std::floating_point T>
struct Leaf<T> {
    static constexpr LeafType type{ValueKind::real, 0, 0, 0, false};
    static void append(std::string& out, const T& value) { append_real(out, value); }
    static bool parse(std::string_view text, T& value, const FieldInfo& /*info*/, std::string& expected)
    {
        if (!parse_real(text, value)) {
            expected = sizeof(T) == sizeof(float)
                           ? "a number such as 1.5 or -2e10, or nan: and eight hexadecimal digits"
                           : "a number such as 1.5 or -2e10, or nan: and sixteen hexadecimal digits";
            return false;
        }
        return true;
    }
};

template <std::size_t N>
struct Leaf<FixedText<N>> {
    static constexpr LeafType type{ValueKind::text, 0, 0, N, false};
    static void append(std::string& out, const FixedText<N>& value, CodePage page = CodePage::cp437)
    {
        append_encoded(out, value.significant(), page);
    }
    static bool parse(std::string_view text, FixedText<N>& value, const FieldInfo& /*info*/, std::string& expected,
                      CodePage page = CodePage::cp437)
    {
        const Result<std::string> bytes = decode_text(text, page);
        if (!bytes) {
            expected = text_description(bytes.error());
            return false;
        }
        if (bytes->size() > N) {
            expected = "at most " + std::to_string(N) + " characters, found " + std::to_string(bytes->size());
            return false;
        }
        value = FixedText<N>(*bytes);
        return true;
    }
};

template <>
struct Leaf<Text> {
    static constexpr LeafType type{ValueKind::text, 0, 0, 0, false};
    static void append(std::string& out, const Text& value, CodePage page = CodePage::cp437)
    {
        append_encoded(out, value.bytes, page);
    }
    static bool parse(std::string_view text, Text& value, const FieldInfo& info, std::string& expected,
                      CodePage page = CodePage::cp437);
};

/// A list of integers in one value: `0 12 -5`.
template <std::integral T>
struct Leaf<std::vector<T>> {
    static constexpr LeafType type{ValueKind::numbers, std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), 0,
                                   false};
    static void append(std::string& out, const std::vector<T>& values)
    {
        for (std::size_t i = 0; i < values.size(); ++i) {
            out.append(i == 0 ? "" : " ");
            Leaf<T>::append(out, values[i]);
        }
    }
    static bool parse(std::string_view text, std::vector<T>& values, const FieldInfo& info, std::string& expected)
    {
        values.clear();
        for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
            if (!Leaf<T>::parse(word, values.emplace_back(), info, expected)) {
                expected += " at place " + std::to_string(values.size());
                return false;
            }
        }
        return true;
    }
};

/// A fixed number of integers in one value.
template <std::integral T, std::size_t N>
struct Leaf<std::array<T, N>> {
    static constexpr LeafType type{ValueKind::numbers, std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), N,
                                   false};
    static void append(std::string& out, const std::array<T, N>& values)
    {
        for (std::size_t i = 0; i < N; ++i) {
            out.append(i == 0 ? "" : " ");
            Leaf<T>::append(out, values[i]);
        }
    }
    static bool parse(std::string_view text, std::array<T, N>& values, const FieldInfo& info, std::string& expected)
    {
        for (std::size_t i = 0; i < N; ++i) {
            if (!Leaf<T>::parse(next_word(text), values[i], info, expected)) {
                expected =
                    std::to_string(N) + " numbers, each " + expected + "; number " + std::to_string(i + 1) + " is not";
                return false;
            }
        }
        if (!next_word(text).empty()) {
            expected = std::to_string(N) + " numbers, found more";
            return false;
        }
        return true;
    }
};

/// Bytes as hexadecimal digits, for short values in attributes.
template <>
struct Leaf<Bytes> {
    static constexpr LeafType type{ValueKind::bytes, 0, 0, 0, false};
    static void append(std::string& out, const Bytes& value);
    static bool parse(std::string_view text, Bytes& value, const FieldInfo& info, std::string& expected);
};

/// A derived value without a stored value has an empty text.
template <class T>
struct Leaf<Derived<T>> {
    static constexpr LeafType type{Leaf<T>::type.kind, Leaf<T>::type.min, Leaf<T>::type.max, Leaf<T>::type.count, true};
    static void append(std::string& out, const Derived<T>& value)
    {
        if (value.stored) {
            Leaf<T>::append(out, *value.stored);
        }
    }
    static void append(std::string& out, const Derived<T>& value, CodePage page) requires requires
    {
        Leaf<T>::append(out, *value.stored, page);
    }
    {
        if (value.stored) {
            Leaf<T>::append(out, *value.stored, page);
        }
    }
    static bool parse(std::string_view text, Derived<T>& value, const FieldInfo& info, std::string& expected)
    {
        return Leaf<T>::parse(text, value.stored.emplace(), info, expected);
    }
    static bool parse(std::string_view text, Derived<T>& value, const FieldInfo& info, std::string& expected,
                      CodePage page) requires requires
    {
        Leaf<T>::parse(text, *value.stored, info, expected, page);
    }
    {
        return Leaf<T>::parse(text, value.stored.emplace(), info, expected, page);
    }
};

/// Returns true if two values are equal bit by bit: -0.0 differs from 0.0, and a NaN equals itself.
template <class T>
[[nodiscard]] constexpr bool same_value(const T& a, const T& b)
{
    if constexpr (std::is_same_v<T, float>) {
        return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
    } else if constexpr (std::is_same_v<T, double>) {
        return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
    } else {
        return a == b;
    }
}

/// Returns true if `text` is one of the space-separated words of `choices`.
[[nodiscard]] bool is_choice(std::string_view text, std::string_view choices);

}  // namespace redforge
