// Names beside scripts in a game's folder: maps of WORLD.INI, items of ITEM.INI, dialogue of ENGLISH.RTX.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "soup/names.hpp"

namespace redforge::soup {

/// WORLD.INI: the file name of each world's map without folder and ending, by world number. Several numbers can name
/// one map. Lines that say something else are passed over.
[[nodiscard]] std::map<std::int32_t, std::string> read_world_maps(ByteView world_ini);

/// ITEM.INI: the dialogue label of each item's name, by item number.
[[nodiscard]] std::map<std::int32_t, std::string> read_item_labels(ByteView item_ini);

/// Bytes of a large file, read when they are wanted.
using ReadPart = std::function<Result<Bytes>(std::uint64_t offset, std::size_t size)>;

/// Where each label of ENGLISH.RTX has its text. The file itself is never loaded: it is 177 MB, mostly sound.
class Dialogue {
public:
    /// Reads the table at the file's end. Refuses one that does not fit the file.
    [[nodiscard]] static Result<Dialogue> open(std::uint64_t file_size, ReadPart read);

    /// The words of a label of four bytes, as UTF-8; nothing when there are none or the file cannot be read.
    /// A label that is not there is looked up in small letters too.
    [[nodiscard]] std::optional<std::string> text(std::string_view label) const;
    /// All labels in their order.
    [[nodiscard]] std::vector<std::string> labels() const;
    [[nodiscard]] std::size_t size() const { return places_.size(); }

private:
    struct Place {
        std::uint32_t offset{};
        std::uint32_t size{};
    };
    std::unordered_map<std::string, Place> places_;
    ReadPart read_;
};

/// Gives `names` what a game's folder knows; what is missing may be empty or null. Names of items come from the
/// dialogue when it has them, else they are the labels. `dialogue` must outlive the names.
void add_game_names(Names& names, ByteView world_ini, ByteView item_ini, const Dialogue* dialogue);

}  // namespace redforge::soup
