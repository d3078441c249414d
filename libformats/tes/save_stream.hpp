// Parts of a save to bytes and back, over their descriptions: lists with a 16-bit count, texts with an 8-bit length.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/bytes.hpp"
#include "core/field.hpp"
#include "tes/save_values.hpp"

namespace redforge::tes {

/// Reads until something does not fit; good() tells.
class StreamReader {
public:
    using wire = void;

    explicit StreamReader(ByteView bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

    [[nodiscard]] bool good() const { return good_; }
    [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
    [[nodiscard]] const std::byte* at() const { return at_; }

    template <class T>
    void field(std::string_view /*name*/, T& value, const FieldInfo& /*info*/)
    {
        if constexpr (Composite<T>) {
            serialize(*this, value, 0);
        } else {
            get(value);
        }
    }
    template <class T>
    void list(std::string_view /*name*/, std::string_view /*item*/, std::vector<T>& records, const FieldInfo& /*info*/)
    {
        counted<std::uint16_t>("", records);
    }
    template <class Count, class T>
    void counted(std::string_view /*item*/, std::vector<T>& records)
    {
        Count count{};
        get(count);
        for (std::size_t i = 0; i < count && good_; ++i) {
            serialize(*this, records.emplace_back(), 0);
        }
    }
    /// Records of several types, each behind its T::tag.
    template <class... Ts>
    void tagged(std::vector<std::variant<Ts...>>& records)
    {
        std::uint16_t count{};
        get(count);
        // A thing has each kind at most once. A larger count is hostile: a kind can take one byte of the file.
        good_ = good_ && count <= sizeof...(Ts);
        for (std::size_t i = 0; i < count && good_; ++i) {
            std::uint8_t tag{};
            get(tag);
            const bool is_known = good_ && (read_tagged<Ts>(tag, records) || ...);
            good_ = good_ && is_known;
        }
    }
    /// A record that is there where the byte before it is not 0.
    template <class T>
    void marked(std::optional<T>& record)
    {
        std::uint8_t mark{};
        get(mark);
        if (mark != 0) {
            record.emplace().mark = mark;
            serialize(*this, *record, 0);
        }
    }
    /// Bytes with their size before them.
    void sized(Bytes& bytes, std::string_view /*name*/)
    {
        std::uint16_t size{};
        get(size);
        const ByteView taken = take(size);
        bytes.assign(taken.begin(), taken.end());
    }
    /// Parts of a cell that were seen: their count stands in the first.
    template <class T>
    void seen_parts(std::vector<T>& parts)
    {
        T first;
        get(first.squares);
        std::uint16_t count{};
        get(count);
        get(first.x);
        get(first.y);
        good_ = good_ && count > 0;
        parts.push_back(first);
        for (std::size_t i = 1; i < count && good_; ++i) {
            serialize(*this, parts.emplace_back(), 0);
        }
    }
    /// Records of their own length stand elsewhere.
    template <class T>
    void list(std::string_view /*name*/, std::string_view /*item*/, std::optional<T>& /*record*/, const FieldInfo&)
    {
    }
    template <class... Args>
    void group(const Args&... /*args*/)
    {
    }
    void terminated_text(std::string_view /*name*/, Text& text, Derived<std::uint8_t>& size)
    {
        std::uint8_t length{};
        get(length);
        const ByteView bytes = take(length);
        std::string_view found = as_text(bytes);
        if (length > 0 && good_ && found.back() == '\0') {
            found.remove_suffix(1);
        } else {
            size = length;
        }
        text.bytes = found;
    }
    /// The next bytes; none when there are fewer.
    ByteView take(std::size_t size)
    {
        if (!good_ || size > left()) {
            good_ = false;
            return {};
        }
        const ByteView taken(at_, size);
        at_ += size;
        return taken;
    }
    template <std::integral T>
    void get(T& value)
    {
        if (const ByteView bytes = take(sizeof(T)); good_) {
            value = load_le<T>(bytes.data());
        }
    }
    void get(float& value)
    {
        if (const ByteView bytes = take(sizeof value); good_) {
            std::memcpy(&value, bytes.data(), sizeof value);
        }
    }
    void get(double& value)
    {
        if (const ByteView bytes = take(sizeof value); good_) {
            std::memcpy(&value, bytes.data(), sizeof value);
        }
    }
    template <std::integral T, std::size_t size>
    void get(std::array<T, size>& values)
    {
        for (T& value : values) {
            get(value);
        }
    }
    template <std::integral T>
    void get(std::vector<T>& values)
    {
        std::uint16_t count{};
        get(count);
        for (std::size_t i = 0; i < count && good_; ++i) {
            get(values.emplace_back());
        }
    }
    void get(FormId& value) { get(value.value); }
    void get(Text& value)
    {
        std::uint8_t length{};
        get(length);
        value.bytes = as_text(take(length));
    }
    template <class T>
    void get(Derived<T>& value)
    {
        get(value.stored.emplace());
    }

private:
    template <class T, class Any>
    bool read_tagged(std::uint8_t tag, std::vector<Any>& records)
    {
        if (tag != T::tag) {
            return false;
        }
        serialize(*this, std::get<T>(records.emplace_back(std::in_place_type<T>)), 0);
        return true;
    }

    const std::byte* at_;
    const std::byte* end_;
    bool good_{true};
};

/// Appends. Derived values are given by now.
class StreamWriter {
public:
    using wire = void;

    explicit StreamWriter(Bytes& to) : to_(to) {}

    /// The field or list that does not fit its count or length; empty when all was well.
    [[nodiscard]] std::string_view too_long() const { return too_long_; }

    template <class T>
    void field(std::string_view name, T& value, const FieldInfo& /*info*/)
    {
        if constexpr (Composite<T>) {
            serialize(*this, value, 0);
        } else if constexpr (std::is_same_v<T, Text>) {
            put_text(name, value);
        } else if constexpr (requires { put_numbers(name, value); }) {
            put_numbers(name, value);
        } else {
            put(value);
        }
    }
    template <class T>
    void list(std::string_view name, std::string_view item, std::vector<T>& records, const FieldInfo& /*info*/)
    {
        counted<std::uint16_t>(name.empty() ? item : name, records);
    }
    template <class Count, class T>
    void counted(std::string_view item, std::vector<T>& records)
    {
        if (records.size() > std::numeric_limits<Count>::max()) {
            too_long_ = item;
            return;
        }
        put(static_cast<Count>(records.size()));
        for (T& record : records) {
            serialize(*this, record, 0);
        }
    }
    template <class... Ts>
    void tagged(std::vector<std::variant<Ts...>>& records)
    {
        if (records.size() > std::numeric_limits<std::uint16_t>::max()) {
            too_long_ = "extra";
            return;
        }
        put(static_cast<std::uint16_t>(records.size()));
        for (std::variant<Ts...>& any : records) {
            std::visit(
                [this]<class T>(T& record) {
                    put(T::tag);
                    serialize(*this, record, 0);
                },
                any);
        }
    }
    template <class T>
    void marked(std::optional<T>& record)
    {
        put(record ? record->mark : std::uint8_t{0});
        if (record) {
            serialize(*this, *record, 0);
        }
    }
    void sized(Bytes& bytes, std::string_view name)
    {
        if (bytes.size() > std::numeric_limits<std::uint16_t>::max()) {
            too_long_ = name;
            return;
        }
        put(static_cast<std::uint16_t>(bytes.size()));
        append(to_, bytes);
    }
    template <class T>
    void seen_parts(std::vector<T>& parts)
    {
        if (parts.empty() || parts.size() > std::numeric_limits<std::uint16_t>::max()) {
            too_long_ = "seen_inside";
            return;
        }
        put(parts[0].squares);
        put(static_cast<std::uint16_t>(parts.size()));
        put(parts[0].x);
        put(parts[0].y);
        for (std::size_t i = 1; i < parts.size(); ++i) {
            serialize(*this, parts[i], 0);
        }
    }
    template <class T>
    void list(std::string_view /*name*/, std::string_view /*item*/, std::optional<T>& /*record*/, const FieldInfo&)
    {
    }
    template <class... Args>
    void group(const Args&... /*args*/)
    {
    }
    void terminated_text(std::string_view name, Text& text, Derived<std::uint8_t>& size)
    {
        const std::size_t length = size.stored ? *size.stored : text.bytes.size() + 1;
        if (length > 0xFF || (length != text.bytes.size() && length != text.bytes.size() + 1)) {
            too_long_ = name;
            return;
        }
        put(static_cast<std::uint8_t>(length));
        append(to_, as_bytes(text.bytes));
        to_.resize(to_.size() + (length - text.bytes.size()));
    }
    template <std::integral T>
    void put(T value)
    {
        append_le(to_, value);
    }
    void put(FormId value) { put(value.value); }
    void put(float value) { put(std::bit_cast<std::uint32_t>(value)); }
    void put(double value) { put(std::bit_cast<std::uint64_t>(value)); }
    template <std::integral T, std::size_t size>
    void put(const std::array<T, size>& values)
    {
        for (const T value : values) {
            put(value);
        }
    }
    template <std::integral T>
    void put_numbers(std::string_view name, const std::vector<T>& values)
    {
        if (values.size() > std::numeric_limits<std::uint16_t>::max()) {
            too_long_ = name;
            return;
        }
        put(static_cast<std::uint16_t>(values.size()));
        for (const T value : values) {
            put(value);
        }
    }
    template <class T>
    void put(const Derived<T>& value)
    {
        put(value.value_or(T{}));
    }

private:
    void put_text(std::string_view name, const Text& text)
    {
        if (text.bytes.size() > 0xFF) {
            too_long_ = name;
            return;
        }
        put(static_cast<std::uint8_t>(text.bytes.size()));
        append(to_, as_bytes(text.bytes));
    }

    Bytes& to_;
    std::string_view too_long_;
};

}  // namespace redforge::tes
