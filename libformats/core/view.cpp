// Looking things up in a record's view.
#include "core/view.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace redforge {
namespace {

template <class Views>
auto find_by_name(const Views& views, std::string_view name) -> decltype(views.data())
{
    const auto found = std::ranges::find(views, name, [](const auto& view) -> std::string_view { return view.name; });
    return found == views.end() ? nullptr : &*found;
}

}  // namespace

Status FieldView::set(std::string_view text) const
{
    if (ops->type.derived && text.empty()) {
        ops->reset(value);  // nothing given: computed again
        return {};
    }
    std::string expected;
    if (!ops->parse(text, value, info, expected)) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("value \"{}\"", text),
                     .field = name,
                     .hint = "expected " + expected});
    }
    return {};
}

RecordView RecordHandle::view() const
{
    return ops->view(record);
}

const FieldView* RecordView::find_field(std::string_view name) const&
{
    return find_by_name(fields, name);
}

const ListView* RecordView::find_list(std::string_view name) const&
{
    return find_by_name(lists, name);
}

const GroupView* RecordView::find_group(std::string_view name) const&
{
    return find_by_name(groups, name);
}

const BlobView* RecordView::find_blob(std::string_view name) const&
{
    return find_by_name(blobs, name);
}

std::vector<std::string> RecordView::names() const
{
    std::vector<std::string> all;
    const auto add = [&](const auto& views) {
        for (const auto& view : views) {
            if (!view.name.empty()) {
                all.push_back(view.name);
            }
        }
    };
    add(fields);
    add(lists);
    add(groups);
    add(blobs);
    return all;
}

}  // namespace redforge
