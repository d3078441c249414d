// Visits all records of a plugin, decoded or not.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/record_type.hpp"
#include "core/text/letter_search.hpp"
#include "tes/form/form_id.hpp"
#include "tes/plugin/container.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::tes {

/// Identification of a record. Valid until the plugin changes.
struct RecordHead {
    std::string_view type;
    FormId form_id;
    const Record* record{};  ///< null if it is not decoded
    Frame frame;             ///< the bytes of a record that is not decoded
    std::size_t header_size{};

    [[nodiscard]] std::string editor_id() const;
    /// Returns true if the record has a subrecord of a type, like VMAD.
    [[nodiscard]] bool has(std::string_view subrecord) const;
};

/// Returns false if a list that is not decoded does not contain the letters. Precondition: the list has a source.
[[nodiscard]] bool may_contain(const Entries& list, const LetterSearch& letters);
[[nodiscard]] bool may_contain(const Subrecords& list, const LetterSearch& letters);

/// Visits all records in file order, without decoding them.
void for_each_record(const Plugin& plugin, const std::function<void(const RecordHead&)>& visit);

/// Calls `found` with each wanted record and the steps to it, until it returns false. Decodes only groups that contain
/// such a record.
void find_records(const Plugin& plugin, const std::function<bool(const RecordHead&)>& is_wanted,
                  const std::function<bool(Record&, const std::vector<Step>&)>& found);

/// Returns true if a record matches all keys, ignoring case. A key has the field `type`, `form_id` or `editor_id`, or
/// no field for one of the last two. Ignores keys with other fields.
[[nodiscard]] bool fits(const RecordHead& head, std::span<const Descendants::Key> keys);

}  // namespace redforge::tes
