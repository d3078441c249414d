// Creates the lines of the actor page from the description of the actor's record.
#include "editor/model/scene/actor_page.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/record/leaf.hpp"
#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/trim.hpp"
#include "edit/map/map_of.hpp"
#include "editor/model/rows/property_rows.hpp"
#include "editor/model/text/display_name.hpp"
#include "rgm/script_source.hpp"
#include "soup/assemble/assemble.hpp"

namespace redforge::editor {
namespace {

constexpr std::size_t max_numbers_of_line = 6;  ///< maximum count of numbers that share one line
constexpr std::uint32_t attribute_count = 256;

/// Splits a text at commas, semicolons and spaces.
std::vector<std::string> numbers_in(std::string_view text)
{
    std::vector<std::string> words;
    std::string word;
    for (const char c : text) {
        if (c != ',' && c != ' ' && c != ';') {
            word += c;
        } else if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    }
    if (!word.empty()) {
        words.push_back(std::move(word));
    }
    return words;
}

const rgm::Actor* actor_record(const Session& session, const NodeRef& ref)
{
    const std::optional<NodeInfo> info = session.find(ref);
    return info && info->record && is_map_script(info->record, "script")
               ? static_cast<const rgm::Actor*>(info->record.record)
               : nullptr;
}

/// Finds the source lines at which an actor's hooks enter its script.
class LinesOfHooks {
public:
    LinesOfHooks(const Session& session, const NodeRef& actor, const WrittenScripts& written)
    {
        const std::vector<ScriptPlace> places = scripts_at(session, actor);
        const std::optional<soup::Script> script =
            places.empty() ? std::nullopt : previous_script(session, places.front());
        if (!script || script->hooks.empty()) {
            return;
        }
        text_ = written.text(session, places.front());
        assembly_ = soup::assemble(
            text_, "",
            {.names = session.names(), .previous = &*script, .checks = soup::Checks::none, .keep_names = false});
    }

    /// Formats "line 12: end"; empty if unknown.
    [[nodiscard]] std::string words(std::uint32_t offset) const
    {
        const soup::SourcePlace* place = nullptr;
        for (const soup::SourcePlace& each : assembly_.places) {
            place = each.offset <= offset ? &each : place;
        }
        if (place == nullptr) {
            return {};
        }
        std::size_t begin = 0;
        for (std::uint32_t line = 1; line < place->line && begin != std::string::npos; ++line) {
            begin = text_.find('\n', begin);
            begin = begin == std::string::npos ? begin : begin + 1;
        }
        const std::string_view line =
            begin == std::string::npos
                ? std::string_view{}
                : trimmed(std::string_view(text_).substr(begin, text_.find('\n', begin) - begin));
        return place->offset == offset ? fmt::format("line {}: {}", place->line, line)
                                       : fmt::format("inside line {}: {}", place->line, line);
    }

private:
    std::string text_;
    soup::Assembly assembly_;
};

/// Makes the lines of one actor.
class LinesOfActor {
public:
    LinesOfActor(const Session& session, const NodeRef& actor, const ActorPageOptions& options,
                 const WrittenScripts& written)
        : session_(session), actor_(actor), options_(options), hooks_(session, actor, written)
    {
    }
    std::vector<ActorLine> made;

    void make()
    {
        const std::optional<NodeInfo> info = session_.find(actor_);
        if (!info || !info->record) {
            return;
        }
        ActorLine& head = add(ActorLine::Kind::section, 0, actor_, "", "Actor");
        if (head.open) {
            values(actor_, info->record, "", 1);
        }
        for (const ChildEntry& child : info->record.table().children) {
            if (child.kind == ChildEntry::Kind::list) {
                section(*info, child);
            }
        }
    }

private:
    ActorLine& add(ActorLine::Kind kind, std::size_t depth, const NodeRef& node, std::string key, std::string name)
    {
        ActorLine& line = made.emplace_back();
        line.kind = kind;
        line.depth = depth;
        line.node = node;
        // Several records can have the same key. A suffix makes it unique, so that edits and toggles apply to one line.
        const std::size_t earlier = keys_[key]++;
        line.key = earlier == 0 ? std::move(key) : fmt::format("{}~{}", key, earlier + 1);
        line.name = std::move(name);
        line.holds_lines = kind != ActorLine::Kind::value;
        const bool standard =
            kind == ActorLine::Kind::section && !line.key.empty();  // the property grid shows the actor's own fields
        line.open = line.holds_lines &&
                    (options_.toggled.contains(line.key) ? !standard : standard || options_.only_differences);
        return line;
    }

    void section(const NodeInfo& actor, const ChildEntry& child)
    {
        const ListView list = actor.record.list(child);
        const std::uint32_t number = actor.record.table().number_of(child);
        const bool attributes = child.name == "attributes";
        if (list.size() == 0 && (child.name == "raw_parts" || child.name == "placements")) {
            return;  // only unusual files have these lists
        }
        const std::string name = display_name(child.name, child.label());
        ActorLine& line = add(ActorLine::Kind::section, 0, {actor_.node, number}, std::string(child.name), name);
        line.shown = list.single()      ? (list.size() == 0 ? "none" : "")
                     : list.size() == 0 ? "none"
                                        : counted(list.size(), "record");
        line.help = child.doc();
        line.holds_lines = list.size() > 0 || (attributes && options_.all_attributes);
        if (!line.open || !line.holds_lines) {
            return;
        }
        if (attributes) {
            return attribute_lines(list, number);
        }
        for (std::size_t i = 0; i < list.size(); ++i) {
            NodeRef ref{actor_.node, {}};
            ref.node.push_back({number, static_cast<std::uint32_t>(i)});
            if (list.single()) {
                values(ref, list.at(i), std::string(child.name), 1);
            } else {
                record(ref, std::string(child.name), 1);
            }
        }
    }

    [[nodiscard]] std::string name_of_number(soup::ArgumentType meaning, std::uint32_t number) const
    {
        const soup::Constant* const known =
            session_.names() == nullptr ? nullptr : session_.names()->named(meaning, number);
        return known == nullptr ? std::string{} : known->name;
    }

    void attribute_lines(const ListView& list, std::uint32_t child)
    {
        std::multimap<std::uint32_t, std::size_t> places;
        for (std::size_t i = 0; i < list.size(); ++i) {
            places.emplace(static_cast<const rgm::Attribute*>(list.at(i).record)->index, i);
        }
        const std::uint32_t known =
            session_.names() == nullptr ? 0 : session_.names()->table_size(soup::ArgumentType::attribute);
        for (std::uint32_t number = 0; number < attribute_count; ++number) {
            const auto [first, end] = places.equal_range(number);
            for (auto place = first; place != end; ++place) {
                NodeRef ref{actor_.node, {}};
                ref.node.push_back({child, static_cast<std::uint32_t>(place->second)});
                attribute_line(ref, number, list.at(place->second).find_field("value").text());
            }
            if (first == end && options_.all_attributes && number < std::max(known, 1U)) {
                attribute_line({actor_.node, child}, number, "0");
            }
        }
    }

    void attribute_line(const NodeRef& ref, std::uint32_t number, const std::string& value)
    {
        const std::string named = name_of_number(soup::ArgumentType::attribute, number);
        ActorLine& line = add(ActorLine::Kind::value, 1, ref, fmt::format("attributes[{}]", number),
                              named.empty() ? fmt::format("Attribute {}", number) : named);
        line.sets = ActorLine::Sets::attribute;
        line.number = number;
        line.text = value;
        line.shown = line.text;
        line.note = named.empty() ? std::string{} : fmt::format("attribute {}", number);
        line.help = "0 to 255; 0 means not set.";
    }

    /// Returns the rows of a record that users edit: those with Role::plain.
    [[nodiscard]] std::vector<PropertyRow> rows_of(const NodeRef& ref) const
    {
        std::vector<PropertyRow> rows = make_rows(session_, {ref}).rows;
        std::erase_if(rows, [](const PropertyRow& row) { return row.role != Role::plain; });
        return rows;
    }

    void record(const NodeRef& ref, const std::string& list, std::size_t depth)
    {
        const std::optional<NodeInfo> info = session_.find(ref);
        const std::vector<PropertyRow> rows = rows_of(ref);
        const auto key_field =
            std::ranges::find_if(info->record.table().fields, [](const FieldEntry& field) { return field.info.key; });
        const std::string number = key_field != info->record.table().fields.end()
                                       ? info->record.field(*key_field).text()
                                       : fmt::format("{}", info->index);
        const std::string key = fmt::format("{}[{}]", list, number);
        const std::string name = fmt::format("{} {}", display_name(info->parent.item(info->index).name), number);
        if (list == "variables") {
            return variable(ref, *info, key, name, depth);
        }
        const auto nested = std::ranges::find(info->record.table().children, ChildEntry::Kind::list, &ChildEntry::kind);
        const bool has_lists = nested != info->record.table().children.end();
        const bool numbers = std::ranges::all_of(rows, [&](const PropertyRow& row) {
            const FieldEntry* const field = info->record.table().find_field(row.name);
            return field != nullptr && field->ops->type.kind == ValueKind::integer && row.choices.empty() &&
                   !row.checkbox;
        });
        if (!has_lists && (rows.size() == 1 || (numbers && rows.size() <= max_numbers_of_line))) {
            return one_line(ref, rows, key, name, depth);
        }
        const bool command = list.ends_with("commands");
        ActorLine& line = add(ActorLine::Kind::record, depth, ref, key, name);
        line.shown = command ? command_arguments(info->record) : content_of(*info);
        if (list == "groups") {
            line.note = name_of_number(soup::ArgumentType::animation, group_number(info->record));
            line.shown = fmt::format("{}{}{}", counted(info->record.list(*nested).size(), "command"),
                                     line.shown.empty() ? "" : ", ", line.shown);
        }
        if (!line.open) {
            return;
        }
        const std::string own_key = line.key;
        values(ref, info->record, own_key, depth + 1);
        for (const ChildEntry& child : info->record.table().children) {
            const ListView inner = child.kind == ChildEntry::Kind::list ? info->record.list(child) : ListView{};
            for (std::size_t i = 0; inner && i < inner.size(); ++i) {
                NodeRef below = ref;
                below.node.push_back({info->record.table().number_of(child), static_cast<std::uint32_t>(i)});
                record(below, fmt::format("{}.{}", own_key, child.name), depth + 1);
            }
        }
    }

    static std::uint32_t group_number(const RecordHandle& group)
    {
        return static_cast<const rgm::AnimationGroup*>(group.record)->group_index;
    }

    /// Returns the name and the arguments of a command: "ShowFrame 12"
    static std::string command_arguments(const RecordHandle& command)
    {
        std::string words;
        for (const FieldEntry& field : command.table().fields) {
            words += (words.empty() ? "" : " ") + command.field(field).text();
        }
        return words;
    }

    void one_line(const NodeRef& ref, const std::vector<PropertyRow>& rows, const std::string& key,
                  const std::string& name, std::size_t depth)
    {
        ActorLine& line = add(ActorLine::Kind::value, depth, ref, key, name);
        std::string labels;
        for (const PropertyRow& row : rows) {
            const bool first = line.fields.empty();
            line.fields.push_back(row.name);
            line.text += (first ? "" : ", ") + row.text;
            labels += (first ? "" : ", ") + row.label;
            line.shown += (first ? "" : ", ") + (rows.size() == 1 ? shown_text(row) : row.text);
        }
        line.sets = rows.size() == 1 ? ActorLine::Sets::field : ActorLine::Sets::numbers;
        line.sets = rows.front().read_only ? ActorLine::Sets::nothing : line.sets;
        line.help = rows.size() == 1 ? rows.front().help : labels;
        line.note = rows.size() == 1 ? rows.front().unit : labels;
        if (key.starts_with("hooks[")) {
            const auto& hook = *static_cast<const rgm::Hook*>(session_.find(ref)->record.record);
            line.note = hooks_.words(hook.offset);
        }
    }

    void values(const NodeRef& ref, const RecordHandle& record, const std::string& key, std::size_t depth)
    {
        for (const PropertyRow& row : rows_of(ref)) {
            const std::string name = row.group.empty() ? row.label : row.group + " " + row.label;
            ActorLine& line =
                add(ActorLine::Kind::value, depth, ref, key.empty() ? row.name : key + "." + row.name, name);
            line.sets = row.read_only ? ActorLine::Sets::nothing : ActorLine::Sets::field;
            line.fields = {row.name};
            line.text = row.text;
            line.shown = shown_text(row);
            line.note = row.note.empty() ? row.unit : row.note;
            line.help = row.help;
            const FieldEntry* const field = record.table().find_field(row.name);
            if (field != nullptr && field->name == "group_index") {
                line.note = name_of_number(soup::ArgumentType::animation, group_number(record));
            }
        }
    }

    void variable(const NodeRef& ref, const NodeInfo& info, const std::string& key, const std::string& name,
                  std::size_t depth)
    {
        const auto& variable = *static_cast<const rgm::Variable*>(info.record.record);
        const rgm::Actor* const actor = actor_record(session_, actor_);
        const std::size_t instances = actor == nullptr ? 0 : actor->header.instances;
        const bool alike = variable.instances.empty();
        ActorLine& line =
            add(alike && instances < 2 ? ActorLine::Kind::value : ActorLine::Kind::record, depth, ref, key, name);
        line.sets = ActorLine::Sets::instance;
        line.text = alike ? fmt::format("{}", variable.value) : std::string{};
        line.shown = alike ? line.text : fmt::format("{}", fmt::join(variable.instances, ", "));
        line.note = instances < 2 ? "" : alike ? fmt::format("all {} instances", instances) : "differs by instance";
        line.help = "A value for all instances; expand the line to set them separately.";
        if (!line.open) {
            return;
        }
        const std::string own_key = line.key;
        for (std::size_t i = 0; i < std::max(instances, variable.instances.size()); ++i) {
            ActorLine& each = add(ActorLine::Kind::value, depth + 1, ref, fmt::format("{}.{}", own_key, i),
                                  fmt::format("Instance {}", i));
            each.sets = ActorLine::Sets::instance;
            each.instance = i;
            each.text = fmt::format("{}", i < variable.instances.size() ? variable.instances[i] : variable.value);
            each.shown = each.text;
        }
    }

    const Session& session_;
    NodeRef actor_;
    const ActorPageOptions& options_;
    LinesOfHooks hooks_;
    std::map<std::string, std::size_t> keys_;  ///< number of lines per key
};

/// Adds the values of another actor next to each line, and inserts lines that only the other actor has at their
/// position there.
std::vector<ActorLine> lines_beside(std::vector<ActorLine> mine, std::vector<ActorLine> others)
{
    std::map<std::string_view, std::size_t> there;
    for (std::size_t i = 0; i < others.size(); ++i) {
        there.emplace(others[i].key, i);
    }
    std::set<std::string_view> here;
    for (const ActorLine& line : mine) {
        here.insert(line.key);
    }
    std::vector<ActorLine> lines;
    std::size_t next = 0;
    const auto put_others = [&](std::size_t end) {
        for (; next < end; ++next) {
            if (!here.contains(others[next].key)) {
                ActorLine line = others[next];
                line.here = false;
                line.there = true;
                line.sets = ActorLine::Sets::nothing;
                line.other = std::exchange(line.shown, {});
                line.text.clear();
                lines.push_back(std::move(line));
            }
        }
    };
    for (const ActorLine& each : mine) {
        ActorLine line = each;
        if (const auto found = there.find(each.key); found != there.end()) {
            put_others(found->second);
            next = std::max(next, found->second + 1);
            line.there = true;
            line.other = others[found->second].shown;
        } else {
            // Before this line, insert the lines that only the other actor has in an earlier record or section.
            std::size_t end = next;
            while (end < others.size() && others[end].depth > each.depth) {
                ++end;
            }
            put_others(end);
        }
        lines.push_back(std::move(line));
    }
    put_others(others.size());
    return lines;
}

std::vector<ActorLine> lines_that_differ(std::vector<ActorLine> lines)
{
    std::vector<bool> wanted(lines.size());
    std::vector<bool> below(1, false);  // by depth: a line that differs is below the next line of the depth above
    for (std::size_t i = lines.size(); i-- > 0;) {
        const std::size_t depth = lines[i].depth;
        below.resize(std::max(below.size(), depth + 2), false);
        wanted[i] = lines[i].differs(true) || below[depth + 1];
        below[depth + 1] = false;
        below[depth] = below[depth] || wanted[i];
    }
    std::vector<ActorLine> kept;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (wanted[i]) {
            kept.push_back(std::move(lines[i]));
        }
    }
    return kept;
}

Status set_attribute_line(Session& session, const ActorLine& line, const std::string& text)
{
    const bool is_there = !line.node.list;
    if (is_there) {
        return trimmed(text) == "0" ? session.remove({line.node}) : session.set({line.node}, "value", text);
    }
    if (trimmed(text) == "0") {
        return {};
    }
    const std::optional<NodeInfo> list = session.find(line.node);
    if (!list || !list->members) {
        return fail({.code = ErrorCode::usage, .message = "the actor no longer exists"});
    }
    // Insert in the order of files: after the last attribute with a lower number.
    std::size_t place = 0;
    while (place < list->members.size() &&
           static_cast<const rgm::Attribute*>(list->members.at(place).record)->index < line.number) {
        ++place;
    }
    const ChildEntry& child = *list->members.child;
    const Result<edit::Changes> made = session.make(fmt::format("Set {}", line.name), [&](edit::Recorder& recorder) {
        edit::DetachedRecords records(child);
        static_cast<void>(records.append(0));
        recorder.insert(line.node.node, child, {place}, std::move(records));
        edit::NodePath added = line.node.node;
        added.push_back({*line.node.list, static_cast<std::uint32_t>(place)});
        const FieldTable& table = edit::record_at(recorder.root(), added).table();
        if (Status status = recorder.set(added, *table.find_field("index"), fmt::format("{}", line.number)); !status) {
            return status;
        }
        return recorder.set(added, *table.find_field("value"), text);
    });
    return made ? Status{} : fail(made.error());
}

Status set_instance_line(Session& session, const ActorLine& line, const std::string& text)
{
    const std::optional<NodeInfo> info = session.find(line.node);
    if (!info || !info->record) {
        return fail({.code = ErrorCode::usage, .message = "the variable no longer exists"});
    }
    const auto& variable = *static_cast<const rgm::Variable*>(info->record.record);
    edit::NodePath above = line.node.node;
    above.pop_back();
    const rgm::Actor* const actor = actor_record(session, {above, {}});
    const std::size_t count = actor == nullptr ? 0 : actor->header.instances;
    const std::string name = fmt::format("Set {} of {}", line.name, session.called({{above, {}}}));
    if (!line.instance) {
        const bool alike = variable.instances.empty();
        const std::vector<RecordValue> values{{line.node, "instances", ""}, {line.node, "value", text}};
        return session.set(name, alike ? std::vector{values[1]} : values);
    }
    std::vector<std::string> each;
    for (std::size_t i = 0; i < count; ++i) {
        each.push_back(fmt::format("{}", i < variable.instances.size() ? variable.instances[i] : variable.value));
    }
    if (*line.instance >= each.size()) {
        return fail(
            {.code = ErrorCode::out_of_range, .message = fmt::format("the actor has {}", counted(count, "instance"))});
    }
    std::string value(trimmed(text));
    if (const auto adjustment = edit::Adjustment::parse(value)) {
        value = fmt::format("{:.0f}", adjustment->of(std::stod(each[*line.instance])));
    }
    if (value.empty() || value.find_first_of(" \t,;") != std::string::npos) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("\"{}\" for {}", value, line.name),
                     .field = session.path_of(line.node),
                     .hint = "expected one whole number"});
    }
    each[*line.instance] = value;
    const bool alike = std::ranges::adjacent_find(each, std::not_equal_to{}) == each.end();
    return alike ? session.set(name, {{line.node, "instances", ""}, {line.node, "value", each.front()}})
                 : session.set(name, {{line.node, "value", "0"},
                                      {line.node, "instances", fmt::format("{}", fmt::join(each, " "))}});
}

}  // namespace

std::optional<NodeRef> actor_at(const Session& session, const NodeRef& ref)
{
    const rgm::Map* const map = edit::map_of(session.document());
    if (map == nullptr) {
        return std::nullopt;
    }
    for (edit::NodePath node = ref.node; !node.empty(); node.pop_back()) {
        const std::optional<NodeInfo> info = session.find({node, {}});
        if (!info || !info->is_record()) {
            continue;
        }
        for (const FieldEntry& field : info->record.table().fields) {
            if (field.info.names == Target::actor) {
                return NodeRef{node, {}};
            }
            if (field.info.refers_to == Target::actor) {
                const std::optional<std::size_t> actor = rgm::find_actor(*map, info->record.field(field).text());
                if (!actor) {
                    return std::nullopt;
                }
                const Result<NodeRef> found = session.find(fmt::format("actors[{}]", *actor));
                return found ? std::optional(*found) : std::nullopt;
            }
        }
    }
    return std::nullopt;
}

NodeRefs all_actors(const Session& session)
{
    NodeRefs actors;
    const rgm::Map* const map = edit::map_of(session.document());
    for (std::size_t i = 0; map != nullptr && i < rgm::actor_count(*map); ++i) {
        if (const Result<NodeRef> ref = session.find(fmt::format("actors[{}]", i))) {
            actors.push_back(*ref);
        }
    }
    return actors;
}

std::string actor_title(const Session& session, const NodeRef& actor)
{
    const std::string name = session.called({actor});
    const rgm::Map* const map = edit::map_of(session.document());
    const auto objects = map == nullptr ? 0 : std::ranges::count_if(map->objects.records, [&](const rgm::Object& each) {
        return equals_ignore_case(each.script_name.view(), name);
    });
    return fmt::format("{}, {}", name, counted(static_cast<std::size_t>(objects), "object"));
}

std::vector<ActorLine> actor_lines(const Session& session, const NodeRef& actor, const ActorPageOptions& options,
                                   const WrittenScripts& written)
{
    LinesOfActor mine(session, actor, options, written);
    mine.make();
    if (!options.other || mine.made.empty()) {
        return std::move(mine.made);
    }
    LinesOfActor other(session, *options.other, options, written);
    other.make();
    std::vector<ActorLine> lines = lines_beside(std::move(mine.made), std::move(other.made));
    return options.only_differences ? lines_that_differ(std::move(lines)) : lines;
}

Status set_actor_line(Session& session, const ActorLine& line, const std::string& text)
{
    switch (line.sets) {
    case ActorLine::Sets::nothing: break;
    case ActorLine::Sets::field: {
        const PropertyRows rows = make_rows(session, {line.node});
        const auto row = std::ranges::find(rows.rows, line.fields.front(), &PropertyRow::name);
        return session.set({line.node}, line.fields.front(), row == rows.rows.end() ? text : typed_text(*row, text));
    }
    case ActorLine::Sets::numbers: {
        const std::vector<std::string> words = numbers_in(text);
        if (words.size() != line.fields.size()) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("{} given", counted(words.size(), "number")),
                         .field = session.path_of(line.node),
                         .hint = fmt::format("expected {}: {}", line.fields.size(), line.help)});
        }
        std::vector<RecordValue> values;
        for (std::size_t i = 0; i < words.size(); ++i) {
            values.push_back({line.node, line.fields[i], words[i]});
        }
        return session.set(fmt::format("Set {}", session.called({line.node})), values);
    }
    case ActorLine::Sets::attribute: return set_attribute_line(session, line, text);
    case ActorLine::Sets::instance: return set_instance_line(session, line, text);
    }
    return fail({.code = ErrorCode::usage,
                 .message = fmt::format("{} has no value", line.name),
                 .hint = "expand the line, and edit the lines below it"});
}

std::optional<NodeRef> group_at(const Session& session, const NodeRef& actor, const NodeRefs& selected)
{
    const std::optional<NodeInfo> info = session.find(actor);
    const ChildEntry* const groups = info && info->record ? info->record.table().find_child("groups") : nullptr;
    if (groups == nullptr) {
        return std::nullopt;
    }
    const std::uint32_t number = info->record.table().number_of(*groups);
    for (const NodeRef& ref : selected) {
        if (ref.node.size() > actor.node.size() && std::equal(actor.node.begin(), actor.node.end(), ref.node.begin()) &&
            ref.node[actor.node.size()].child == number) {
            NodeRef group = actor;
            group.node.push_back(ref.node[actor.node.size()]);
            return session.find(group) ? std::optional(group) : std::nullopt;
        }
    }
    NodeRef first = actor;
    first.node.push_back({number, 0});
    return session.find(first) && session.find(first)->is_record() ? std::optional(first) : std::nullopt;
}

}  // namespace redforge::editor
