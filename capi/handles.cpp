// Handles of documents and nodes.
#include "handles.hpp"

#include <new>

namespace redforge::capi {

std::uint64_t Handles::number_of(std::uint32_t index, const Slot& slot)
{
    const std::uint64_t kind = slot.kind == Kind::node ? 1 : 0;
    return std::uint64_t{slot.generation} << 33U | kind << 32U | index;
}

const Handles::Slot* Handles::find(std::uint64_t number, Kind kind) const
{
    const auto index = static_cast<std::uint32_t>(number);
    if (index >= slots_.size()) {
        return nullptr;
    }
    const Slot& slot = slots_[index];
    return slot.kind == kind && number_of(index, slot) == number ? &slot : nullptr;
}

std::uint32_t Handles::take_slot()
{
    if (free_.empty()) {
        if (slots_.size() > UINT32_MAX) {
            throw std::bad_alloc();
        }
        slots_.emplace_back();
        return static_cast<std::uint32_t>(slots_.size() - 1);
    }
    const std::uint32_t index = free_.front();
    free_.pop_front();
    return index;
}

void Handles::free_slot(std::uint32_t index)
{
    Slot& slot = slots_[index];
    free_.push_back(index);
    slot.generation = slot.generation == INT32_MAX ? 1 : slot.generation + 1;
    slot.kind = Kind::none;
    slot.content = {};
}

rf_document Handles::add(std::shared_ptr<OpenDocument> document)
{
    const std::unique_lock lock(mutex_);
    const std::uint32_t index = take_slot();
    Slot& slot = slots_[index];
    slot.kind = Kind::document;
    slot.content = {std::move(document), nullptr};
    return number_of(index, slot);
}

void Handles::add(std::span<const OpenNode> nodes, rf_node* numbers)
{
    const std::unique_lock lock(mutex_);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::uint32_t index = take_slot();
        Slot& slot = slots_[index];
        slot.kind = Kind::node;
        slot.content = nodes[i];
        numbers[i] = number_of(index, slot);
    }
}

std::shared_ptr<OpenDocument> Handles::document(rf_document number) const
{
    const std::shared_lock lock(mutex_);
    const Slot* const slot = find(number, Kind::document);
    return slot == nullptr ? nullptr : slot->content.document;
}

OpenNode Handles::node(rf_node number) const
{
    const std::shared_lock lock(mutex_);
    const Slot* const slot = find(number, Kind::node);
    return slot == nullptr ? OpenNode{} : slot->content;
}

bool Handles::free_node(rf_node number)
{
    const std::unique_lock lock(mutex_);
    if (find(number, Kind::node) == nullptr) {
        return false;
    }
    free_slot(static_cast<std::uint32_t>(number));
    return true;
}

std::shared_ptr<OpenDocument> Handles::free_document(rf_document number)
{
    const std::unique_lock lock(mutex_);
    const Slot* const slot = find(number, Kind::document);
    if (slot == nullptr) {
        return nullptr;
    }
    std::shared_ptr<OpenDocument> document = slot->content.document;
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
        if (slots_[i].content.document == document) {
            free_slot(i);
        }
    }
    return document;
}

Handles& handles()
{
    static Handles& all = *new Handles;  // NOLINT(*owning-memory*)
    return all;
}

}  // namespace redforge::capi
