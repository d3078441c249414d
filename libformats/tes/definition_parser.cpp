// Reads definitions: lines whose indentation says what they belong to, each a few words and texts in quotes.
#include <algorithm>
#include <set>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/data_codec.hpp"
#include "core/describe.hpp"
#include "core/letter_case.hpp"
#include "tes/definition_lines.hpp"
#include "tes/definition_wires.hpp"
#include "tes/definitions.hpp"
#include "tes/form_id.hpp"

namespace redforge::tes {
namespace {

using Line = DefinitionLine;

/// bytes[N] up to this many are an attribute, more are an element.
constexpr std::uint32_t max_attribute_bytes = 32;

}  // namespace

class DefinitionParser {
public:
    DefinitionParser(std::vector<Line> lines, std::string file)
        : file_(std::move(file)), out_(new Definitions()), lines_(std::move(lines))
    {
    }

    Result<std::unique_ptr<Definitions>> run()
    {
        for (const bool names : {true, false}) {  // names of numbers and structs may stand behind what takes them
            for (at_ = 0; !error_ && at_ < lines_.size();) {
                top(names);
            }
        }
        if (error_) {
            return fail(std::move(*error_));
        }
        for (DefinedSubrecord& subrecord : out_->subrecords_) {
            out_->by_type_.emplace(&subrecord.type.type(), &subrecord);
        }
        return std::move(out_);
    }

private:
    using Block = std::span<const Line>;

    struct NamedEnum {
        EnumNames enum_names;
        bool flags{};
        std::vector<std::vector<std::string_view>> kinds;  ///< of each word, what stands behind its label
    };

    void make_error(const Line& line, std::string message, std::string hint)
    {
        if (!error_) {
            error_ = Error{.code = ErrorCode::malformed,
                           .message = std::move(message),
                           .file = file_,
                           .line = line.number,
                           .hint = std::move(hint)};
        }
    }

    /// The lines that belong to the one before.
    Block take_block(std::size_t depth)
    {
        const std::size_t first = at_;
        while (at_ < lines_.size() && lines_[at_].depth >= depth) {
            ++at_;
        }
        return Block(lines_).subspan(first, at_ - first);
    }

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

    void top(bool names)
    {
        const Line& line = lines_[at_++];
        const Block block = take_block(1);
        const std::string_view kind = line.word(0);
        const std::string_view name = line.word(1);
        const std::optional<std::string> tag = line.tokens.size() > 1 ? definition_tag(line.tokens[1]) : std::nullopt;
        const bool is_names = kind == "enum" || kind == "flags" || kind == "struct";
        if (is_names && is_definition_name(name) && !names) {
            return;
        }
        if (line.depth != 0) {
            make_error(line, "an indented line that belongs to none",
                       "enum, flags, struct, set, subrecord and record begin a line");
        } else if ((kind == "enum" || kind == "flags") && is_definition_name(name)) {
            enumeration(line, block);
        } else if (kind == "struct" && is_definition_name(name)) {
            structs_[std::string(name)] = block;
        } else if (names && (kind == "set" || tag)) {
            return;
        } else if (kind == "set" && is_definition_name(name)) {
            members(block, sets_[std::string(name)]);
        } else if (kind == "subrecord" && tag) {
            if (DefinedSubrecord* made = subrecord(line, *tag, 2, block)) {
                shared_[made->tag].push_back(made);
            }
        } else if (kind == "record" && tag) {
            record(line, *tag, block);
        } else if ((kind == "choice" || kind == "change") && is_definition_name(name)) {
            if (!names) {
                kind == "choice" ? choice(line, block) : change(line, block);
            }
        } else {
            make_error(
                line, fmt::format("\"{}{}{}\"", kind, name.empty() ? "" : " ", name),
                "expected enum NAME, flags NAME, struct NAME, set NAME, subrecord TYPE, record TYPE, choice NAME "
                "or change NAME");
        }
    }

    void enumeration(const Line& line, Block block)
    {
        std::vector<EnumName>& all = out_->enum_names_.emplace_back();
        NamedEnum named;
        named.flags = line.word(0) == "flags";
        for (const Line& each : block) {
            const std::optional<std::int64_t> number = definition_number(each.word(0));
            if (!number || !is_definition_name(each.word(1)) || (each.tokens.size() > 2 && !each.is_quoted(2))) {
                return make_error(each, "a line that names no number", "expected NUMBER name \"Label\"");
            }
            const std::string_view label = each.tokens.size() > 2 ? keep(each.tokens[2].text) : std::string_view{};
            all.push_back({*number, keep(std::string(each.word(1))), label});
            std::vector<std::string_view>& kinds = named.kinds.emplace_back();
            for (std::size_t i = 3; i < each.tokens.size(); ++i) {
                kinds.push_back(each.word(i));
            }
        }
        named.enum_names = all;
        enums_[std::string(line.word(1))] = std::move(named);
    }

    void record(const Line& line, const std::string& tag, Block block)
    {
        auto [found, is_new] = out_->records_.try_emplace(tag);
        if (!is_new) {
            return make_error(line, fmt::format("a second record {}", tag), "each type is defined once");
        }
        found->second.label = line.is_quoted(2) ? line.tokens[2].text : std::string{};
        members(block, found->second.subrecords);
    }

    /// The subrecords of a record or set: shared ones by their types, or defined here.
    void members(Block block, Definitions::Subrecords& all)
    {
        each_line(block, [&](const Line& line, Block inside) {
            const std::optional<std::string> tag = definition_tag(line.tokens.front());
            const bool only_tags = std::ranges::all_of(line.tokens, [](const Line::Token& token) {
                return definition_tag(token).has_value();
            });
            if (only_tags && inside.empty()) {
                for (const Line::Token& token : line.tokens) {
                    add_shared(line, *definition_tag(token), {}, all);
                }
            } else if (tag && line.tokens.size() == 2 && inside.empty() && is_definition_name(line.word(1))) {
                add_shared(line, *tag, line.word(1), all);
            } else if (tag) {
                if (DefinedSubrecord* made = subrecord(line, *tag, 1, inside)) {
                    all[made->tag].push_back(made);
                }
            } else if (line.word(0) == "use" && inside.empty()) {
                use(line, all);
            } else {
                make_error(line, fmt::format("\"{}\" in a record", line.word(0)),
                           "expected the type of a subrecord, or use SET");
            }
        });
    }

    void use(const Line& line, Definitions::Subrecords& all)
    {
        for (std::size_t i = 1; i < line.tokens.size(); ++i) {
            const auto found = sets_.find(line.word(i));
            if (found == sets_.end()) {
                return make_error(line, fmt::format("use {}", line.word(i)),
                                  "no line before begins with \"set\" and says this");
            }
            for (const auto& [tag, subrecords] : found->second) {
                std::vector<const DefinedSubrecord*>& there = all[tag];
                there.insert(there.end(), subrecords.begin(), subrecords.end());
            }
        }
    }

    /// A subrecord that is defined outside of records: by its type, or by its name where there are several.
    void add_shared(const Line& line, const std::string& tag, std::string_view name, Definitions::Subrecords& all)
    {
        const auto found = shared_.find(tag);
        std::vector<const DefinedSubrecord*>& there = all[tag];
        const std::size_t before = there.size();
        if (found != shared_.end()) {
            for (const DefinedSubrecord* each : found->second) {
                if (name.empty() || each->type.element() == name) {
                    there.push_back(each);
                }
            }
        }
        if (there.size() == before || (name.empty() && there.size() > before + 1)) {
            make_error(line, fmt::format("{}{}{}", tag, name.empty() ? "" : " ", name),
                       there.size() == before ? "no line before begins with \"subrecord\" and says this"
                                              : "there are several: say its name too");
        }
    }

    /// TAG name "Label" [when LETTERS] [with TAG VALUES] [without TAG] [behind TAGS] [WIRE options], with the fields below where no
    /// wire type is given.
    DefinedSubrecord* subrecord(const Line& line, const std::string& tag, std::size_t at, Block block)
    {
        const std::string_view name = line.word(at++);
        if (!is_definition_name(name)) {
            make_error(line, fmt::format("{} without a name", tag), "expected TYPE name \"Label\"");
            return nullptr;
        }
        if (!elements_.insert(std::string(name)).second || name == "subrecord" || name == "result_script") {
            make_error(line, fmt::format("a second subrecord of the name {}", name),
                       "subrecords of several records stand outside of them, once");
            return nullptr;
        }
        DefinedSubrecord& made = out_->subrecords_.emplace_back(tag, std::string(name));
        if (line.is_quoted(at)) {
            made.label = line.tokens[at++].text;
        }
        if (!context(line, at, made)) {
            return nullptr;
        }
        if (line.word(at) == "colour" && at + 1 == line.tokens.size() && block.empty()) {
            colour(made.type, "", "", {});
        } else if (at < line.tokens.size()) {
            const std::optional<WireWord> wire = wire_of_word(line.word(at));
            if (!wire || !block.empty()) {
                make_error(line, fmt::format("\"{}\"", line.tokens[at].text),
                           wire ? "fields stand below a subrecord that has no wire type" : wire_hint());
                return nullptr;
            }
            FieldInfo info{.always = true};
            if (const std::optional<DataPresence> presence = options(made.type, line, at + 1, *wire, info, "")) {
                add_field(made.type, *wire, std::string(wire->field), info, *presence, {});
            }
        } else {
            fields(made.type, block, "", {});
        }
        made.type.finish();
        made.item = out_->items_.size();
        const bool is_plain = tag.front() >= ' ';
        out_->items_.push_back({made.type.element(), made.type.ref(), made.label,
                                is_plain ? tag : fmt::format("\\{:02x}{}", tag.front(), tag.substr(1))});
        return error_ ? nullptr : &made;
    }

    bool context(const Line& line, std::size_t& at, DefinedSubrecord& made)
    {
        for (;; at += 2) {
            const std::string_view word = line.word(at);
            if (word == "when") {
                made.letters = upper(line.word(at + 1));
            } else if (word == "with" || word == "without") {
                const std::optional<std::string> tag =
                    at + 1 < line.tokens.size() ? definition_tag(line.tokens[at + 1]) : std::nullopt;
                if (!tag) {
                    make_error(line, fmt::format("{} without the type of a subrecord", word),
                               "expected with TYPE VALUES");
                    return false;
                }
                DefinedSubrecord::Context& added = made.contexts.emplace_back();
                added.tag = *tag;
                added.is_not = word == "without";
                const std::string_view values = line.word(at + 2);
                if (word == "with" && !values.empty() && values != "colour" && !wire_of_word(values)) {
                    for (const std::string_view value : comma_parts(values)) {
                        added.values.emplace_back(value);
                    }
                    ++at;
                }
            } else if (word == "behind") {
                for (const std::string_view tag : comma_parts(line.word(at + 1))) {
                    made.behind.emplace_back(tag);
                }
            } else {
                return true;
            }
        }
    }

    /// Whether a field of a block may be missing.
    bool has_missing(Block block) const
    {
        return std::ranges::any_of(block, [&](const Line& line) {
            const bool is_struct = line.word(0) == "include" || line.word(0) == "struct";
            const auto found = is_struct ? structs_.find(line.word(1)) : structs_.end();
            return found != structs_.end() ? has_missing(found->second)
                                           : std::ranges::any_of(line.tokens, [](const Line::Token& token) {
                                                 return !token.quoted && token.text == "missing";
                                             });
        });
    }

    /// Notes which fields of a block say how many records a list in it has.
    void note_counters(Block block, const std::string& prefix)
    {
        for (const Line& line : block) {
            const auto count = std::ranges::find(line.tokens, "count", &Line::Token::text);
            if (const auto found = structs_.find(line.word(1)); line.word(0) == "include" && found != structs_.end()) {
                note_counters(found->second, prefix);
            } else if ((line.word(0) == "list" || line.word(0) == "bytes") && count != line.tokens.end() &&
                       count + 1 != line.tokens.end() && is_definition_name((count + 1)->text)) {
                counters_.insert(prefix + (count + 1)->text);
            }
        }
    }

    void fields(DataType& type, Block block, const std::string& prefix, std::string_view composite)
    {
        if (prefix.empty() && has_missing(block) &&
            type.type().tables.front().find_field(stored_size_name) == nullptr) {
            type.add_field(std::string(stored_size_name), describing::leaf_ops<Derived<std::uint16_t>>,
                           {.unit = "bytes",
                            .doc = "Where the subrecord ends before its last fields, as older files have it.",
                            .kind = Role::derived},
                           {});
        }
        note_counters(block, prefix);
        each_line(block, [&](const Line& line, Block inside) { field_line(type, line, inside, prefix, composite); });
        if (prefix.empty()) {
            counters_.clear();
        }
    }

    void field_line(DataType& type, const Line& line, Block inside, const std::string& prefix,
                    std::string_view composite)
    {
        const std::string_view kind = line.word(0);
        if (!type.steps().empty() && type.steps().back().is_child &&
            type.steps().back().count.kind == DataCount::Kind::to_end && type.steps().back().presence.only.empty()) {
            return make_error(line, fmt::format("\"{}\" behind a list or bytes to the end", kind), "they come last");
        }
        if (kind == "list" || kind == "items") {
            return list(type, line, inside, prefix);
        }
        if (kind == "part" || kind == "group") {
            return part(type, line, inside);
        }
        if (kind == "choices") {
            return choices(type, line);
        }
        if (kind == "formref") {
            return form_reference(type, line, prefix);
        }
        if (kind == "each") {
            return each_name(type, line);
        }
        if (kind == "include") {
            const auto found = structs_.find(line.word(1));
            if (found == structs_.end() || line.tokens.size() != 2) {
                return make_error(line, fmt::format("include {}", line.word(1)),
                                  "no line before begins with \"struct\" and says this");
            }
            return each_line(found->second,
                             [&](const Line& each, Block below) { field_line(type, each, below, prefix, composite); });
        }
        const std::string_view name = line.word(kind == "struct" ? 2 : 1);
        if (!is_definition_name(name)) {
            return make_error(line, fmt::format("\"{}\" without a name", kind), "expected TYPE name \"Label\"");
        }
        std::size_t at = kind == "struct" ? 3 : 2;
        std::string_view label;
        if (line.is_quoted(at)) {
            label = keep(line.tokens[at++].text);
        }
        const std::string path = prefix + std::string(name);
        if (kind == "struct") {
            const auto found = structs_.find(line.word(1));
            if (found == structs_.end()) {
                return make_error(line, fmt::format("struct {}", line.word(1)), "no line before begins so");
            }
            return fields(type, found->second, path + ".", label.empty() ? keep(std::string(name)) : label);
        }
        const std::size_t colon = kind.find(':');
        if (colon != std::string_view::npos) {
            return bits(type, line, at, wire_of_word(kind.substr(0, colon)), definition_number(kind.substr(colon + 1)),
                        path, label);
        }
        const std::optional<WireWord> wire =
            kind == "colour" ? std::optional(wire_words().front()) : wire_of_word(kind);
        if (!wire) {
            return make_error(line, fmt::format("\"{}\"", kind), wire_hint());
        }
        if (wire->wire.kind == Wire::bytes && (wire->wire.size == 0 || wire->wire.size > max_attribute_bytes)) {
            return bytes(type, line, at, *wire, path, label, prefix);
        }
        FieldInfo info{.label = label};
        const std::optional<DataPresence> presence = options(type, line, at, *wire, info, prefix);
        if (!presence) {
            return;
        }
        if (kind == "colour") {
            return colour(type, path + ".", label.empty() ? keep(std::string(name)) : label, *presence);
        }
        if (counters_.contains(path) && wire->derived != nullptr) {
            info.kind = Role::derived;
            return type.add_field(path, *wire->derived, info, wire->wire, composite, *presence);
        }
        add_field(type, *wire, path, info, *presence, composite);
    }

    static std::string wire_hint()
    {
        std::vector<std::string_view> names;
        for (const WireWord& each : wire_words()) {
            names.push_back(each.word);
        }
        return fmt::format("expected {}, bytes[N], colour, struct or list", fmt::join(names, ", "));
    }

    /// `if FIELD VALUES` or `unless FIELD VALUES`, with the first word read: values are numbers or words; with
    /// FIELD:N they are what stands at place N behind the labels of the field's words.
    bool condition(const DataType& type, const Line& line, std::size_t& at, const std::string& prefix,
                   DataPresence& presence)
    {
        const bool is_not = line.word(at - 1) == "unless";
        const std::string_view said = line.word(at++);
        const std::size_t colon = std::min(said.find(':'), said.size());
        const FieldTable& table = type.type().tables.front();
        const FieldTable* of = &table;
        const FieldEntry* by = table.find_field(prefix + std::string(said.substr(0, colon)));
        if (by == nullptr) {
            by = table.find_field(said.substr(0, colon));
        }
        std::optional<std::size_t> part;
        const std::size_t dot = said.find('.');
        const ChildEntry* const child =
            by == nullptr && dot < said.size() ? table.find_child(said.substr(0, dot)) : nullptr;
        if (child != nullptr && child->kind == ChildEntry::Kind::list && child->ops->single) {
            of = &child->items.front().type->tables.front();
            by = of->find_field(said.substr(dot + 1));
            part = table.number_of(*child);
        }
        if (by == nullptr || (by->ops->get_integer == nullptr && by->ops != &describing::leaf_ops<FormId>)) {
            make_error(line, fmt::format("{} {}", is_not ? "unless" : "if", said),
                       "expected a number that stands before it");
            return false;
        }
        DataCondition& made = presence.only.emplace_back();
        made.part = part;
        made.field = static_cast<std::size_t>(by - of->fields.data());
        made.is_not = is_not;
        made.is_mask = by->info.flags;
        const auto names = std::ranges::find_if(enums_, [&](const auto& each) {
            return each.second.enum_names.data() == by->info.enum_names.data();
        });
        for (const std::string_view value : comma_parts(line.word(at++))) {
            const std::size_t before = made.numbers.size();
            if (colon < said.size() && names != enums_.end()) {
                const auto place = static_cast<std::size_t>(definition_number(said.substr(colon + 1)).value_or(1)) - 1;
                for (std::size_t i = 0; i < names->second.enum_names.size(); ++i) {
                    const std::vector<std::string_view>& kinds = names->second.kinds[i];
                    if (place < kinds.size() && kinds[place] == value) {
                        made.numbers.push_back(names->second.enum_names[i].value);
                    }
                }
            } else if (const std::optional<std::int64_t> number = definition_number(value)) {
                made.numbers.push_back(*number);
            } else if (const EnumName* const word = by->enum_names.find(value)) {
                made.numbers.push_back(word->value);
            }
            if (made.numbers.size() == before) {
                make_error(line, fmt::format("no value \"{}\" of {}", value, said),
                           "expected numbers or words with commas");
                return false;
            }
        }
        std::ranges::sort(made.numbers);
        if (line.word(at) == "or") {
            presence.only.back().or_next = true;
            return condition(type, line, ++at, prefix, presence);
        }
        return true;
    }

    std::optional<DataPresence> options(const DataType& type, const Line& line, std::size_t at, const WireWord& wire,
                                        FieldInfo& info, const std::string& prefix)
    {
        DataPresence presence;
        while (at < line.tokens.size()) {
            const std::string_view word = line.word(at++);
            const auto next = [&]() -> std::string { return at < line.tokens.size() ? line.tokens[at++].text : ""; };
            if (word == "enum" || word == "flags") {
                const auto found = enums_.find(next());
                if (found == enums_.end() || found->second.flags != (word == "flags")) {
                    make_error(line, fmt::format("{} {}", word, line.tokens[at - 1].text), "no line before begins so");
                    return std::nullopt;
                }
                info.enum_names = found->second.enum_names;
                info.flags = found->second.flags;
            } else if (word == "unit") {
                info.unit = keep(next());
            } else if (word == "doc") {
                info.doc = keep(next());
            } else if (word == "refers") {
                info.doc = keep(fmt::format("{}{}{}{}.", info.doc, info.doc.empty() ? "" : " ", types_begin, next()));
            } else if (word == "min" || word == "max") {
                const std::optional<std::int64_t> number = definition_number(next());
                if (!number) {
                    make_error(line, fmt::format("{} without a number", word), "expected a number");
                    return std::nullopt;
                }
                (word == "min" ? info.min : info.max) = *number;
            } else if (word == "hex") {
                info.notation = Notation::hexadecimal;
            } else if (word == "boolean") {
                info.notation = Notation::boolean;
            } else if (word == "key") {
                info.key = true;
            } else if (word == "always") {
                info.always = true;
            } else if (word == "frame") {
                is_in_frame_ = true;
            } else if (word == "default") {
                default_ = definition_number(next());
            } else if (word == "unused") {
                info.kind = Role::reserved;
            } else if (word == "unknown") {
                info.kind = Role::opaque;
            } else if (word == "missing") {
                presence.may_be_missing = true;
            } else if (word == "if" || word == "unless") {
                if (!condition(type, line, at, prefix, presence)) {
                    return std::nullopt;
                }
            } else {
                make_error(
                    line, fmt::format("\"{}\"", line.tokens[at - 1].text),
                    "expected enum, flags, unit, doc, refers, min, max, hex, boolean, key, always, frame, default, "
                    "unused, unknown, missing, if or unless");
                return std::nullopt;
            }
        }
        if (wire.ops == &describing::leaf_ops<FormId>) {
            info.refers_to = Target::form;
        }
        return presence;
    }

    void add_field(DataType& type, const WireWord& wire, std::string path, const FieldInfo& info,
                   const DataPresence& presence, std::string_view composite)
    {
        if (wire.wire.kind == Wire::bytes && (wire.wire.size == 0 || wire.wire.size > max_attribute_bytes)) {
            const DataCount count =
                wire.wire.size == 0 ? DataCount{} : DataCount{DataCount::Kind::fixed, wire.wire.size};
            return type.add_blob(std::move(path), {.label = info.label, .doc = info.doc}, count, presence);
        }
        if (wire.ops->type.kind == ValueKind::numbers) {
            return type.add_numbers(std::move(path), row_ops(wire), info, wire.wire, wire.count, presence);
        }
        const WireType stored = std::exchange(is_in_frame_, false) ? WireType{} : wire.wire;
        const bool is_localised = wire.wire.kind == Wire::lstring;
        std::string number = path == "text" ? "string_id" : path + "_id";
        type.add_field(std::move(path), *wire.ops, info, stored, composite, presence);
        if (const auto number_of_new = std::exchange(default_, std::nullopt)) {
            type.set_default(type.fields() - 1, *number_of_new);
        }
        if (is_localised) {
            type.add_field(std::move(number), describing::leaf_ops<Derived<std::uint32_t>>,
                           {.doc = "In localised plugins: the text's number in the files of strings.",
                            .kind = Role::derived,
                            .refers_to = Target::string,
                            .notation = Notation::hexadecimal},
                           {}, composite);
        }
    }

    void colour(DataType& type, const std::string& prefix, std::string_view label, const DataPresence& presence)
    {
        for (const std::string_view part : {"red", "green", "blue"}) {
            type.add_field(prefix + std::string(part), describing::leaf_ops<std::uint8_t>,
                           {.notation = Notation::colour}, wire_of<std::uint8_t>, label, presence);
        }
        type.add_field(prefix + "unused", describing::leaf_ops<std::uint8_t>, {.kind = Role::reserved},
                       wire_of<std::uint8_t>, label, presence);
    }

    /// to_end, count N, count FIELD, prefix u8, u16 or u32: how many there are. Nothing given: to the end.
    std::optional<DataCount> count_of(const DataType& type, const Line& line, std::size_t& at,
                                      const std::string& prefix) const
    {
        const std::string_view word = line.word(at);
        if (word == "to_end") {
            at += 1;
            return DataCount{};
        }
        const std::string_view value = line.word(at + 1);
        if (word == "prefix") {
            const std::optional<WireWord> wire = wire_of_word(value);
            at += 2;
            return wire && wire->derived != nullptr
                       ? std::optional(DataCount{DataCount::Kind::prefixed, wire->wire.size})
                       : std::nullopt;
        }
        if (word == "count_in_first") {
            const std::optional<WireWord> wire = wire_of_word(value);
            at += 2;
            return wire && wire->derived != nullptr
                       ? std::optional(DataCount{DataCount::Kind::in_first, wire->wire.size})
                       : std::nullopt;
        }
        if (word != "count") {
            return std::nullopt;
        }
        at += 2;
        if (const std::optional<std::int64_t> number = definition_number(value)) {
            return DataCount{DataCount::Kind::fixed, static_cast<std::size_t>(*number)};
        }
        const FieldTable& table = type.type().tables.front();
        const FieldEntry* const counter = table.find_field(prefix + std::string(value));
        return counter != nullptr && counter->ops->type.derived && counter->ops->get_integer != nullptr
                   ? std::optional(
                         DataCount{DataCount::Kind::field, static_cast<std::size_t>(counter - table.fields.data())})
                   : std::nullopt;
    }

    /// bytes name "Label" [how many] [options], with its label read.
    void bytes(DataType& type, const Line& line, std::size_t at, const WireWord& wire, const std::string& path,
               std::string_view label, const std::string& prefix)
    {
        DataCount count;
        if (wire.wire.size != 0) {
            count = {DataCount::Kind::fixed, wire.wire.size};
        } else if (const std::optional<DataCount> said = count_of(type, line, at, prefix)) {
            count = *said;
        }
        FieldInfo info;
        if (const std::optional<DataPresence> presence = options(type, line, at, wire, info, prefix)) {
            type.add_blob(path, {.label = label, .doc = info.doc}, count, *presence);
        }
    }

    /// list name item "Label" to_end | count N | count FIELD | prefix u32 [options]
    void list(DataType& type, const Line& line, Block inside, const std::string& prefix)
    {
        const bool is_named = line.word(0) == "list";  // `items` has no name: a path indexes the record itself
        const std::string_view name = is_named ? line.word(1) : std::string_view{};
        const std::string_view item_name = line.word(is_named ? 2 : 1);
        std::size_t at = is_named ? 3 : 2;
        FieldInfo info;
        if (line.is_quoted(at)) {
            info.label = keep(line.tokens[at++].text);
        }
        const std::optional<DataCount> count = count_of(type, line, at, prefix);
        if ((is_named && !is_definition_name(name)) || !is_definition_name(item_name) || !count) {
            return make_error(line, "a list that does not say its records",
                              "expected list name item \"Label\" or items item \"Label\", and to_end, count NUMBER, "
                              "count FIELD, count_in_first u16 or prefix u32");
        }
        const std::optional<DataPresence> presence = options(type, line, at, wire_words().front(), info, prefix);
        if (!presence) {
            return;
        }
        const DataType& item = inner_type(item_name, inside);
        type.add_list(prefix + std::string(name), item.element(), item, info, *count, *presence);
    }

    /// The type of records inside another one. Records that the same lines describe, because a struct with them is included in
    /// several places, have one type.
    const DataType& inner_type(std::string_view element, Block fields_of_it)
    {
        const DataType*& known = inner_types_[fields_of_it.data()];
        if (!fields_of_it.empty() && known != nullptr && known->element() == element) {
            return *known;
        }
        std::set<std::string, std::less<>> counters = std::exchange(counters_, {});
        DataType& item = out_->lists_.emplace_back(std::string(element));
        fields(item, fields_of_it, "", {});
        item.finish();
        counters_ = std::move(counters);
        inner_types_[fields_of_it.data()] = &item;
        return item;
    }

    /// part name "Label" [marked] [options], group name "Label": a record that is there or not, or always.
    void part(DataType& type, const Line& line, Block inside)
    {
        const std::string name(line.word(1));
        std::size_t at = 2;
        FieldInfo info;
        if (line.is_quoted(at)) {
            info.label = keep(line.tokens[at++].text);
        }
        DataCount count{DataCount::Kind::fixed, 1};
        if (line.word(at) == "marked") {
            count.kind = DataCount::Kind::marked;
            ++at;
        }
        std::optional<DataPresence> presence = options(type, line, at, wire_words().front(), info, "");
        if (!presence || !is_definition_name(name)) {
            return make_error(line, fmt::format("{} without a name", line.word(0)), "expected part name \"Label\"");
        }
        const DataType& item = inner_type(name, inside);
        if (line.word(0) == "group") {
            return type.add_group(name, item, info);
        }
        const FieldEntry* const flags = type.type().tables.front().find_field("flags");
        const EnumName* const flag = flags == nullptr ? nullptr : flags->enum_names.find(std::string_view(name));
        if (presence->only.empty() && flag != nullptr) {
            presence->only.push_back(
                {.field = static_cast<std::size_t>(flags - type.type().tables.front().fields.data()),
                 .numbers = {flag->value},
                 .is_mask = true});
        }
        type.add_part(name, item, info, count, *presence);
    }

    /// choices CHOICE "Label" prefix u16: records of several types.
    void choices(DataType& type, const Line& line)
    {
        const auto found = choices_.find(line.word(1));
        std::size_t at = 2;
        FieldInfo info;
        if (line.is_quoted(at)) {
            info.label = keep(line.tokens[at++].text);
        }
        const std::optional<DataCount> count = count_of(type, line, at, "");
        if (found == choices_.end() || !count || at != line.tokens.size()) {
            return make_error(line, fmt::format("choices {}", line.word(1)),
                              "expected the name of a choice that stands before it, \"Label\" and prefix u16");
        }
        type.add_choices("", found->second, info, *count);
    }

    /// formref [name] "Label" [options]: the FormID in the text, and in the file a position in a list of FormIDs.
    void form_reference(DataType& type, const Line& line, const std::string& prefix)
    {
        const std::string name(line.word(1));
        std::size_t at = name.empty() ? 1 : 2;
        const std::string_view label = line.is_quoted(at) ? keep(line.tokens[at++].text) : std::string_view{};
        FieldInfo form_id{.label = label};
        const std::optional<DataPresence> presence = options(type, line, at, wire_words().front(), form_id, prefix);
        if (!presence || label.empty()) {
            return make_error(line, "a reference without a label",
                              "expected formref \"Label\" or formref name \"Label\"");
        }
        form_id.refers_to = Target::form;
        const std::string iref = name.empty() ? "iref" : name + "_iref";
        form_id.invalidates = keep(iref);
        using describing::leaf_ops;
        type.add_field(name.empty() ? "form_id" : name, leaf_ops<FormId>, form_id, {}, {}, *presence);
        type.add_field(name.empty() ? "form" : name + "_form", leaf_ops<Derived<Text>>,
                       {.label = label,
                        .doc = "Plugin and number: Oblivion.esm:01D15C; may be given in place of form_id",
                        .kind = Role::derived},
                       {}, {}, *presence);
        type.add_field(iref, leaf_ops<Derived<std::uint32_t>>,
                       {.label = "iref",
                        .doc = "Place in form_ids; given where it is not the first place of that FormID",
                        .kind = Role::derived},
                       wire_of<std::uint32_t>, {}, *presence);
    }

    /// each ENUM WIRE: a field for each name of an enum.
    void each_name(DataType& type, const Line& line)
    {
        const auto found = enums_.find(line.word(1));
        const std::optional<WireWord> wire = wire_of_word(line.word(2));
        if (found == enums_.end() || !wire || line.tokens.size() != 3) {
            return make_error(line, "each without names", "expected each ENUM and a wire type");
        }
        for (const EnumName& each : found->second.enum_names) {
            add_field(type, *wire, std::string(each.name), {.label = each.label}, {}, {});
        }
    }

    /// u32:28 name "Label": 28 bits; the rest of the bytes is in the fields that follow.
    void bits(DataType& type, const Line& line, std::size_t at, const std::optional<WireWord>& wire,
              std::optional<std::int64_t> count, const std::string& path, std::string_view label)
    {
        FieldInfo info{.label = label};
        if (!wire || !count || *count < 1 || *count > 32 || !options(type, line, at, *wire, info, "")) {
            return make_error(line, fmt::format("\"{}\"", line.word(0)),
                              "expected u32:28: an integer, and 1 to 32 bits");
        }
        info.max = std::min(info.max, (std::int64_t{1} << *count) - 1);
        type.add_bits(path, *wire->ops, info, static_cast<std::uint32_t>(*count));
    }

    /// Operations of a row of numbers: those of a fixed size say so.
    const LeafOps& row_ops(const WireWord& wire)
    {
        if (wire.count.kind != DataCount::Kind::fixed) {
            return *wire.ops;
        }
        LeafOps& made = out_->rows_.emplace_back(*wire.ops);
        made.type.count = wire.count.number;
        return made;
    }

    /// choice NAME, with lines NUMBER name "Label" and the fields of each below.
    void choice(const Line& line, Block block)
    {
        std::vector<DataChoice>& all = choices_[std::string(line.word(1))];
        each_line(block, [&](const Line& each, Block inside) {
            const std::optional<std::int64_t> number = definition_number(each.word(0));
            if (!number || *number < 0 || *number > 0xFF || !is_definition_name(each.word(1))) {
                return make_error(each, "a line that is no choice", "expected NUMBER name, with a number up to 255");
            }
            all.push_back({static_cast<std::uint8_t>(*number), &inner_type(each.word(1), inside)});
        });
    }

    /// change NAME [own_file] [types ENUM NAMES] [parts FLAGS] [known_flags] [if ...], with its fields and parts below.
    void change(const Line& line, Block block)
    {
        DefinedChange& made = out_->changes_.emplace_back(std::string(line.word(1)));
        if (line.word(2) == "own_file") {
            made.type.set_own_documents();
        }
        fields(made.type, block, "", {});
        const FieldTable& table = made.type.type().tables.front();
        DataPresence presence;
        for (std::size_t at = line.word(2) == "own_file" ? 3 : 2; at < line.tokens.size() && !error_;) {
            const std::string_view word = line.word(at++);
            const auto names = enums_.find(line.word(at));
            if (word == "types" && names != enums_.end()) {
                for (const std::string_view name : comma_parts(line.word(at + 1))) {
                    const auto type = std::ranges::find(names->second.enum_names, name, &EnumName::name);
                    if (type == names->second.enum_names.end()) {
                        return make_error(line, fmt::format("types {}", name), "no line of the enum names it");
                    }
                    made.numbers.push_back(static_cast<std::uint8_t>(type->value));
                }
                at += 2;
            } else if (word == "parts" && names != enums_.end()) {
                made.parts = names->second.enum_names;
                ++at;
            } else if (word == "known_flags" && table.find_field("flags") != nullptr) {
                made.known_flags = 0;
                for (const EnumName& flag : table.find_field("flags")->info.enum_names) {
                    *made.known_flags |= static_cast<std::uint32_t>(flag.value);
                }
            } else if (word != "if" && word != "unless") {
                make_error(line, fmt::format("\"{}\" of a change", word),
                           "expected types ENUM NAMES, parts FLAGS, known_flags, if or unless");
            } else if (!condition(made.type, line, at, "", presence)) {
                return;
            }
        }
        made.only = std::move(presence.only);
        made.type.finish();
    }

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
    std::map<const Line*, const DataType*> inner_types_;  ///< by the first line of their fields
    bool is_in_frame_{};                   ///< option `frame` of the field that is added next
    std::optional<std::int64_t> default_;  ///< option `default` of it
    std::set<std::string, std::less<>> counters_;  ///< fields that say how many records a list of this block has
};

Result<std::unique_ptr<Definitions>> Definitions::parse(std::string_view text, const std::string& file)
{
    Result<std::vector<DefinitionLine>> lines = split_definitions(text);
    if (!lines) {
        Error error = lines.error();
        error.file = file;
        return fail(std::move(error));
    }
    return DefinitionParser(std::move(*lines), file).run();
}

}  // namespace redforge::tes
