// A list of at most 255 numbers that needs no memory of its own while it is short, as a face's corners are.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/leaf.hpp"

namespace redforge::model {

/// Numbers of type T, 0 to 255 of them. Nine faces in ten have three or four corners: those stay inline, which is
/// what makes reading a model as fast as it is.
template <class T>
class ShortList {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    using value_type = T;
    static constexpr std::size_t max_size = 255;
    static constexpr std::size_t inline_size = sizeof(T) == 1 ? 8 : 4;

    ShortList() = default;
    ShortList(std::initializer_list<T> values) { assign(values.begin(), values.size()); }
    ShortList(const ShortList& other) { assign(other.data(), other.size()); }
    ShortList(ShortList&& other) noexcept { swap(other); }
    ShortList& operator=(const ShortList& other)
    {
        if (this != &other) {
            assign(other.data(), other.size());
        }
        return *this;
    }
    ShortList& operator=(ShortList&& other) noexcept
    {
        swap(other);
        return *this;
    }
    ~ShortList() { release(); }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] T* data() { return size_ > inline_size ? heap() : inline_.data(); }
    [[nodiscard]] const T* data() const { return size_ > inline_size ? heap() : inline_.data(); }
    [[nodiscard]] T* begin() { return data(); }
    [[nodiscard]] T* end() { return data() + size_; }
    [[nodiscard]] const T* begin() const { return data(); }
    [[nodiscard]] const T* end() const { return data() + size_; }
    [[nodiscard]] T& operator[](std::size_t index) { return data()[index]; }
    [[nodiscard]] const T& operator[](std::size_t index) const { return data()[index]; }

    /// Makes the list `size` (at most 255) zeros long, whatever it held.
    void reset(std::size_t size)
    {
        release();
        if (size > inline_size) {
            T* const memory = new T[size]();
            std::memcpy(inline_.data(), &memory, sizeof memory);
        } else {
            inline_ = {};
        }
        size_ = static_cast<std::uint8_t>(size);
    }
    /// Takes a copy of `size` (at most 255) numbers.
    void assign(const T* values, std::size_t size)
    {
        reset(size);
        std::copy_n(values, size, data());
    }

    friend bool operator==(const ShortList& a, const ShortList& b)
    {
        return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
    }

private:
    void release()
    {
        if (size_ > inline_size) {
            delete[] heap();
        }
        size_ = 0;
    }
    void swap(ShortList& other) noexcept
    {
        std::swap(inline_, other.inline_);
        std::swap(size_, other.size_);
    }
    /// A long list keeps the address of its numbers where a short one keeps the numbers.
    [[nodiscard]] T* heap() const
    {
        T* memory{};
        std::memcpy(&memory, inline_.data(), sizeof memory);
        return memory;
    }

    std::array<T, inline_size> inline_{};
    std::uint8_t size_{};
    static_assert(sizeof(inline_) >= sizeof(T*));
};

}  // namespace redforge::model

namespace redforge {

/// The text form of a short list: numbers and single spaces, as for std::vector.
template <class T>
struct Leaf<model::ShortList<T>> {
    static constexpr LeafType type{ValueKind::numbers, std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), 0,
                                   false};
    static void append(std::string& out, const model::ShortList<T>& values)
    {
        for (std::size_t i = 0; i < values.size(); ++i) {
            out.append(i == 0 ? "" : " ");
            Leaf<T>::append(out, values[i]);
        }
    }
    static bool parse(std::string_view text, model::ShortList<T>& values, const FieldInfo& info, std::string& expected)
    {
        std::array<T, model::ShortList<T>::max_size> found;  // NOLINT(*init*): filled as far as it is read
        std::size_t count = 0;
        for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
            if (count == found.size()) {
                expected = "at most 255 numbers";
                return false;
            }
            if (!Leaf<T>::parse(word, found[count++], info, expected)) {
                expected += " at place " + std::to_string(count);
                return false;
            }
        }
        values.assign(found.data(), count);
        return true;
    }
};

}  // namespace redforge
