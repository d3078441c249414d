// Patches: edits that find their records in another copy of the document and check the old values.
#include "edit/patch/patch.hpp"

#include <algorithm>
#include <list>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/bytes/hex.hpp"
#include "core/text/counts.hpp"
#include "edit/hooks.hpp"
#include "edit/merge/identity.hpp"
#include "edit/merge/pairing.hpp"
#include "edit/operation/changes.hpp"
#include "edit/operation/field_roles.hpp"
#include "edit/operation/script_indices.hpp"
#include "edit/patch/blob_regions.hpp"
#include "edit/patch/edit_kinds.hpp"
#include "edit/patch/edit_steps.hpp"
#include "edit/patch/rebase_indices.hpp"

namespace redforge::edit {
namespace {

/// Planned changes of a list of the document.
struct ListPlan {
    /// Records to insert at one position, or a record to move there.
    struct Insertion {
        std::vector<std::size_t> after;  ///< neighbours in the present list, nearest first
        std::vector<std::size_t> before;
        bool at_start{};
        bool at_end{};
        bool has_predecessor{};          ///< after[0] is directly before it in the patch's document
        std::size_t moved{no_line};      ///< the record to move
        std::vector<std::size_t> added;  ///< indices in `records` of the records to insert
    };
    std::vector<std::size_t> removed;
    std::vector<Insertion> insertions;
    DetachedRecords records;
};

using ListKey = std::pair<NodePath, std::uint32_t>;  ///< the record that contains the list, and the list's number

/// Sorts deeper lists first, so that changes of a list do not invalidate the paths of lists inside its records.
struct DeeperFirst {
    bool operator()(const ListKey& a, const ListKey& b) const
    {
        return a.first.size() != b.first.size() ? a.first.size() > b.first.size() : a < b;
    }
};

class Patcher {
public:
    Patcher(const RecordHandle& root, const XmlDocument& edits, const PatchOptions& options)
        : root_(root), edits_(edits), options_(options), hooks_(hooks_of(root)),
          optional_(hooks_.optional_records == nullptr ? OptionalRecords{} : hooks_.optional_records(edits, root.page))
    {
        index_.by_similarity = options.merge;
    }
    PatchResult result;

    /// Applies the edits to the document, a copy that the caller discards if there is an unresolved conflict.
    Status run()
    {
        if (Status status = check_root(edits_); !status) {
            return status;
        }
        if (Status status = rebase_indices(edits_, root_); !status) {
            return status;
        }
        const auto longer = make_room_in_scripts(edits_, root_, options_.context);
        if (!longer) {
            return fail(longer.error());
        }
        for (const pugi::xml_node node : edits_.root().children()) {
            if (node.type() == pugi::node_comment || node.name() == undo_element) {
                continue;
            }
            if (Status status = edit(node); !status) {
                Error error = status.error();
                if (error.field.empty()) {
                    error.field = node.attribute("path").value();
                }
                return fail(error.line != 0 ? error : edits_.at(node.name(), error));
            }
        }
        for (const auto& [path, make] : sets_) {
            if (Status status = make(); !status) {
                return status;
            }
        }
        for (const auto& [key, plan] : lists_) {
            arrange(key, plan);
        }
        for (const LongerListInScripts& list : *longer) {
            renumber_scripts(list);
        }
        update_log_paths();
        return {};
    }

private:
    /// Logs a new value.
    void log_set(const Match& match, std::string before, std::string after)
    {
        places_.push_back({result.log.size(), match.node, path_text(root_, match.node).size()});
        result.log.push_back({"set", match.path, std::move(before), std::move(after)});
    }

    /// Updates the paths of the log, which refer to the document before the patch, to the document after it.
    void update_log_paths()
    {
        for (const LoggedPlace& place : places_) {
            NodePath now = place.node;
            for (std::size_t depth = 0; depth < now.size(); ++depth) {
                const ListKey list{NodePath(place.node.begin(),
                                            place.node.begin() + static_cast<std::ptrdiff_t>(depth)),
                                   place.node[depth].child};
                const auto moved = moved_.find(list);
                if (moved != moved_.end() && moved->second[place.node[depth].index] != no_line) {
                    now[depth].index = static_cast<std::uint32_t>(moved->second[place.node[depth].index]);
                }
            }
            std::string& path = result.log[place.line].path;
            path = path_text(root_, now) + path.substr(std::min(place.length, path.size()));
        }
    }

    /// Gives the scripts the indices of the patched list.
    void renumber_scripts(const LongerListInScripts& list)
    {
        RenumberedScripts scripts = hooks_.renumber_scripts(root_, list.after, options_.context);
        set_scripts(root_, scripts);
        const auto note = old_indices_note(root_, scripts, list.after.list->items.front().name + "s");
        const auto line = std::ranges::find(result.log, list.path, &EditLine::path);
        if (note && line != result.log.end()) {
            line->note = *note;
        }
    }

    [[nodiscard]] bool ours_contains() const { return options_.prefer != MergeFavor::theirs; }

    void conflict(std::string path, const RecordHandle& record, std::string field, std::string what,
                  std::string source = {})
    {
        const std::string label = record ? record_label(record) : std::string{};
        result.conflicts.push_back({std::move(path), label, std::move(field), std::move(what), std::move(source)});
    }
    void undecidable_conflict(std::string path, const RecordHandle& record, std::string field, std::string what,
                              std::string source = {})
    {
        conflict(std::move(path), record, std::move(field), std::move(what), std::move(source));
        result.conflicts.back().is_undecidable = true;
    }
    void not_found(const pugi::xml_node& node, std::string_view what)
    {
        undecidable_conflict(node.attribute("path").value(), {}, "", std::string(what));
    }
    /// Fails for the second edit of a blob: both would replace the whole blob, and the first would be lost.
    Status take_blob(const Match& match)
    {
        if (edited_blobs_.insert(path_below(path_text(root_, match.node), match.child->name)).second) {
            return {};
        }
        return fail({.code = ErrorCode::malformed,
                     .message = "two edits of one value",
                     .field = match.path,
                     .hint = "join them to one edit"});
    }

    /// Returns the single match of an edit's path. Reports a conflict and returns nullopt if there is not exactly one.
    Result<std::optional<Match>> find(const pugi::xml_node& node)
    {
        const std::string_view path = node.attribute("path").value();
        if (path.empty()) {
            Match match;
            match.kind = Match::Kind::record;
            match.record = root_;
            return std::optional(match);
        }
        const Result<std::vector<Match>> matches = resolve(root_, path, &index_);
        if (!matches && matches.error().code == ErrorCode::not_found) {
            not_found(node,
                      matches.error().message + (matches.error().hint.empty() ? "" : "; " + matches.error().hint));
            return std::optional<Match>();
        }
        if (!matches) {
            return fail(matches.error());
        }
        if (matches->size() != 1) {
            const bool goes = matches->empty() && node.name() == std::string_view("remove") && options_.merge &&
                              path.find("[#") == std::string_view::npos;
            const bool is_done = matches->empty() && is_optional(path) &&
                                 (node.name() == std::string_view("remove") || node.name() == std::string_view("move"));
            if (!goes && !is_done) {
                not_found(node, matches->empty() ? std::string("there is none here")
                                                 : fmt::format("{} records have this key", matches->size()));
            }
            return std::optional<Match>();
        }
        return std::optional(matches->front());
    }

    /// Returns true for the path of a record that the target may lack, see OptionalRecords.
    [[nodiscard]] bool is_optional(std::string_view path) const
    {
        constexpr std::size_t print_size = 12;
        const std::string list = optional_.path + "[#";
        return !optional_.path.empty() && path.starts_with(list) &&
               optional_.selectors.contains(std::string(path.substr(list.size(), print_size)));
    }

    Status edit(const pugi::xml_node& node)
    {
        const std::string_view name = node.name();
        if (const Result<const EditKind*> kind = check_edit(node); !kind) {
            return fail(kind.error());
        }
        if (name == "add") {
            return add(node);
        }
        const Result<std::optional<Match>> match = find(node);
        if (!match) {
            return fail(match.error());
        }
        if (!*match) {
            return {};
        }
        if (name == "set") {
            return set(node, **match);
        }
        if (name == "patch") {
            return patch(node, **match);
        }
        if (name == "replace") {
            return replace(node, **match);
        }
        if (name == "remove" || name == "move") {
            return name == "remove" ? remove(node, **match) : move(node, **match);
        }
        return fail({.code = ErrorCode::unsupported,
                     .message = fmt::format("<{}> in a patch", name),
                     .hint = "a patch has <set>, <patch>, <replace>, <remove>, <move> and <add>"});
    }

    // ------------------------------------------------------------------------------------------ values

    Status set(const pugi::xml_node& node, const Match& match)
    {
        if (match.kind == Match::Kind::field) {
            return set_field(node, match);
        }
        return match.kind == Match::Kind::blob ? set_bytes(node, match) : require_value(match);
    }

    static Status require_value(const Match& match) { return fail(not_a_value(match)); }

    Status set_field(const pugi::xml_node& node, const Match& match)
    {
        const FieldEntry& field = *match.field.entry;
        if (!node.attribute("value") && !field.ops->type.derived) {
            return fail({.code = ErrorCode::malformed,
                         .message = "<set> without value",
                         .field = match.path,
                         .hint = "only a computed field can be set without a value"});
        }
        const auto value_of = [&](const char* attribute) -> Result<LeafValue> {
            const pugi::xml_attribute text = node.attribute(attribute);
            LeafValue value(*field.ops, match.field.value);
            std::string expected;
            if (!text || (field.ops->type.derived && text.value() == computed_word)) {
                field.ops->reset(value.get());
            } else if (!parse_value(text.value(), field, value.get(), match.field.page, expected)) {
                return fail({.code = ErrorCode::out_of_range,
                             .message = fmt::format("{} \"{}\"", attribute, text.value()),
                             .field = match.path,
                             .hint = "expected " + expected});
            }
            return value;
        };
        Result<LeafValue> value = value_of("value");
        Result<LeafValue> was = node.attribute("was") ? value_of("was") : LeafValue(*field.ops, match.field.value);
        if (!value || !was) {
            return fail(value ? was.error() : value.error());
        }
        const auto shown = [&](LeafValue& of) { return display_value({&field, of.get(), match.field.page}); };
        const bool has_new_value = field.same(match.field.value, value->get());
        const FieldView wanted{&field, value->get(), match.field.page};
        const bool differs = !has_new_value && !field.same(match.field.value, was->get());
        if (differs && is_bookkeeping(field)) {
            if (is_larger(match.field, wanted)) {
                return {};
            }
        } else if (differs) {
            conflict(path_text(root_, match.node), match.record, field.name,
                     fmt::format("base {}, ours {}, theirs {}", shown(*was), display_value(match.field),
                                 shown(*value)));
            if (ours_contains()) {
                return {};
            }
        }
        log_set(match, match.field.text(), FieldView{&field, value->get(), match.field.page}.text());
        sets_.emplace_back(match.path, [this, node_path = match.node, &field, value = std::move(*value)]() mutable {
            field.ops->swap(record_at(root_, node_path).field(field).value, value.get());
            return Status{};
        });
        return {};
    }

    Status set_bytes(const pugi::xml_node& node, const Match& match)
    {
        if (Status status = take_blob(match); !status) {
            return status;
        }
        const ChildEntry& child = *match.child;
        const pugi::xml_attribute file = node.attribute("file");
        if (!node.attribute("value") && !file && child.blob.codec != nullptr) {
            return set_whole_source(node, match);
        }
        Bytes bytes;
        if (file) {
            const bool is_safe = is_safe_side_path(file.value());
            const Result<std::string> content = is_safe && options_.files ? options_.files(file.value()) : fail({});
            if (!content) {
                return fail({.code = ErrorCode::not_found,
                             .message = fmt::format("the file {}, which the patch names, cannot be read", file.value()),
                             .field = match.path,
                             .hint = "put it next to the patch"});
            }
            const ByteView view = as_bytes(*content);
            bytes.assign(view.begin(), view.end());
        } else if (!parse_hex(node.attribute("value").value(), bytes)) {
            return fail({.code = ErrorCode::malformed,
                         .message = "a value that is not bytes",
                         .field = match.path,
                         .hint = "expected pairs of hexadecimal digits"});
        }
        const bool is_byte_range = child.kind == ChildEntry::Kind::byte_range;
        const Bytes now = is_byte_range ? match.record.byte_range(child).joined() : match.record.blob(child);
        bool was_there = has_expected_value(node, match);
        if (const pugi::xml_attribute attribute = node.attribute("regions")) {
            const auto regions = parse_regions(attribute.value(), now.size());
            const Bytes before = regions ? bytes_in_regions(now, *regions) : Bytes{};
            if (!regions || before.size() != bytes.size()) {
                undecidable_conflict(path_text(root_, match.node), match.record, child.name,
                                     fmt::format("the regions of the patch do not fit its {} bytes", now.size()));
                return {};
            }
            Bytes old;
            const std::string_view was = node.attribute("was").value();
            was_there =
                before == bytes || !node.attribute("was") ||
                (was.starts_with('#') ? was == "#" + short_fingerprint(before) : parse_hex(was, old) && old == before);
            Bytes whole = now;
            put_into_regions(whole, *regions, bytes);
            bytes = std::move(whole);
        }
        if (now != bytes && !was_there) {
            conflict(path_text(root_, match.node), match.record, child.name,
                     fmt::format("both change it: ours {} bytes, theirs {}", now.size(), bytes.size()));
            if (ours_contains()) {
                return {};
            }
        }
        log_set(match, size_description(now.size()), size_description(bytes.size()));
        sets_.emplace_back(match.path,
                           [this, path = match.node, &child, is_byte_range, bytes = std::move(bytes)]() mutable {
                               const RecordHandle record = record_at(root_, path);
                               if (is_byte_range) {
                                   record.byte_range(child) = SharedBytes(std::move(bytes));
                               } else {
                                   record.blob(child) = std::move(bytes);
                               }
                               return Status{};
                           });
        return {};
    }

    static std::string size_description(std::size_t size) { return plural(size, "byte"); }

    /// Sets the source of a blob that has none.
    Status set_whole_source(const pugi::xml_node& node, const Match& match)
    {
        const std::string text = source_in(node);
        const std::string now = source_of(match.record, *match.child, options_.context);
        if (!now.empty() && now != text) {
            conflict(path_text(root_, match.node), match.record, match.child->name, "both give it a source",
                     source_difference(now, text));
            if (ours_contains()) {
                return {};
            }
        }
        return set_text(match, now, text);
    }

    Status set_text(const Match& match, const std::string& before, const std::string& text, bool compiles = false)
    {
        const std::shared_ptr<void> copy = match.record.type->make();
        match.record.type->copy(copy.get(), match.record.record);
        const RecordHandle changed{copy.get(), match.record.type, match.record.page};
        if (const Status status = set_source(changed, *match.child, text, options_.context); !status) {
            undecidable_conflict(path_text(root_, match.node), match.record, match.child->name,
                                 fmt::format("the merged text is not a valid source: {}", status.error().message),
                                 source_difference(before, text));
            return {};
        }
        if (const Status status = compiles ? compile(changed, *match.child, match.record) : Status{}; !status) {
            undecidable_conflict(path_text(root_, match.node), match.record, match.child->name,
                                 fmt::format("the merged source cannot be compiled: {}", status.error().message),
                                 source_difference(before, text));
            return {};
        }
        log_set(match, before, source_of(changed, *match.child, options_.context));
        sets_.emplace_back(match.path, [this, path = match.node, &child = *match.child, text, compiles] {
            const RecordHandle record = record_at(root_, path);
            const std::shared_ptr<void> old = record.type->make();
            record.type->copy(old.get(), record.record);
            Status status = set_source(record, child, text, options_.context);
            return status && compiles ? compile(record, child, {old.get(), record.type, record.page}) : status;
        });
        return {};
    }

    Status patch(const pugi::xml_node& node, const Match& match)
    {
        if (match.kind != Match::Kind::blob || match.child->blob.codec == nullptr) {
            return fail({.code = ErrorCode::usage, .message = "this has no source text", .field = match.path});
        }
        if (Status status = take_blob(match); !status) {
            return status;
        }
        const SourcePatch patch{node.attribute("base").value(), node.attribute("labels").value(), source_in(node)};
        const std::string now = source_of(match.record, *match.child, options_.context);
        const LineSide side = options_.prefer == MergeFavor::theirs ? LineSide::theirs
                              : options_.prefer == MergeFavor::none ? LineSide::neither
                                                                    : LineSide::ours;
        Result<SourceMerge> merged = patch.apply(now, source_of(match.record, *match.child), !options_.merge, side);
        if (!merged) {
            return fail(merged.error());
        }
        if (merged->conflicts > 0) {
            conflict(path_text(root_, match.node), match.record, match.child->name,
                     options_.merge ? "both change it" : "it differs from the patch's original", merged->shown);
            if (!options_.merge || options_.prefer == MergeFavor::none) {
                return {};
            }
        }
        return set_text(match, now, merged->text, node.attribute("compile").as_bool());
    }

    /// Updates the parts of a record that a new source determines.
    [[nodiscard]] Status compile(const RecordHandle& record, const ChildEntry& source, const RecordHandle& before) const
    {
        const SideCodec& codec = *source.blob.codec;
        return codec.join == nullptr ? Status{} : codec.join(record, before, before, root_.record, options_.context);
    }

    Status replace(const pugi::xml_node& node, const Match& match)
    {
        const pugi::xml_node element = node.first_child();
        if (match.kind != Match::Kind::record || !element) {
            return fail({.code = ErrorCode::malformed, .message = "<replace> without a record", .field = match.path});
        }
        const std::shared_ptr<void> replacement = match.record.type->make();
        const RecordHandle record{replacement.get(), match.record.type, match.record.page};
        if (Status status = read(element, record); !status) {
            return status;
        }
        const std::string now = short_fingerprint(element.name(), match.record);
        if (now != short_fingerprint(element.name(), record) && "#" + now != node.attribute("was").value()) {
            conflict(match.path, match.record, "", "both change it to a record of another kind");
            if (ours_contains()) {
                return {};
            }
        }
        log_set(match, "", element.name());
        sets_.emplace_back(match.path, [this, path = match.node, replacement] {
            const RecordHandle old = record_at(root_, path);
            old.type->copy(old.record, replacement.get());
            return Status{};
        });
        return {};
    }

    Status read(const pugi::xml_node& node, const RecordHandle& record)
    {
        return XmlReader(edits_, options_.files, SideCodecs{{}, options_.context}).element_only(node, record);
    }

    // ------------------------------------------------------------------------------------------ records

    ListPlan& plan_of(const Match& match)
    {
        NodePath parent = match.node;
        const std::uint32_t child = parent.back().child;
        parent.pop_back();
        return lists_[{std::move(parent), child}];
    }

    Status remove(const pugi::xml_node& node, const Match& match)
    {
        if (Status status = require_record(match); !status) {
            return status;
        }
        if (!has_expected_value(node, match)) {
            conflict(match.path, match.record, "", "ours changes it, theirs removes it");
            if (ours_contains()) {
                return {};
            }
        }
        result.log.push_back({"remove", match.path, first_line(match_text(match)), ""});
        plan_of(match).removed.push_back(match.index);
        return {};
    }

    Status move(const pugi::xml_node& node, const Match& match)
    {
        if (Status status = require_record(match); !status) {
            return status;
        }
        const std::string_view path = node.attribute("path").value();
        std::optional<ListPlan::Insertion> insertion = plan_insertion(node, path.substr(0, path.rfind('[')));
        if (!insertion) {
            return {};
        }
        insertion->moved = match.index;
        result.log.push_back({"move", match.path, "", match.path});
        plan_of(match).insertions.push_back(std::move(*insertion));
        return {};
    }

    /// Returns the indices of the records that selectors like "[id=1] [id=2]" match. Skips selectors without a single
    /// match.
    std::vector<std::size_t> neighbours(std::string_view list, std::string_view selectors)
    {
        std::vector<std::size_t> places;
        while (selectors.starts_with('[')) {
            const std::size_t end = std::min(selectors.find("] ["), selectors.size() - 1);
            const auto matches = resolve(root_, fmt::format("{}{}", list, selectors.substr(0, end + 1)), &index_);
            if (matches && matches->size() == 1) {
                places.push_back(matches->front().index);
            }
            selectors.remove_prefix(std::min(end + 2, selectors.size()));
        }
        return places;
    }

    /// Returns the position for the records of an edit. Reports a conflict and returns nullopt if it has no neighbours
    /// here.
    std::optional<ListPlan::Insertion> plan_insertion(const pugi::xml_node& node, std::string_view list)
    {
        ListPlan::Insertion insertion;
        insertion.after = neighbours(list, node.attribute("after").value());
        insertion.before = neighbours(list, node.attribute("before").value());
        const std::string_view after = node.attribute("after").value();
        insertion.has_predecessor =
            neighbours(list, after.substr(0, std::min(after.find("] ["), after.size() - 1) + 1)).size() == 1;
        insertion.at_start = node.attribute("after").value() == start_word;
        insertion.at_end = !node.attribute("before") || node.attribute("before").value() == end_word;
        if (!optional_.selectors.empty() && list == optional_.path && insertion.after.empty() &&
            insertion.before.empty()) {
            insertion.at_end = !insertion.at_start;  // the target lacks its neighbours
        }
        if (insertion.after.empty() && insertion.before.empty() && !insertion.at_start && !insertion.at_end) {
            not_found(node, "none of its neighbouring records exists");
            return std::nullopt;
        }
        return insertion;
    }

    Status add(const pugi::xml_node& node)
    {
        const std::string_view path = node.attribute("path").value();
        const auto places = resolve_lists(root_, path, 1);
        if (!places) {
            if (places.error().code == ErrorCode::not_found) {
                not_found(node, "there is none here");
                return {};
            }
            return fail(places.error());
        }
        const auto& [parent, list, name] = places->front();
        std::optional<ListPlan::Insertion> insertion = plan_insertion(node, path);
        if (!insertion) {
            return {};
        }
        ListPlan& plan = lists_[{parent, record_at(root_, parent).table().number_of(*list.child)}];
        if (!plan.records) {
            plan.records = DetachedRecords(*list.child);
        }
        for (const pugi::xml_node element : node.children()) {
            const auto item = std::ranges::find(list.child->items, std::string_view(element.name()), &ItemEntry::name);
            if (item == list.child->items.end()) {
                return fail(unknown_element(root_, parent, *list.child, element.name(), path));
            }
            DetachedRecords replacement(*list.child);
            const RecordHandle record =
                replacement.append(static_cast<std::size_t>(item - list.child->items.begin()), list.page);
            if (Status status = read(element, record); !status) {
                return status;
            }
            // `copies`: the base of the patch already had a group with this key, so add a second one instead of joining
            // them.
            const bool has_copies = static_cast<bool>(node.attribute("copies"));
            if (const std::optional<std::size_t> same = has_copies ? std::nullopt : same_group(list, record)) {
                NodePath group = parent;
                group.push_back(
                    {record_at(root_, parent).table().number_of(*list.child), static_cast<std::uint32_t>(*same)});
                add_to_group(group, record, fmt::format("{}[{}]", name, *same));
                continue;
            }
            if (!has_copies &&
                is_already_added(record_at(root_, parent), list, record, item->name, name, plan.removed)) {
                continue;
            }
            insertion->added.push_back(plan.records.size());
            plan.records.append_copy(replacement.view(list.page), 0);
            result.log.push_back({"add", name, "", print_line(item->name, record)});
        }
        if (!insertion->added.empty()) {
            plan.insertions.push_back(std::move(*insertion));
        }
        return {};
    }

    /// Returns the index of the container with the key of an added one. Returns nullopt if there is none.
    [[nodiscard]] std::optional<std::size_t> same_group(const ListView& list, const RecordHandle& added) const
    {
        if (hooks_.is_container == nullptr || !hooks_.is_container(added)) {
            return std::nullopt;
        }
        const std::optional<std::string> key = key_of(added);
        for (std::size_t i = 0; key && i < list.size(); ++i) {
            if (list.at(i).type == added.type && key_of(list.at(i)) == key) {
                return i;
            }
        }
        return std::nullopt;
    }

    /// Adds the content of a group at the end of a group of the document.
    void add_to_group(const NodePath& node, const RecordHandle& added, const std::string& path)
    {
        const RecordHandle group = record_at(root_, node);
        const ChildEntry& entries = *group.table().find_child("");
        const ListView list = group.list(entries);
        const ListView from = added.list(entries);
        const std::uint32_t child = group.table().number_of(entries);
        ListPlan& plan = lists_[{node, child}];
        if (!plan.records) {
            plan.records = DetachedRecords(entries);
        }
        ListPlan::Insertion insertion{.after = {}, .before = {}, .at_end = true, .added = {}};
        for (std::size_t i = 0; i < from.size(); ++i) {
            const RecordHandle record = from.at(i);
            const std::string_view element = from.item(i).name;
            if (const std::optional<std::size_t> same = same_group(list, record)) {
                NodePath inner = node;
                inner.push_back({child, static_cast<std::uint32_t>(*same)});
                add_to_group(inner, record, fmt::format("{}[{}]", path, *same));
            } else if (!is_already_added(group, list, record, element, path, plan.removed)) {
                insertion.added.push_back(plan.records.size());
                plan.records.append_copy(from, i);
                result.log.push_back({"add", path, "", print_line(element, record)});
            }
        }
        if (!insertion.added.empty()) {
            plan.insertions.push_back(std::move(insertion));
        }
    }

    static std::string print_line(std::string_view element, const RecordHandle& record)
    {
        const std::string label = record_label(record);
        return label.empty() ? std::string(element) : fmt::format("{} {}", element, label);
    }

    /// Returns true if a record must not be added: the list has it, or has another one with its key, which is a
    /// conflict. If theirs wins the conflict, removes the other record instead.
    bool is_already_added(const RecordHandle& parent, const ListView& list, const RecordHandle& record,
                          std::string_view element, const std::string& path, std::vector<std::size_t>& removed)
    {
        if (const std::optional<std::size_t> i = same_single_item(parent, list, record)) {
            const RecordHandle other = list.at(*i);
            if (other.type == record.type && same_record(*record.type, record.record, other.record)) {
                return true;
            }
            conflict(record_path(list, path, *i), other, "", "both add it, and differ");
            if (!ours_contains()) {
                removed.push_back(*i);
            }
            return ours_contains();
        }
        if (list.single()) {
            if (list.size() == 0 || same_record(*record.type, record.record, list.at(0).record)) {
                return list.size() != 0;
            }
            conflict(path, record, "", "both add it, and differ");
            if (!ours_contains()) {
                removed.push_back(0);
            }
            return ours_contains();
        }
        const std::optional<std::string> key = key_of(record);
        if (!key || key->find_first_not_of('\0') == std::string::npos) {
            return false;
        }
        for (std::size_t i = 0; i < list.size(); ++i) {
            const RecordHandle other = list.at(i);
            if (other.type != record.type || key_of(other) != key) {
                continue;
            }
            if (short_fingerprint(element, other) == short_fingerprint(element, record) ||
                same_except_case(other, record)) {
                return true;
            }
            if (is_new_key(list, *key)) {
                conflict(fmt::format("{}[{}]", path, i), other, "", "both add it, and differ");
                if (!ours_contains()) {
                    removed.push_back(i);
                }
                return ours_contains() && options_.prefer != MergeFavor::both;
            }
        }
        return false;
    }

    /// Returns the index of the item with the key of an added one, if the record has at most one with this key and the
    /// patch does not remove it. Otherwise returns nullopt.
    std::optional<std::size_t> same_single_item(const RecordHandle& parent, const ListView& list,
                                                const RecordHandle& added)
    {
        const auto key = [&](const RecordHandle& item) {
            return hooks_.single_key == nullptr ? std::string() : hooks_.single_key(root_, parent, *list.child, item);
        };
        const std::string wanted = key(added);
        for (std::size_t i = 0; !wanted.empty() && i < list.size(); ++i) {
            if (key(list.at(i)) == wanted && !is_removed(list.at(i))) {
                return i;
            }
        }
        return std::nullopt;
    }

    /// Returns true if the patch removes a record.
    bool is_removed(const RecordHandle& record)
    {
        return std::ranges::any_of(edits_.root().children("remove"), [&](const pugi::xml_node& node) {
            const auto matches = resolve(root_, node.attribute("path").value(), &index_);
            return matches && matches->size() == 1 && matches->front().record.record == record.record;
        });
    }

    /// Returns true if exactly one record of the list has the key.
    static bool is_new_key(const ListView& list, const std::string& key)
    {
        std::size_t count = 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            count += key_of(list.at(i)) == key ? 1U : 0U;
        }
        return count == 1;
    }

    /// Applies the planned changes to a list.
    void arrange(const ListKey& key, const ListPlan& plan)
    {
        const RecordHandle parent = record_at(root_, key.first);
        const ListView list = parent.list(parent.table().children[key.second]);
        struct Entry {
            std::size_t old{no_line};
            std::size_t added{no_line};
        };
        std::list<Entry> entries;
        std::vector<std::list<Entry>::iterator> places(list.size(), entries.end());
        const std::set<std::size_t> removed(plan.removed.begin(), plan.removed.end());
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (!removed.contains(i)) {
                places[i] = entries.insert(entries.end(), {i, no_line});
            }
        }
        // Do not anchor to a record that a later edit moves.
        std::set<std::size_t> moving;
        for (const ListPlan::Insertion& insertion : plan.insertions) {
            moving.insert(insertion.moved);
        }
        const std::string list_path = path_below(path_text(root_, key.first), parent.table().children[key.second].name);
        const GroupedList groups = grouped_list(root_, parent, list);
        const ListView added_records = plan.records ? plan.records.view(list.page) : ListView{};
        const auto append = [&](DetachedRecords& records, const Entry& entry) {
            entry.added == no_line ? records.append_copy(list, entry.old)
                                   : records.append_copy(added_records, entry.added);
        };
        const auto plan_record = [&](const ListPlan::Insertion& insertion) {
            return added_records.at(insertion.added.front());
        };
        // Returns true if a record of the list has more leaders than `depth`.
        const auto is_deeper = [&](const Entry& entry, std::size_t depth) {
            return entry.old != no_line && groups.depth(entry.old) > depth;
        };
        // Returns the number of leaders that a record would have at a position. Only the group at this position is
        // examined, because the cost must not be quadratic in the length of the list.
        const auto depth_at = [&](const ListPlan::Insertion& insertion, std::list<Entry>::iterator place) {
            DetachedRecords records(*list.child);
            auto first = place;
            while (first != entries.begin()) {
                --first;
                if (first->old != no_line && !is_deeper(*first, 0)) {
                    break;
                }
            }
            for (auto entry = first; entry != place; ++entry) {
                append(records, *entry);
            }
            append(records, insertion.moved == no_line ? Entry{no_line, insertion.added.front()}
                                                       : Entry{insertion.moved, no_line});
            const GroupedList with = grouped_list(root_, parent, records.view(list.page));
            return with.depth(records.size() - 1);
        };
        for (const ListPlan::Insertion& insertion : plan.insertions) {
            moving.erase(insertion.moved);
            const auto is_placed = [&](std::size_t i) { return i != insertion.moved && places[i] != entries.end(); };
            const auto after = std::ranges::find_if(insertion.after, is_placed);
            auto place = after == insertion.after.end() ? entries.begin() : std::next(places[*after]);
            const std::size_t depth = groups.leaders.empty() ? 0 : depth_at(insertion, place);
            const bool in_group = depth > 0;
            if (in_group && (!insertion.has_predecessor || after != insertion.after.begin())) {
                const std::string at =
                    insertion.moved == no_line ? list_path : record_path(list, list_path, insertion.moved);
                undecidable_conflict(at, insertion.moved == no_line ? plan_record(insertion) : list.at(insertion.moved),
                                     "", "the record before it, to which it belongs, is not here");
                continue;
            }
            while (place != entries.end() && place->old == no_line) {
                ++place;  // after the records that arrived here earlier
            }
            const auto next = std::find_if(place, entries.end(), [&](const Entry& entry) {
                return entry.old != no_line && !moving.contains(entry.old) &&
                       std::ranges::find(insertion.before, entry.old) != insertion.before.end();
            });
            const bool anywhere = after == insertion.after.end() && !insertion.at_start;
            if (!in_group) {
                place = next != entries.end() || insertion.at_end || anywhere ? next : place;
            }
            while (place != entries.end() && is_deeper(*place, depth)) {
                ++place;
            }
            if (insertion.moved != no_line && places[insertion.moved] != entries.end()) {
                entries.splice(place, entries, places[insertion.moved]);
            }
            for (const std::size_t added : insertion.added) {
                entries.insert(place, {no_line, added});
            }
        }
        DetachedRecords records(*list.child);
        std::vector<std::size_t>& moved = moved_[key];
        moved.assign(list.size(), no_line);
        for (const Entry& entry : entries) {
            if (entry.old != no_line) {
                moved[entry.old] = records.size();
            }
            append(records, entry);
        }
        if (!groups.leaders.empty()) {
            check_groups(groups, list_path, grouped_list(root_, parent, records.view(list.page)), moved);
        }
        replace_records(list, records.view(list.page));
    }

    /// Reports records that the patch would give to another group. `moved`: their new indices.
    void check_groups(const GroupedList& before, const std::string& path, const GroupedList& after,
                      const std::vector<std::size_t>& moved)
    {
        const auto has_its_leader = [&](std::size_t i) {
            const std::size_t leader = before.leader(i);
            return leader == no_match ? after.leader(moved[i]) == no_match
                                      : moved[leader] != no_line && after.leader(moved[i]) == moved[leader];
        };
        for (std::size_t i = 0; i < moved.size(); ++i) {
            if (moved[i] != no_line && !has_its_leader(i)) {
                undecidable_conflict(record_path(before.list, path, i), before.list.at(i), "",
                                     "the patch changes the record to which it belongs");
            }
        }
    }

    RecordHandle root_;
    const XmlDocument& edits_;
    const PatchOptions& options_;
    SelectorIndex index_;
    std::vector<std::pair<std::string, std::function<Status()>>> sets_;
    std::map<ListKey, ListPlan, DeeperFirst> lists_;
    struct LoggedPlace {
        std::size_t line{};    ///< index in the log
        NodePath node;         ///< path in the document before the patch
        std::size_t length{};  ///< length of the part of the path text that names the node
    };
    std::vector<LoggedPlace> places_;
    std::set<std::string> edited_blobs_;  ///< paths of the blobs with an edit
    const FormatHooks& hooks_;
    OptionalRecords optional_;
    std::map<ListKey, std::vector<std::size_t>> moved_;  ///< new indices of a list's records
};

}  // namespace

bool is_computed(const FieldView& field)
{
    if (!field.type().derived) {
        return false;
    }
    LeafValue computed(*field.entry->ops, field.value);
    field.entry->ops->reset(computed.get());
    return field.entry->same(computed.get(), field.value);
}

bool is_patch(const XmlDocument& edits)
{
    return edits.root().name() == std::string_view("edits") && edits.root().attribute("patch").as_bool();
}

PatchAttempt copy_for_patch(const RecordHandle& root)
{
    PatchAttempt attempt;
    attempt.copy = root.type->make();
    root.type->copy(attempt.copy.get(), root.record);
    attempt.changed = {attempt.copy.get(), root.type, root.page};
    return attempt;
}

Result<PatchAttempt> patched_copy(const RecordHandle& root,
                                  const std::function<Result<PatchResult>(const RecordHandle&)>& patch)
{
    PatchAttempt attempt = copy_for_patch(root);
    Result<PatchResult> result = patch(attempt.changed);
    if (!result) {
        return fail(std::move(result.error()));
    }
    attempt.result = std::move(*result);
    return attempt;
}

Result<PatchResult> apply_patch(Recorder& recorder, const XmlDocument& edits, const PatchOptions& options)
{
    const RecordHandle root = recorder.root();
    const auto patch = [&](const RecordHandle& copy) -> Result<PatchResult> {
        Patcher patcher(copy, edits, options);
        if (Status status = patcher.run(); !status) {
            return fail(std::move(status.error()));
        }
        return std::move(patcher.result);
    };
    const FormatHooks& hooks = hooks_of(root);
    Result<PatchAttempt> attempt = hooks.patch_copy == nullptr
                                       ? patched_copy(root, patch)
                                       : hooks.patch_copy(root, edits, recorder.context(), patch);
    if (!attempt) {
        return fail(std::move(attempt.error()));
    }
    if (attempt->result.conflicts.empty() || options.prefer != MergeFavor::none) {
        recorder.leave_dependents();
        recorder.change({}, attempt->changed);
        if (Status status = recorder.complete(); !status) {
            return fail(std::move(status.error()));
        }
    }
    return std::move(attempt->result);
}

}  // namespace redforge::edit
