// Layouts of the subrecords of plugins, from definition texts. docs/definitions.md describes the language.
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

#include "core/error.hpp"
#include "core/record/data_record.hpp"

namespace redforge::tes {

/// A subrecord that has a layout.
struct DefinedSubrecord {
    std::string tag;  ///< four letters
    std::string label;
    DataType type;
    std::size_t item{};  ///< index in Definitions::items()
    /// Condition: the record has (or does not have) another subrecord before this one.
    struct Context {
        std::string tag;
        std::string field;                ///< field to compare; the first one if empty
        std::vector<std::string> values;  ///< accepted texts of the field; any text if empty
        bool is_not{};                    ///< the condition is that there is no such subrecord
    };
    std::vector<Context> contexts;
    std::vector<std::string> behind;  ///< accepted types of the previous subrecord; any type if empty
    /// A derived field that counts subrecords after this one, up to the next one of its type.
    struct Counter {
        std::size_t field{};  ///< position in the table
        std::string tag;      ///< type of the counted subrecords; if they have a list, its records are counted
        std::string until;    ///< a subrecord of this type also ends the count, unless it is empty
    };
    std::vector<Counter> counters;
    /// A text field that names a file of the game.
    struct NamedFile {
        std::size_t field{};  ///< position in the table
        std::string pattern;  ///< path in the Data folder, with * for the text: "meshes/*"
    };
    std::vector<NamedFile> named_files;
    std::string letters;  ///< accepted first letters of the record's editor ID, ignoring case; any if empty

    DefinedSubrecord(std::string its_tag, std::string element) : tag(std::move(its_tag)), type(std::move(element)) {}
};

/// Layout of a change record of a save, whose flags determine its parts.
struct DefinedChange {
    DataType type;
    std::vector<std::uint8_t>
        numbers;      ///< numbers of the record types with this layout; if there are none, all other types
    EnumNames parts;  ///< bits of the parts, by their names, if the flags follow from the parts
    std::optional<std::uint32_t> known_flags;  ///< a record with other flags stays bytes
    DataConditions only;                       ///< a record that does not meet these conditions stays bytes

    explicit DefinedChange(std::string element) : type(std::move(element)) {}
};

/// Position of a subrecord type in the records of a type.
struct SubrecordPlace {
    std::string tag;
    std::size_t rank{};  ///< types that repeat together have one rank
    bool is_required{};  ///< a new record has the subrecord
    bool repeats{};      ///< a record can have several
    bool leads{};        ///< subrecords after it belong to it
    std::optional<std::size_t> leader{};  ///< index of the place of the type to which it belongs
};

/// The definitions of a text.
class Definitions {
public:
    /// Parses a text. Errors: malformed, with file and line.
    [[nodiscard]] static Result<std::unique_ptr<Definitions>> parse(std::string_view text, const std::string& file);

    Definitions(const Definitions&) = delete;
    Definitions& operator=(const Definitions&) = delete;
    ~Definitions() = default;

    /// Returns the types of all subrecords with a layout, without duplicates.
    [[nodiscard]] const std::vector<ItemEntry>& items() const { return items_; }
    /// Returns the layouts for a type of subrecord in a type of record; the first one that fits is used. Empty if there
    /// are none.
    [[nodiscard]] const std::vector<const DefinedSubrecord*>& find(std::string_view record, std::string_view tag) const;
    /// Returns true if a type of record is defined.
    [[nodiscard]] bool has(std::string_view record) const { return records_.contains(std::string(record)); }
    /// Returns the order of subrecords in a type of records, as far as it is defined.
    [[nodiscard]] const std::vector<SubrecordPlace>& order(std::string_view record) const;
    /// Returns the layouts of subrecords in a type of record that count other subrecords, by their types. Returns an
    /// empty list for unknown types.
    [[nodiscard]] std::vector<const DefinedSubrecord*> counts(std::string_view record) const;
    /// Returns true if the definition states that a record of a type has at most one subrecord of a type.
    [[nodiscard]] bool occurs_once(std::string_view record, std::string_view tag) const;
    /// Returns the layout of a record type of this text. Returns null for other types.
    [[nodiscard]] const DefinedSubrecord* of(const RecordType& type) const;
    /// Returns the layouts of change records, in the order of the text.
    [[nodiscard]] const std::deque<DefinedChange>& changes() const { return changes_; }
    /// Returns the label of a type of record, like "Weapon". Returns an empty text if the type is not defined.
    [[nodiscard]] std::string_view label(std::string_view record) const;

private:
    friend class DefinitionParser;
    Definitions() = default;

    using Subrecords = std::map<std::string, std::vector<const DefinedSubrecord*>, std::less<>>;
    struct Record {
        std::string label;
        Subrecords subrecords;
        std::vector<SubrecordPlace> order;
        std::vector<std::string> once;  ///< subrecords that occur once and are not in the order
    };
    std::deque<std::string> texts_;  ///< storage for the texts of infos and names
    std::deque<std::vector<EnumName>> enum_names_;
    std::deque<LeafOps> rows_;  ///< operations of rows of a fixed size; they outlive the types below
    std::deque<DefinedSubrecord> subrecords_;
    std::deque<DataType> lists_;  ///< types of the records inside subrecords
    std::deque<DefinedChange> changes_;
    std::unordered_map<std::string, Record> records_;
    std::unordered_map<const RecordType*, const DefinedSubrecord*> by_type_;
    std::vector<ItemEntry> items_;
};

/// Prefix of the record types at the end of a field's doc, see types_named_by().
inline constexpr std::string_view types_begin = "Refers to: ";

/// Returns the types of records that the FormID in a field may name (`refers`), separated by spaces. Empty if any type
/// is valid.
[[nodiscard]] std::string_view types_named_by(const FieldInfo& info);

/// Returns the definitions for files with headers of 20 bytes (Oblivion) or 24 bytes (Skyrim): the built-in ones,
/// unless use_definitions() was called.
[[nodiscard]] const Definitions& definitions_of(std::size_t header_size);

/// Returns the definitions of change records in saves of Oblivion.
[[nodiscard]] const Definitions& save_definitions();

/// Returns the layout of VMAD, which records of any type can have in files with headers of 24 bytes: the Papyrus
/// scripts of a record, the values of their properties, and script fragments.
[[nodiscard]] const DefinedSubrecord& properties_definition();

/// Sets the definitions of all plugins. Call it at most once, before the first plugin is created or read, because
/// record types are created from them.
void use_definitions(std::unique_ptr<const Definitions> definitions);

}  // namespace redforge::tes
