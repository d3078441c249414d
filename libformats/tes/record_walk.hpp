// Goes over all records of a plugin, whether they were looked at before or are bytes yet.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/record_type.hpp"
#include "tes/container.hpp"
#include "tes/form_id.hpp"
#include "tes/plugin_fwd.hpp"

namespace redforge::tes {

/// What a record is known by. Valid as long as the plugin stays as it is.
struct RecordHead {
    std::string_view type;
    FormId form_id;
    const Record* record{};  ///< null as long as it is bytes
    Frame frame;             ///< these bytes
    std::size_t header_size{};

    [[nodiscard]] std::string editor_id() const;
    /// Whether it has a subrecord of a type: VMAD.
    [[nodiscard]] bool has(std::string_view subrecord) const;
};

/// In the order of the file. Makes nothing of what is bytes.
void for_each_record(const Plugin& plugin, const std::function<void(const RecordHead&)>& visit);

/// Calls `found` with each record that is wanted and the steps to it, until it returns false. Makes only those groups that such a
/// record is in.
void find_records(const Plugin& plugin, const std::function<bool(const RecordHead&)>& is_wanted,
                  const std::function<bool(Record&, const std::vector<Step>&)>& found);

/// Whether a record fits all keys: fields `type`, `form_id`, `editor_id`, or none for either of the last two; texts regardless of
/// case. Other fields are not looked at.
[[nodiscard]] bool fits(const RecordHead& head, std::span<const Descendants::Key> keys);

}  // namespace redforge::tes
