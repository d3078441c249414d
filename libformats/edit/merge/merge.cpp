// Three-way merge of documents: record by record, field by field.
#include "edit/merge/merge.hpp"

#include <algorithm>
#include <list>
#include <map>
#include <set>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "edit/document/damage.hpp"
#include "edit/hooks.hpp"
#include "edit/merge/pairing.hpp"
#include "edit/operation/changes.hpp"
#include "edit/operation/field_roles.hpp"
#include "edit/operation/operation.hpp"
#include "edit/operation/script_indices.hpp"
#include "edit/patch/blob_regions.hpp"
#include "edit/patch/edit_steps.hpp"
#include "edit/patch/source_text.hpp"
#include "edit/path/path.hpp"

namespace redforge::edit {
namespace {

bool same(const RecordHandle& a, const RecordHandle& b)
{
    return a.type == b.type && same_record(*a.type, a.record, b.record);
}

/// One side of a list: its matches with the base, and its additions. Groups of records count as one record.
struct Side {
    GroupedList list;
    ListPairing pairing;
    std::vector<std::size_t> of_base;     ///< for each record of the base: its index here, or no_match
    std::vector<std::size_t> same_added;  ///< for each record here: index of the other side's equal addition
    std::vector<bool> moved;
    std::vector<bool> dropped;  ///< records of the base that are not in the result

    Side(const GroupedList& base, const GroupedList& side)
        : list(side), pairing(pair_records(base, side)), of_base(base.size(), no_match),
          same_added(side.size(), no_match), moved(side.size(), false), dropped(side.size(), false)
    {
        for (std::size_t i = 0; i < side.size(); ++i) {
            if (pairing.match[i] != no_match) {
                of_base[pairing.match[i]] = i;
            }
        }
        for (const std::size_t i : pairing.moved) {
            moved[i] = true;
        }
    }
};

/// A record of the result: its indices in the three lists.
struct Entry {
    std::size_t base{no_match};
    std::size_t first{no_match};
    std::size_t second{no_match};
};

/// Returns the records of the first side in its order, with the additions, moves and removals of the second side.
std::vector<Entry> arrange(const Side& first, const Side& second, bool with_moves)
{
    std::list<Entry> entries;
    std::vector<std::list<Entry>::iterator> of_second(second.list.size(), entries.end());
    for (std::size_t i = 0; i < first.list.size(); ++i) {
        if (first.dropped[i]) {
            continue;
        }
        const std::size_t base = first.pairing.match[i];
        const std::size_t other = base == no_match ? first.same_added[i] : second.of_base[base];
        entries.push_back({base, i, other});
        if (other != no_match) {
            of_second[other] = std::prev(entries.end());
        }
    }
    auto place = entries.begin();  // after the previous record of the second side
    for (std::size_t i = 0; i < second.list.size(); ++i) {
        const bool present = of_second[i] != entries.end();
        if (second.dropped[i]) {
            continue;
        }
        if (present && !(with_moves && second.moved[i])) {
            place = std::next(of_second[i]);
            continue;
        }
        if (present && place == of_second[i]) {
            ++place;  // keep its position, after records that the first side added there
        }
        while (place != entries.end() && place->base == no_match && place->second == no_match) {
            ++place;
        }
        if (present) {
            entries.splice(place, entries, of_second[i]);
        } else {
            of_second[i] = entries.insert(place, {second.pairing.match[i], no_match, i});
        }
        place = std::next(of_second[i]);
    }
    return {entries.begin(), entries.end()};
}

/// Returns the records of the base in their new order.
std::vector<std::size_t> base_order(const std::vector<Entry>& entries)
{
    std::vector<std::size_t> order;
    for (const Entry& entry : entries) {
        if (entry.base != no_match) {
            order.push_back(entry.base);
        }
    }
    return order;
}

/// Describes the three values.
struct Sides {
    std::string base;
    std::string ours;
    std::string theirs;
};

/// A record or list of the result.
struct Place {
    std::string path{};      ///< path in ours; in the base if ours has removed the record
    std::string identity{};  ///< Conflict::identity

    [[nodiscard]] Place below(std::string_view name) const
    {
        return {path_below(path, name), fmt::format("{}.{}", identity, name)};
    }
    /// Returns the place of a record of this list. `base`: its index in the base, which identifies it if it has no key.
    [[nodiscard]] Place at(const GroupedList& list, std::size_t index, std::size_t base) const
    {
        const std::optional<std::string> key = key_of(list.at(index));
        return {record_path(list.whole ? list.whole : list.list, path, list.offset + list.begin(index)),
                key ? fmt::format("{}[{}]", identity, *key) : fmt::format("{}#{}", identity, base)};
    }
};

/// Returns the fields in which two records of one type differ, with their values in the first: "value 100, rest ;old".
std::string differing_fields(const RecordHandle& record, const RecordHandle& other)
{
    std::string text;
    const auto add = [&](const std::string& each) { text += (text.empty() ? "" : ", ") + each; };
    for (const FieldEntry& field : record.table().fields) {
        if (const FieldView value = record.field(field); !field.same(value.value, other.field(field).value)) {
            add(fmt::format("{} {}", field.name, display_value(value)));
        }
    }
    return text.empty() ? "other content" : text;
}

/// Returns true if two records of one type differ only in their lists, such as two new INI sections with one name.
bool differs_only_in_lists(const RecordHandle& a, const RecordHandle& b)
{
    if (a.type != b.type || &a.table() != &b.table()) {
        return false;
    }
    const auto same_field = [&](const FieldEntry& field) { return same_value_or_key(field, a, b); };
    const auto same_child = [&](const ChildEntry& child) {
        switch (child.kind) {
        case ChildEntry::Kind::blob: return a.blob(child) == b.blob(child);
        case ChildEntry::Kind::byte_range: return a.byte_range(child) == b.byte_range(child);
        case ChildEntry::Kind::group: return differs_only_in_lists(a.group(child), b.group(child));
        case ChildEntry::Kind::list: return true;
        }
        return false;
    };
    return std::ranges::all_of(a.table().fields, same_field) && std::ranges::all_of(a.table().children, same_child);
}

/// The indices of the records of three versions of a list in the merged list, or no_match.
struct MergedIndices {
    std::vector<std::size_t> base;
    std::vector<std::size_t> ours;
    std::vector<std::size_t> theirs;
    std::size_t size{};  ///< of the merged list

    [[nodiscard]] bool is_unchanged() const
    {
        const auto is_identity = [](const std::vector<std::size_t>& indices) {
            for (std::size_t i = 0; i < indices.size(); ++i) {
                if (indices[i] != i) {
                    return false;
                }
            }
            return true;
        };
        return is_identity(base) && is_identity(ours) && is_identity(theirs);
    }
};

/// Gives a field the indices of the same records in the merged list. An index of a record that the merged list lacks
/// becomes one after its end, which is added to `lost`. Other indices without a record stay.
void set_merged_index(const FieldView& field, const std::vector<std::size_t>& merged, std::size_t size,
                      std::set<std::int64_t>& lost)
{
    change_indices(field, [&](std::int64_t index) {
        if (index < 0 || static_cast<std::uint64_t>(index) >= merged.size()) {
            return index;
        }
        const std::size_t now = merged[static_cast<std::size_t>(index)];
        if (now != no_match) {
            return static_cast<std::int64_t>(now);
        }
        return *lost.insert(std::min(static_cast<std::int64_t>(size) + index, field.entry->max)).first;
    });
}

/// Returns true if set_merged_index() did not find the record of an index in the field.
bool is_lost(const FieldView& field, const std::set<std::int64_t>& lost)
{
    return any_index(field, [&](std::int64_t index) { return lost.contains(index); });
}

/// Returns the conflict for an index that set_merged_index() added to `lost`. No side decides it: one has the
/// reference, and the other removed the record.
Conflict lost_index(std::string path, const RecordHandle& record, const std::string& field)
{
    Conflict conflict;
    conflict.path = std::move(path);
    conflict.label = record_label(record);
    conflict.field = field;
    conflict.what = "refers to a record that the other side removes";
    conflict.is_undecidable = true;
    return conflict;
}

class Merger {
public:
    Merger(Decide decide, const LoadContext& context, const RecordHandle& our_document)
        : decide_(std::move(decide)), context_(context), our_document_(our_document), hooks_(hooks_of(our_document))
    {
    }
    std::vector<Conflict> conflicts;

    /// Reports records that one side moved to another list, and the other side moved, changed or removed.
    void moves(const Document& base, const Document& ours, const Document& theirs, Document& merged)
    {
        if (hooks_.resolve_moves != nullptr) {
            hooks_.resolve_moves(base, ours, theirs, merged,
                                 [&](const RecordHandle& record, std::string path, std::string_view what) {
                                     const std::string identity = "moved " + key_of(record).value_or("");
                                     return report({std::move(path), identity}, record, "", std::string(what));
                                 });
        }
    }

    /// Merges three versions of a record into `out`, a copy of `ours`.
    void records(const RecordHandle& base, const RecordHandle& ours, const RecordHandle& theirs,
                 const RecordHandle& out, const Place& place)
    {
        if (same(base, theirs) || same(ours, theirs)) {
            return;
        }
        if (same(base, ours)) {
            out.type->copy(out.record, theirs.record);
            return;
        }
        if (&ours.table() != &theirs.table() || &base.table() != &ours.table()) {
            if (report(place, ours, "", "both change it to a record of another kind") == MergeFavor::theirs) {
                out.type->copy(out.record, theirs.record);
            }
            return;
        }
        if (hooks_.is_deleted != nullptr && hooks_.is_deleted(ours) != hooks_.is_deleted(theirs) &&
            !hooks_.is_deleted(base)) {
            const bool ours_deletes = hooks_.is_deleted(ours);
            const MergeFavor side = report(place, ours, "",
                                           ours_deletes ? "theirs changes it, ours marks it as deleted"
                                                        : "ours changes it, theirs marks it as deleted");
            if (side == MergeFavor::theirs) {
                out.type->copy(out.record, theirs.record);
            }
            return;
        }
        const IndexedVersions versions = with_merged_indices(base, ours, theirs);
        if (!versions.ours) {
            return contents(base, ours, theirs, out, place);
        }
        out.type->copy(out.record, versions.ours.record);
        contents(versions.base, versions.ours, versions.theirs, out, place);
        report_lost_indices(out, versions.lost, place);
    }

    /// Returns the indices in the merged list without merging its records.
    MergedIndices indices(const RecordHandle& parent, const ListView& base, const ListView& ours,
                          const ListView& theirs)
    {
        Side mine(base, ours);
        Side other(base, theirs);
        std::set<std::size_t> preferred;
        return indices_of(arranged(parent, base, mine, other, preferred, {}), base.size(), ours.size(), theirs.size());
    }

private:
    /// Copies of three versions of a record, with the indices of merged lists in the fields of FieldInfo::indexed_by.
    struct IndexedVersions {
        RecordHandle base;  ///< the handles are empty if no index changes
        RecordHandle ours;
        RecordHandle theirs;
        std::set<std::int64_t> lost{};  ///< see set_merged_index()
        std::array<std::shared_ptr<void>, 3> memory{};
    };

    IndexedVersions with_merged_indices(const RecordHandle& base, const RecordHandle& ours, const RecordHandle& theirs)
    {
        IndexedVersions versions;
        const std::array<RecordHandle*, 3> copies{&versions.base, &versions.ours, &versions.theirs};
        for (const auto& each : indexed_lists(ours)) {
            const NodePath& node = each.first;
            const ChildEntry& list = *each.second;
            const auto list_in = [&](const RecordHandle& record) { return record_at(record, node).list(list); };
            Merger quiet([](const Conflict&) { return MergeFavor::none; }, context_, our_document_);
            const MergedIndices merged =
                quiet.indices(record_at(ours, node), list_in(base), list_in(ours), list_in(theirs));
            if (merged.is_unchanged()) {
                continue;
            }
            const std::array records{&base, &ours, &theirs};
            const bool is_copied = bool(versions.ours);
            for (std::size_t i = 0; !is_copied && i < copies.size(); ++i) {
                const RecordHandle& record = *records[i];
                versions.memory[i] = record.type->make();
                record.type->copy(versions.memory[i].get(), record.record);
                *copies[i] = {versions.memory[i].get(), record.type, record.page};
            }
            const std::array all{&merged.base, &merged.ours, &merged.theirs};
            for (std::size_t i = 0; i < all.size(); ++i) {
                for_each_index(*copies[i], {}, list, [&](const NodePath&, const FieldView& index) {
                    set_merged_index(index, *all[i], merged.size, versions.lost);
                });
            }
        }
        return versions;
    }

    void report_lost_indices(const RecordHandle& record, const std::set<std::int64_t>& lost, const Place& place)
    {
        for (const auto& each : indexed_lists(record)) {
            for_each_index(record, {}, *each.second, [&](const NodePath& node, const FieldView& index) {
                if (is_lost(index, lost)) {
                    std::string path = path_text(record, node);
                    path = place.path.empty() ? path : path.empty() ? place.path : path_below(place.path, path);
                    conflicts.push_back(lost_index(std::move(path), record_at(record, node), index.name()));
                    static_cast<void>(decide_(conflicts.back()));
                }
            });
        }
    }

    /// Merges the fields and children of three versions of a record.
    void contents(const RecordHandle& base, const RecordHandle& ours, const RecordHandle& theirs,
                  const RecordHandle& out, const Place& place)
    {
        const FieldTable& table = ours.table();
        std::vector<std::string_view> named = fields_in_sources(base, ours, theirs);
        const ChildEntry* const joined = joined_source(base, ours, theirs);
        if (joined != nullptr) {
            std::ranges::copy(joined->blob.codec->joined, std::back_inserter(named));
        }
        const auto is_named = [&](std::string_view name) { return std::ranges::find(named, name) != named.end(); };
        for (const FieldEntry& field : table.fields) {
            if (!is_named(field.name)) {
                merge_field(field, base, ours, theirs, out, place);
            }
        }
        for (const ChildEntry& child : table.children) {
            if (child.kind != ChildEntry::Kind::group && is_named(child.name)) {
                continue;
            }
            const Place below = place.below(child.name);
            switch (child.kind) {
            case ChildEntry::Kind::blob:
                if (have_sources(child, base, ours, theirs)) {
                    merge_sources(child, base, ours, theirs, out, place);
                } else {
                    merge_bytes(child, base, ours, theirs, out, place, &RecordHandle::blob);
                }
                break;
            case ChildEntry::Kind::byte_range:
                merge_bytes(child, base, ours, theirs, out, place, &RecordHandle::byte_range);
                break;
            case ChildEntry::Kind::group:
                records(base.group(child), ours.group(child), theirs.group(child), out.group(child), below);
                break;
            case ChildEntry::Kind::list:
                lists(ours, base.list(child), ours.list(child), theirs.list(child), out.list(child), below);
                break;
            }
        }
        if (joined != nullptr && out.blob(*joined) != ours.blob(*joined)) {
            join(*joined, ours, theirs, out, place);
        }
    }

    /// Returns the source that both sides changed and that determines other parts of the record. Returns null if there
    /// is none.
    static const ChildEntry* joined_source(const RecordHandle& base, const RecordHandle& ours,
                                           const RecordHandle& theirs)
    {
        for (const ChildEntry& child : ours.table().children) {
            if (have_sources(child, base, ours, theirs) && child.blob.codec->join != nullptr &&
                base.blob(child) != ours.blob(child) && base.blob(child) != theirs.blob(child) &&
                ours.blob(child) != theirs.blob(child)) {
                return &child;
            }
        }
        return nullptr;
    }

    /// Updates the parts of a record that its merged source determines. If that fails, takes the record of one side.
    void join(const ChildEntry& child, const RecordHandle& ours, const RecordHandle& theirs, const RecordHandle& out,
              const Place& place)
    {
        if (const Status status = child.blob.codec->join(out, ours, theirs, our_document_.record, context_); !status) {
            const MergeFavor side =
                report(place, ours, child.name,
                       fmt::format("both change it, and the merged source does not compile: {}",
                                   status.error().message),
                       source_difference(source_of(ours, child, context_), source_of(out, child, context_)));
            out.type->copy(out.record, (side == MergeFavor::theirs ? theirs : ours).record);
        }
    }

    /// Returns the side that wins.
    MergeFavor report(const Place& place, const RecordHandle& record, const std::string& field, std::string what,
                      std::string source = {}, Sides sides = {})
    {
        conflicts.push_back({place.path,
                             place.path.empty() ? ""
                             : record           ? record_label(record)
                                                : std::string{},
                             field, std::move(what), std::move(source), std::move(sides.base), std::move(sides.ours),
                             std::move(sides.theirs), place.identity});
        return decide_(conflicts.back());
    }

    /// Returns true if a blob is a source in all three records, and the sources determine the same fields and lists.
    static bool have_sources(const ChildEntry& child, const RecordHandle& base, const RecordHandle& ours,
                             const RecordHandle& theirs)
    {
        return child.kind == ChildEntry::Kind::blob && child.blob.codec != nullptr && !base.blob(child).empty() &&
               !ours.blob(child).empty() && !theirs.blob(child).empty() &&
               names_in_source(base, child) == names_in_source(ours, child) &&
               names_in_source(base, child) == names_in_source(theirs, child);
    }

    /// Returns the fields and lists that are merged as parts of a source.
    static std::vector<std::string_view> fields_in_sources(const RecordHandle& base, const RecordHandle& ours,
                                                           const RecordHandle& theirs)
    {
        std::vector<std::string_view> named;
        for (const ChildEntry& child : ours.table().children) {
            if (have_sources(child, base, ours, theirs)) {
                std::ranges::copy(names_in_source(ours, child), std::back_inserter(named));
            }
        }
        return named;
    }

    void merge_sources(const ChildEntry& child, const RecordHandle& base, const RecordHandle& ours,
                       const RecordHandle& theirs, const RecordHandle& out, const Place& place)
    {
        if (names_in_source(ours, child).empty() &&
            (base.blob(child) == ours.blob(child) || base.blob(child) == theirs.blob(child) ||
             ours.blob(child) == theirs.blob(child))) {
            // The bytes need no merge by statements. A merge of the texts could report conflicts in comments that are
            // derived from other fields.
            return merge_bytes(child, base, ours, theirs, out, place, &RecordHandle::blob);
        }
        const Sides sides{source_of(base, child, context_), source_of(ours, child, context_),
                          source_of(theirs, child, context_)};
        SourceMerge merged = edit::merge_sources(sides.base, sides.ours, sides.theirs);
        if (merged.conflicts > 0) {
            const MergeFavor side = report(place, ours, child.name, "both change it", merged.shown, sides);
            if (side == MergeFavor::none) {
                return;
            }
            merged = edit::merge_sources(sides.base, sides.ours, sides.theirs,
                                         side == MergeFavor::theirs ? LineSide::theirs : LineSide::ours);
        }
        if (merged.text == sides.ours) {
            return;
        }
        if (const Status status = set_source(out, child, merged.text, context_); !status) {
            const MergeFavor side =
                report(place, ours, child.name,
                       fmt::format("the merged text is not a valid source: {}", status.error().message),
                       source_difference(sides.ours, merged.text), sides);
            if (side == MergeFavor::theirs) {
                static_cast<void>(set_source(out, child, sides.theirs, context_));
            }
        }
    }

    void merge_field(const FieldEntry& field, const RecordHandle& base, const RecordHandle& ours,
                     const RecordHandle& theirs, const RecordHandle& out, const Place& place)
    {
        const FieldView b = base.field(field);
        const FieldView o = ours.field(field);
        const FieldView t = theirs.field(field);
        if (field.same(b.value, t.value) || field.same(o.value, t.value) ||
            (!field.same(b.value, o.value) && same_value_or_key(field, ours, theirs))) {
            return;
        }
        if (!field.same(b.value, o.value) && is_bookkeeping(field)) {
            if (field.ops->type.derived) {
                return field.ops->reset(out.field(field).value);
            }
            if (!is_larger(t, o)) {
                return;
            }
        } else if (!field.same(b.value, o.value)) {
            Sides sides{display_value(b), display_value(o), display_value(t)};
            std::string what = fmt::format("base {}, ours {}, theirs {}", sides.base, sides.ours, sides.theirs);
            if (report(place, ours, field.name, std::move(what), {}, std::move(sides)) != MergeFavor::theirs) {
                return;
            }
        }
        LeafValue value(*field.ops, t.value);
        field.ops->swap(out.field(field).value, value.get());
    }

    /// `bytes` gets the blob or the byte range of a record.
    template <class T>
    void merge_bytes(const ChildEntry& child, const RecordHandle& base, const RecordHandle& ours,
                     const RecordHandle& theirs, const RecordHandle& out, const Place& place,
                     T& (RecordHandle::*bytes)(const ChildEntry&) const)
    {
        const T& b = (base.*bytes)(child);
        const T& o = (ours.*bytes)(child);
        const T& t = (theirs.*bytes)(child);
        if (b == t || o == t) {
            return;
        }
        if constexpr (std::is_same_v<T, Bytes>) {
            // Pixels and heights are merged one by one.
            const bool is_plane = ours.type->blob_details(ours.record, child.name).bytes_per_line > 0;
            if (is_plane && b.size() == o.size() && b.size() == t.size() && b != o) {
                return merge_plane(child, merge_blobs(b, o, t), ours, out, place);
            }
        }
        if (!(b == o)) {
            const auto words = [](std::size_t size) { return fmt::format("{} bytes", size); };
            if (report(place, ours, child.name,
                       fmt::format("base {} bytes, ours {}, theirs {}", b.size(), o.size(), t.size()), {},
                       {words(b.size()), words(o.size()), words(t.size())}) != MergeFavor::theirs) {
                return;
            }
        }
        (out.*bytes)(child) = t;
    }

    void merge_plane(const ChildEntry& child, BlobMerge merge, const RecordHandle& ours, const RecordHandle& out,
                     const Place& place)
    {
        if (merge.conflicts > 0) {
            std::string what = fmt::format("both change {} of {} bytes, the first at {}", merge.conflicts,
                                           merge.bytes.size(), merge.first);
            if (report(place, ours, child.name, std::move(what)) == MergeFavor::theirs) {
                merge.bytes = std::move(merge.with_theirs);
            }
        }
        out.blob(child) = std::move(merge.bytes);
    }

    /// Merges three versions of a list into `out`. `parent`: our record that contains the list.
    void lists(const RecordHandle& parent, const ListView& base, const ListView& ours, const ListView& theirs,
               const ListView& out, const Place& place)
    {
        if (same_list(base, theirs) || same_list(ours, theirs)) {
            return;
        }
        if (base.single() && base.size() == 0 && ours.size() == 1 && theirs.size() == 1) {
            // Both sides add the record: merge them as changes of a default record.
            const RecordHandle record = ours.at(0);
            const std::shared_ptr<void> blank = record.type->make();
            return records({blank.get(), record.type, record.page}, record, theirs.at(0), out.at(0), place);
        }
        groups(parent, grouped_list(our_document_, parent, base), grouped_list(our_document_, parent, ours),
               grouped_list(our_document_, parent, theirs), out, place);
    }

    /// Merges three versions of a list, group by group.
    void groups(const RecordHandle& parent, const GroupedList& base, const GroupedList& ours, const GroupedList& theirs,
                const ListView& out, const Place& place)
    {
        Side mine = paired(base, ours);
        Side other = paired(base, theirs);
        std::set<std::size_t> preferred;
        const std::vector<Entry> entries = arranged(parent, base, mine, other, preferred, place);
        const ChildEntry& child = *base.list.child;
        if (!has_internal_indices(child)) {
            return build(parent, base, mine, other, entries, preferred, out, place);
        }
        // Records of the list refer to each other by index: give all sides the indices of the result.
        const MergedIndices merged = indices_of(entries, base.size(), ours.size(), theirs.size());
        DetachedRecords copies[3];  // NOLINT(*avoid-c-arrays*)
        std::set<std::int64_t> lost;
        const auto with_indices = [&](const ListView& list, const std::vector<std::size_t>& now,
                                      DetachedRecords& records) {
            records = DetachedRecords(*list.child);
            append_all(list, records);
            const ListView all = records.view(list.page);
            for (std::size_t i = 0; i < all.size(); ++i) {
                for_each_internal_index(all.at(i), child, [&](const ChildEntry*, std::size_t, const FieldView& index) {
                    set_merged_index(index, now, merged.size, lost);
                });
            }
            return GroupedList(all);
        };
        const GroupedList from = with_indices(base.list, merged.base, copies[0]);
        mine.list = with_indices(ours.list, merged.ours, copies[1]);
        other.list = with_indices(theirs.list, merged.theirs, copies[2]);
        build(parent, from, mine, other, entries, preferred, out, place);
        for (std::size_t i = 0; i < out.size(); ++i) {
            for_each_internal_index(out.at(i), child, [&](const ChildEntry*, std::size_t, const FieldView& index) {
                if (is_lost(index, lost)) {
                    conflicts.push_back(lost_index(record_path(out, place.path, i), out.at(i), index.name()));
                    static_cast<void>(decide_(conflicts.back()));
                }
            });
        }
    }

    /// Matches the records of a side with those of the base. Indices of other records in the list do not count: they
    /// follow changes of the list.
    static Side paired(const GroupedList& base, const GroupedList& list)
    {
        const ChildEntry& child = *base.list.child;
        if (!has_internal_indices(child)) {
            return {base, list};
        }
        const auto without_indices = [&](const ListView& from) {
            DetachedRecords records(child);
            append_all(from, records);
            for (std::size_t i = 0; i < records.size(); ++i) {
                for_each_internal_index(records.view(from.page).at(i), child,
                                        [](const ChildEntry*, std::size_t, const FieldView& index) {
                                            change_indices(index, [](std::int64_t) { return std::int64_t{}; });
                                        });
            }
            return records;
        };
        const DetachedRecords from = without_indices(base.list);
        const DetachedRecords to = without_indices(list.list);
        Side side(from.view(base.list.page), to.view(list.list.page));
        side.list = list;
        return side;
    }

    static MergedIndices indices_of(const std::vector<Entry>& entries, std::size_t base, std::size_t ours,
                                    std::size_t theirs)
    {
        MergedIndices merged{std::vector(base, no_match), std::vector(ours, no_match), std::vector(theirs, no_match),
                             entries.size()};
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const auto set = [i](std::vector<std::size_t>& indices, std::size_t record) {
                if (record != no_match) {
                    indices[record] = i;
                }
            };
            set(merged.base, entries[i].base);
            set(merged.ours, entries[i].first);
            set(merged.theirs, entries[i].second);
        }
        return merged;
    }

    /// Decides which records the result has, and their order. Reports conflicts.
    std::vector<Entry> arranged(const RecordHandle& parent, const GroupedList& base, Side& mine, Side& other,
                                std::set<std::size_t>& preferred, const Place& place)
    {
        removals(base, mine, other, "ours changes it, theirs removes it", MergeFavor::theirs, place);
        removals(base, other, mine, "theirs changes it, ours removes it", MergeFavor::ours, place);
        preferred = additions(base, mine, other, place);
        if (hooks_.single_key != nullptr) {
            join_single_items(parent, mine, other, preferred, place);
        }
        std::vector<Entry> entries = arrange(mine, other, true);
        if (!mine.pairing.moved.empty() && !other.pairing.moved.empty() &&
            base_order(entries) != base_order(arrange(other, mine, true))) {
            if (report(place, {}, "", "both change the order of records") == MergeFavor::theirs) {
                entries = arrange(other, mine, false);
                for (Entry& entry : entries) {
                    std::swap(entry.first, entry.second);
                }
            } else {
                entries = arrange(mine, other, false);
            }
        }
        return entries;
    }

    /// Reports records that one side changed and the other removed. They are removed if the side `removing_side` wins.
    void removals(const GroupedList& base, Side& changing, const Side& removing, const char* what,
                  MergeFavor removing_side, const Place& place)
    {
        for (const std::size_t b : removing.pairing.removed) {
            const std::size_t i = changing.of_base[b];
            if (i == no_match) {
                continue;
            }
            const RecordHandle record = changing.list.at(i);
            changing.dropped[i] = true;
            if (!same_group(base, b, changing.list, i)) {
                const bool ours_removes = removing_side == MergeFavor::ours;
                const MergeFavor side =
                    report(place.at(base, b, b), record, "", what, {},
                           {"", ours_removes ? "removed" : "changed", ours_removes ? "changed" : "removed"});
                changing.dropped[i] = side == removing_side || (side == MergeFavor::none && ours_removes);
            }
        }
    }

    /// Reports additions of both sides that differ. Returns the side that wins.
    MergeFavor report_additions(const Side& mine, std::size_t i, const Side& other, std::size_t j, const Place& place)
    {
        const RecordHandle record = mine.list.at(i);
        const RecordHandle their_record = other.list.at(j);
        Sides sides{"(none)", "other content", "other content"};
        if (record.type == their_record.type) {
            sides.ours = differing_fields(record, their_record);
            sides.theirs = differing_fields(their_record, record);
        }
        return report(place.at(mine.list, i, no_match), record, "", "both add it, and differ", {}, std::move(sides));
    }

    /// Appends copies of groups to `records`. Returns them as a list.
    static GroupedList copy_groups(const GroupedList& from, const std::vector<std::size_t>& groups,
                                   DetachedRecords& records)
    {
        std::vector<std::size_t> leaders;
        for (const std::size_t group : groups) {
            const std::size_t begin = records.size();
            append_group(from, group, records);
            for (std::size_t i = from.begin(group); i < from.end(group); ++i) {
                const std::size_t leader = from.leader(i);
                leaders.push_back(leader == no_match ? no_match : begin + leader - from.begin(group));
            }
        }
        return {records.view(from.list.page), from.leaders.empty() ? std::vector<std::size_t>{} : std::move(leaders)};
    }
    static void append_all(const ListView& from, DetachedRecords& records)
    {
        for (std::size_t i = 0; i < from.size(); ++i) {
            records.append_copy(from, i);
        }
    }
    static void append_group(const GroupedList& from, std::size_t group, DetachedRecords& records)
    {
        for (std::size_t i = from.begin(group); i < from.end(group); ++i) {
            records.append_copy(from.list, i);
        }
    }

    /// Returns true if two additions are single records whose lists can be joined.
    static bool is_joinable(const GroupedList& a, std::size_t i, const GroupedList& b, std::size_t j)
    {
        return a.count(i) == 1 && b.count(j) == 1 && differs_only_in_lists(a.at(i), b.at(j));
    }

    /// Finds the additions of both sides: equal records become one; two different records with one new key are a
    /// conflict. Returns the records of theirs that replace one of ours.
    std::set<std::size_t> additions(const GroupedList& base, Side& mine, Side& other, const Place& place)
    {
        std::set<std::size_t> preferred;
        if (mine.pairing.added.empty() || other.pairing.added.empty()) {
            return preferred;
        }
        DetachedRecords our_records(*base.list.child);
        DetachedRecords their_records(*base.list.child);
        const GroupedList from = copy_groups(mine.list, mine.pairing.added, our_records);
        const GroupedList to = copy_groups(other.list, other.pairing.added, their_records);
        const ListPairing pairing = pair_records(from, to);
        std::optional<std::set<std::string>> base_keys;
        for (std::size_t k = 0; k < to.size(); ++k) {
            if (pairing.match[k] == no_match) {
                continue;
            }
            const std::size_t i = mine.pairing.added[pairing.match[k]];
            const std::size_t j = other.pairing.added[k];
            const RecordHandle record = mine.list.at(i);
            const std::optional<std::string> key = key_of(record);
            const bool alike = same_group(mine.list, i, other.list, j);
            if (!alike) {
                if (!key || key != key_of(other.list.at(j))) {
                    continue;
                }
                if (!base_keys) {
                    base_keys.emplace();
                    for (std::size_t b = 0; b < base.size(); ++b) {
                        base_keys->insert(key_of(base.at(b)).value_or(""));
                    }
                }
                if (base_keys->contains(*key)) {
                    continue;  // copies of a record: this key is not unique
                }
                if (is_joinable(mine.list, i, other.list, j)) {
                    mine.same_added[i] = j;
                    other.same_added[j] = i;
                    continue;  // build() joins the lists
                }
                const MergeFavor side = report_additions(mine, i, other, j, place);
                if (side == MergeFavor::both) {
                    continue;
                }
                if (side == MergeFavor::theirs) {
                    preferred.insert(j);
                }
            }
            mine.same_added[i] = j;
            other.same_added[j] = i;
        }
        return preferred;
    }

    /// Pairs items that both sides add and that the record has at most once. Reports those that differ.
    void join_single_items(const RecordHandle& parent, Side& mine, Side& other, std::set<std::size_t>& preferred,
                           const Place& place)
    {
        const auto key_in = [&](const Side& side, std::size_t i) {
            return side.same_added[i] != no_match
                       ? std::string()
                       : hooks_.single_key(our_document_, parent, *side.list.list.child, side.list.at(i));
        };
        std::map<std::string, std::size_t> added;
        for (const std::size_t i : mine.pairing.added) {
            added.emplace(key_in(mine, i), i);
        }
        for (const std::size_t j : other.pairing.added) {
            const std::string key = key_in(other, j);
            const auto found = key.empty() ? added.end() : added.find(key);
            if (found == added.end()) {
                continue;
            }
            const std::size_t i = found->second;
            added.erase(found);
            mine.same_added[i] = j;
            other.same_added[j] = i;
            if (!is_joinable(mine.list, i, other.list, j) &&
                report_additions(mine, i, other, j, place) == MergeFavor::theirs) {
                preferred.insert(j);
            }
        }
    }

    void build(const RecordHandle& parent, const GroupedList& base, const Side& mine, const Side& other,
               const std::vector<Entry>& entries, const std::set<std::size_t>& preferred, const ListView& out,
               const Place& place)
    {
        DetachedRecords result(*base.list.child);
        for (const Entry& entry : entries) {
            const auto& [b, o, t] = entry;
            const bool both_change = is_changed_by_both(base, mine, other, entry);
            if (both_change && std::max({base.count(b), mine.list.count(o), other.list.count(t)}) > 1) {
                append_merged_group(parent, base, mine, other, entry, result, place);
                continue;
            }
            const std::size_t begin = result.size();
            const bool take_theirs = o == no_match || preferred.contains(t);
            take_theirs ? append_group(other.list, t, result) : append_group(mine.list, o, result);
            if (b == no_match && o != no_match && t != no_match && !preferred.contains(t) &&
                is_joinable(mine.list, o, other.list, t)) {
                const RecordHandle record = mine.list.at(o);
                const std::shared_ptr<void> blank = record.type->make();
                records({blank.get(), record.type, record.page}, record, other.list.at(t),
                        result.view(out.page).at(begin), place.at(mine.list, o, no_match));
            }
            if (both_change) {
                records(base.at(b), mine.list.at(o), other.list.at(t), result.view(out.page).at(begin),
                        place_of(base, mine, entry, place));
            }
        }
        replace_records(out, result.view(out.page));
    }

    static bool is_changed_by_both(const GroupedList& base, const Side& mine, const Side& other, const Entry& entry)
    {
        const auto& [b, o, t] = entry;
        return b != no_match && o != no_match && t != no_match && !same_group(base, b, other.list, t) &&
               !same_group(mine.list, o, other.list, t);
    }

    static Place place_of(const GroupedList& base, const Side& mine, const Entry& entry, const Place& place)
    {
        return {place.at(mine.list, entry.first, entry.base).path, place.at(base, entry.base, entry.base).identity};
    }

    /// Merges a group that both sides changed: its first record, then the list of its other records.
    void append_merged_group(const RecordHandle& parent, const GroupedList& base, const Side& mine, const Side& other,
                             const Entry& entry, DetachedRecords& result, const Place& place)
    {
        const auto& [b, o, t] = entry;
        const Place of_group = place_of(base, mine, entry, place);
        const std::size_t begin = result.size();
        result.append_copy(mine.list.list, mine.list.begin(o));
        records(base.at(b), mine.list.at(o), other.list.at(t), result.view(mine.list.list.page).at(begin), of_group);
        DetachedRecords copies[4]{};  // NOLINT(*avoid-c-arrays*)
        const GroupedList from = base.followers(b, copies[0]);
        const GroupedList ours = mine.list.followers(o, copies[1]);
        const GroupedList theirs = other.list.followers(t, copies[2]);
        const ListView merged = mine.list.followers(o, copies[3]).list;
        if (same_list(from.list, ours.list)) {
            return append_all(theirs.list, result);
        }
        if (!same_list(from.list, theirs.list) && !same_list(ours.list, theirs.list)) {
            groups(parent, from, ours, theirs, merged, {place.path, of_group.identity});
        }
        append_all(merged, result);
    }

    Decide decide_;
    const LoadContext& context_;
    RecordHandle our_document_;
    const FormatHooks& hooks_;
};

}  // namespace

Merge merge(const Document& base, const Document& ours, const Document& theirs, MergeFavor prefer,
            const LoadContext& context)
{
    return merge(
        base, ours, theirs, [prefer](const Conflict&) { return prefer; }, context);
}

namespace {

/// The three versions, with the indices of merged lists in their scripts.
struct ScriptVersions {
    std::array<Document, 3> documents;  ///< base, ours, theirs
    std::vector<Conflict> conflicts;    ///< references to records that the other side removes
    std::vector<std::string> notes;
};

/// Returns nullopt if no index changes.
std::optional<ScriptVersions> with_merged_scripts(const Document& base, const Document& ours, const Document& theirs,
                                                  const LoadContext& context)
{
    const FormatHooks& hooks = hooks_of(ours.root());
    std::optional<ScriptVersions> versions;
    for (const std::string& path :
         hooks.lists_in_scripts == nullptr ? std::vector<std::string>() : hooks.lists_in_scripts(ours.root())) {
        const auto in_base = resolve_lists(base.root(), path, 1);
        const auto in_ours = resolve_lists(ours.root(), path, 1);
        const auto in_theirs = resolve_lists(theirs.root(), path, 1);
        if (!in_base || !in_ours || !in_theirs) {
            continue;
        }
        const std::array places{&in_base->front(), &in_ours->front(), &in_theirs->front()};
        Merger merger([](const Conflict&) { return MergeFavor::none; }, context, ours.root());
        const MergedIndices merged =
            merger.indices(record_at(ours.root(), places[1]->node), places[0]->list, places[1]->list, places[2]->list);
        if (merged.is_unchanged()) {
            continue;
        }
        if (!versions) {
            versions.emplace(ScriptVersions{{base, ours, theirs}, {}, {}});
        }
        constexpr std::array side_names{"base", "ours", "theirs"};
        const std::array all{&merged.base, &merged.ours, &merged.theirs};
        std::set<std::string> lost_in_base;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const RecordHandle root = versions->documents[i].root();
            NewIndices indices{places[i]->node, places[i]->list.child, {}};
            for (const std::size_t now : *all[i]) {
                indices.now.push_back(now == no_match ? std::nullopt : std::optional(now));
            }
            RenumberedScripts scripts = hooks.renumber_scripts(root, indices, context);
            set_scripts(root, scripts);
            for (const ScriptStatement& each : scripts.lost) {
                if (i == 0) {
                    lost_in_base.insert(each.text);
                } else if (!lost_in_base.contains(each.text)) {
                    Conflict conflict =
                        lost_index(path_text(root, each.record), record_at(root, each.record), "script");
                    conflict.what = fmt::format("{}: {}", each.text, conflict.what);
                    versions->conflicts.push_back(std::move(conflict));
                }
            }
            scripts.lost.clear();
            if (const auto note = old_indices_note(root, scripts, places[i]->list.child->items.front().name + "s");
                i != 0 && note) {
                versions->notes.push_back(fmt::format("{}: {}", side_names.at(i), *note));
            }
        }
    }
    return versions;
}

/// Merges documents whose references by number have the same meaning.
Merge merge_as_numbered(const Document& base, const Document& ours, const Document& theirs, const Decide& decide,
                        const LoadContext& context)
{
    Merge result{.document = ours, .conflicts = {}};
    const FormatHooks& hooks = hooks_of(ours.root());
    const std::optional<Document> separate = hooks.separate_additions == nullptr
                                                 ? std::nullopt
                                                 : hooks.separate_additions(base, ours, theirs, context, result);
    for (const Conflict& conflict : result.conflicts) {
        static_cast<void>(decide(conflict));
    }
    const std::optional<ScriptVersions> scripts =
        with_merged_scripts(base, ours, separate ? *separate : theirs, context);
    const Document& from = scripts ? scripts->documents[0] : base;
    const Document& left = scripts ? scripts->documents[1] : ours;
    const Document& right = scripts ? scripts->documents[2] : separate ? *separate : theirs;
    if (scripts) {
        result.document = left;
        std::ranges::copy(scripts->notes, std::back_inserter(result.notes));
    }
    Merger merger(decide, context, left.root());
    const std::optional<Document> shared =
        hooks.base_for_additions == nullptr ? std::nullopt : hooks.base_for_additions(from, left, right);
    merger.records((shared ? *shared : from).root(), left.root(), right.root(), result.document.root(), {});
    merger.moves(from, left, right, result.document);
    std::ranges::move(merger.conflicts, std::back_inserter(result.conflicts));
    for (const Conflict& each : scripts ? scripts->conflicts : std::vector<Conflict>()) {
        result.conflicts.push_back(each);
        static_cast<void>(decide(each));
    }
    std::optional<Error> error =
        hooks.check_merged == nullptr ? std::nullopt : hooks.check_merged(left, right, result.document, context);
    if (error) {
        return {.document = {}, .error = std::move(error), .conflicts = {}};
    }
    return result;
}

/// Merges documents whose texts are in different code pages: in the page of our document, or in the page of theirs if
/// ours has only ASCII letters. Fails if a letter is not in the page.
Merge merge_pages(const Document& base, const Document& ours, const Document& theirs, const Decide& decide,
                  const LoadContext& context)
{
    const Result<Document> ours_as_theirs = with_page(ours, theirs.root().page, context);
    const bool is_ascii = ours_as_theirs && same(ours_as_theirs->root(), ours.root());
    const CodePage page = is_ascii ? theirs.root().page : ours.root().page;
    const Result<Document> base_in_page = with_page(base, page, context);
    const Result<Document> theirs_in_page = with_page(theirs, page, context);
    for (const Result<Document>* const each : {&base_in_page, &theirs_in_page}) {
        if (!*each) {
            Error error = each->error();
            error.hint =
                fmt::format("both files must have one code page; ours is {}; --encoding reads them as another one",
                            page_name(page));
            return {.document = {}, .error = std::move(error), .conflicts = {}};
        }
    }
    return merge(*base_in_page, is_ascii ? *ours_as_theirs : ours, *theirs_in_page, decide, context);
}

}  // namespace

Merge merge(const Document& base, const Document& ours, const Document& theirs, const Decide& decide,
            const LoadContext& context)
{
    for (const auto& [side, name] : {std::pair(&ours, ""), std::pair(&theirs, "theirs")}) {
        if (const Status whole = check_damage(*side, &base); !whole) {
            Error error = whole.error();
            error.file = name;
            return {.document = {}, .error = std::move(error), .conflicts = {}};
        }
    }
    if (same(base.root(), theirs.root()) || same(ours.root(), theirs.root())) {
        return {.document = ours, .conflicts = {}};
    }
    if (same(base.root(), ours.root())) {
        return {.document = theirs, .conflicts = {}};
    }
    if (base.root().page != ours.root().page || theirs.root().page != ours.root().page) {
        return merge_pages(base, ours, theirs, decide, context);
    }
    const FormatHooks& hooks = hooks_of(ours.root());
    const Result<std::optional<CommonNumbers>> common =
        hooks.common_numbers == nullptr ? std::optional<CommonNumbers>() : hooks.common_numbers(base, ours, theirs);
    if (!common) {
        return {.document = {}, .error = common.error(), .conflicts = {}};
    }
    if (!*common) {
        return merge_as_numbered(base, ours, theirs, decide, context);
    }
    const CommonNumbers& same = **common;
    Merge result = merge_as_numbered(same.base, same.ours, same.theirs, decide, context);
    if (result.error) {
        return result;
    }
    if (same.conflict) {
        result.conflicts.push_back({.path = same.path, .label = "", .field = "", .what = *same.conflict});
        static_cast<void>(decide(result.conflicts.back()));
    }
    if (const Status status = hooks.drop_unused_files(result.document, same.wanted); !status) {
        return {.document = {}, .error = status.error(), .conflicts = {}};
    }
    return result;
}

std::string conflict_line(const Conflict& conflict)
{
    std::string place = conflict.path.empty() ? conflict.field : conflict.path;
    if (!conflict.path.empty()) {
        place += conflict.label.empty() ? "" : " " + conflict.label;
        place += conflict.field.empty() ? "" : ": " + conflict.field;
    }
    return fmt::format("{}{}{}", place, place.empty() ? "" : ": ", conflict.what);
}

}  // namespace redforge::edit
