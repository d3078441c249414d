// Lists of records of any types: copies, comparison, and list operations (ListOps).
#include "core/record/mixed_list.hpp"

#include <algorithm>
#include <utility>

namespace redforge {

MixedList::MixedList(const MixedList& other)
{
    *this = other;
}

MixedList& MixedList::operator=(const MixedList& other)
{
    if (this != &other) {
        std::vector<Element> copies;
        copies.reserve(other.size());
        for (const Element& element : other.elements_) {
            const Element& copied = copies.emplace_back(Element{element.entry, element.item, element.type().make()});
            element.type().copy(copied.record.get(), element.record.get());
        }
        elements_ = std::move(copies);
    }
    return *this;
}

const MixedList::Element& MixedList::insert(std::size_t index, const ItemEntry& entry, std::size_t item)
{
    const auto at = elements_.begin() + static_cast<std::ptrdiff_t>(index);
    return *elements_.insert(at, Element{&entry, item, entry.type->make()});
}

bool operator==(const MixedList& a, const MixedList& b)
{
    return std::ranges::equal(a.elements_, b.elements_, [](const auto& left, const auto& right) {
        return left.entry == right.entry && same_record(left.type(), left.record.get(), right.record.get());
    });
}

struct MixedListOps {
    using Elements = std::vector<MixedList::Element>;

    static Elements& of(void* list) { return static_cast<MixedList*>(list)->elements_; }
    static const Elements& of(const void* list) { return static_cast<const MixedList*>(list)->elements_; }

    static void transfer(void* from, std::span<const std::size_t> from_places, void* to,
                         std::span<const std::size_t> to_places)
    {
        Elements taken;
        Elements left;
        std::size_t next = 0;
        for (std::size_t i = 0; i < of(from).size(); ++i) {
            const bool goes = next < from_places.size() && from_places[next] == i;
            next += goes ? 1 : 0;
            (goes ? taken : left).push_back(std::move(of(from)[i]));
        }
        of(from) = std::move(left);
        Elements all;
        std::size_t old = 0;
        next = 0;
        while (old < of(to).size() || next < taken.size()) {
            const bool comes = next < taken.size() && to_places[next] == all.size();
            all.push_back(std::move(comes ? taken[next++] : of(to)[old++]));
        }
        of(to) = std::move(all);
    }

    static ListOps make()
    {
        ListOps ops{};
        ops.size = [](const void* list) { return of(list).size(); };
        ops.at = [](void* list, std::size_t index) { return of(list)[index].record.get(); };
        ops.item = [](const void* list, std::size_t index) { return of(list)[index].item; };
        ops.entry = [](const void* list, std::size_t index) -> const ItemEntry& { return *of(list)[index].entry; };
        ops.insert = [](void* list, std::size_t index, const ChildEntry& child, std::size_t item) {
            static_cast<MixedList*>(list)->insert(index, child.items[item], item);
        };
        ops.grow = [](void* list, std::size_t count, const ChildEntry& child) {
            for (; count > 0; --count) {
                static_cast<MixedList*>(list)->append(child.items.front(), 0);
            }
        };
        ops.move = [](void* list, std::size_t from, std::size_t to) {
            Elements& all = of(list);
            MixedList::Element moved = std::move(all[from]);
            all.erase(all.begin() + static_cast<std::ptrdiff_t>(from));
            all.insert(all.begin() + static_cast<std::ptrdiff_t>(to), std::move(moved));
        };
        ops.append_copy = [](void* list, const void* from, std::size_t index) {
            MixedList::Element copy = of(from)[index];
            const std::shared_ptr<void> original = std::exchange(copy.record, copy.type().make());
            copy.type().copy(copy.record.get(), original.get());
            of(list).push_back(std::move(copy));
        };
        ops.transfer = &transfer;
        ops.make = []() -> std::shared_ptr<void> { return std::make_shared<MixedList>(); };
        return ops;
    }
};

const ListOps& MixedList::operations()
{
    static const ListOps ops = MixedListOps::make();
    return ops;
}

}  // namespace redforge
