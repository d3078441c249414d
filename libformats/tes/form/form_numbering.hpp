// Numbering of FormIDs: the plugin of each first byte, and conversion to another master list.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "tes/form/form_id.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::tes {

struct Master;
struct Save;

/// Meaning of a FormID's first byte: the index of a master; the number of masters is the plugin itself.
struct Numbering {
    std::vector<std::string> masters;
    /// Masters that are not in the list but are temporarily needed, from 0xFD downwards.
    std::vector<std::string> others{};

    [[nodiscard]] static Numbering of(const Plugin& plugin);
    /// Returns the numbering by the load order of a save.
    [[nodiscard]] static Numbering of(const Save& save);
    /// Returns this numbering plus the masters of another one that it lacks.
    [[nodiscard]] Numbering with_others(const Numbering& from) const;
    /// Returns the file of each first byte. The plugin itself and unused bytes have an empty name.
    [[nodiscard]] std::vector<std::string> files() const;
};

/// Returns the keys by which masters are compared: lower case, with a count for repeated names ("a.esm", "a.esm/1").
[[nodiscard]] std::vector<std::string> master_keys(std::span<const std::string> names);

/// Converts FormIDs from one numbering to another. A form whose plugin is missing there has no result.
class FormIdMap {
public:
    FormIdMap(const Numbering& from, const Numbering& to);

    [[nodiscard]] std::optional<FormId> of(FormId form) const;
    /// Returns true if all forms keep their numbers.
    [[nodiscard]] bool is_identity() const;
    /// Returns true if undecoded bytes may contain a form whose number changes.
    [[nodiscard]] bool may_change(ByteView bytes) const;
    /// Returns the file of a FormID of the first numbering ("Update.esm"), or an empty text for the plugin itself.
    [[nodiscard]] std::string_view file_of(FormId form) const;

private:
    static constexpr std::int16_t absent = -1;

    std::array<std::int16_t, 256> table_{};
    std::vector<std::string> files_;
};

/// Callback: returns true if undecoded bytes may stay unchanged.
using AcceptBytes = std::function<bool(ByteView bytes)>;

/// Converts all FormIDs of a plugin to another numbering. The master list and undecoded bytes stay unchanged. If
/// `accept` is empty, undecoded bytes are accepted only if they cannot contain a form whose number changes. Errors:
/// mismatch, with the record that refers to a form without a number, or has bytes that are not accepted. The plugin is
/// then partly converted and must be discarded.
[[nodiscard]] Status renumber(Plugin& plugin, const FormIdMap& map, const AcceptBytes& accept = {});
/// Same as above, for a save and its list of plugins.
[[nodiscard]] Status renumber(Save& save, const FormIdMap& map, const AcceptBytes& accept = {});

/// Replaces the master list of a plugin and renumbers all its forms.
/// Errors: those of renumber(), and out_of_range (too many masters). The plugin must then be discarded.
[[nodiscard]] Status change_masters(Plugin& plugin, const std::vector<Master>& masters, const AcceptBytes& accept = {});

/// Returns the masters of a plugin with their header fields.
[[nodiscard]] std::vector<Master> master_list(const Plugin& plugin);
/// Sets the master list in the header without renumbering.
void set_master_list(Plugin& plugin, const std::vector<Master>& masters);

/// Returns the number of references to forms by first byte. References to forms of the game itself (below 800) count
/// only in a plugin whose first master is the game's main file, or that has records of such forms and at most one
/// master.
[[nodiscard]] std::array<std::size_t, 256> count_uses(const Plugin& plugin);
[[nodiscard]] std::array<std::size_t, 256> count_uses(const Save& save);
/// Same as above, for FormIDs that are numbered by another list of plugins than the document's.
[[nodiscard]] std::array<std::size_t, 256> count_uses(const Plugin& plugin, std::span<const std::string> masters);
[[nodiscard]] std::array<std::size_t, 256> count_uses(const Save& save, std::span<const std::string> plugins);

/// Records that refer to the forms of a file.
struct RecordUses {
    std::vector<std::string> records;  ///< the first ones: "WEAP 02000801 (Sword)"
    std::size_t count{};               ///< number of all records
};

/// Returns the records that refer to a form with a first byte, and the names of the first `count` of them. `masters`,
/// `plugins`: the list that the numbers belong to.
[[nodiscard]] RecordUses records_that_use(const Plugin& plugin, std::span<const std::string> masters,
                                          std::uint8_t first_byte, std::size_t count);
[[nodiscard]] RecordUses records_that_use(const Save& save, std::span<const std::string> plugins,
                                          std::uint8_t first_byte, std::size_t count);

/// Returns the FormID of a record of the plugin that is a form of the game itself: a number below 800 with the first
/// byte 0. Returns nullopt if there is none.
[[nodiscard]] std::optional<FormId> find_game_record(const Plugin& plugin);

/// Returns the records that are or refer to a form with a first byte and a number below 800. With the first byte 0,
/// such a form would be one of the game itself.
[[nodiscard]] RecordUses low_forms(const Plugin& plugin, std::uint8_t first_byte, std::size_t count);
[[nodiscard]] RecordUses low_forms(const Save& save, std::uint8_t first_byte, std::size_t count);

}  // namespace redforge::tes
