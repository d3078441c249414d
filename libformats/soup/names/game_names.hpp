// Names in a game's folder for scripts: maps of WORLD.INI, items of ITEM.INI, dialogue of ENGLISH.RTX.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "soup/names/names.hpp"

namespace redforge::soup {

/// Reads WORLD.INI: returns the base name of each world's map, by world number. Several numbers can have the same map.
/// Skips other lines.
[[nodiscard]] std::map<std::int32_t, std::string> read_world_maps(ByteView world_ini);

/// Reads ITEM.INI: returns the dialogue label of each item's name, by item number.
[[nodiscard]] std::map<std::int32_t, std::string> read_item_labels(ByteView item_ini);

/// Reads bytes of a large file on demand.
using ReadPart = std::function<Result<Bytes>(std::uint64_t offset, std::size_t size)>;

/// Index of the dialogue texts of ENGLISH.RTX, by label. The file is read on demand, because it has 185 MB, mostly
/// sound.
class Dialogue {
public:
    /// Reads the table at the file's end. Errors: the table does not fit the file.
    [[nodiscard]] static Result<Dialogue> open(std::uint64_t file_size, ReadPart read);

    /// Returns the text of a four-byte label in UTF-8, or nullopt if there is none or the file cannot be read. Tries
    /// the label in lower case if it is not found.
    [[nodiscard]] std::optional<std::string> text(std::string_view label) const;
    /// Returns true if the entry of a label has a voice. Returns false if there is no entry, or if it cannot be read.
    [[nodiscard]] bool has_voice(std::string_view label) const;
    /// Returns all labels, sorted.
    [[nodiscard]] std::vector<std::string> labels() const;
    [[nodiscard]] std::size_t size() const { return places_.size(); }

private:
    struct Place {
        std::uint32_t offset{};
        std::uint32_t size{};
    };
    /// Finds an entry by its label, or by the label in lower case. Returns null if there is none, or if it is too short
    /// for a text.
    [[nodiscard]] const Place* find(std::string_view label) const;

    std::unordered_map<std::string, Place> places_;
    ReadPart read_;
};

/// Adds the names of a game's folder to `names`. Missing sources may be empty or null. Item names come from the
/// dialogue, or else are the labels. `dialogue` must outlive the names.
void add_game_names(Names& names, ByteView world_ini, ByteView item_ini, const Dialogue* dialogue);

}  // namespace redforge::soup
