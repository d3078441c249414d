// Batches many insertions, removals and moves in one list. Each costs O(sqrt(n)) instead of O(n), for a list of n
// records.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/operation/recorder.hpp"

namespace redforge::edit {

/// A list with pending edits. The document's own list changes only in finish().
class ListEdit {
public:
    /// `node` is the record that contains the list, `path` the list's path.
    ListEdit(NodePath node, const ListView& list, std::string path);

    /// Returns the path of the record that contains the list.
    [[nodiscard]] const NodePath& node() const { return node_; }
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const ChildEntry& child() const { return *list_.child; }
    /// Returns the list before the edits.
    [[nodiscard]] const ListView& before() const { return list_; }
    /// Returns the number of records after the edits so far.
    [[nodiscard]] std::size_t size() const { return size_; }
    /// Returns the path of a record: "objects[3]", or the list's own path if the list can have only one record.
    [[nodiscard]] std::string path_of(std::size_t index) const;
    /// Returns the selector of a path to records of this list: "id=5" for "objects[id=5]". Returns nullopt for other
    /// paths.
    [[nodiscard]] std::optional<std::string_view> selector_of(std::string_view path) const;

    /// Returns the record at an index. The handle is valid until the next change.
    [[nodiscard]] RecordHandle record_at(std::size_t index) const;
    /// Returns the present index of a record of the original list. Returns nullopt if it was removed.
    [[nodiscard]] std::optional<std::size_t> index_of(std::size_t index_before) const;
    /// Returns the present indices of the inserted records, in order of insertion.
    [[nodiscard]] std::vector<std::size_t> inserted() const;

    /// Inserts a default record of item type `item` at `index`. The handle is valid until the next insertion.
    RecordHandle insert(std::size_t index, std::size_t item);
    /// Inserts a copy of the record at `original` at `index`. The handle is valid until the next insertion.
    RecordHandle insert_copy(std::size_t index, std::size_t original);
    void erase(std::size_t index);
    /// Moves a record. `to` is its index after its removal from `from`.
    void move(std::size_t from, std::size_t to);

    /// Applies the edits to the document.
    void finish(Recorder& recorder);

private:
    /// Identifies a record: its index in the document's list, or that list's size plus its index in `added_`.
    using Source = std::uint32_t;
    static constexpr std::size_t max_block = 1024;
    static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

    struct Block {
        std::uint32_t name{};  ///< does not change when blocks are inserted before it
        std::vector<Source> sources;
    };
    struct Place {
        std::size_t block{};
        std::size_t index{};  ///< index in the block
    };

    void put(std::size_t index, Source source);
    Source take(std::size_t index);
    [[nodiscard]] Place position_of(std::size_t index) const;
    [[nodiscard]] std::optional<std::size_t> index_of_source(Source source) const;

    NodePath node_;
    ListView list_;
    std::string path_;
    std::size_t size_;
    DetachedRecords added_;
    std::vector<Block> blocks_;
    std::vector<std::uint32_t> block_of_;  ///< by source: the name of its block
    std::vector<char> is_moved_;           ///< by index in the document's list
    std::vector<char> is_copy_;            ///< by index in added_
    std::size_t moves_{};
    std::size_t from_{};  ///< source index of the last move
    std::size_t to_{};
};

}  // namespace redforge::edit
