// Applies edit lists as one step.
#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/xml/xml_writer.hpp"
#include "edit/hooks.hpp"
#include "edit/operation/list_edit.hpp"
#include "edit/operation/script_indices.hpp"
#include "edit/operation/set_parts.hpp"
#include "edit/patch/edit_kinds.hpp"
#include "edit/patch/edit_steps.hpp"
#include "edit/patch/patch.hpp"
#include "edit/path/conditions.hpp"

namespace redforge::edit {
namespace {

Error at_path(Error error, std::string_view path)
{
    if (error.field.empty()) {
        error.field = path;
    }
    return error;
}

std::string element_text(std::string_view name, const RecordHandle& record)
{
    TextSink sink;
    XmlWriter(sink).fragment(name, record);
    return first_line(sink.str());
}

/// Applies one edit list.
class Applier {
public:
    Applier(Recorder& recorder, const XmlDocument& edits, const SideFileReader& files)
        : recorder_(recorder), edits_(edits), files_(files), hooks_(hooks_of(recorder.root())),
          adder_(hooks_.record_adder == nullptr ? RecordAdder{}
                                                : hooks_.record_adder(recorder.root(), recorder.context()))
    {
    }

    Result<EditLog> run()
    {
        if (Status status = check_root(edits_); !status) {
            return fail(status.error());
        }
        const pugi::xml_node root = edits_.root();
        is_exact_ = root.attribute("exact").as_bool();
        if (is_exact_) {
            recorder_.leave_dependents();
        }
        for (const pugi::xml_node node : root.children()) {
            if (Status status = edit(node); !status) {
                // An error in a record inside <add> already has a more exact position.
                const char* place = node.type() == pugi::node_element ? node.name() : node.value();
                return fail(status.error().line != 0 ? status.error() : edits_.at(place, status.error()));
            }
        }
        finish_list();
        if (adder_.finish) {
            adder_.finish(recorder_);
        }
        if (Status status = recorder_.complete(); !status) {
            return fail(status.error());
        }
        return std::move(log_);
    }

    /// Applies the edits inside a <duplicate> to the copy.
    Status run_inner(const pugi::xml_node& node)
    {
        for (const pugi::xml_node inner : node.children()) {
            if (Status status = edit(inner); !status) {
                return status;
            }
        }
        finish_list();
        return {};
    }
    EditLog take_log() { return std::move(log_); }

private:
    using Handler = Status (Applier::*)(const pugi::xml_node&);

    /// Returns the handlers in the order of edit_kinds().
    static constexpr std::array<Handler, 5> handlers();

    Status edit(const pugi::xml_node& node)
    {
        const Result<const EditKind*> kind = check_edit(node);
        if (!kind) {
            return fail(kind.error());
        }
        if (*kind - edit_kinds().data() >= static_cast<std::ptrdiff_t>(handlers().size()) || node.attribute("after") ||
            node.attribute("before") || node.attribute("regions") || node.attribute("file")) {
            const std::string_view what = node.attribute("regions") ? " with regions"
                                          : node.attribute("file")  ? " with a file"
                                          : node.attribute("after") || node.attribute("before")
                                              ? " with after or before"
                                              : "";
            return fail({.code = ErrorCode::unsupported,
                         .message = fmt::format("<{}>{}", node.name(), node.attribute("path") ? what : ""),
                         .hint = "only a patch has it: <edits patch=\"1\">"});
        }
        const Handler handler = handlers()[static_cast<std::size_t>(*kind - edit_kinds().data())];
        Status status = (this->*handler)(node);
        if (!status) {
            return fail(at_path(status.error(), node.attribute("path").value()));
        }
        if (list_ && (is_followed(hooks_, list_->child()) || is_numbering(list_->child()))) {
            finish_list();  // update indices and references before the next edit
        }
        return is_exact_ ? Status{} : renumber(node);
    }

    [[nodiscard]] bool is_numbering(const ChildEntry& list) const
    {
        return hooks_.is_numbering != nullptr && hooks_.is_numbering(list);
    }

    /// Renumbers references after a change of the list of files, before the next edit.
    Status renumber(const pugi::xml_node& node)
    {
        if (!recorder_.must_renumber()) {
            return {};
        }
        finish_list();
        index_.records_changed();
        if (Status status = recorder_.renumber(); !status) {
            return fail(at_path(status.error(), node.attribute("path").value()));
        }
        return {};
    }

    static Result<std::optional<std::size_t>> number(const pugi::xml_node& node, const char* name)
    {
        const pugi::xml_attribute attribute = node.attribute(name);
        if (!attribute) {
            return std::optional<std::size_t>{};
        }
        if (std::string_view(name) == "expect" && std::string_view(attribute.value()) == "any") {
            return std::optional(any_number);
        }
        std::int64_t value{};
        if (!parse_integer(attribute.value(), 0, std::numeric_limits<std::int32_t>::max(), value)) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("{}=\"{}\"", name, attribute.value()),
                         .hint = "expected " + number_description(0, std::numeric_limits<std::int32_t>::max())});
        }
        return std::optional(static_cast<std::size_t>(value));
    }

    /// Returns the matches of an edit's path. Fails if their number is not the expected one.
    Result<std::vector<Match>> matches_of(const pugi::xml_node& node)
    {
        const auto expect = number(node, "expect");
        if (!expect) {
            return fail(expect.error());
        }
        finish_list();
        return resolve_expected(recorder_.root(), node.attribute("path").value(), *expect, &index_);
    }

    Status edit_set(const pugi::xml_node& node)
    {
        const auto matches = matches_of(node);
        if (!matches) {
            return fail(matches.error());
        }
        if (Status status = check_old_values(node, *matches); !status) {
            return status;
        }
        const pugi::xml_attribute value = node.attribute("value");
        if (!value && node.first_child()) {
            return set_sources(node, *matches);
        }
        const bool is_blank = !value && std::ranges::any_of(*matches, [](const Match& match) {
            return match.kind != Match::Kind::field || !match.field.type().derived;
        });
        if (is_blank) {
            return fail({.code = ErrorCode::malformed,
                         .message = "<set> without value",
                         .hint = "only a computed field can be set without a value"});
        }
        Result<EditLog> lines = is_exact_
                                    ? set_all_exactly(*matches, value)
                                    : set_matches(recorder_, *matches, node.attribute("path").value(), value.value());
        if (!lines) {
            return fail(lines.error());
        }
        for (const Match& match : *matches) {
            if (match.kind == Match::Kind::field) {
                index_.field_changed(match.node, match.record, *match.field.entry);
            }
        }
        std::ranges::move(*lines, std::back_inserter(log_));
        return {};
    }

    /// Checks the old value that an edit expects.
    static Status check_old_values(const pugi::xml_node& node, const std::vector<Match>& matches)
    {
        for (const Match& match : matches) {
            if (!has_expected_value(node, match)) {
                return fail(
                    {.code = ErrorCode::mismatch,
                     .message =
                         fmt::format("was \"{}\" when the edit was made, and is {} now", node.attribute("was").value(),
                                     match.kind == Match::Kind::field ? fmt::format("\"{}\"", match.field.text())
                                                                      : "something else"),
                     .field = match.path});
            }
        }
        return {};
    }

    /// Sets blobs from the source inside an edit.
    Status set_sources(const pugi::xml_node& node, const std::vector<Match>& matches)
    {
        const std::string text = source_in(node);
        for (const Match& match : matches) {
            if (match.kind != Match::Kind::blob || match.child->blob.codec == nullptr) {
                return fail({.code = ErrorCode::malformed,
                             .message = "<set> with content",
                             .field = match.path,
                             .hint = "only a script can have its source here; for other fields, use value="});
            }
            const Result<EditLine> line = set_value(recorder_, match, text);
            if (!line) {
                return fail(line.error());
            }
            index_.records_changed();
            log_.push_back(*line);
        }
        return {};
    }

    Result<EditLog> set_all_exactly(const std::vector<Match>& matches, const pugi::xml_attribute& value)
    {
        EditLog log;
        for (const Match& match : matches) {
            Result<EditLine> line = match.kind == Match::Kind::field ? set_exactly(match, value)
                                                                     : set_value(recorder_, match, value.value(), true);
            if (!line) {
                return fail(line.error());
            }
            log.push_back(std::move(*line));
        }
        return log;
    }

    /// Sets a field for an exact list, without updating other fields.
    Result<EditLine> set_exactly(const Match& match, const pugi::xml_attribute& value)
    {
        const FieldEntry& field = *match.field.entry;
        EditLine line{"set", match.path, match_text(match), ""};
        LeafValue changed(*field.ops, match.field.value);
        std::string expected;
        if (!value) {
            field.ops->reset(changed.get());
        } else if (!parse_value(value.value(), field, changed.get(), match.field.page, expected)) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("value \"{}\"", value.value()),
                         .field = match.path,
                         .hint = "expected " + expected});
        }
        recorder_.set(match.node, field, std::move(changed));
        line.after = match_text(match);
        return line;
    }

    Status edit_add(const pugi::xml_node& node)
    {
        const auto expect = number(node, "expect");
        const auto at = number(node, "at");
        if (!expect || !at) {
            return fail(expect ? at.error() : expect.error());
        }
        const std::string_view path = node.attribute("path").value();
        if (list_ && list_->path() == path && expect->value_or(1) == 1) {
            return add_records(*list_, node, *at);
        }
        finish_list();
        const auto places = resolve_lists(recorder_.root(), path, *expect);
        if (!places) {
            return fail(places.error());
        }
        for (const ListPlace& place : *places) {
            finish_list();
            list_.emplace(place.node, place.list, place.path);
            if (Status status = add_records(*list_, node, *at); !status) {
                return status;
            }
        }
        return {};
    }

    Status add_records(ListEdit& list, const pugi::xml_node& node, std::optional<std::size_t> at)
    {
        if (!node.first_child()) {
            return fail({.code = ErrorCode::malformed,
                         .message = "<add> without content",
                         .hint = fmt::format("put {} into it", list.child().item_names())});
        }
        std::size_t index =
            at ? *at
               : position_in(list, node.first_child().name(), false).value_or(list.size());  // the next ones follow it
        for (const pugi::xml_node record : node.children()) {
            index = at ? index : position_in(list, record.name(), true).value_or(index);
            if (Status status = add_record(list, record, index++); !status) {
                return status;
            }
        }
        return {};
    }

    /// Returns the position of a record that an edit adds without a position. Returns nullopt if nothing determines it.
    [[nodiscard]] std::optional<std::size_t> position_in(const ListEdit& list, std::string_view element,
                                                         bool by_definition) const
    {
        const ChildEntry& child = list.child();
        const auto item = std::ranges::find(child.items, element, &ItemEntry::name);
        if (is_exact_ || item == child.items.end() || hooks_.position_of == nullptr) {
            return std::nullopt;
        }
        return hooks_.position_of({.root = recorder_.root(),
                                   .node = list.node(),
                                   .list = &child,
                                   .type = &*item->type,
                                   .size = list.size(),
                                   .type_at = [&](std::size_t i) { return list.record_at(i).type; }},
                                  by_definition);
    }

    /// Replaces names of records in an element by their numbers. `names` gets the attributes with their texts.
    Status replace_names(const pugi::xml_node& node, const RecordType& type,
                         std::vector<std::pair<pugi::xml_attribute, std::string>>& names)
    {
        const FieldTable& table = type.tables.front();
        for (const FieldEntry& field : table.fields) {
            pugi::xml_attribute attribute =
                field.info.refers_to == Target::form ? node.attribute(field.name.c_str()) : pugi::xml_attribute();
            const std::string text = attribute.value();
            const Result<std::string> number = number_of_name(recorder_, field, text);
            if (!number) {
                return fail(edits_.at(node.name(), number.error()));
            }
            if (*number != text) {
                names.emplace_back(attribute, text);
                attribute.set_value(number->c_str());
            }
        }
        for (const pugi::xml_node inner : node.children()) {
            for (const ChildEntry& child : table.children) {
                const auto item = child.kind == ChildEntry::Kind::list
                                      ? std::ranges::find(child.items, std::string_view(inner.name()), &ItemEntry::name)
                                      : child.items.end();
                if (item != child.items.end()) {
                    if (Status status = replace_names(inner, *item->type, names); !status) {
                        return status;
                    }
                    break;
                }
            }
        }
        return {};
    }

    Status add_record(ListEdit& list, const pugi::xml_node& node, std::size_t index)
    {
        const ChildEntry& child = list.child();
        const auto item = std::ranges::find(child.items, std::string_view(node.name()), &ItemEntry::name);
        if (item == child.items.end()) {
            return fail(unknown_element(recorder_.root(), list.node(), child, node.name(), list.path()));
        }
        const bool single = child.ops->single;
        if (index > list.size() || (single && list.size() == 1)) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = single ? fmt::format("a second {}", item->name)
                                           : fmt::format("position {} in a list of {} records", index, list.size()),
                         .field = list.path(),
                         .hint = single ? std::string("there can be only one")
                                        : fmt::format("positions are 0 to {}", list.size())});
        }
        if (Status status = is_exact_ ? Status{} : write_plainly(node, *item->type); !status) {
            return status;
        }
        const RecordHandle record = list.insert(index, static_cast<std::size_t>(item - child.items.begin()));
        std::vector<std::pair<pugi::xml_attribute, std::string>> names;
        Status read = is_exact_ ? Status{} : replace_names(node, *record.type, names);
        if (read) {
            read = XmlReader(edits_, files_, SideCodecs{{}, recorder_.context()}).element_only(node, record);
        }
        for (auto& [attribute, text] : names) {
            attribute.set_value(
                text.c_str());  // the edits may be applied to other files, in which the name has another number
        }
        if (!read) {
            return read;
        }
        if (Status status = is_exact_ || !adder_.add ? Status{} : adder_.add(record, list.before()); !status) {
            return status;
        }
        log_.push_back({"add", list.path_of(index), "", element_text(item->name, record)});
        return {};
    }

    Status edit_remove(const pugi::xml_node& node)
    {
        const auto expect = number(node, "expect");
        if (!expect) {
            return fail(expect.error());
        }
        const std::string_view path = node.attribute("path").value();
        const auto places_here = node.attribute("was") ? std::nullopt : places_in_list(path);
        if (places_here) {
            if (auto error = check_found(places_here->size(), *expect, path)) {
                return fail(std::move(*error));
            }
            remove_places(*places_here);
            return {};
        }
        const auto matches = matches_of(node);
        if (!matches) {
            return fail(matches.error());
        }
        if (Status status = check_old_values(node, *matches); !status) {
            return status;
        }
        std::vector<std::size_t> places;
        for (const Match& match : *matches) {
            if (Status status = require_record(match); !status) {
                return status;
            }
            if (!match.list.single() && match.list.list == matches->front().list.list) {
                places.push_back(match.index);
            }
        }
        if (!matches->empty() && places.size() == matches->size()) {
            begin_list(matches->front());
            remove_places(places);
        } else {
            std::ranges::move(remove_matches(recorder_, *matches), std::back_inserter(log_));
            index_.records_changed();
        }
        return {};
    }

    void remove_places(std::vector<std::size_t> places)
    {
        for (const std::size_t place : places) {
            const std::string_view name = item_name(list_->record_at(place), list_->child());
            log_.push_back({"remove", list_->path_of(place), element_text(name, list_->record_at(place)), ""});
        }
        std::ranges::sort(places, std::greater<>());
        for (const std::size_t place : places) {
            list_->erase(place);
        }
    }

    static std::string_view item_name(const RecordHandle& record, const ChildEntry& child)
    {
        const auto is_type = [&](const ItemEntry& item) { return &*item.type == record.type; };
        return std::ranges::find_if(child.items, is_type)->name;
    }

    /// Same check as in resolve_expected().
    static std::optional<Error> check_found(std::size_t found, std::optional<std::size_t> expect, std::string_view path)
    {
        if (!expect && found == 0) {
            return Error{.code = ErrorCode::not_found, .message = "nothing matches", .field = std::string(path)};
        }
        return check_expected(found, expect, path);
    }

    /// Returns the indices of a path's matches in the list that is being edited. Returns nullopt if the path is not
    /// about this list, or if it must be resolved in the document.
    std::optional<std::vector<std::size_t>> places_in_list(std::string_view path)
    {
        const auto selector = list_ ? list_->selector_of(path) : std::nullopt;
        if (!selector) {
            return std::nullopt;
        }
        std::int64_t number{};
        constexpr std::size_t max_number = 7;  // a FormID has eight digits
        if (selector->size() <= max_number && parse_integer(*selector, std::numeric_limits<std::int32_t>::min(),
                                                            std::numeric_limits<std::int32_t>::max(), number)) {
            const auto size = static_cast<std::int64_t>(list_->size());
            number += number < 0 ? size : 0;
            return number < 0 || number >= size ? std::nullopt
                                                : std::optional(std::vector{static_cast<std::size_t>(number)});
        }
        const Result<Conditions> conditions = Conditions::parse(*selector);
        const auto all = conditions && conditions->check(list_->before()) ? conditions->all() : std::nullopt;
        const std::vector<std::size_t> inserted = list_->inserted();
        if (!all || inserted.size() > max_scanned) {
            return std::nullopt;
        }
        NodePath step = list_->node();
        step.push_back({edit::record_at(recorder_.root(), step).table().number_of(list_->child()), 0});
        const auto found = index_.find(step, list_->before(), *all);
        if (!found) {
            return std::nullopt;
        }
        std::vector<std::size_t> places;
        for (const std::size_t each : *found) {
            if (const auto place = list_->index_of(each)) {
                places.push_back(*place);
            }
        }
        for (const std::size_t place : inserted) {
            if (conditions->matches(list_->record_at(place)).value_or(false)) {
                places.push_back(place);
            }
        }
        std::ranges::sort(places);
        return places;
    }

    /// Makes the list that contains a record the list that is being edited.
    void begin_list(const Match& match)
    {
        finish_list();
        list_.emplace(parent_node(match.node), match.list, match.list.single() ? match.path : list_path(match.path));
    }

    /// Returns the index of the single record that an edit's path matches, and makes its list the list that is being
    /// edited.
    Result<std::size_t> one_place(const pugi::xml_node& node)
    {
        const auto expect = number(node, "expect");
        if (!expect) {
            return fail(expect.error());
        }
        const std::string_view path = node.attribute("path").value();
        if (const auto places = places_in_list(path)) {
            if (auto error = check_found(places->size(), expect->value_or(1), path)) {
                return fail(std::move(*error));
            }
            if (!places->empty()) {
                return places->front();
            }
        }
        finish_list();
        auto matches = resolve_expected(recorder_.root(), path, expect->value_or(1), &index_);
        if (!matches) {
            return fail(matches.error());
        }
        if (matches->empty()) {
            return fail({.code = ErrorCode::not_found, .message = "nothing matches"});
        }
        if (Status status = require_record(matches->front()); !status) {
            return fail(status.error());
        }
        begin_list(matches->front());
        return matches->front().index;
    }

    Status edit_move(const pugi::xml_node& node)
    {
        const auto to = number(node, "to");
        if (!to) {
            return fail(to.error());
        }
        if (!*to) {
            return fail({.code = ErrorCode::malformed, .message = "<move> without to", .hint = "it must be given"});
        }
        const Result<std::size_t> from = one_place(node);
        if (!from) {
            return fail(from.error());
        }
        if (**to >= list_->size()) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("to=\"{}\"", **to),
                         .hint = fmt::format("positions are 0 to {}", list_->size() - 1)});
        }
        log_.push_back({"move", list_->path_of(*from), "", list_->path_of(**to)});
        if (!list_->child().ops->single) {
            list_->move(*from, **to);
        }
        return {};
    }

    Status edit_duplicate(const pugi::xml_node& node)
    {
        const auto to = number(node, "to");
        if (!to) {
            return fail(to.error());
        }
        // Insert many copies of records of one list at once.
        const Result<std::size_t> index = one_place(node);
        if (!index) {
            return fail(index.error());
        }
        if (list_->child().ops->single) {
            return fail({.code = ErrorCode::out_of_range, .message = "a second one", .hint = "there can be only one"});
        }
        const bool to_end = has_external_indices(list_->child()) && !is_exact_;
        const std::size_t place = to->value_or(to_end ? list_->size() : *index + 1);
        if (place > list_->size()) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("to=\"{}\"", place),
                         .hint = fmt::format("positions are 0 to {}", list_->size())});
        }
        const std::string original = list_->path_of(*index);
        const RecordHandle copy = list_->insert_copy(place, *index);
        const std::string copied = list_->path_of(place);
        log_.push_back({"duplicate", original, "", copied});
        Recorder inner(copy);
        Applier applier(inner, edits_, files_);
        applier.is_exact_ = is_exact_;
        if (Status status = applier.run_inner(node); !status) {
            return status;
        }
        if (const Result<Transaction> made = inner.finish({}); !made) {
            return fail(made.error());
        }
        for (EditLine& line : applier.take_log()) {
            line.path = fmt::format("{}.{}", copied, line.path);
            log_.push_back(std::move(line));
        }
        return {};
    }

    static NodePath parent_node(const NodePath& node) { return NodePath(node.begin(), node.end() - 1); }
    static std::string list_path(const std::string& path) { return path.substr(0, path.rfind('[')); }

    /// Applies the collected insertions to the document.
    void finish_list()
    {
        if (list_) {
            list_->finish(recorder_);
            list_.reset();
            index_.records_changed();
        }
    }

    /// Searches inserted records linearly while they are few. If there are many, applies the list to the document
    /// first.
    static constexpr std::size_t max_scanned = 64;

    Recorder& recorder_;
    const XmlDocument& edits_;
    const SideFileReader& files_;
    const FormatHooks& hooks_;
    RecordAdder adder_;
    bool is_exact_{};
    SelectorIndex index_;
    std::optional<ListEdit> list_;
    EditLog log_;
};

constexpr std::array<Applier::Handler, 5> Applier::handlers()
{
    return {&Applier::edit_set, &Applier::edit_add, &Applier::edit_remove, &Applier::edit_move,
            &Applier::edit_duplicate};
}

}  // namespace

Result<EditLog> apply(Recorder& recorder, const XmlDocument& edits, const SideFileReader& files)
{
    if (is_patch(edits)) {
        Result<PatchResult> patched = apply_patch(recorder, edits, {.context = recorder.context(), .files = files});
        if (!patched) {
            return fail(patched.error());
        }
        if (!patched->conflicts.empty()) {
            const Conflict& first = patched->conflicts.front();
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("the patch does not fit: {}", first.what),
                         .field = path_below(first.path, first.field)});
        }
        return std::move(patched->log);
    }
    return Applier(recorder, edits, files).run();
}

}  // namespace redforge::edit
