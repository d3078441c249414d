// What the subrecords of a plugin's records hold, by a definition that is a text: docs/definitions.md says how it is written.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/data_record.hpp"
#include "core/error.hpp"

namespace redforge::tes {

/// A subrecord that has a layout.
struct DefinedSubrecord {
    std::string tag;  ///< four letters
    std::string label;
    DataType type;
    std::size_t item{};  ///< place among Definitions::items()
    /// Of records in which another subrecord stands before it, or none.
    struct Context {
        std::string tag;
        std::string field;                ///< the field with one of the values; the first one when empty
        std::vector<std::string> values;  ///< texts of that field, of which it has one; any when empty
        bool is_not{};                    ///< there is no such subrecord
    };
    std::vector<Context> contexts;
    std::vector<std::string> behind;  ///< the subrecord before it is of one of these types; any when empty
    /// A derived field that counts subrecords after this one, up to the next one of its type.
    struct Counter {
        std::size_t field{};  ///< position in the table
        std::string tag;      ///< what it counts: subrecords, or the records of their list if they have one
        std::string until;    ///< it stops counting at a subrecord of this type; empty: nothing else stops it
    };
    std::vector<Counter> counters;
    std::string letters;  ///< of records whose editor id begins with one of these, in either case; of all when empty

    DefinedSubrecord(std::string its_tag, std::string element) : tag(std::move(its_tag)), type(std::move(element)) {}
};

/// A record that says by flags which parts it has: a change record of a save.
struct DefinedChange {
    DataType type;
    std::vector<std::uint8_t> numbers;  ///< the types of records in the file that are laid out so; none: all others
    EnumNames parts;                    ///< bits of the parts, by their names, if the flags follow from the parts
    std::optional<std::uint32_t> known_flags;  ///< a record with others stays bytes
    DataConditions only;                       ///< a record for which these do not hold stays bytes

    explicit DefinedChange(std::string element) : type(std::move(element)) {}
};

/// Position of a subrecord type in the records of a type.
struct SubrecordPlace {
    std::string tag;
    std::size_t rank{};  ///< types that repeat together have one rank
    bool is_required{};  ///< a new record has the subrecord
};

/// All that a text defines. It stays where it is.
class Definitions {
public:
    /// Errors: malformed, with file and line.
    [[nodiscard]] static Result<std::unique_ptr<Definitions>> parse(std::string_view text, const std::string& file);

    Definitions(const Definitions&) = delete;
    Definitions& operator=(const Definitions&) = delete;
    ~Definitions() = default;

    /// The types of all subrecords that have a layout, each once.
    [[nodiscard]] const std::vector<ItemEntry>& items() const { return items_; }
    /// What a subrecord of a record may be, the first that fits; empty where nothing is defined.
    [[nodiscard]] const std::vector<const DefinedSubrecord*>& find(std::string_view record, std::string_view tag) const;
    /// Whether a type of records is defined.
    [[nodiscard]] bool has(std::string_view record) const { return records_.contains(std::string(record)); }
    /// Returns the order of subrecords in a type of records, as far as it is defined.
    [[nodiscard]] const std::vector<SubrecordPlace>& order(std::string_view record) const;
    /// What a type of subrecords is of; null for one that another text defines.
    [[nodiscard]] const DefinedSubrecord* of(const RecordType& type) const;
    /// The change records, in the order of the text.
    [[nodiscard]] const std::deque<DefinedChange>& changes() const { return changes_; }
    /// "Weapon"; empty for a type that is not defined.
    [[nodiscard]] std::string_view label(std::string_view record) const;

private:
    friend class DefinitionParser;
    Definitions() = default;

    using Subrecords = std::map<std::string, std::vector<const DefinedSubrecord*>, std::less<>>;
    struct Record {
        std::string label;
        Subrecords subrecords;
        std::vector<SubrecordPlace> order;
    };
    std::deque<std::string> texts_;  ///< what infos and words look at
    std::deque<std::vector<EnumName>> enum_names_;
    std::deque<LeafOps> rows_;  ///< operations of rows of a fixed size; they outlive the types below
    std::deque<DefinedSubrecord> subrecords_;
    std::deque<DataType> lists_;  ///< types of the records inside subrecords
    std::deque<DefinedChange> changes_;
    std::unordered_map<std::string, Record> records_;
    std::unordered_map<const RecordType*, const DefinedSubrecord*> by_type_;
    std::vector<ItemEntry> items_;
};

/// What stands before these types at the end of a field's doc.
inline constexpr std::string_view types_begin = "Of: ";

/// The types of records that a FormID of such a field may name, with spaces between them: what `refers` lists. Empty: any.
[[nodiscard]] std::string_view types_named_by(const FieldInfo& info);

/// The definitions for files with headers of 20 bytes (Oblivion) or 24 (Skyrim): those that the library brings along,
/// or those that use_definitions() was given.
[[nodiscard]] const Definitions& definitions_of(std::size_t header_size);

/// The definitions of change records in saves of Oblivion.
[[nodiscard]] const Definitions& save_definitions();

/// From now on these are the definitions of all plugins. To be called once, before the first plugin is made or read: record types
/// are made of them.
void use_definitions(std::unique_ptr<const Definitions> definitions);

}  // namespace redforge::tes
