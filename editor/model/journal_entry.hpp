// What a journal consists of, as data with versions: what an older build wrote is read, with what came later left empty.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "editor/model/stored_edit.hpp"

namespace redforge::editor {

/// The first entry: the document that the steps are of.
struct JournalHead {
    struct File {
        std::string name;
        std::uint64_t size{};  ///< and the rest of its content's fingerprint
        std::uint64_t first{};
        std::uint64_t second{};
    };
    std::string format;  ///< the element of its root: "map"
    std::string path;    ///< absolute
    std::uint8_t storage{};
    std::vector<File> files;  ///< as they were read or last saved
};

/// Another text of a script, described by what is new in it.
struct StoredDraft {
    std::uint32_t id{};  ///< the same for all texts of a draft
    std::string record;  ///< path of the record: `actors[3]`
    std::string name;    ///< what it is called
    std::string field;
    std::uint64_t front{};  ///< bytes at the beginning that are those of the draft before
    std::uint64_t back{};   ///< the same of the end
    std::string middle;     ///< what stands between them
};

/// All entries but the first.
struct JournalEntry {
    enum class Kind : std::uint8_t { made, joined, undone, redone, draft, draft_dropped };
    Kind kind{};
    StoredTransaction step;  ///< made to redone: what was done
    StoredDraft draft;       ///< draft; of one that was dropped only the id
};

[[nodiscard]] Bytes to_bytes(const JournalHead& head);
[[nodiscard]] Bytes to_bytes(const JournalEntry& entry);
/// The bytes are those that to_bytes() gave: a sum of them is to be checked before. Errors: malformed (a later build
/// wrote them).
[[nodiscard]] Result<JournalHead> head_from(ByteView bytes);
[[nodiscard]] Result<JournalEntry> entry_from(ByteView bytes);

template <class Archive>
void serialize(Archive& ar, JournalHead::File& file, unsigned /*version*/)
{
    ar& file.name& file.size& file.first& file.second;
}

template <class Archive>
void serialize(Archive& ar, JournalHead& head, unsigned /*version*/)
{
    ar& head.format& head.path& head.storage& head.files;
}

template <class Archive>
void serialize(Archive& ar, StoredDraft& draft, unsigned /*version*/)
{
    ar& draft.id& draft.record& draft.name& draft.field& draft.front& draft.back& draft.middle;
}

template <class Archive>
void serialize(Archive& ar, JournalEntry& entry, unsigned /*version*/)
{
    ar& entry.kind;
    if (entry.kind <= JournalEntry::Kind::redone) {
        ar& entry.step;
    } else {
        ar& entry.draft;
    }
}

}  // namespace redforge::editor
