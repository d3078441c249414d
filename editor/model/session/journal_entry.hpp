// Content of a journal, as versioned data: entries of older builds are read, and fields added later stay empty.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "editor/model/session/stored_edit.hpp"

namespace redforge::editor {

/// The first entry: identifies the document of the journal.
struct JournalHead {
    struct File {
        std::string name;
        std::uint64_t size{};  ///< part of the fingerprint of its content
        std::uint64_t first{};
        std::uint64_t second{};
    };
    std::string format;  ///< the element of its root: "map"
    std::string path;    ///< absolute
    std::uint8_t storage{};
    std::vector<File> files;  ///< as read or last saved
};

/// A new version of a script text, stored as the difference from the previous draft.
struct StoredDraft {
    std::uint32_t id{};  ///< the same for all versions of a draft
    std::string record;  ///< path of the record: `actors[3]`
    std::string name;    ///< display name
    std::string field;
    std::uint64_t front{};  ///< number of leading bytes equal to the previous draft
    std::uint64_t back{};   ///< number of trailing bytes equal to the previous draft
    std::string middle;     ///< the text between them
};

/// Every entry after the first.
struct JournalEntry {
    enum class Kind : std::uint8_t {
        made,
        joined,  ///< made, and joined to the previous step
        undone,
        redone,
        draft,
        draft_dropped,
    };
    Kind kind{};
    StoredTransaction step;  ///< made, joined, undone, redone: the operations
    StoredDraft draft;       ///< draft; draft_dropped: only the id
};

[[nodiscard]] Bytes to_bytes(const JournalHead& head);
[[nodiscard]] Bytes to_bytes(const JournalEntry& entry);
/// Parses the bytes of to_bytes(). Check their checksum first. Errors: malformed (written by a later build).
[[nodiscard]] Result<JournalHead> parse_head(ByteView bytes);
[[nodiscard]] Result<JournalEntry> parse_entry(ByteView bytes);

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
