// Many insertions into one list, made as one: each costs about the square root of the list's length, not its length.
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

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const ChildEntry& child() const { return *list_.child; }
    [[nodiscard]] std::size_t size() const { return size_; }
    /// "objects[3]", or the list's own path where it holds one at most.
    [[nodiscard]] std::string path_of(std::size_t index) const;
    /// The record that a path names by number: "objects[3]". Nothing for any other path.
    [[nodiscard]] std::optional<std::size_t> index_of(std::string_view path) const;

    /// Puts a default record at `index`. The handle is valid until the next insertion.
    RecordHandle insert(std::size_t index, std::size_t item);
    /// Puts a copy of the record at `original` at `index`.
    RecordHandle insert_copy(std::size_t index, std::size_t original);

    /// Makes the insertions in the document.
    void finish(Recorder& recorder);

private:
    /// Where a record is: its index in the document's list, or behind that list's size in `added_`.
    using Source = std::uint32_t;
    static constexpr std::size_t largest_block = 1024;

    void put(std::size_t index, Source source);
    [[nodiscard]] Source source_at(std::size_t index) const;

    NodePath node_;
    ListView list_;
    std::string path_;
    std::size_t size_;
    LooseRecords added_;
    std::vector<std::vector<Source>> blocks_;
};

}  // namespace redforge::edit
