// Lists of a plugin that stay bytes of its file until something looks at them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/shared_bytes.hpp"
#include "tes/form_id.hpp"

namespace redforge::tes {

/// The file that views of a plugin look at, and what its bytes cannot be read without.
struct PluginFile {
    SharedBytes bytes;          ///< keeps the memory
    std::size_t header_size{};  ///< of records and groups: 20 or 24
    bool localised{};           ///< texts are numbers
    bool is_defined{true};      ///< of a game that there are definitions for; else subrecords stay bytes
};

/// Bytes that a list is made from. Without a file there are none.
struct Source {
    std::shared_ptr<const PluginFile> file;
    ByteView bytes;  ///< of subrecords: the whole record with its header; of entries: what stands behind the header
    FormId owner;    ///< of entries: the label of the group, if that is the children of a cell
    std::uint8_t depth{};  ///< of entries: in how many groups they are
};

/// A list that is made by `fill(source, list)` when it is first looked at. Several threads may look at once. A copy shares the
/// bytes, or copies the records where they are made.
template <class List>
class LazyList {
public:
    LazyList() = default;
    explicit LazyList(Source source) : source_(std::move(source)) {}
    LazyList(const LazyList& other) : source_(other.source_)
    {
        if (const List* made = other.made_.load(std::memory_order_acquire)) {
            made_ = new List(*made);
        }
    }
    LazyList(LazyList&& other) noexcept : source_(std::move(other.source_)), made_(other.made_.exchange(nullptr)) {}
    LazyList& operator=(LazyList other) noexcept
    {
        std::swap(source_, other.source_);
        made_ = other.made_.exchange(made_);
        return *this;
    }
    ~LazyList() { delete made_.load(); }

    [[nodiscard]] List& get() const
    {
        if (List* const made = made_.load(std::memory_order_acquire)) {
            return *made;
        }
        auto replacement = std::make_unique<List>();
        if (source_.file != nullptr) {
            fill(source_, *replacement);
        }
        List* first = nullptr;  // another thread may have made it meanwhile
        return made_.compare_exchange_strong(first, replacement.get()) ? *replacement.release() : *first;
    }
    [[nodiscard]] bool is_made() const { return made_.load(std::memory_order_acquire) != nullptr; }
    /// What it was read from: what it still says, as long as it is not made.
    [[nodiscard]] const Source& source() const { return source_; }
    [[nodiscard]] bool has_source() const { return source_.file != nullptr; }
    /// Lets go of what was made to look at it. Precondition: it has a source, and nothing was changed.
    void forget() { delete made_.exchange(nullptr); }

private:
    Source source_;
    mutable std::atomic<List*> made_{};
};

}  // namespace redforge::tes
