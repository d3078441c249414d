// A list of records of any types, whether described by a struct or by data, in the order of the file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "core/record/record_type.hpp"

namespace redforge {

/// Each record has its own memory and its own type, independent of the list's description. A copy of the list is deep.
class MixedList {
public:
    /// A record with its type.
    struct Element {
        const ItemEntry* entry{};  ///< item of the list's description; must outlive the list
        std::size_t item{};        ///< index of the entry in the description
        std::shared_ptr<void> record;

        [[nodiscard]] const RecordType& type() const { return *entry->type; }
        [[nodiscard]] RecordHandle handle(CodePage page = CodePage::cp437) const
        {
            return {record.get(), &type(), page};
        }
    };

    MixedList() = default;
    MixedList(const MixedList& other);
    MixedList(MixedList&& other) noexcept = default;
    MixedList& operator=(const MixedList& other);
    MixedList& operator=(MixedList&& other) noexcept = default;
    ~MixedList() = default;

    [[nodiscard]] std::size_t size() const { return elements_.size(); }
    [[nodiscard]] bool empty() const { return elements_.empty(); }
    [[nodiscard]] const Element& operator[](std::size_t index) const { return elements_[index]; }
    [[nodiscard]] auto begin() const { return elements_.begin(); }
    [[nodiscard]] auto end() const { return elements_.end(); }
    /// Returns the record at an index. Returns null if it is not of type T.
    template <class T>
    [[nodiscard]] T* get_if(std::size_t index) const
    {
        const Element& element = elements_[index];
        return &element.type() == &record_type<T>() ? static_cast<T*>(element.record.get()) : nullptr;
    }

    /// Inserts a default record of a type. `item` is the index of the entry in the description.
    const Element& insert(std::size_t index, const ItemEntry& entry, std::size_t item);
    const Element& append(const ItemEntry& entry, std::size_t item) { return insert(size(), entry, item); }
    void pop_back() { elements_.pop_back(); }
    void erase(std::size_t index) { elements_.erase(elements_.begin() + static_cast<std::ptrdiff_t>(index)); }
    void append(Element element) { elements_.push_back(std::move(element)); }
    void replace(std::size_t index, Element element) { elements_[index] = std::move(element); }
    [[nodiscard]] const Element& front() const { return elements_.front(); }
    [[nodiscard]] const Element& back() const { return elements_.back(); }
    /// Moves the records of another list to the end of this one.
    void append_all(MixedList&& other)
    {
        std::ranges::move(other.elements_, std::back_inserter(elements_));
        other.elements_.clear();
    }

    /// Returns true if both lists have equal records, bit by bit.
    friend bool operator==(const MixedList& a, const MixedList& b);

    /// Returns the list operations for a child that is a MixedList; see RecordType.
    [[nodiscard]] static const ListOps& operations();

private:
    std::vector<Element> elements_;

    friend struct MixedListOps;
};

}  // namespace redforge
