// Records of any type but SCPT that carry scripts or properties.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/boxed.hpp"
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

/// Any other record that carries a script or properties.
struct Record : RecordHead {
    static constexpr std::string_view element = "record";

    FixedText<4> type;
    OptionalRecord<Properties> properties;
    std::vector<std::variant<Subrecord, Boxed<ResultScript>>> subrecords;  ///< all but EDID and VMAD
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

}  // namespace redforge::tes
