// A list that is nearly always empty, and then takes no more room than a pointer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "core/leaf.hpp"

namespace redforge {

/// What a record of a type that stands in a file a million times has in place of a std::vector that few of them need.
template <class T>
class RareList {
public:
    using value_type = T;
    using difference_type = std::ptrdiff_t;

    RareList() = default;
    RareList(std::vector<T> items)  // NOLINT: to be given one as a vector would be
        : items_(items.empty() ? nullptr : std::make_unique<std::vector<T>>(std::move(items)))
    {
    }
    RareList(const RareList& other) : items_(other.empty() ? nullptr : std::make_unique<std::vector<T>>(*other.items_))
    {
    }
    RareList(RareList&&) noexcept = default;
    RareList& operator=(RareList other) noexcept
    {
        items_ = std::move(other.items_);
        return *this;
    }
    ~RareList() = default;

    [[nodiscard]] std::size_t size() const { return items_ == nullptr ? 0 : items_->size(); }
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] T* begin() { return items_ == nullptr ? nullptr : items_->data(); }
    [[nodiscard]] T* end() { return begin() + size(); }
    [[nodiscard]] const T* begin() const { return items_ == nullptr ? nullptr : items_->data(); }
    [[nodiscard]] const T* end() const { return begin() + size(); }
    [[nodiscard]] T& operator[](std::size_t index) { return (*items_)[index]; }
    [[nodiscard]] const T& operator[](std::size_t index) const { return (*items_)[index]; }
    [[nodiscard]] T& front() { return items_->front(); }
    [[nodiscard]] const T& front() const { return items_->front(); }

    void reserve(std::size_t size)
    {
        if (size > 0) {
            made().reserve(size);
        }
    }
    void resize(std::size_t size)
    {
        if (size == 0) {
            items_.reset();
        } else {
            made().resize(size);
        }
    }
    T& emplace_back() { return made().emplace_back(); }
    void push_back(T item) { made().push_back(std::move(item)); }
    void insert(T* before, T item)
    {
        const std::ptrdiff_t index = before - begin();
        made().insert(made().begin() + index, std::move(item));
    }
    void erase(T* item) { items_->erase(items_->begin() + (item - begin())); }

    friend bool operator==(const RareList& a, const RareList& b)
    {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    std::vector<T>& made()
    {
        if (items_ == nullptr) {
            items_ = std::make_unique<std::vector<T>>();
        }
        return *items_;
    }

    std::unique_ptr<std::vector<T>> items_;
};

/// A list of integers in one value, as that of a vector.
template <std::integral T>
struct Leaf<RareList<T>> {
    static constexpr LeafType type = Leaf<std::vector<T>>::type;
    static void append(std::string& out, const RareList<T>& values)
    {
        Leaf<std::vector<T>>::append(out, {values.begin(), values.end()});
    }
    static bool parse(std::string_view text, RareList<T>& values, const FieldInfo& info, std::string& expected)
    {
        std::vector<T> parsed;
        const bool good = Leaf<std::vector<T>>::parse(text, parsed, info, expected);
        values = std::move(parsed);
        return good;
    }
};

}  // namespace redforge
