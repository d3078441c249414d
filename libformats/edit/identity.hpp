// What a record is, so that it is found in another copy of its document wherever it stands there.
//
// A record with a key of its own is `objects[id=8401]`. Any other is known by a fingerprint of all that it says, by a
// sketch of its values (one byte each), and by the fingerprints of its neighbours:
//   strings[#4f21aa09c3d7 like 3f00 between start 90ab12cd34ef]
//   lights[#4f21aa09c3d7 2 of 3 like ...]      the second of three that say the same
// It is the only record with that fingerprint; or, where that is asked for and there is none, the one between these
// neighbours if most of its values are the ones in the sketch. Of several that are alike, the position helps only while they are as many.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/record_type.hpp"
#include "edit/path.hpp"

namespace redforge::edit {

/// A fingerprint of all that a record says: 12 hexadecimal digits.
[[nodiscard]] std::string print_of(std::string_view element, const RecordHandle& record);
[[nodiscard]] std::string print_of(ByteView bytes);

/// The path of a record by what it is: "actors[script_name=KEY].strings[#4f21aa09c3d7]". Lists whose records have other
/// names than numbers keep those.
[[nodiscard]] std::string lasting_path(const RecordHandle& root, const NodePath& node);

/// The records of one list as others of their document are told apart from them. The list must not change meanwhile.
class Identities {
public:
    explicit Identities(const ListView& list) : list_(list) {}

    /// What stands in the brackets of a path to a record of the list.
    [[nodiscard]] std::string selector_of(std::size_t index);
    /// The records that such a selector with a fingerprint is of: one, none, or several that cannot be told apart.
    /// `by_likeness`: also one that has changed since.
    /// Errors: usage, not_found.
    [[nodiscard]] Result<std::vector<std::size_t>> find(std::string_view selector, bool by_likeness = false);
    [[nodiscard]] const std::string& print(std::size_t index);

private:
    using Places = std::vector<std::size_t>;

    void make_prints();
    std::string neighbour(std::size_t index, int step);
    std::string key_selector(std::size_t index);
    std::string sketch(std::size_t index) const;

    ListView list_;
    std::vector<std::string> prints_;
    std::map<std::string, Places> of_print_;
    std::map<std::string, std::map<std::string, std::size_t>> key_counts_;  ///< by field and value
};

}  // namespace redforge::edit
