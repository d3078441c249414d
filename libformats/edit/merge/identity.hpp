// Identifies a record by its content, so that it can be found in another copy of the document at another position.
//
// A record with a unique key is `objects[id=8401]`. Other records have a fingerprint of their content, a sketch of
// their values (one byte each), and the fingerprints of their neighbours:
//   strings[#4f21aa09c3d7 like 3f00 between start 90ab12cd34ef]
//   lights[#4f21aa09c3d7 2 of 3]      the second of three equal records
// The selector matches the record with this fingerprint. If there is none, it can also match a changed record
// (by_similarity): the one between these neighbours, if most of its values are in the sketch. "2 of 3" is valid only
// while there are three.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/record/record_type.hpp"
#include "edit/path/path.hpp"

namespace redforge::edit {

/// Returns the fingerprint of a record's content: 12 hexadecimal digits. `element` is the name of its XML element.
[[nodiscard]] std::string short_fingerprint(std::string_view element, const RecordHandle& record);
[[nodiscard]] std::string short_fingerprint(ByteView bytes);

/// Returns a path that identifies a record by content: "actors[script_name=KEY].strings[#4f21aa09c3d7]". Steps that
/// record_path() writes without an index stay.
[[nodiscard]] std::string stable_path(const RecordHandle& root, const NodePath& node);

/// Identities of the records of one list. The list must not change during the lifetime of the object.
class Identities {
public:
    explicit Identities(const ListView& list) : list_(list) {}

    /// Returns the selector of a record: the part of a path in brackets.
    [[nodiscard]] std::string selector_of(std::size_t index);
    /// Returns the records that match a selector with a fingerprint. The result is empty if there is none, and has
    /// several indices if equal records match. `by_similarity`: also match a changed record. Errors: usage (not a valid
    /// selector), not_found ("2 of 3", but the number of equal records is not 3).
    [[nodiscard]] Result<std::vector<std::size_t>> find(std::string_view selector, bool by_similarity = false);
    /// Returns the fingerprint of a record.
    [[nodiscard]] const std::string& fingerprint(std::size_t index);

private:
    using Places = std::vector<std::size_t>;

    void compute_fingerprints();
    std::string neighbour_fingerprint(std::size_t index, int step);
    std::string key_selector(std::size_t index);
    std::string sketch(std::size_t index) const;

    ListView list_;
    std::vector<std::string> fingerprints_;
    std::map<std::string, Places> by_fingerprint_;
    std::map<std::string, std::map<std::string, std::size_t>> key_counts_;  ///< counts by field and value
};

}  // namespace redforge::edit
