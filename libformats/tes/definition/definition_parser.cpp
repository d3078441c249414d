// Reads definitions. Each line has words and quoted texts; its indentation determines its parent.
#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/record/data_codec.hpp"
#include "core/record/describe.hpp"
#include "core/text/letter_case.hpp"
#include "tes/definition/definition_parser.hpp"
#include "tes/form/form_id.hpp"

namespace redforge::tes {

Result<std::unique_ptr<Definitions>> DefinitionParser::run()
{
    for (const bool names : {true, false}) {  // enums and structs can be defined after their use
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
    add_records_to_docs();
    return std::move(out_);
}

/// Names the records of each subrecord in its doc: "DATA of WEAP".
void DefinitionParser::add_records_to_docs()
{
    std::vector<std::set<std::string_view>> records(out_->items_.size());
    for (const auto& [type, record] : out_->records_) {
        for (const auto& [tag, layouts] : record.subrecords) {
            for (const DefinedSubrecord* const layout : layouts) {
                records[layout->item].insert(type);
            }
        }
    }
    for (std::size_t i = 0; i < records.size(); ++i) {
        std::string& doc = out_->items_[i].doc;
        if (!records[i].empty()) {
            doc.insert(std::min(doc.find(','), doc.size()), fmt::format(" of {}", fmt::join(records[i], ", ")));
        }
    }
}

void DefinitionParser::report_error(const Line& line, std::string message, std::string hint)
{
    if (!error_) {
        error_ = Error{.code = ErrorCode::malformed,
                       .message = std::move(message),
                       .file = file_,
                       .line = line.number,
                       .hint = std::move(hint)};
    }
}

DefinitionParser::Block DefinitionParser::take_block(std::size_t depth)
{
    const std::size_t first = at_;
    while (at_ < lines_.size() && lines_[at_].depth >= depth) {
        ++at_;
    }
    return Block(lines_).subspan(first, at_ - first);
}

void DefinitionParser::top(bool names)
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
        report_error(line, "an indented line without a line to belong to",
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
        report_error(line, fmt::format("\"{}{}{}\"", kind, name.empty() ? "" : " ", name),
                     "expected enum NAME, flags NAME, struct NAME, set NAME, subrecord TYPE, record TYPE, choice NAME "
                     "or change NAME");
    }
}

void DefinitionParser::enumeration(const Line& line, Block block)
{
    std::vector<EnumName>& all = out_->enum_names_.emplace_back();
    NamedEnum named;
    named.flags = line.word(0) == "flags";
    for (const Line& each : block) {
        const std::optional<std::int64_t> number = definition_number(each.word(0));
        if (!number || !is_definition_name(each.word(1)) || (each.tokens.size() > 2 && !each.is_quoted(2))) {
            return report_error(each, "a line without a number", "expected NUMBER name \"Label\"");
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

void DefinitionParser::record(const Line& line, const std::string& tag, Block block)
{
    auto [found, is_new] = out_->records_.try_emplace(tag);
    if (!is_new) {
        return report_error(line, fmt::format("a second record {}", tag), "each type is defined once");
    }
    found->second.label = line.is_quoted(2) ? line.tokens[2].text : std::string{};
    record_ = &found->second;
    members(block, found->second.subrecords);
    record_ = nullptr;
    const Definitions::Subrecords& subrecords = found->second.subrecords;
    const auto is_known = [&subrecords](const std::string& type) {
        static constexpr std::array<std::string_view, 6> built_in{"VMAD", "SCHR", "SCDA", "SCTX", "SLSD", "SCVR"};
        return subrecords.contains(type) || std::ranges::find(built_in, type) != built_in.end();
    };
    const std::vector<SubrecordPlace>& order = found->second.order;
    if (const auto unknown = std::ranges::find_if_not(order, is_known, &SubrecordPlace::tag); unknown != order.end()) {
        report_error(line, fmt::format("{} in the order of {}", unknown->tag, tag),
                     "the order has subrecords of the record");
    }
    const std::vector<std::string>& singles = found->second.once;
    if (const auto unknown = std::ranges::find_if_not(singles, is_known); unknown != singles.end()) {
        report_error(line, fmt::format("once {} in {}", *unknown, tag), "expected subrecords of the record");
    }
}

void DefinitionParser::order(const Line& line, std::vector<SubrecordPlace>& places)
{
    std::size_t rank = places.empty() ? 0 : places.back().rank + 1;
    for (std::size_t i = 1; i < line.tokens.size(); ++i, ++rank) {
        std::string_view words = line.word(i);
        const bool is_marked = words.ends_with('+');
        words.remove_suffix(is_marked ? 1 : 0);
        const std::vector<std::string_view> parts = comma_parts(words);
        const bool repeats = is_marked || parts.size() > 1;
        std::vector<std::size_t> leaders;  // of the groups that contain the word, the outermost first
        for (std::string_view word : parts) {
            const bool opens = word.starts_with('(');
            word.remove_prefix(opens ? 1 : 0);
            const std::size_t length = word.find_last_not_of(')') + 1;
            const std::size_t closed = word.size() - length;
            word = word.substr(0, length);
            const bool is_required = word.ends_with('!');
            word.remove_suffix(is_required ? 1 : 0);
            const std::optional<std::string> tag = definition_tag({std::string(word), false});
            const bool is_new = tag && std::ranges::find(places, *tag, &SubrecordPlace::tag) == places.end();
            if (!is_new) {
                return report_error(line, fmt::format("order {}", word),
                                    tag ? "each type is in the order once" : "expected types of subrecords");
            }
            const bool leads = opens || (leaders.empty() && repeats);
            places.push_back({*tag, rank, is_required, repeats, leads,
                              leaders.empty() ? std::nullopt : std::optional(leaders.back())});
            if (leads) {
                leaders.push_back(places.size() - 1);
            }
            if (closed >= leaders.size() + (repeats ? 0U : 1U)) {
                return report_error(line, fmt::format("order {}", words), "a ) without (");
            }
            leaders.resize(leaders.size() - closed);
        }
        if (leaders.size() > (repeats ? 1U : 0U)) {
            return report_error(line, fmt::format("order {}", words), "a ( without )");
        }
    }
}

void DefinitionParser::once(const Line& line, Definitions::Record& record)
{
    for (std::size_t i = 1; i < line.tokens.size(); ++i) {
        const std::optional<std::string> tag = definition_tag(line.tokens[i]);
        if (!tag || std::ranges::find(record.order, *tag, &SubrecordPlace::tag) != record.order.end()) {
            return report_error(line, fmt::format("once {}", line.tokens[i].text),
                                tag ? "the order already determines how often it occurs"
                                    : "expected types of subrecords");
        }
        record.once.push_back(*tag);
    }
}

void DefinitionParser::members(Block block, Definitions::Subrecords& all)
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
        } else if (line.word(0) == "order" && inside.empty() && record_ != nullptr) {
            order(line, record_->order);
        } else if (line.word(0) == "once" && inside.empty() && record_ != nullptr) {
            once(line, *record_);
        } else if (line.word(0) == "use" && inside.empty()) {
            use(line, all);
        } else {
            report_error(line, fmt::format("\"{}\" in a record", line.word(0)),
                         "expected the type of a subrecord, or use SET");
        }
    });
}

void DefinitionParser::use(const Line& line, Definitions::Subrecords& all)
{
    for (std::size_t i = 1; i < line.tokens.size(); ++i) {
        const auto found = sets_.find(line.word(i));
        if (found == sets_.end()) {
            return report_error(line, fmt::format("use {}", line.word(i)),
                                "no earlier line defines a set of this name");
        }
        for (const auto& [tag, subrecords] : found->second) {
            std::vector<const DefinedSubrecord*>& there = all[tag];
            there.insert(there.end(), subrecords.begin(), subrecords.end());
        }
    }
}

void DefinitionParser::add_shared(const Line& line, const std::string& tag, std::string_view name,
                                  Definitions::Subrecords& all)
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
        report_error(line, fmt::format("{}{}{}", tag, name.empty() ? "" : " ", name),
                     there.size() == before ? "no earlier line defines this subrecord"
                                            : "there are several; add its name");
    }
}

DefinedSubrecord* DefinitionParser::subrecord(const Line& line, const std::string& tag, std::size_t at, Block block)
{
    const std::string_view name = line.word(at++);
    if (!is_definition_name(name)) {
        report_error(line, fmt::format("{} without a name", tag), "expected TYPE name \"Label\"");
        return nullptr;
    }
    if (!elements_.insert(std::string(name)).second || name == "subrecord" || name == "result_script") {
        report_error(line, fmt::format("a second subrecord of the name {}", name),
                     "define a subrecord of several records once, outside of the records");
        return nullptr;
    }
    DefinedSubrecord& made = out_->subrecords_.emplace_back(tag, std::string(name));
    current_ = &made;
    if (line.is_quoted(at)) {
        made.label = line.tokens[at++].text;
    }
    const std::size_t first = at;
    if (!context(line, at, made)) {
        return nullptr;
    }
    std::string conditions;
    for (std::size_t i = first; i < std::min(at, line.tokens.size()); ++i) {
        conditions += (i == first ? ", " : " ") + line.tokens[i].text;
    }
    if (line.word(at) == "colour" && at + 1 == line.tokens.size() && block.empty()) {
        colour(made.type, "", "", {});
    } else if (at < line.tokens.size()) {
        const std::optional<WireWord> wire = wire_of_word(line.word(at));
        if (!wire || !block.empty()) {
            report_error(line, fmt::format("\"{}\"", line.tokens[at].text),
                         wire ? "only a subrecord without a wire type has fields" : wire_hint());
            return nullptr;
        }
        FieldInfo info{.always = true};
        if (const std::optional<DataPresence> presence = options(made.type, line, at + 1, *wire, info, "")) {
            info.always = !counter_;
            add_field(made.type, *wire, std::string(wire->field), info, *presence, {});
        }
    } else {
        fields(made.type, block, "", {});
    }
    made.type.finish();
    made.item = out_->items_.size();
    const bool is_plain = tag.front() >= ' ';
    out_->items_.push_back({made.type.element(), made.type.ref(), made.label,
                            (is_plain ? tag : fmt::format("\\{:02x}{}", tag.front(), tag.substr(1))) + conditions});
    return error_ ? nullptr : &made;
}

bool DefinitionParser::context(const Line& line, std::size_t& at, DefinedSubrecord& made)
{
    for (;; at += 2) {
        const std::string_view word = line.word(at);
        if (word == "when") {
            made.letters = upper(line.word(at + 1));
        } else if (word == "with" || word == "without") {
            const std::string_view target = line.word(at + 1);  // TYPE, or TYPE.FIELD
            const std::size_t dot = std::min(target.find('.'), target.size());
            const std::optional<std::string> tag = definition_tag({std::string(target.substr(0, dot)), false});
            const std::string_view field = target.substr(std::min(dot + 1, target.size()));
            if (!tag || (dot < target.size() && !is_definition_name(field))) {
                report_error(line, fmt::format("{} without the type of a subrecord", word),
                             "expected with TYPE VALUES or with TYPE.FIELD VALUES");
                return false;
            }
            DefinedSubrecord::Context& added = made.contexts.emplace_back();
            added.tag = *tag;
            added.field = field;
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
