// SCPT: records that are a script.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tes/record_head.hpp"
#include "tes/script.hpp"
#include "tes/subrecord.hpp"

namespace redforge::tes {

/// A SCPT record.
struct Script : RecordHead, ScriptBody {
    static constexpr std::string_view element = "script";
    static constexpr std::string_view signature = "SCPT";

    std::vector<Subrecord> subrecords;  ///< behind the script's own
    Bytes stream;
    Bytes tail;

    friend bool operator==(const Script&, const Script&) = default;
    [[nodiscard]] std::string file_stem() const;
};

template <class Archive>
void serialize(Archive& ar, Script& script, unsigned /*version*/)
{
    head_fields(ar, script);
    body_fields(ar, script);
    body_children(ar, script);
    list(ar, "subrecords", Subrecord::element, script.subrecords, {.label = "Other subrecords"});
    record_tail(ar, script);
}

}  // namespace redforge::tes
