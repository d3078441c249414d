// Many insertions, removals and moves in one list, made as one: each costs about the square root of the list's length,
// not its length.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/recorder.hpp"

namespace redforge::edit {

/// A list as it will be, while the document's own is still as it was.
class ListEdit {
public:
    /// `node` is the record that holds the list, `path` the list's path.
    ListEdit(NodePath node, const ListView& list, std::string path);

    /// The record that holds the list.
    [[nodiscard]] const NodePath& node() const { return node_; }
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const ChildEntry& child() const { return *list_.child; }
    /// The list as it was.
    [[nodiscard]] const ListView& before() const { return list_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    /// "objects[3]", or the list's own path where it holds one at most.
    [[nodiscard]] std::string path_of(std::size_t index) const;
    /// What stands in the brackets of a path that leads to records of the list: "id=5" of "objects[id=5]". Nothing for any
    /// other path.
    [[nodiscard]] std::optional<std::string_view> selector_of(std::string_view path) const;

    /// The record at an index. The handle is valid until the next change.
    [[nodiscard]] RecordHandle record_at(std::size_t index) const;
    /// Where a record of the list as it was stands now; nothing when it was removed.
    [[nodiscard]] std::optional<std::size_t> index_of(std::size_t index_before) const;
    /// Where the records stand that were inserted.
    [[nodiscard]] std::vector<std::size_t> inserted() const;

    /// Puts a default record at `index`. The handle is valid until the next insertion.
    RecordHandle insert(std::size_t index, std::size_t item);
    /// Puts a copy of the record at `original` at `index`.
    RecordHandle insert_copy(std::size_t index, std::size_t original);
    void erase(std::size_t index);
    /// Moves a record; `to` counts without it.
    void move(std::size_t from, std::size_t to);

    /// Makes the changes in the document.
    void finish(Recorder& recorder);

private:
    /// Where a record is: its index in the document's list, or behind that list's size in `added_`.
    using Source = std::uint32_t;
    static constexpr std::size_t max_block = 1024;
    static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

    struct Block {
        std::uint32_t name{};  ///< stays while the block's place among the others changes
        std::vector<Source> sources;
    };
    struct Place {
        std::size_t block{};
        std::size_t index{};  ///< in the block
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
    std::size_t from_{};  ///< of the last move
    std::size_t to_{};
};

}  // namespace redforge::edit
