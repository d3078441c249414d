// Handles of documents and nodes: numbers that become invalid when they are freed and are not reused for other objects.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <vector>

#include "core/files/files.hpp"
#include "edit/document/edited_document.hpp"
#include "redforge.h"

namespace redforge::capi {

/// An open document. The mutex protects all other members.
struct OpenDocument {
    OpenDocument(edit::Document document, LoadContext context) : edited(std::move(document), std::move(context)) {}

    std::mutex mutex;
    bool closed{};
    edit::EditedDocument edited;
    std::filesystem::path path{};  ///< file of the document; empty if it has none
    edit::Storage storage{};       ///< form of the file
    FileSnapshot seen{};           ///< fingerprints of the file when last read or written
};

/// A node: its document, and its position there.
struct OpenNode {
    std::shared_ptr<OpenDocument> document;
    std::shared_ptr<const edit::TrackedNode> node;
};

/// Table of documents and nodes by handle. A handle has the index of a slot, the kind of its content, and a generation,
/// so that a freed handle is detected. Thread-safe.
class Handles {
public:
    [[nodiscard]] rf_document add(std::shared_ptr<OpenDocument> document);
    void add(std::span<const OpenNode> nodes, rf_node* numbers);

    /// Returns the document. Returns null if the handle is not valid.
    [[nodiscard]] std::shared_ptr<OpenDocument> document(rf_document number) const;
    /// Returns a node. Its document is null if the handle is not valid.
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
    std::deque<std::uint32_t> free_;  ///< slots freed earlier are reused first
};

/// Returns the table. It is never destroyed, because threads can call functions while the program ends.
[[nodiscard]] Handles& handles();

}  // namespace redforge::capi
