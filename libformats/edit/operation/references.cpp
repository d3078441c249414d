// Names in a document and the fields that refer to them.
#include "edit/operation/references.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "core/text/letter_case.hpp"
#include "edit/hooks.hpp"

namespace redforge::edit {
namespace {

/// Calls `visit` for the fields of a document for which `wanted` returns true. Skips lists whose records cannot have
/// such a field.
template <class Predicate, class Visit>
class Fields {
public:
    Fields(Predicate wanted, Visit visit) : wanted_(wanted), visit_(visit) {}

    void record(const RecordHandle& record)
    {
        const FieldTable& table = record.table();
        for (const FieldEntry& field : table.fields) {
            if (wanted_(field)) {
                visit_(node_, record, field);
            }
        }
        for (const ChildEntry& child : table.children) {
            if (child.is_bytes() || !any_below(child)) {
                continue;
            }
            node_.push_back({table.number_of(child), 0});
            if (child.kind == ChildEntry::Kind::group) {
                this->record(record.group(child));
            } else {
                const ListView list = record.list(child);
                for (std::size_t i = 0; i < list.size(); ++i) {
                    node_.back().index = static_cast<std::uint32_t>(i);
                    this->record(list.at(i));
                }
            }
            node_.pop_back();
        }
    }

private:
    bool any_below(const ChildEntry& child)
    {
        return std::ranges::any_of(child.items, [&](const ItemEntry& item) { return any_in(*item.type); });
    }
    bool any_in(const RecordType& type)
    {
        if (const auto known = any_.find(&type); known != any_.end()) {
            return known->second;
        }
        any_[&type] = false;  // ends the recursion of a type that contains itself
        const bool any = std::ranges::any_of(type.tables, [&](const FieldTable& table) {
            return std::ranges::any_of(table.fields, wanted_) ||
                   std::ranges::any_of(table.children, [&](const ChildEntry& child) { return any_below(child); });
        });
        any_[&type] = any;
        return any;
    }

    Predicate wanted_;
    Visit visit_;
    NodePath node_;
    std::map<const RecordType*, bool> any_;
};

Match field_match(const RecordHandle& root, const NodePath& node, const RecordHandle& record, const FieldView& field)
{
    Match match;
    match.path = path_below(path_text(root, node), field.entry->name);
    match.kind = Match::Kind::field;
    match.node = node;
    match.record = record;
    match.field = field;
    return match;
}

}  // namespace

std::vector<std::string> choices(const RecordHandle& root, Target target)
{
    std::vector<std::string> names;
    std::set<std::string> known;
    Fields fields([&](const FieldEntry& field) { return field.info.names == target; },
                  [&](const NodePath&, const RecordHandle& record, const FieldEntry& field) {
                      std::string name = record.field(field).text();
                      if (!name.empty() && known.insert(name).second) {
                          names.push_back(std::move(name));
                      }
                  });
    if (target != Target::none) {
        fields.record(root);
    }
    return names;
}

LoadContext with_form_names(LoadContext context, const Document& document)
{
    struct Kept {
        Document document;  // the names refer to it; it shares the bytes of the file
        std::optional<ReferenceNames> names;
        std::mutex mutex;
    };
    const auto kept = std::make_shared<Kept>();
    kept->document = document;
    kept->names = reference_names(kept->document.root(), context);
    if (kept->names) {
        context.name_string = kept->names->describe_text;
        context.name_form = [kept](std::string_view form_id) {
            const std::lock_guard lock(kept->mutex);
            return kept->names->describe(form_id);
        };
    }
    return context;
}

std::optional<ReferenceNames> reference_names(const RecordHandle& root, const LoadContext& context)
{
    const FormatHooks& hooks = hooks_of(root);
    return hooks.reference_names == nullptr ? std::nullopt : hooks.reference_names(root, context);
}

std::string value_description(const std::optional<ReferenceNames>& names, const FieldView& field)
{
    if (!names) {
        return {};
    }
    switch (field.info().refers_to) {
    case Target::form: return names->describe(field.text());
    case Target::string: {
        const std::string number = field.text();
        return number.empty() ? std::string() : names->describe_text(number);
    }
    default: return {};
    }
}

std::vector<Match> find_references(const RecordHandle& root, std::optional<Target> target, std::string_view name,
                                   const LoadContext& context)
{
    std::vector<Match> found;
    std::string form;  // the number of the name; empty if it names no record
    const auto names = !target || *target == Target::form ? reference_names(root, context) : std::nullopt;
    if (Result<std::string> named = names ? names->number(name) : fail({})) {
        form = std::move(*named);
    }
    Fields fields(
        [&](const FieldEntry& field) {
            return field.info.refers_to != Target::none && (!target || field.info.refers_to == *target);
        },
        [&](const NodePath& node, const RecordHandle& record, const FieldEntry& field) {
            const FieldView view = record.field(field);
            const std::string text = view.text();
            if (!equals_ignore_case(text, name) &&
                (form.empty() || field.info.refers_to != Target::form || text != form)) {
                return;
            }
            found.push_back(field_match(root, node, record, view));
        });
    fields.record(root);
    if (const FormatHooks& hooks = hooks_of(root); !target && hooks.find_more_references != nullptr) {
        hooks.find_more_references(root, name, context, found);
    }
    return found;
}

std::map<std::string, std::size_t, std::less<>> reference_counts(const RecordHandle& root, Target target)
{
    std::map<std::string, std::size_t, std::less<>> counts;
    Fields fields([&](const FieldEntry& field) { return field.info.refers_to == target; },
                  [&](const NodePath& /*node*/, const RecordHandle& record, const FieldEntry& field) {
                      if (const std::string text = record.field(field).text(); !text.empty()) {
                          ++counts[upper(text)];
                      }
                  });
    if (target != Target::none) {
        fields.record(root);
    }
    return counts;
}

std::vector<Match> find_definitions(const RecordHandle& root, Target target, std::string_view name)
{
    std::vector<Match> found;
    Fields fields([&](const FieldEntry& field) { return field.info.names == target; },
                  [&](const NodePath& node, const RecordHandle& record, const FieldEntry& field) {
                      const FieldView view = record.field(field);
                      if (equals_ignore_case(view.text(), name)) {
                          found.push_back(field_match(root, node, record, view));
                      }
                  });
    if (target != Target::none) {
        fields.record(root);
    }
    return found;
}

}  // namespace redforge::edit
