// The numbers that other languages know documents and nodes by: one that was freed never means anything else.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <vector>

#include "core/files.hpp"
#include "edit/edited_document.hpp"
#include "redforge.h"

namespace redforge::capi {

/// A document that is open. All but the mutex is used under it.
struct OpenDocument {
    OpenDocument(edit::Document document, LoadContext context) : edited(std::move(document), std::move(context)) {}

    std::mutex mutex;
    bool closed{};
    edit::EditedDocument edited;
    std::filesystem::path path{};  ///< file of the document; empty if it has none
    edit::Storage storage{};       ///< of that file
    FileSnapshot seen{};                   ///< what is in that file, as far as is known
};

/// A node: its document, and its place there.
struct OpenNode {
    std::shared_ptr<OpenDocument> document;
    std::shared_ptr<const edit::TrackedNode> node;
};

/// Documents and nodes by their numbers. A number is the index of a slot, what is in it, and how often that slot was used
/// before: a number that was freed does not fit any more. For any thread.
class Handles {
public:
    [[nodiscard]] rf_document add(std::shared_ptr<OpenDocument> document);
    void add(std::span<const OpenNode> nodes, rf_node* numbers);

    /// Returns the document. Returns null if the handle is not valid.
    [[nodiscard]] std::shared_ptr<OpenDocument> document(rf_document number) const;
    /// Without a document: there is none.
    [[nodiscard]] OpenNode node(rf_node number) const;

    /// Frees a node. Returns false if the handle is not valid.
    [[nodiscard]] bool free_node(rf_node number);
    /// Frees a document and its nodes. Returns null if the handle is not valid.
    [[nodiscard]] std::shared_ptr<OpenDocument> free_document(rf_document number);

private:
    enum class Kind : std::uint8_t { none, document, node };
    struct Slot {
        std::uint32_t generation{1};  ///< 31 bits
        Kind kind{};
        OpenNode content;
    };

    [[nodiscard]] std::uint32_t take_slot();
    void free_slot(std::uint32_t index);
    [[nodiscard]] static std::uint64_t number_of(std::uint32_t index, const Slot& slot);
    [[nodiscard]] const Slot* find(std::uint64_t number, Kind kind) const;

    mutable std::shared_mutex mutex_;
    std::deque<Slot> slots_;
    std::deque<std::uint32_t> free_;  ///< the one that was freed first is used first
};

/// It is never destroyed: threads may still call while a program ends.
[[nodiscard]] Handles& handles();

}  // namespace redforge::capi
