// Layers and groups, and their storage in the notes file.
#include "editor/model/scene/layers.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "edit/merge/identity.hpp"
#include "edit/operation/operation.hpp"
#include "editor/model/scene/grouping.hpp"
#include "editor/model/scene/scene_records.hpp"

namespace redforge::editor {
namespace {

/// Names of records in the notation of notes: "objects[id=8401]". Fast for consecutive records of one list.
class Places {
public:
    explicit Places(const RecordHandle& root) : root_(root) {}

    /// Returns the name of an existing record.
    std::string of(const NodeRef& ref)
    {
        const NodeRef section = parent_node(root_, ref);
        if (!identities_ || section != section_) {
            section_ = section;
            path_ = path_of(root_, section);
            identities_.emplace(find_node(root_, section)->members);
        }
        const std::string selector = identities_->selector_of(ref.node.back().index);
        return fmt::format("{}[{}]", path_, std::string_view(selector).substr(0, selector.find(" like ")));
    }

private:
    RecordHandle root_;
    NodeRef section_;
    std::string path_;
    std::optional<edit::Identities> identities_;
};

std::optional<Error> error_in(const edit::Note& note)
{
    return note.place.empty() || note.text.empty()
               ? std::optional(Error{.message = fmt::format("the {} has no {}name", note.kind,
                                                            note.place.empty() ? "path and no " : ""),
                                     .hint = fmt::format("a line is {} PATH NAME", note.kind)})
               : std::nullopt;
}

}  // namespace

std::string_view Layers::of(const NodeRef& record) const
{
    const auto found = layer_of_.find(record);
    return found == layer_of_.end() ? std::string_view{} : found->second;
}

NodeRefs Layers::records(std::string_view layer) const
{
    NodeRefs refs;
    for (const auto& [ref, name] : layer_of_) {
        if (name == layer) {
            refs.push_back(ref);
        }
    }
    return refs;
}

std::vector<std::string> Layers::names() const
{
    std::set<std::string> found;
    for (const auto& [ref, name] : layer_of_) {
        found.insert(name);
    }
    std::vector<std::string> sorted(found.begin(), found.end());
    std::ranges::stable_sort(sorted, comes_before);
    return sorted;
}

void Layers::put(const NodeRefs& records, const std::string& layer)
{
    for (const NodeRef& ref : records) {
        if (layer.empty()) {
            layer_of_.erase(ref);
        } else {
            layer_of_[ref] = layer;
        }
    }
}

void Layers::rename(std::string_view layer, const std::string& name)
{
    for (auto& [ref, present] : layer_of_) {
        if (present == layer) {
            present = name;
        }
    }
    for (RemovedRecord& gone : removed_) {
        if (gone.layer == layer) {
            gone.layer = name;
        }
    }
}

void Layers::follow(const edit::Changes& changes, std::size_t steps_done, bool returning)
{
    // A record that undo removed returns on redo (one more step done). Other records return on undo (one step less).
    const bool undone = returning && steps_done < steps_done_;
    const std::size_t back = undone ? steps_done + 1 : steps_done - std::min<std::size_t>(steps_done, 1);
    steps_done_ = steps_done;
    if (!returning) {  // a new step discards the undone ones, so their records cannot return
        std::erase_if(removed_, [&](const RemovedRecord& gone) { return gone.steps_done >= steps_done; });
    }
    for (const edit::Change& change : changes) {
        using Kind = edit::Operation::Kind;
        if (change.kind != Kind::set && change.kind != Kind::set_bytes && (!layer_of_.empty() || !removed_.empty())) {
            follow(change, back);
        }
    }
}

void Layers::follow(const edit::Change& change, std::size_t back)
{
    std::map<NodeRef, std::string> followed;
    const edit::Changes one{change};
    for (auto& [ref, layer] : layer_of_) {
        NodeRef after = ref;
        if (editor::follow(after, one)) {
            followed.emplace_hint(followed.end(), std::move(after), std::move(layer));
        } else {
            removed_.push_back({back, ref, std::move(layer)});
        }
    }
    layer_of_ = std::move(followed);
    if (change.kind != edit::Operation::Kind::insert) {
        return;
    }
    for (const std::size_t place : change.places) {
        NodeRef ref{change.node, {}};
        ref.node.push_back({change.member, static_cast<std::uint32_t>(place)});
        const auto same = std::ranges::find_if(removed_, [&](const RemovedRecord& gone) {
            return gone.steps_done == steps_done_ && gone.ref == ref;
        });
        if (same != removed_.end()) {
            layer_of_[ref] = std::move(same->layer);
            removed_.erase(same);
        }
    }
}

NodeRefs with_groups(const Layers& groups, const NodeRefs& refs)
{
    NodeRefs all;
    std::set<NodeRef> seen(refs.begin(), refs.end());
    std::set<std::string_view> added;
    for (const NodeRef& ref : refs) {
        if (const std::string_view group = groups.of(ref); !group.empty() && added.insert(group).second) {
            std::ranges::copy_if(groups.records(group), std::back_inserter(all),
                                 [&](const NodeRef& other) { return seen.insert(other).second; });
        }
        all.push_back(ref);
    }
    return all;
}

std::string new_group_name(const Layers& groups)
{
    const std::vector<std::string> names = groups.names();
    for (std::size_t number = 1;; ++number) {
        if (std::string name = fmt::format("Group {}", number); std::ranges::find(names, name) == names.end()) {
            return name;
        }
    }
}

Result<Layers> read_layers(const RecordHandle& root, const std::filesystem::path& document, std::string_view kind)
{
    const std::filesystem::path file = edit::note_file_of(document);
    Result<std::vector<edit::Note>> notes = edit::read_notes(file);
    if (!notes) {
        return fail(notes.error());
    }
    std::erase_if(*notes, [kind](const edit::Note& note) { return note.kind != kind; });
    Layers layers;
    // Fast path: most lines have the exact form that write_layers() produces.
    std::map<std::string, NodeRef> by_place;
    if (!notes->empty()) {
        Places places(root);
        for (const NodeRef& ref : scene_nodes(root)) {
            by_place.emplace(places.of(ref), ref);
        }
    }
    for (const edit::Note& note : *notes) {
        std::optional<Error> error = error_in(note);
        NodeRefs refs;
        if (const auto found = by_place.find(note.place); found != by_place.end()) {
            refs.push_back(found->second);
        } else if (!error) {
            const Result<std::vector<edit::Match>> matches = edit::resolve(root, note.place);
            if (!matches && matches.error().code != ErrorCode::not_found) {
                error = matches.error();
            }
            for (const edit::Match& match : matches.value_or(std::vector<edit::Match>{})) {
                if (match.kind == edit::Match::Kind::record && is_scene_record(root, {match.node, {}})) {
                    refs.push_back({match.node, {}});
                }
            }
        }
        if (error) {
            error->file = file.string();
            error->line = note.line;
            return fail(std::move(*error));
        }
        std::erase_if(refs, [&](const NodeRef& ref) { return !layers.of(ref).empty(); });
        layers.put(refs, note.text);
    }
    return layers;
}

Status write_layers(const RecordHandle& root, const std::filesystem::path& document, const Layers& layers,
                    std::string_view kind)
{
    const std::filesystem::path file = edit::note_file_of(document);
    if (file.empty()) {
        return {};
    }
    std::vector<edit::Note> notes;
    Places places(root);
    for (const std::string& name : layers.names()) {
        for (const NodeRef& ref : layers.records(name)) {
            notes.push_back({.kind = std::string(kind), .place = places.of(ref), .text = name});
        }
    }
    return edit::write_notes(file, notes, kind);
}

}  // namespace redforge::editor
