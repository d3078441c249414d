// A list of records of any types, whether described by a struct or by data, in the order of the file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "core/record_type.hpp"

namespace redforge {

/// Each record has memory of its own and knows its type, so that it can be looked at whatever the list's description
/// says meanwhile. A copy of the list copies the records.
class MixedList {
public:
    /// The types of its records, which outlive the list: the entries of the description of which it is a list.
    struct Element {
        const ItemEntry* entry{};
        std::size_t item{};  ///< place of the entry among those of the description
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
    /// The record at a place, when it is of type T; null when it is of another.
    template <class T>
    [[nodiscard]] T* get_if(std::size_t index) const
    {
        const Element& element = elements_[index];
        return &element.type() == &record_type<T>() ? static_cast<T*>(element.record.get()) : nullptr;
    }

    /// Puts a default record of a type there.
    const Element& insert(std::size_t index, const ItemEntry& entry, std::size_t item);
    const Element& append(const ItemEntry& entry, std::size_t item) { return insert(size(), entry, item); }
    void pop_back() { elements_.pop_back(); }
    void erase(std::size_t index) { elements_.erase(elements_.begin() + static_cast<std::ptrdiff_t>(index)); }
    void append(Element element) { elements_.push_back(std::move(element)); }
    void replace(std::size_t index, Element element) { elements_[index] = std::move(element); }
    [[nodiscard]] const Element& front() const { return elements_.front(); }
    [[nodiscard]] const Element& back() const { return elements_.back(); }
    /// Takes over the records of another list.
    void append_all(MixedList&& other)
    {
        std::ranges::move(other.elements_, std::back_inserter(elements_));
        other.elements_.clear();
    }

    /// Whether both hold the same records to the last bit.
    friend bool operator==(const MixedList& a, const MixedList& b);

    /// What can be done with such a list; see RecordType.
    [[nodiscard]] static const ListOps& operations();

private:
    std::vector<Element> elements_;

    friend struct MixedListOps;
};

}  // namespace redforge
