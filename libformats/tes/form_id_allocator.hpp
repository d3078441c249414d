// Which numbers of FormIDs a plugin has taken, for records that are added to it.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "tes/plugin_fwd.hpp"

namespace redforge::tes {

inline constexpr std::uint32_t number_bits = 0xFFFFFF;  ///< of a FormID; those above say whose it is

/// Numbers of a plugin's own records.
class FormIdAllocator {
public:
    explicit FormIdAllocator(const Plugin& plugin);

    /// How many masters the plugin has, which its own FormIDs begin with.
    [[nodiscard]] std::uint32_t masters() const { return masters_; }
    /// The last number that a record of it may have; light plugins have few.
    [[nodiscard]] std::uint32_t last() const { return last_; }
    /// Whether a FormID is one that a record of the plugin's own may have.
    [[nodiscard]] bool is_own(std::uint32_t form_id) const;
    /// Whether a record has that FormID: one of its own by the number, one of a master's by all of it.
    [[nodiscard]] bool has(std::uint32_t form_id) const;
    /// A record has it from now on.
    void add(std::uint32_t form_id);
    /// One that no record has, from then on taken: behind all others and not before the header's next one, or else the
    /// first that is unused. Nothing: there is none.
    std::optional<std::uint32_t> take();

private:
    std::uint32_t masters_;
    std::uint32_t last_;
    std::uint32_t next_;
    std::vector<bool> taken_;
    std::unordered_set<std::uint32_t> others_;  ///< FormIDs of records that are not its own
};

}  // namespace redforge::tes
