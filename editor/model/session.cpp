// Steps on a document: made through copies of handles, remembered as patches between snapshots.
#include "editor/model/session.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "core/letter_case.hpp"
#include "edit/edits.hpp"
#include "editor/model/words.hpp"

namespace redforge::editor {
namespace {

/// More history than this is forgotten, oldest first.
constexpr std::size_t most_steps = 1000;

std::string count_of(std::size_t count, std::string_view thing)
{
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string words_for(std::span<const std::string> records)
{
    if (records.size() != 1) {
        return count_of(records.size(), "record");
    }
    return records.front().empty() ? "the document" : records.front();
}

std::string label_of(const RecordView& view, std::string_view name)
{
    if (const FieldView* field = view.find_field(name)) {
        return full_label(*field);
    }
    const BlobView* blob = view.find_blob(name);
    return words_of(name, blob == nullptr ? std::string_view{} : blob->info.label);
}

/// The field or the bytes of a record, ready to be set.
Result<edit::Match> value_of(const Place& place, std::string_view name)
{
    const RecordView view = place.record ? place.record.view() : RecordView{};
    edit::Match match;
    match.path = place.path.empty() ? std::string(name) : fmt::format("{}.{}", place.path, name);
    match.record = place.record;
    if (const FieldView* field = view.find_field(name)) {
        match.kind = edit::Match::Kind::field;
        match.field = *field;
        return match;
    }
    if (const BlobView* blob = view.find_blob(name)) {
        match.kind = edit::Match::Kind::blob;
        match.blob = *blob;
        return match;
    }
    const std::vector<std::string> names = view.names();
    const std::string_view guess = nearest(name, names);
    return fail({.code = ErrorCode::unknown_name,
                 .message = fmt::format("there is no field \"{}\"", name),
                 .field = place.path,
                 .hint = guess.empty() ? std::string{} : fmt::format("did you mean {}?", guess)});
}

std::string numbered(const Place& record, std::size_t index)
{
    return fmt::format("{}[{}]", path_above(record.path), index);
}

}  // namespace

Result<Session> Session::open(const std::filesystem::path& path)
{
    Result<edit::Loaded> loaded = edit::load(path);
    if (!loaded) {
        return fail(loaded.error());
    }
    if (!can_snapshot(loaded->document.format())) {
        return fail({.code = ErrorCode::unsupported,
                     .message = fmt::format("a {}, which the editor cannot change", loaded->document.format().name),
                     .file = path.string(),
                     .hint = "use the command line for this format"});
    }
    Session session;
    session.document_ = std::move(loaded->document);
    session.storage_ = loaded->storage;
    session.kept_ = std::move(loaded->kept);
    session.seen_ = std::move(loaded->seen);
    std::error_code ignored;
    // The XML file of an unpacked folder stands for the folder, which is what saving replaces.
    const bool inside = loaded->storage == edit::Storage::folder && !std::filesystem::is_directory(path, ignored);
    session.path_ = inside ? std::filesystem::absolute(path, ignored).parent_path() : path;
    session.now_ = take_snapshot(session.document_);
    session.saved_ = session.now_;
    return session;
}

Result<Place> Session::locate(std::string_view path) const
{
    return editor::locate(document_.root(), path);
}

Status Session::make_step(std::string name, Kind kind, const std::function<Status()>& change)
{
    if (Status status = change(); !status) {
        document_ = restore_snapshot(format(), now_);
        return status;
    }
    if (format().follow_edit != nullptr) {
        document_.follow_edit(restore_snapshot(format(), now_));
    }
    Bytes after = take_snapshot(document_);
    if (after == now_ && kind == Kind::values) {
        return {};  // the value was the same; moving a record past its twin is a step all the same
    }
    steps_.resize(done_);
    steps_.push_back({std::move(name), make_patch(now_, after), kind == Kind::structure});
    if (steps_.size() > most_steps) {
        steps_.erase(steps_.begin());
    }
    done_ = steps_.size();
    now_ = std::move(after);
    structure_ += kind == Kind::structure ? 1 : 0;
    return {};
}

Status Session::set(std::span<const std::string> records, std::string_view name, std::string_view text)
{
    if (records.empty()) {
        return {};
    }
    std::vector<edit::Match> matches;
    std::string label;
    for (const std::string& path : records) {
        const Result<Place> place = locate(path);
        if (!place) {
            return fail(place.error());
        }
        Result<edit::Match> match = value_of(*place, name);
        if (!match) {
            return fail(std::move(match.error()));
        }
        label = label.empty() ? label_of(place->record.view(), name) : label;
        matches.push_back(std::move(*match));
    }
    return make_step(fmt::format("Set {} of {}", label, words_for(records)), Kind::values, [&]() -> Status {
        for (const edit::Match& match : matches) {
            if (const Result<edit::EditLine> change = edit::set_value(match, text); !change) {
                return fail(change.error());
            }
        }
        return {};
    });
}

Result<std::string> Session::add(std::string_view path)
{
    const Result<Place> place = locate(path);
    if (!place) {
        return fail(place.error());
    }
    const bool behind = place->kind == Place::Kind::record && !place->holder->ops->single;
    const std::optional<ListView>& list = place->kind == Place::Kind::record ? place->holder : place->members;
    if (!list) {
        return fail({.code = ErrorCode::usage,
                     .message = "nothing can be added here",
                     .field = std::string(path),
                     .hint = "choose a section, a list or a record in one"});
    }
    const std::size_t size = list->ops->size(list->list);
    if (list->ops->single && size == 1) {
        return fail({.code = ErrorCode::exists,
                     .message = fmt::format("a second {}", list->item),
                     .field = std::string(path),
                     .hint = "there can be only one"});
    }
    const std::size_t index = behind ? place->index + 1 : size;
    const std::string_view list_path = behind ? path_above(path) : path;
    std::string added = list->ops->single ? std::string(path) : fmt::format("{}[{}]", list_path, index);
    const Status status = make_step(fmt::format("Add {}", added), Kind::structure, [&]() -> Status {
        list->ops->insert(list->list, index);
        return {};
    });
    if (!status) {
        return fail(status.error());
    }
    return added;
}

Result<std::vector<Place>> Session::listed(std::span<const std::string> records, bool one_list) const
{
    std::vector<Place> places;
    for (const std::string& path : records) {
        Result<Place> place = locate(path);
        if (!place) {
            return fail(std::move(place.error()));
        }
        if (place->kind != Place::Kind::record) {
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("{} is not a record of a list", path.empty() ? "the document" : path),
                         .hint = "choose records such as objects[3]"});
        }
        if (one_list && (place->holder->ops->single || path_above(path) != path_above(records.front()))) {
            return fail({.code = ErrorCode::usage,
                         .message = place->holder->ops->single ? "it is the only one there can be"
                                                               : "these records stand in several lists",
                         .field = path,
                         .hint = "choose records of one list"});
        }
        places.push_back(std::move(*place));
    }
    std::ranges::sort(places, [](const Place& a, const Place& b) {
        return std::tuple(a.holder->list, a.index) < std::tuple(b.holder->list, b.index);
    });
    const auto same = [](const Place& a, const Place& b) { return a.path == b.path; };
    places.erase(std::unique(places.begin(), places.end(), same), places.end());
    return places;
}

Result<Paths> Session::duplicate(std::span<const std::string> records)
{
    const Result<std::vector<Place>> places = listed(records, true);
    if (!places) {
        return fail(places.error());
    }
    Paths copies;
    const Status status = make_step("Duplicate " + words_for(records), Kind::structure, [&]() -> Status {
        for (const Place& place : *places) {
            const std::size_t to = places->back().index + 1 + copies.size();
            place.holder->ops->duplicate(place.holder->list, place.index, to);
            copies.push_back(numbered(place, to));
        }
        return {};
    });
    if (!status) {
        return fail(status.error());
    }
    return copies;
}

Status Session::remove(std::span<const std::string> records)
{
    const Result<std::vector<Place>> places = listed(records, false);
    if (!places) {
        return fail(places.error());
    }
    // Deepest and last first: removing one neither renumbers nor takes away the next.
    std::vector<Place> order = *places;
    const auto depth = [](const Place& place) {
        return std::ranges::count_if(place.path, [](char c) { return c == '.'; });
    };
    std::ranges::sort(order, [&](const Place& a, const Place& b) {
        return std::tuple(depth(a), a.index) > std::tuple(depth(b), b.index);
    });
    const std::string what = places->size() == 1 ? places->front().path : count_of(places->size(), "record");
    return make_step("Remove " + what, Kind::structure, [&]() -> Status {
        for (const Place& place : order) {
            place.holder->ops->erase(place.holder->list, place.index);
        }
        return {};
    });
}

Result<Paths> Session::move(std::span<const std::string> records, int step)
{
    Result<std::vector<Place>> places = listed(records, true);
    if (!places) {
        return fail(places.error());
    }
    if (places->empty() || step == 0) {
        return Paths(records.begin(), records.end());
    }
    const ListView& list = *places->front().holder;
    const std::size_t size = list.ops->size(list.list);
    if (step < 0 ? places->front().index == 0 : places->back().index + 1 == size) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("it is the {} already", step < 0 ? "first" : "last"),
                     .field = step < 0 ? places->front().path : places->back().path});
    }
    if (step > 0) {
        std::ranges::reverse(*places);
    }
    Paths moved;
    const Status status = make_step(fmt::format("Move {} {}", words_for(records), step < 0 ? "up" : "down"),
                                    Kind::structure, [&]() -> Status {
                                        for (const Place& place : *places) {
                                            const std::size_t to = step < 0 ? place.index - 1 : place.index + 1;
                                            list.ops->move(list.list, place.index, to);
                                            moved.push_back(numbered(place, to));
                                        }
                                        return {};
                                    });
    if (!status) {
        return fail(status.error());
    }
    return moved;
}

void Session::show(const Step& step)
{
    document_ = restore_snapshot(format(), now_);
    structure_ += step.structural ? 1 : 0;
}

void Session::undo()
{
    if (can_undo()) {
        --done_;
        revert_patch(now_, steps_[done_].patch);
        show(steps_[done_]);
    }
}

void Session::redo()
{
    if (can_redo()) {
        apply_patch(now_, steps_[done_].patch);
        show(steps_[done_]);
        ++done_;
    }
}

Result<Written> Session::save()
{
    return save_as(path_, storage_);
}

Result<Written> Session::save_as(const std::filesystem::path& path, edit::Storage storage)
{
    // The window asked before another file is replaced; our own must hold what we read or wrote there.
    const Seen* expected = path == path_ && storage == storage_ ? &seen_ : nullptr;
    Result<Written> written =
        edit::save(document_, path, storage, {.overwrite = Overwrite::allow, .backup = true, .expected = expected});
    if (!written) {
        Error error = written.error();
        error.file = error.file.empty() ? path.string() : error.file;
        return fail(std::move(error));
    }
    path_ = path;
    storage_ = storage;
    seen_ = written->seen;
    saved_ = now_;
    return written;
}

edit::Storage storage_for(const std::filesystem::path& path)
{
    return same_letters(path.extension().string(), ".xml") ? edit::Storage::text : edit::Storage::binary;
}

}  // namespace redforge::editor
