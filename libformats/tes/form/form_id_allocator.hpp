// Finds free FormIDs for new records of a plugin.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "tes/form/form_id.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::tes {

/// Numbers of a plugin's own records.
class FormIdAllocator {
public:
    /// `is_light`: the plugin is a light one. A plugin with the light flag always is.
    explicit FormIdAllocator(const Plugin& plugin, bool is_light = false);

    /// Returns the number of masters, which is the first byte of the plugin's own FormIDs.
    [[nodiscard]] std::uint32_t masters() const { return masters_; }
    /// Returns the largest valid object id. It is smaller in light plugins.
    [[nodiscard]] std::uint32_t last() const { return last_; }
    /// Returns true if a FormID is valid for one of the plugin's own records.
    [[nodiscard]] bool is_own(std::uint32_t form_id) const;
    /// Returns true if a record has the FormID. Own records are compared by object id, overrides by the whole FormID.
    [[nodiscard]] bool has(std::uint32_t form_id) const;
    /// Marks a FormID as used.
    void add(std::uint32_t form_id);
    /// Returns a free FormID and marks it as used: after all others and not before the header's next one, or else the
    /// first free one. Returns nullopt if there is none.
    std::optional<std::uint32_t> take();

private:
    std::uint32_t masters_;
    std::uint32_t last_;
    std::uint32_t next_;
    std::vector<bool> taken_;
    std::unordered_set<std::uint32_t> others_;  ///< FormIDs of records that are not its own
};

}  // namespace redforge::tes
