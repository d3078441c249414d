// Records of any type but SCPT that carry scripts or properties.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/mixed_list.hpp"
#include "core/optional_record.hpp"
#include "tes/plugin_fwd.hpp"
#include "tes/record_head.hpp"
#include "tes/script.hpp"
#include "tes/subrecord.hpp"

namespace redforge::tes {

/// A script inside another record: of a dialogue response or a quest stage.
struct ResultScript : ScriptBody {
    static constexpr std::string_view element = "result_script";

    friend bool operator==(const ResultScript&, const ResultScript&) = default;
};

template <class Archive>
void serialize(Archive& ar, ResultScript& script, unsigned /*version*/)
{
    body_fields(ar, script);
    body_children(ar, script);
}

/// Any other record that carries a script or properties, or whose subrecords have a definition.
struct Record : RecordHead {
    static constexpr std::string_view element = "record";

    FixedText<4> type;
    OptionalRecord<Properties> properties;
    /// All but EDID and VMAD: Subrecord, ResultScript, and those that a definition has a layout for.
    MixedList subrecords;
    Bytes stream;
    Bytes tail;

    friend bool operator==(const Record&, const Record&) = default;
    [[nodiscard]] std::string file_stem() const;
};

template <class Archive>
void serialize(Archive& ar, Record& record, unsigned /*version*/)
{
    field(ar, "type", record.type, {.label = "Type", .always = true});
    head_fields(ar, record);
    list(ar, "properties", properties_element, record.properties, {.label = "Script properties", .doc = "VMAD"});
    list(ar, "subrecords", "", record.subrecords, {.label = "Subrecords", .doc = "All but EDID and VMAD."});
    record_tail(ar, record);
}

/// The list of a record's subrecords in files with headers of that size: the types that they may have. The first is
/// Subrecord, the second ResultScript, then come those of definitions_of() in their order.
[[nodiscard]] const ChildEntry& subrecord_list(std::size_t header_size);
inline constexpr std::size_t undefined_items = 2;

inline void add_subrecord(MixedList& list, std::size_t header_size, Subrecord subrecord)
{
    const ChildEntry& child = subrecord_list(header_size);
    *static_cast<Subrecord*>(list.append(child.items[0], 0).record.get()) = std::move(subrecord);
}
inline void add_subrecord(MixedList& list, std::size_t header_size, ResultScript script)
{
    const ChildEntry& child = subrecord_list(header_size);
    *static_cast<ResultScript*>(list.append(child.items[1], 1).record.get()) = std::move(script);
}

}  // namespace redforge::tes

namespace redforge {

/// Version 0: of Oblivion; 1: of later games, whose definitions are others.
template <>
const RecordType& record_type<tes::Record>(unsigned version);

}  // namespace redforge
