// Archives that read and write the parts of a save except change records: lists with a 16-bit count, texts with an
// 8-bit length.
#pragma once

#include <bit>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/record/field.hpp"
#include "tes/save/save_values.hpp"

namespace redforge::tes {

/// Reads values until one does not fit; then good() returns false and all further values are empty.
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
        std::uint16_t count{};
        get(count);
        for (std::size_t i = 0; i < count && good_; ++i) {
            serialize(*this, records.emplace_back(), 0);
        }
    }
    /// Does nothing: optional records are stored elsewhere.
    template <class T>
    void list(std::string_view /*name*/, std::string_view /*item*/, std::optional<T>& /*record*/, const FieldInfo&)
    {
    }
    template <class... Args>
    void group(const Args&... /*args*/)
    {
    }
    void terminated_text(std::string_view /*name*/, std::string_view /*size_name*/, Text& text,
                         Derived<std::uint8_t>& size)
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
    /// Returns the next bytes. Returns none if there are fewer.
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
    const std::byte* at_;
    const std::byte* end_;
    bool good_{true};
};

/// Appends values. Derived values must have stored values.
class StreamWriter {
public:
    using wire = void;

    explicit StreamWriter(Bytes& to) : to_(to) {}

    /// Returns the field or list that exceeds its count or length. Returns an empty name if there is none.
    [[nodiscard]] std::string_view too_long() const { return too_long_; }

    /// Stored length that does not fit its text.
    struct WrongSize {
        std::string_view field;
        std::size_t stored{};
        std::size_t text{};  ///< length of the text without its terminator
    };
    /// Returns the last wrong length. Its field is empty if there is none.
    [[nodiscard]] const WrongSize& wrong_size() const { return wrong_size_; }

    template <class T>
    void field(std::string_view name, T& value, const FieldInfo& /*info*/)
    {
        if constexpr (Composite<T>) {
            serialize(*this, value, 0);
        } else if constexpr (std::is_same_v<T, Text>) {
            put_text(name, value);
        } else {
            put(value);
        }
    }
    template <class T>
    void list(std::string_view name, std::string_view item, std::vector<T>& records, const FieldInfo& /*info*/)
    {
        if (records.size() > std::numeric_limits<std::uint16_t>::max()) {
            too_long_ = name.empty() ? item : name;
            return;
        }
        put(static_cast<std::uint16_t>(records.size()));
        for (T& record : records) {
            serialize(*this, record, 0);
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
    void terminated_text(std::string_view name, std::string_view size_name, Text& text, Derived<std::uint8_t>& size)
    {
        const std::size_t length = size.stored ? *size.stored : text.bytes.size() + 1;
        if (length > 0xFF) {
            too_long_ = name;
            return;
        }
        if (length != text.bytes.size() && length != text.bytes.size() + 1) {
            wrong_size_ = {size_name, length, text.bytes.size()};
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
    WrongSize wrong_size_;
};

}  // namespace redforge::tes
