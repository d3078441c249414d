// The parser of definitions, whose parts are in several sources. Definitions::parse() is its interface.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tes/definition/definition_lines.hpp"
#include "tes/definition/definition_wires.hpp"
#include "tes/definition/definitions.hpp"

namespace redforge::tes {

/// Parses definitions: lines of words and quoted texts; the indentation shows the parent of a line.
class DefinitionParser {
public:
    using Line = DefinitionLine;

    DefinitionParser(std::vector<Line> lines, std::string file)
        : file_(std::move(file)), out_(new Definitions()), lines_(std::move(lines))
    {
    }
    Result<std::unique_ptr<Definitions>> run();

private:
    using Block = std::span<const Line>;
    struct NamedEnum {
        EnumNames enum_names;
        bool flags{};
        std::vector<std::vector<std::string_view>> kinds;  ///< for each name, the words after its label
    };

    /// Stores an error, unless there is one already.
    void report_error(const Line& line, std::string message, std::string hint);
    /// Takes the lines that belong to the previous one.
    Block take_block(std::size_t depth);
    /// Calls `use` with each line of a block, and with the lines that belong to it.
    template <class Use>
    void each_line(Block block, const Use& use)
    {
        for (std::size_t i = 0; i < block.size() && !error_;) {
            const Line& line = block[i++];
            const std::size_t first = i;
            while (i < block.size() && block[i].depth > line.depth) {
                ++i;
            }
            use(line, block.subspan(first, i - first));
        }
    }
    std::string_view keep(std::string text) { return out_->texts_.emplace_back(std::move(text)); }

    void top(bool names);
    void add_records_to_docs();
    void enumeration(const Line& line, Block block);
    void record(const Line& line, const std::string& tag, Block block);
    /// Reads the subrecords of a record or set: references to shared ones, and definitions.
    void members(Block block, Definitions::Subrecords& all);
    void use(const Line& line, Definitions::Subrecords& all);
    /// Reads order TYPE TYPE! TYPE+ TYPE,TYPE: the order of subrecords; ! is required, + repeats, and commas join types
    /// that repeat together.
    void order(const Line& line, std::vector<SubrecordPlace>& places);
    /// Reads once TYPE TYPE: subrecords that occur once, at several places.
    void once(const Line& line, Definitions::Record& record);
    /// Adds a shared subrecord by its type, or by its name if several have this type.
    void add_shared(const Line& line, const std::string& tag, std::string_view name, Definitions::Subrecords& all);
    /// Reads TAG name "Label" [when LETTERS] [with TAG[.FIELD] VALUES] [without TAG] [behind TAGS] [WIRE options].
    /// Without a wire type, the fields follow in the block.
    DefinedSubrecord* subrecord(const Line& line, const std::string& tag, std::size_t at, Block block);
    bool context(const Line& line, std::size_t& at, DefinedSubrecord& made);
    /// Returns true if a field of a block may be missing.
    bool has_missing(Block block) const;
    /// Collects the fields of a block that have the number of records of a list.
    void note_counters(Block block, const std::string& prefix);

    void fields(DataType& type, Block block, const std::string& prefix, std::string_view composite);
    void field_line(DataType& type, const Line& line, Block inside, const std::string& prefix,
                    std::string_view composite);
    static std::string wire_hint();

    /// Reads `if FIELD VALUES` or `unless FIELD VALUES`, after the first word. Values are numbers, ranges or names;
    /// with FIELD:N they are compared with the N-th word after the labels of the field's names. FIELD can be a shared
    /// value. All conditions of a line must hold, up to an `or`, which begins an alternative.
    bool condition(const DataType& type, const Line& line, std::size_t& at, const std::string& prefix,
                   bool is_alternative, DataPresence& presence);
    /// Returns the numbers of the values of a condition or alternative. `by` is null for a shared value.
    std::optional<std::vector<std::int64_t>> numbers_of(const Line& line, std::string_view values, const FieldEntry* by,
                                                        std::string_view said);
    /// Returns the index of the shared value with a name. A new name gets an index.
    std::size_t shared_value(std::string_view name);
    /// Reads `counts TAG` or `counts TAG until TAG`, after the first word: the field has the number of subrecords after
    /// this one.
    bool counts(const DataType& type, const Line& line, std::size_t& at, const WireWord& wire);
    std::optional<DataPresence> options(const DataType& type, const Line& line, std::size_t at, const WireWord& wire,
                                        FieldInfo& info, const std::string& prefix);

    void add_field(DataType& type, const WireWord& wire, std::string path, const FieldInfo& info,
                   const DataPresence& presence, std::string_view composite);
    void colour(DataType& type, const std::string& prefix, std::string_view label, const DataPresence& presence);
    /// Reads alternative FIELD VALUES: the block has the fields of records whose FIELD has one of these values.
    void alternative(DataType& type, const Line& line, Block inside);
    /// Reads stored FIELDS [if NAME VALUES]: these fields are here in the file.
    void stored(DataType& type, const Line& line, const std::string& prefix);
    /// Reads a count: to_end (the default), count N, count FIELD, count_bits FIELD, count_above, or prefix u8, u16 or
    /// u32.
    std::optional<DataCount> count_of(const DataType& type, const Line& line, std::size_t& at,
                                      const std::string& prefix) const;
    /// Reads bytes name "Label" [count] [options], after the label.
    void bytes(DataType& type, const Line& line, std::size_t at, const WireWord& wire, const std::string& path,
               std::string_view label, const std::string& prefix);
    /// Reads list name item "Label" to_end | count N | count FIELD | prefix u32 [options].
    void list(DataType& type, const Line& line, Block inside, const std::string& prefix);
    /// Returns the type of records inside another one. If a struct is included in several places, its records have one
    /// type.
    const DataType& inner_type(std::string_view element, Block fields_of_it);

    /// Reads part name "Label" [marked] [to_end] [options] (an optional record), or group name "Label" (a required
    /// one).
    void part(DataType& type, const Line& line, Block inside);
    /// Reads choices CHOICE "Label" prefix u16: a list of records of several types.
    void choices(DataType& type, const Line& line);
    /// Reads formref [name] "Label" [options]: a FormID in the text, and an index into a list of FormIDs in the file.
    void form_reference(DataType& type, const Line& line, const std::string& prefix);
    /// Reads each ENUM WIRE: one field for each name of an enum.
    void each_name(DataType& type, const Line& line);
    /// Reads u32:28 name "Label": 28 bits; the following fields have the other bits.
    void bits(DataType& type, const Line& line, std::size_t at, const std::optional<WireWord>& wire,
              std::optional<std::int64_t> count, const std::string& path, std::string_view label);
    /// Returns the operations of a row of numbers, with the size if it is fixed.
    const LeafOps& row_ops(const WireWord& wire);
    /// Reads choice NAME, with lines NUMBER name "Label", each with its fields in a block.
    void choice(const Line& line, Block block);
    /// Reads change NAME [own_file] [types ENUM NAMES] [parts FLAGS] [known_flags] [if ...], with its fields and parts
    /// in a block.
    void change(const Line& line, Block block);

    std::string file_;
    std::unique_ptr<Definitions> out_;
    std::vector<Line> lines_;
    std::size_t at_{};
    std::optional<Error> error_;
    std::map<std::string, NamedEnum, std::less<>> enums_;
    std::map<std::string, Block, std::less<>> structs_;
    std::map<std::string, Definitions::Subrecords, std::less<>> sets_;
    std::map<std::string, std::vector<DefinedSubrecord*>, std::less<>> shared_;
    std::map<std::string, std::vector<DataChoice>, std::less<>> choices_;
    std::set<std::string, std::less<>> elements_;
    DefinedSubrecord* current_{};                         ///< the subrecord that the line belongs to
    std::optional<DefinedSubrecord::Counter> counter_;    ///< option `counts` of the field that is added next
    std::map<const Line*, const DataType*> inner_types_;  ///< by the first line of their fields
    Definitions::Record* record_{};                       ///< the record whose lines are read; null in a set
    bool is_in_frame_{};                                  ///< option `frame` of the field that is added next
    std::optional<std::int64_t> default_;                 ///< option `default` of the field that is added next
    std::set<std::string, std::less<>> counters_;         ///< fields with the number of records of a list in this block
    std::vector<std::string> values_{"record_type"};      ///< names of shared values, by their indices
    bool in_alternative_{};                               ///< the lines of an alternative are read
};

}  // namespace redforge::tes
