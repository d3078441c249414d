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

#include "tes/definition_lines.hpp"
#include "tes/definition_wires.hpp"
#include "tes/definitions.hpp"

namespace redforge::tes {

/// Reads definitions: lines whose indentation says what they belong to, each a few words and texts in quotes.
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
        std::vector<std::vector<std::string_view>> kinds;  ///< of each word, what stands behind its label
    };

    /// Keeps the first error.
    void make_error(const Line& line, std::string message, std::string hint);
    /// The lines that belong to the one before.
    Block take_block(std::size_t depth);
    /// Calls `use` with each line of a block and those that belong to it.
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
    void enumeration(const Line& line, Block block);
    void record(const Line& line, const std::string& tag, Block block);
    /// The subrecords of a record or set: shared ones by their types, or defined here.
    void members(Block block, Definitions::Subrecords& all);
    void use(const Line& line, Definitions::Subrecords& all);
    /// order TYPE TYPE! TYPE,TYPE: the order of subrecords; ! is required, and commas join types that repeat together.
    void order(const Line& line, std::vector<SubrecordPlace>& places);
    /// A subrecord that is defined outside of records: by its type, or by its name where there are several.
    void add_shared(const Line& line, const std::string& tag, std::string_view name, Definitions::Subrecords& all);
    /// TAG name "Label" [when LETTERS] [with TAG[.FIELD] VALUES] [without TAG] [behind TAGS] [WIRE options], with the fields below where no
    /// wire type is given.
    DefinedSubrecord* subrecord(const Line& line, const std::string& tag, std::size_t at, Block block);
    bool context(const Line& line, std::size_t& at, DefinedSubrecord& made);
    /// Returns true if a field of a block may be missing.
    bool has_missing(Block block) const;
    /// Notes which fields of a block say how many records a list in it has.
    void note_counters(Block block, const std::string& prefix);

    void fields(DataType& type, Block block, const std::string& prefix, std::string_view composite);
    void field_line(DataType& type, const Line& line, Block inside, const std::string& prefix,
                    std::string_view composite);
    static std::string wire_hint();

    /// `if FIELD VALUES` or `unless FIELD VALUES`, with the first word read: values are numbers or words; with
    /// FIELD:N they are what stands at place N behind the labels of the field's words. Conditions of a line must all hold,
    /// up to an `or`, which begins an alternative.
    bool condition(const DataType& type, const Line& line, std::size_t& at, const std::string& prefix,
                   bool is_alternative, DataPresence& presence);
    /// `counts TAG`, `counts TAG until TAG`, with the first word read: the number of subrecords after this one.
    bool counts(const DataType& type, const Line& line, std::size_t& at, const WireWord& wire);
    std::optional<DataPresence> options(const DataType& type, const Line& line, std::size_t at, const WireWord& wire,
                                        FieldInfo& info, const std::string& prefix);

    void add_field(DataType& type, const WireWord& wire, std::string path, const FieldInfo& info,
                   const DataPresence& presence, std::string_view composite);
    void colour(DataType& type, const std::string& prefix, std::string_view label, const DataPresence& presence);
    /// to_end, count N, count FIELD, prefix u8, u16 or u32: how many there are. Nothing given: to the end.
    std::optional<DataCount> count_of(const DataType& type, const Line& line, std::size_t& at,
                                      const std::string& prefix) const;
    /// bytes name "Label" [how many] [options], with its label read.
    void bytes(DataType& type, const Line& line, std::size_t at, const WireWord& wire, const std::string& path,
               std::string_view label, const std::string& prefix);
    /// list name item "Label" to_end | count N | count FIELD | prefix u32 [options]
    void list(DataType& type, const Line& line, Block inside, const std::string& prefix);
    /// The type of records inside another one. Records that the same lines describe, because a struct with them is included in
    /// several places, have one type.
    const DataType& inner_type(std::string_view element, Block fields_of_it);

    /// part name "Label" [marked] [options], group name "Label": a record that is there or not, or always.
    void part(DataType& type, const Line& line, Block inside);
    /// choices CHOICE "Label" prefix u16: records of several types.
    void choices(DataType& type, const Line& line);
    /// formref [name] "Label" [options]: the FormID in the text, and in the file a position in a list of FormIDs.
    void form_reference(DataType& type, const Line& line, const std::string& prefix);
    /// each ENUM WIRE: a field for each name of an enum.
    void each_name(DataType& type, const Line& line);
    /// u32:28 name "Label": 28 bits; the rest of the bytes is in the fields that follow.
    void bits(DataType& type, const Line& line, std::size_t at, const std::optional<WireWord>& wire,
              std::optional<std::int64_t> count, const std::string& path, std::string_view label);
    /// Operations of a row of numbers: those of a fixed size say so.
    const LeafOps& row_ops(const WireWord& wire);
    /// choice NAME, with lines NUMBER name "Label" and the fields of each below.
    void choice(const Line& line, Block block);
    /// change NAME [own_file] [types ENUM NAMES] [parts FLAGS] [known_flags] [if ...], with its fields and parts below.
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
    std::vector<SubrecordPlace>* order_{};                ///< of the record whose lines are read; null in a set
    bool is_in_frame_{};                                  ///< option `frame` of the field that is added next
    std::optional<std::int64_t> default_;                 ///< option `default` of it
    std::set<std::string, std::less<>> counters_;         ///< fields that say how many records a list of this block has
};

}  // namespace redforge::tes
