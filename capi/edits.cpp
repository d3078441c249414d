// Functions that add, remove and move records; edit lists; transactions, undo and redo.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "call.hpp"
#include "core/xml/xml_reader.hpp"
#include "edit/patch/edits.hpp"
#include "edit/patch/patch.hpp"
#include "memory.hpp"
#include "reach.hpp"

namespace redforge::capi {
namespace {

/// Converts the position for a record: -1 is the end of the list.
CallResult<std::size_t> place_in(const edit::ListPlace& list, std::int64_t at)
{
    const std::size_t size = list.list.size();
    const bool is_full = list.list.single() && size == 1;
    if (is_full || at < -1 || (at >= 0 && static_cast<std::uint64_t>(at) > size)) {
        return make_failure(Error{.code = is_full ? ErrorCode::exists : ErrorCode::out_of_range,
                                  .message = is_full ? std::string("the list has at most one record, and it exists")
                                                     : fmt::format("position {} in a list of {} records", at, size),
                                  .field = list.path,
                                  .hint = is_full ? std::string("there can be only one")
                                                  : fmt::format("positions are 0 to {}, or -1 for the end", size)});
    }
    return at == -1 ? size : static_cast<std::size_t>(at);
}

/// Inserts a record into a list; `fill` sets its content.
CallStatus add_record(const Place& place, const edit::ListPlace& list, std::int64_t at, std::size_t item,
                      const std::function<void(const RecordHandle&)>& fill, rf_node* node)
{
    const CallResult<std::size_t> index = place_in(list, at);
    if (!index) {
        return failure_of(index);
    }
    const ChildEntry& child = *list.list.child;
    edit::DetachedRecords records(child);
    fill(records.append(item, list.list.page));
    const std::uint32_t number = edit::record_at(place.edited().root(), list.node).table().number_of(child);
    const std::string name = fmt::format("Add {}", list.path.empty() ? child.items[item].name : list.path);
    const Status status = place.edited().change(name, [&](edit::Recorder& recorder) -> Status {
        recorder.insert(list.node, child, {*index}, std::move(records));
        return {};
    });
    if (!status) {
        return failure_of(status);
    }
    if (node != nullptr) {
        edit::NodePath path = list.node;
        path.push_back({number, static_cast<std::uint32_t>(*index)});
        *node = new_node(place.document, std::move(path));
    }
    return {};
}

CallResult<std::size_t> item_named(const edit::ListPlace& list, const char* element)
{
    const std::vector<ItemEntry>& items = list.list.child->items;
    if (element == nullptr) {
        return std::size_t{0};
    }
    const auto found = std::ranges::find(items, std::string_view(element), &ItemEntry::name);
    if (found == items.end()) {
        return make_failure(Error{.code = ErrorCode::unknown_name,
                                  .message = fmt::format("the list cannot contain \"{}\"", element),
                                  .field = list.path,
                                  .hint = fmt::format("it holds {}", list.list.child->item_names())});
    }
    return static_cast<std::size_t>(found - items.begin());
}

/// Records one change of the list that contains a record as a step.
CallStatus change_list(rf_node node, std::string_view verb,
                       const std::function<CallStatus(edit::Recorder&, const InList&)>& make)
{
    return with_node(node, [&](const Place& place) -> CallStatus {
        const CallResult<InList> in = in_list(place);
        if (!in) {
            return failure_of(in);
        }
        const std::string name = fmt::format("{} {}", verb, edit::path_text(place.edited().root(), place.node));
        CallStatus outcome;
        const Status status = place.edited().change(name, [&](edit::Recorder& recorder) -> Status {
            outcome = make(recorder, *in);
            return outcome ? Status() : fail(outcome.error().error);
        });
        return status ? outcome : outcome ? CallStatus(failure_of(status)) : outcome;
    });
}

Result<std::size_t> apply_to(edit::Recorder& recorder, const XmlDocument& edits, const LoadContext& context)
{
    if (!edit::is_patch(edits)) {
        return edit::apply(recorder, edits).map([](const edit::EditLog& log) { return log.size(); });
    }
    const Result<edit::PatchResult> result = edit::apply_patch(recorder, edits, {.context = context});
    if (!result) {
        return fail(result.error());
    }
    if (!result->conflicts.empty()) {
        const std::size_t more = result->conflicts.size() - 1;
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("{}{}", edit::conflict_line(result->conflicts.front()),
                                            more == 0 ? "" : fmt::format(", and {} more that do not fit", more)),
                     .hint = "the patch was made from another document"});
    }
    return result->log.size();
}

/// Undoes or redoes one step.
CallStatus step(rf_document document, char** name, bool back)
{
    return with_document(document, [&](OpenDocument& open) -> CallStatus {
        const edit::History& history = open.edited.history();
        char* const words = name == nullptr ? nullptr : allocate_copy(back ? history.undo_name() : history.redo_name());
        const Result<bool> done = back ? open.edited.undo() : open.edited.redo();
        if (!done || !*done) {
            static_cast<void>(rf_free(words));
            return done ? CallStatus(make_failure(
                              Error{.code = ErrorCode::not_found,
                                    .message = back ? "there is no step to undo" : "there is no step to redo"}))
                        : CallStatus(failure_of(done));
        }
        if (name != nullptr) {
            *name = words;
        }
        return {};
    });
}

CallStatus to_outcome(const Status& status)
{
    return status ? CallStatus() : CallStatus(failure_of(status));
}

}  // namespace
}  // namespace redforge::capi

using namespace redforge;        // NOLINT(*build-using-namespace*): the functions below have names of C
using namespace redforge::capi;  // NOLINT(*build-using-namespace*)

rf_status rf_add(rf_node from, const char* list, int64_t at, const char* element, rf_node* node)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{list, "list"}}); !given) {
            return given;
        }
        return with_node(from, [&](const Place& place) -> CallStatus {
            const CallResult<edit::ListPlace> found = list_at(place, list);
            const CallResult<std::size_t> item = found ? item_named(*found, element) : failure_of(found);
            return item ? add_record(
                              place, *found, at, *item, [](const RecordHandle&) {}, node)
                        : CallStatus(failure_of(item));
        });
    });
}

rf_status rf_add_copy(rf_node from, const char* list, int64_t at, rf_node original, rf_node* node)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{list, "list"}}); !given) {
            return given;
        }
        const OpenNode to = handles().node(from);
        const OpenNode of = handles().node(original);
        if (to.document == nullptr || of.document == nullptr) {
            return make_failure(no_node());
        }
        const CallResult<Locks> locks = Locks::lock({to.document, of.document});
        if (!locks) {
            return failure_of(locks);
        }
        const CallResult<Place> place = position_of(to);
        const CallResult<Place> source = place ? position_of(of) : failure_of(place);
        if (!source) {
            return failure_of(source);
        }
        const CallResult<edit::ListPlace> found = list_at(*place, list);
        if (!found) {
            return failure_of(found);
        }
        const std::vector<ItemEntry>& items = found->list.child->items;
        const auto item =
            std::ranges::find_if(items, [&](const ItemEntry& each) { return &*each.type == source->record.type; });
        if (item == items.end()) {
            return make_failure(Error{.code = ErrorCode::mismatch,
                                      .message = "the list holds no records of that type",
                                      .field = found->path,
                                      .hint = fmt::format("it holds {}", found->list.child->item_names())});
        }
        const auto fill = [&](const RecordHandle& record) { record.type->copy(record.record, source->record.record); };
        return add_record(*place, *found, at, static_cast<std::size_t>(item - items.begin()), fill, node);
    });
}

rf_status rf_remove(rf_node node)
{
    return guarded([&] {
        return change_list(node, "Remove", [](edit::Recorder& recorder, const InList& in) -> CallStatus {
            recorder.erase(in.parent, *in.child, {in.index});
            return {};
        });
    });
}

rf_status rf_move(rf_node node, int64_t to)
{
    return guarded([&] {
        return change_list(node, "Move", [&](edit::Recorder& recorder, const InList& in) -> CallStatus {
            const auto last = static_cast<std::int64_t>(in.size) - 1;
            if (to < -1 || to > last) {
                return make_failure(Error{.code = ErrorCode::out_of_range,
                                          .message = fmt::format("position {} in a list of {} records", to, in.size),
                                          .hint = fmt::format("positions are 0 to {}, or -1 for the end", last)});
            }
            const auto place = static_cast<std::size_t>(to == -1 ? last : to);
            if (place != in.index) {
                recorder.move(in.parent, *in.child, in.index, place);
            }
            return {};
        });
    });
}

rf_status rf_apply(rf_document document, const char* edits, size_t* count)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{edits, "edits"}}); !given) {
            return given;
        }
        const Result<XmlDocument> parsed = XmlDocument::parse(edits, "edits");
        if (!parsed) {
            return failure_of(parsed);
        }
        return with_document(document, [&](OpenDocument& open) -> CallStatus {
            std::size_t made = 0;
            const Status status = open.edited.change("Apply edits", [&](edit::Recorder& recorder) -> Status {
                const Result<std::size_t> applied = apply_to(recorder, *parsed, open.edited.context());
                made = applied.value_or(0);
                return applied ? Status() : fail(applied.error());
            });
            if (status && count != nullptr) {
                *count = made;
            }
            return to_outcome(status);
        });
    });
}

rf_status rf_begin(rf_document document, const char* name)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{name, "name"}}); !given) {
            return given;
        }
        return with_document(document, [&](OpenDocument& open) { return to_outcome(open.edited.begin(name)); });
    });
}

rf_status rf_commit(rf_document document)
{
    return guarded(
        [&] { return with_document(document, [](OpenDocument& open) { return to_outcome(open.edited.commit()); }); });
}

rf_status rf_rollback(rf_document document)
{
    return guarded([&] {
        return with_document(document, [](OpenDocument& open) { return to_outcome(open.edited.roll_back()); });
    });
}

rf_status rf_undo(rf_document document, char** name)
{
    return guarded([&] { return step(document, name, true); });
}

rf_status rf_redo(rf_document document, char** name)
{
    return guarded([&] { return step(document, name, false); });
}
