// How the FormIDs of a plugin are numbered: which plugin each first byte stands for, and the same forms in another numbering.
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
#include "tes/form_id.hpp"
#include "tes/plugin_fwd.hpp"

namespace redforge::tes {

struct Master;

/// The numbers below, which the game itself has in its first master, are the same whatever the masters are.
inline constexpr std::uint32_t first_free_number = 0x800;

/// What the first byte of a FormID stands for: a master by its place in the list, then the plugin itself.
struct Numbering {
    std::vector<std::string> masters;
    /// Masters that are not in the list, but that forms must be named of meanwhile: 0xFD and down.
    std::vector<std::string> others{};

    [[nodiscard]] static Numbering of(const Plugin& plugin);
    /// The same with those of another list behind that it has not.
    [[nodiscard]] Numbering with_others(const Numbering& from) const;
    /// All that FormIDs may be of, by their first byte: empty texts for the plugin itself and for what is no plugin.
    [[nodiscard]] std::vector<std::string> files() const;
};

/// Names of masters by which they are compared: in lower case, and a repeated one with its number ("a.esm", "a.esm/1").
[[nodiscard]] std::vector<std::string> master_keys(std::span<const std::string> names);

/// Gives FormIDs of one numbering the numbers of another. A form of a plugin that the other does not have, or that has no
/// number there, has none.
class FormIdMap {
public:
    FormIdMap(const Numbering& from, const Numbering& to);

    [[nodiscard]] std::optional<FormId> of(FormId form) const;
    /// Whether all forms keep their numbers.
    [[nodiscard]] bool is_identity() const;
    /// Whether bytes that nobody knows the meaning of may hold a form that gets another number.
    [[nodiscard]] bool may_change(ByteView bytes) const;
    /// "Update.esm": the plugin that a FormID of the first numbering is of; empty where that is the plugin itself.
    [[nodiscard]] std::string_view file_of(FormId form) const;

private:
    static constexpr std::int16_t absent = -1;

    std::array<std::int16_t, 256> table_{};
    std::vector<std::string> files_;
};

/// Whether bytes of an unknown meaning may stay as they are.
using AcceptBytes = std::function<bool(ByteView bytes)>;

/// Gives all forms that a plugin names their numbers in another numbering. Its list of masters stays as it is. Bytes of an
/// unknown meaning stay as they are: where `accept` is empty, only if they cannot hold a form that gets another number.
/// Errors: mismatch, with the record: it names a form that has no number there, or holds bytes that are not accepted. The
/// plugin is not to be used then.
[[nodiscard]] Status renumber(Plugin& plugin, const FormIdMap& map, const AcceptBytes& accept = {});

/// Gives a plugin other masters in place of its own, and all forms that it names their numbers with these.
/// Errors: as renumber(), and out_of_range: too many masters. The plugin is not to be used then.
[[nodiscard]] Status change_masters(Plugin& plugin, const std::vector<Master>& masters, const AcceptBytes& accept = {});

/// The masters of a plugin with all that its header says of them.
[[nodiscard]] std::vector<Master> master_list(const Plugin& plugin);
/// Puts a list of masters into the header and changes nothing else.
void set_master_list(Plugin& plugin, const std::vector<Master>& masters);

/// Which first bytes of FormIDs a plugin uses, and how many times its records name a form of each.
[[nodiscard]] std::array<std::size_t, 256> count_uses(const Plugin& plugin);

/// "WEAP 02000801 (Sword)": the records that name a form with such a first byte, at most `count` of them.
[[nodiscard]] std::vector<std::string> records_that_use(const Plugin& plugin, std::uint8_t first_byte,
                                                        std::size_t count);

}  // namespace redforge::tes
