// Reads definitions: lines whose indentation says what they belong to, each a few words and texts in quotes.
#include "tes/definitions.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/describe.hpp"
#include "core/letter_case.hpp"
#include "core/table_codec.hpp"
#include "tes/definition_texts.hpp"
#include "tes/form_id.hpp"

namespace redforge::tes {
namespace {

/// A line without its comment, in words; a text in quotes is one.
struct Line {
    struct Token {
        std::string text;
        bool quoted{};
    };
    std::uint32_t number{};
    std::size_t depth{};  ///< two spaces each
    std::vector<Token> tokens;

    [[nodiscard]] std::string_view word(std::size_t at) const
    {
        return at < tokens.size() && !tokens[at].quoted ? std::string_view(tokens[at].text) : std::string_view{};
    }
};

bool is_tag(std::string_view word)
{
    const auto fits = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; };
    return word.size() == 4 && std::ranges::all_of(word, fits);
}

bool is_name(std::string_view word)
{
    const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
    return !word.empty() && word.front() >= 'a' && word.front() <= 'z' && std::ranges::all_of(word, fits);
}

std::optional<std::int64_t> as_number(std::string_view word)
{
    const bool hexadecimal = word.starts_with("0x");
    word.remove_prefix(hexadecimal ? 2 : 0);
    std::int64_t number{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number, hexadecimal ? 16 : 10);
    return error == std::errc{} && end == word.data() + word.size() ? std::optional(number) : std::nullopt;
}

/// How a word of a definition stands in files, and what its values are in memory.
struct WireWord {
    std::string_view word;
    const LeafOps* ops{};
    WireType wire;
    std::string_view field;  ///< what a subrecord's only field is called, where nothing else is said
};

std::span<const WireWord> wire_words()
{
    using describing::leaf_ops;
    static const std::array<WireWord, 14> words{{
        {"u8", &leaf_ops<std::uint8_t>, wire_of<std::uint8_t>, "value"},
        {"i8", &leaf_ops<std::int8_t>, wire_of<std::int8_t>, "value"},
        {"u16", &leaf_ops<std::uint16_t>, wire_of<std::uint16_t>, "value"},
        {"i16", &leaf_ops<std::int16_t>, wire_of<std::int16_t>, "value"},
        {"u32", &leaf_ops<std::uint32_t>, wire_of<std::uint32_t>, "value"},
        {"i32", &leaf_ops<std::int32_t>, wire_of<std::int32_t>, "value"},
        {"i64", &leaf_ops<std::int64_t>, wire_of<std::int64_t>, "value"},
        {"f32", &leaf_ops<float>, wire_of<float>, "value"},
        {"formid", &leaf_ops<FormId>, wire_of<FormId>, "form_id"},
        {"zstring", &leaf_ops<Text>, {Wire::zstring}, "text"},
        {"string", &leaf_ops<Text>, {Wire::text}, "text"},
        {"lstring", &leaf_ops<Text>, {Wire::lstring}, "text"},
        {"tag", &leaf_ops<FixedText<4>>, wire_of<FixedText<4>>, "value"},
        {"bytes", &leaf_ops<Bytes>, {Wire::bytes}, "data"},
    }};
    return words;
}

/// "u32", or "bytes[12]" with its size.
std::optional<WireWord> wire_of_word(std::string_view word)
{
    const std::size_t bracket = std::min(word.find('['), word.size());
    const auto found = std::ranges::find(wire_words(), word.substr(0, bracket), &WireWord::word);
    if (found == wire_words().end()) {
        return std::nullopt;
    }
    WireWord wire = *found;
    if (bracket != word.size()) {
        const std::string_view size = word.substr(bracket + 1, word.size() - bracket - 2);
        const std::optional<std::int64_t> number = as_number(size);
        if (wire.wire.kind != Wire::bytes || !word.ends_with(']') || !number || *number < 1 || *number > 0xFFFF) {
            return std::nullopt;
        }
        wire.wire.size = static_cast<std::uint32_t>(*number);
    }
    return wire;
}

}  // namespace

class DefinitionParser {
public:
    DefinitionParser(std::string_view text, std::string file) : file_(std::move(file)), out_(new Definitions())
    {
        read_lines(text);
    }

    Result<std::unique_ptr<Definitions>> run()
    {
        while (!error_ && at_ < lines_.size()) {
            top();
        }
        for (DefinedSubrecord& subrecord : out_->subrecords_) {
            out_->by_type_.emplace(&subrecord.type.type(), &subrecord);
        }
        if (error_) {
            return fail(std::move(*error_));
        }
        return std::move(out_);
    }

private:
    struct NamedWords {
        WordList words;
        bool flags{};
    };

    void refuse(const Line& line, std::string message, std::string hint)
    {
        if (!error_) {
            error_ = Error{.code = ErrorCode::malformed,
                           .message = std::move(message),
                           .file = file_,
                           .line = line.number,
                           .hint = std::move(hint)};
        }
    }

    void read_lines(std::string_view text)
    {
        std::uint32_t number = 0;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            Line line = split(text.substr(0, end), ++number);
            if (!line.tokens.empty()) {
                lines_.push_back(std::move(line));
            }
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    Line split(std::string_view text, std::uint32_t number)
    {
        Line line{.number = number, .depth = 0, .tokens = {}};
        const std::size_t spaces = std::min(text.find_first_not_of(' '), text.size());
        line.depth = spaces / 2;
        for (std::size_t at = spaces; at < text.size();) {
            const char c = text[at];
            if (c == '#') {
                break;
            }
            if (c == ' ' || c == '\r') {
                ++at;
            } else if (c == '"') {
                const std::size_t end = text.find('"', at + 1);
                if (end == std::string_view::npos) {
                    refuse(line, "a text without its closing quote", "texts end on their line");
                    break;
                }
                line.tokens.push_back({std::string(text.substr(at + 1, end - at - 1)), true});
                at = end + 1;
            } else {
                const std::size_t end = std::min(text.find_first_of(" #\"\r", at), text.size());
                line.tokens.push_back({std::string(text.substr(at, end - at)), false});
                at = end;
            }
        }
        if (!line.tokens.empty() && spaces % 2 != 0) {
            refuse(line, "an indentation of an odd number of spaces", "each step in is two spaces");
        }
        return line;
    }

    /// The lines that belong to the one before.
    std::span<const Line> take_block(std::size_t depth)
    {
        const std::size_t first = at_;
        while (at_ < lines_.size() && lines_[at_].depth >= depth) {
            ++at_;
        }
        return std::span(lines_).subspan(first, at_ - first);
    }

    std::string_view keep(std::string text) { return out_->texts_.emplace_back(std::move(text)); }

    void top()
    {
        const Line& line = lines_[at_++];
        const std::span<const Line> block = take_block(1);
        const std::string_view kind = line.word(0);
        const std::string_view name = line.word(1);
        if (line.depth != 0) {
            refuse(line, "an indented line that belongs to none",
                   "words, flags, struct, subrecord and record begin a line");
        } else if ((kind == "words" || kind == "flags") && is_name(name)) {
            words(line, block);
        } else if (kind == "struct" && is_name(name)) {
            structs_[std::string(name)] = block;
        } else if (kind == "subrecord" && is_tag(name)) {
            if (DefinedSubrecord* made = subrecord(line, 1, block)) {
                shared_[made->tag].push_back(made);
            }
        } else if (kind == "record" && is_tag(name)) {
            record(line, block);
        } else {
            refuse(line, fmt::format("\"{}{}{}\"", kind, name.empty() ? "" : " ", name),
                   "expected words NAME, flags NAME, struct NAME, subrecord TYPE or record TYPE");
        }
    }

    void words(const Line& line, std::span<const Line> block)
    {
        std::vector<Word>& all = out_->words_.emplace_back();
        for (const Line& each : block) {
            const std::optional<std::int64_t> number = as_number(each.word(0));
            if (!number || !is_name(each.word(1)) || each.tokens.size() > 3) {
                return refuse(each, "a line that names no number", "expected NUMBER name \"Label\"");
            }
            const std::string_view label = each.tokens.size() == 3 ? keep(each.tokens[2].text) : std::string_view{};
            all.push_back({*number, keep(std::string(each.word(1))), label});
        }
        words_[std::string(line.word(1))] = {all, line.word(0) == "flags"};
    }

    void record(const Line& line, std::span<const Line> block)
    {
        auto [found, is_new] = out_->records_.try_emplace(std::string(line.word(1)));
        if (!is_new) {
            return refuse(line, fmt::format("a second record {}", line.word(1)), "each type is defined once");
        }
        Definitions::Record& record = found->second;
        record.label = line.tokens.size() > 2 ? line.tokens[2].text : std::string{};
        for (std::size_t i = 0; i < block.size() && !error_;) {
            const Line& each = block[i++];
            const std::size_t first = i;
            while (i < block.size() && block[i].depth > each.depth) {
                ++i;
            }
            const std::span<const Line> inside = block.subspan(first, i - first);
            const bool only_tags = std::ranges::all_of(each.tokens, [](const Line::Token& token) {
                return !token.quoted && is_tag(token.text);
            });
            if (only_tags && inside.empty()) {
                for (const Line::Token& token : each.tokens) {
                    add_shared(each, token.text, {}, record);
                }
            } else if (is_tag(each.word(0)) && each.tokens.size() == 2 && inside.empty() && is_name(each.word(1))) {
                add_shared(each, each.word(0), each.word(1), record);
            } else if (is_tag(each.word(0))) {
                if (DefinedSubrecord* made = subrecord(each, 0, inside)) {
                    record.subrecords[made->tag].push_back(made);
                }
            } else {
                refuse(each, fmt::format("\"{}\" in a record", each.word(0)), "expected the type of a subrecord");
            }
        }
    }

    /// A subrecord that is defined outside of records: by its type, or by its name where there are several.
    void add_shared(const Line& line, std::string_view tag, std::string_view name, Definitions::Record& record)
    {
        const auto found = shared_.find(tag);
        std::vector<const DefinedSubrecord*>& there = record.subrecords[std::string(tag)];
        const std::size_t before = there.size();
        if (found != shared_.end()) {
            for (const DefinedSubrecord* each : found->second) {
                if (name.empty() || each->type.element() == name) {
                    there.push_back(each);
                }
            }
        }
        if (there.size() == before || (name.empty() && there.size() > before + 1)) {
            refuse(line, fmt::format("{}{}{}", tag, name.empty() ? "" : " ", name),
                   there.size() == before ? "no line before begins with \"subrecord\" and says this"
                                          : "there are several: say its name too");
        }
    }

    /// TAG name "Label" [WIRE options], with the fields below where no wire type is given.
    DefinedSubrecord* subrecord(const Line& line, std::size_t first, std::span<const Line> block)
    {
        const std::string_view name = line.word(first + 1);
        if (!is_name(name)) {
            refuse(line, fmt::format("{} without a name", line.word(first)), "expected TYPE name \"Label\"");
            return nullptr;
        }
        if (!elements_.insert(std::string(name)).second || name == "subrecord" || name == "result_script") {
            refuse(line, fmt::format("a second subrecord of the name {}", name),
                   "subrecords of several records stand outside of them, once");
            return nullptr;
        }
        DefinedSubrecord& made = out_->subrecords_.emplace_back(std::string(line.word(first)), std::string(name));
        std::size_t at = first + 2;
        if (at < line.tokens.size() && line.tokens[at].quoted) {
            made.label = line.tokens[at++].text;
        }
        if (line.word(at) == "when") {
            made.letters = upper(line.word(at + 1));
            at += 2;
        }
        if (line.word(at) == "colour" && at + 1 == line.tokens.size() && block.empty()) {
            colour(made.type, "", "");
        } else if (at < line.tokens.size()) {
            const std::optional<WireWord> wire = wire_of_word(line.word(at));
            if (!wire || !block.empty()) {
                refuse(line, fmt::format("\"{}\"", line.tokens[at].text),
                       wire ? "fields stand below a subrecord that has no wire type" : wire_hint());
                return nullptr;
            }
            FieldInfo info{.always = true};
            if (const std::optional<Options> options = this->options(line, at + 1, *wire, info)) {
                add_field(made.type, *wire, std::string(wire->field), "", info, *options, {});
            }
        } else {
            fields(made.type, block, "", {});
        }
        made.type.finish();
        made.item = out_->items_.size();
        out_->items_.push_back({made.type.element(), made.type.ref(), made.label, made.tag});
        return error_ ? nullptr : &made;
    }

    /// What a field's line says besides its name and what is in FieldInfo.
    struct Options {
        bool may_be_missing{};
    };

    void fields(DataType& type, std::span<const Line> block, const std::string& prefix, std::string_view composite)
    {
        const auto is_missing = [](const Line& line) {
            return std::ranges::any_of(line.tokens, [](const auto& t) { return !t.quoted && t.text == "missing"; });
        };
        if (prefix.empty() && std::ranges::any_of(block, is_missing)) {
            type.add_field(std::string(stored_size), describing::leaf_ops<Derived<std::uint16_t>>,
                           {.unit = "bytes",
                            .doc = "Where the subrecord ends before its last fields, as older files have it.",
                            .kind = Role::derived},
                           {});
        }
        for (std::size_t i = 0; i < block.size() && !error_;) {
            const Line& line = block[i++];
            const std::size_t first = i;
            while (i < block.size() && block[i].depth > line.depth) {
                ++i;
            }
            field_line(type, line, block.subspan(first, i - first), prefix, composite);
        }
    }

    void field_line(DataType& type, const Line& line, std::span<const Line> inside, const std::string& prefix,
                    std::string_view composite)
    {
        const std::string_view kind = line.word(0);
        if (kind == "list") {
            return list(type, line, inside);
        }
        if (!type.type().tables.front().children.empty()) {
            return refuse(line, fmt::format("\"{}\" behind a list or bytes without a size", kind), "fields come first");
        }
        const std::string_view name = line.word(kind == "struct" ? 2 : 1);
        if (!is_name(name)) {
            return refuse(line, fmt::format("\"{}\" without a name", kind), "expected TYPE name \"Label\"");
        }
        std::size_t at = kind == "struct" ? 3 : 2;
        std::string_view label;
        if (at < line.tokens.size() && line.tokens[at].quoted) {
            label = keep(line.tokens[at++].text);
        }
        const std::string path = prefix + std::string(name);
        if (kind == "struct") {
            const auto found = structs_.find(line.word(1));
            if (found == structs_.end()) {
                return refuse(line, fmt::format("struct {}", line.word(1)), "no line before begins so");
            }
            return fields(type, found->second, path + ".", label.empty() ? keep(std::string(name)) : label);
        }
        if (kind == "colour") {
            return colour(type, path + ".", label.empty() ? keep(std::string(name)) : label);
        }
        const std::optional<WireWord> wire = wire_of_word(kind);
        if (!wire) {
            return refuse(line, fmt::format("\"{}\"", kind), wire_hint());
        }
        FieldInfo info{.label = label};
        if (const std::optional<Options> options = this->options(line, at, *wire, info)) {
            add_field(type, *wire, path, name, info, *options, composite);
        }
    }

    static std::string wire_hint()
    {
        std::vector<std::string_view> names;
        for (const WireWord& each : wire_words()) {
            names.push_back(each.word);
        }
        return fmt::format("expected {}, bytes[N], colour, struct or list", fmt::join(names, ", "));
    }

    std::optional<Options> options(const Line& line, std::size_t at, const WireWord& wire, FieldInfo& info)
    {
        Options options;
        while (at < line.tokens.size()) {
            const std::string_view word = line.word(at++);
            const auto next = [&]() -> std::string { return at < line.tokens.size() ? line.tokens[at++].text : ""; };
            if (word == "words" || word == "flags") {
                const auto found = words_.find(next());
                if (found == words_.end() || found->second.flags != (word == "flags")) {
                    refuse(line, fmt::format("{} {}", word, line.tokens[at - 1].text), "no line before begins so");
                    return std::nullopt;
                }
                info.words = found->second.words;
                info.flags = found->second.flags;
            } else if (word == "unit") {
                info.unit = keep(next());
            } else if (word == "doc") {
                info.doc = keep(next());
            } else if (word == "refers") {
                info.doc = keep(fmt::format("{}{}Of: {}.", info.doc, info.doc.empty() ? "" : " ", next()));
            } else if (word == "min" || word == "max") {
                const std::optional<std::int64_t> number = as_number(next());
                if (!number) {
                    refuse(line, fmt::format("{} without a number", word), "expected a number");
                    return std::nullopt;
                }
                (word == "min" ? info.min : info.max) = *number;
            } else if (word == "hex") {
                info.notation = Notation::hexadecimal;
            } else if (word == "boolean") {
                info.notation = Notation::boolean;
            } else if (word == "key") {
                info.key = true;
            } else if (word == "unused") {
                info.kind = Role::reserved;
            } else if (word == "unknown") {
                info.kind = Role::opaque;
            } else if (word == "missing") {
                options.may_be_missing = true;
            } else {
                refuse(line, fmt::format("\"{}\"", line.tokens[at - 1].text),
                       "expected words, flags, unit, doc, refers, min, max, hex, boolean, key, unused, unknown or "
                       "missing");
                return std::nullopt;
            }
        }
        if (wire.ops == &describing::leaf_ops<FormId>) {
            info.refers_to = Target::form;
        }
        return options;
    }

    void add_field(DataType& type, const WireWord& wire, std::string path, std::string_view name, FieldInfo info,
                   const Options& options, std::string_view composite)
    {
        if (wire.wire.kind == Wire::bytes && wire.wire.size == 0) {
            return type.add_blob(std::move(path), {.label = info.label, .doc = info.doc});
        }
        WireType said = wire.wire;
        said.may_be_missing = options.may_be_missing;
        static_cast<void>(name);
        const bool is_localised = said.kind == Wire::lstring;
        std::string number = path == "text" ? "string_id" : path + "_id";
        type.add_field(std::move(path), *wire.ops, info, said, composite);
        if (is_localised) {
            type.add_field(std::move(number), describing::leaf_ops<Derived<std::uint32_t>>,
                           {.doc = "In localised plugins: the text's number in the files of strings.",
                            .kind = Role::derived,
                            .notation = Notation::hexadecimal},
                           {}, composite);
        }
    }

    void colour(DataType& type, const std::string& prefix, std::string_view label)
    {
        for (const std::string_view part : {"red", "green", "blue"}) {
            type.add_field(prefix + std::string(part), describing::leaf_ops<std::uint8_t>,
                           {.notation = Notation::colour}, wire_of<std::uint8_t>, label);
        }
        type.add_field(prefix + "unused", describing::leaf_ops<std::uint8_t>, {.kind = Role::reserved},
                       wire_of<std::uint8_t>, label);
    }

    /// list name item "Label" to_end | count N | count FIELD
    void list(DataType& type, const Line& line, std::span<const Line> inside)
    {
        std::size_t at = 3;
        FieldInfo info;
        if (at < line.tokens.size() && line.tokens[at].quoted) {
            info.label = keep(line.tokens[at++].text);
        }
        WireArray array;
        if (line.word(at) == "to_end") {
            array.count = WireArray::Count::to_end;
        } else if (const auto number = as_number(line.word(at + 1)); line.word(at) == "count" && number) {
            array = {WireArray::Count::fixed, static_cast<std::uint32_t>(*number)};
        } else if (const FieldTable& table = type.type().tables.front(); line.word(at) == "count") {
            const FieldEntry* const counter = table.find_field(line.word(at + 1));
            if (counter != nullptr) {
                array = {WireArray::Count::field, static_cast<std::uint32_t>(counter - table.fields.data())};
            }
        }
        if (!is_name(line.word(1)) || !is_name(line.word(2)) || array.count == WireArray::Count::none) {
            return refuse(line, "a list that does not say its records",
                          "expected list name item \"Label\" and to_end, count NUMBER or count FIELD");
        }
        DataType& item = out_->lists_.emplace_back(std::string(line.word(2)));
        fields(item, inside, "", {});
        item.finish();
        type.add_list(std::string(line.word(1)), item.element(), item, info, array);
    }

    std::string file_;
    std::unique_ptr<Definitions> out_;
    std::vector<Line> lines_;
    std::size_t at_{};
    std::optional<Error> error_;
    std::map<std::string, NamedWords, std::less<>> words_;
    std::map<std::string, std::span<const Line>, std::less<>> structs_;
    std::map<std::string, std::vector<DefinedSubrecord*>, std::less<>> shared_;
    std::set<std::string, std::less<>> elements_;
};

Result<std::unique_ptr<Definitions>> Definitions::parse(std::string_view text, const std::string& file)
{
    return DefinitionParser(text, file).run();
}

const std::vector<const DefinedSubrecord*>& Definitions::find(std::string_view record, std::string_view tag) const
{
    static const std::vector<const DefinedSubrecord*> none;
    const auto found = records_.find(std::string(record));
    if (found == records_.end()) {
        return none;
    }
    const auto subrecord = found->second.subrecords.find(tag);
    return subrecord == found->second.subrecords.end() ? none : subrecord->second;
}

const DefinedSubrecord* Definitions::of(const RecordType& type) const
{
    const auto found = by_type_.find(&type);
    return found == by_type_.end() ? nullptr : found->second;
}

std::string_view Definitions::label(std::string_view record) const
{
    const auto found = records_.find(std::string(record));
    return found == records_.end() ? std::string_view{} : std::string_view(found->second.label);
}

const Definitions& definitions_of(std::size_t header_size)
{
    // A test reads them; were one wrong, plugins would be read without it.
    static const auto read = [](std::string_view text, const char* file) {
        Result<std::unique_ptr<Definitions>> result = Definitions::parse(text, file);
        return result ? std::move(*result) : Definitions::parse("", file).value();
    };
    static const std::unique_ptr<Definitions> oblivion = read(oblivion_definitions(), "oblivion.def");
    static const std::unique_ptr<Definitions> skyrim = read(skyrim_definitions(), "skyrim.def");
    return header_size == 20 ? *oblivion : *skyrim;
}

}  // namespace redforge::tes
