// Lists of a plugin that are decoded from the bytes of its file at the first access.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/bytes/shared_bytes.hpp"
#include "tes/form/form_id.hpp"

namespace redforge::tes {

/// The file of a plugin, and the properties that are needed to decode its bytes.
struct PluginFile {
    SharedBytes bytes;          ///< owns the memory
    std::size_t header_size{};  ///< size of record and group headers: 20 or 24
    bool localised{};           ///< texts are string numbers
    bool is_defined{true};      ///< the game has definitions; else subrecords stay bytes
};

/// The bytes of a list. There are none if `file` is null.
struct Source {
    std::shared_ptr<const PluginFile> file;
    ByteView bytes;  ///< subrecords: the complete record with its header; entries: the content after the header
    FormId owner;    ///< entries: label of the group, if it has the children of a cell
    std::uint8_t depth{};  ///< entries: number of enclosing groups
};

/// A list that `fill(source, list)` decodes at the first access. Concurrent accesses are safe. A copy shares the bytes;
/// it copies the records if they are decoded.
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
        List* first = nullptr;  // another thread may have decoded it meanwhile
        return made_.compare_exchange_strong(first, replacement.get()) ? *replacement.release() : *first;
    }
    [[nodiscard]] bool is_decoded() const { return made_.load(std::memory_order_acquire) != nullptr; }
    /// Returns the bytes that the list was read from. They are its content as long as it is not decoded.
    [[nodiscard]] const Source& source() const { return source_; }
    [[nodiscard]] bool has_source() const { return source_.file != nullptr; }
    /// Releases the decoded records. Precondition: the list has a source and was not changed.
    void release_decoded() { delete made_.exchange(nullptr); }

private:
    Source source_;
    mutable std::atomic<List*> made_{};
};

}  // namespace redforge::tes
