// Drafts: script texts that are not in the document. They follow their records.
#include "editor/model/session/draft.hpp"

#include <algorithm>

namespace redforge::editor {

const Draft* Drafts::find(const NodeRef& record, std::string_view field) const
{
    const auto found = std::ranges::find_if(drafts_, [&](const Draft& draft) {
        return !draft.lost && draft.record == record && draft.field == field;
    });
    return found == drafts_.end() ? nullptr : &*found;
}

const Draft* Drafts::find(std::uint32_t id) const
{
    const auto found = std::ranges::find(drafts_, id, &Draft::id);
    return found == drafts_.end() ? nullptr : &*found;
}

const Draft& Drafts::keep(Draft draft)
{
    const Draft* const before = draft.lost ? nullptr : find(draft.record, draft.field);
    if (draft.id == 0) {
        draft.id = before == nullptr ? last_id_ + 1 : before->id;
    }
    last_id_ = std::max(last_id_, draft.id);
    if (before != nullptr && before->id != draft.id) {
        drop(before->id);
    }
    const auto same = std::ranges::find(drafts_, draft.id, &Draft::id);
    if (same != drafts_.end()) {
        *same = std::move(draft);
        return *same;
    }
    return drafts_.emplace_back(std::move(draft));
}

void Drafts::drop(std::uint32_t id)
{
    std::erase_if(drafts_, [id](const Draft& draft) { return draft.id == id; });
}

void Drafts::follow(const RecordHandle& root, const edit::Changes& changes)
{
    if (drafts_.empty()) {
        return;
    }
    for (Draft& draft : drafts_) {
        draft.lost = draft.lost || !editor::follow(draft.record, changes);
    }
    const auto name_at = [&](const NodeRef& ref) {
        const RecordHandle record = edit::find_record(root, ref.node);
        return record ? own_name(record) : std::string{};
    };
    for (const NodeRef& ref : changed_nodes(changes)) {
        for (Draft& draft : drafts_) {
            if (draft.lost ? name_at(ref) == draft.name && find(ref, draft.field) == nullptr
                           : draft.record == ref && !draft.lost) {
                draft.record = ref;
                draft.name = name_at(ref);
                draft.lost = false;
            }
        }
    }
}

}  // namespace redforge::editor
