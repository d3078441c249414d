// Names in a document and the fields that refer to them.
#include "edit/references.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include <fmt/format.h>

#include "core/hex.hpp"
#include "core/letter_case.hpp"
#include "tes/plugin.hpp"
#include "tes/save.hpp"
#include "tes/string_texts.hpp"

namespace redforge::edit {
namespace {

/// Calls `visit` for the fields of a document that `wanted` says yes to. Lists whose records cannot have one are passed
/// over.
template <class Wanted, class Visit>
class Fields {
public:
    Fields(Wanted wanted, Visit visit) : wanted_(wanted), visit_(visit) {}

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
        any_[&type] = false;  // a type inside itself adds nothing
        const bool any = std::ranges::any_of(type.tables, [&](const FieldTable& table) {
            return std::ranges::any_of(table.fields, wanted_) ||
                   std::ranges::any_of(table.children, [&](const ChildEntry& child) { return any_below(child); });
        });
        any_[&type] = any;
        return any;
    }

    Wanted wanted_;
    Visit visit_;
    NodePath node_;
    std::map<const RecordType*, bool> any_;
};

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

std::string string_words(const tes::StringTexts& texts, std::string_view number)
{
    constexpr std::size_t longest = 60;
    std::uint64_t id{};
    const bool is_number = number.starts_with("0x") && parse_hex_number(number.substr(2), id);
    std::string text = is_number ? texts.text(static_cast<std::uint32_t>(id)) : std::string();
    if (text.empty()) {
        return {};
    }
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    if (text.size() > longest) {
        std::size_t end = longest;
        while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {  // whole characters
            --end;
        }
        text.resize(end);
        text += "...";
    }
    return fmt::format("{} \"{}\"", number, text);
}

std::optional<tes::FormNames> form_names(const RecordHandle& root, const LoadContext& context)
{
    if (root.type == &record_type<tes::Plugin>()) {
        return tes::FormNames(*static_cast<const tes::Plugin*>(root.record), context.data());
    }
    if (root.type == &record_type<tes::Save>()) {
        return tes::FormNames(*static_cast<const tes::Save*>(root.record), context.data());
    }
    return std::nullopt;
}

LoadContext with_form_names(LoadContext context, const Document& document)
{
    struct Kept {
        Document document;  // what the names look at; its bytes are shared
        std::optional<tes::FormNames> names;
        std::mutex mutex;
    };
    const auto kept = std::make_shared<Kept>();
    kept->document = document;
    kept->names = form_names(kept->document.root(), context);
    if (kept->names) {
        context.name_string = [find = context.find_strings](std::string_view number) {
            const tes::StringTexts* const texts = find ? find() : nullptr;
            return texts == nullptr ? std::string() : string_words(*texts, number);
        };
        context.name_form = [kept](std::string_view form_id) {
            std::uint64_t number{};
            const std::lock_guard lock(kept->mutex);
            return parse_hex_number(form_id, number) ? kept->names->shown(static_cast<std::uint32_t>(number))
                                                     : std::string();
        };
    }
    return context;
}

namespace {

/// The number that a FormID as text is; nothing for another text.
std::optional<tes::FormId> form_number(std::string_view form_id)
{
    constexpr std::size_t digits = 8;
    std::uint64_t number{};
    return form_id.size() == digits && parse_hex_number(form_id, number)
               ? std::optional(tes::FormId(static_cast<std::uint32_t>(number)))
               : std::nullopt;
}

}  // namespace

std::string editor_id(const tes::FormNames& names, std::string_view form_id)
{
    const std::optional<tes::FormId> form = form_number(form_id);
    return form ? names.known(*form).editor_id : std::string();
}

std::string value_words(const std::optional<tes::FormNames>& names, const LoadContext& context, const FieldView& field)
{
    if (!names) {
        return {};
    }
    if (field.info().refers_to == Target::string) {
        const std::string number = field.text();
        const tes::StringTexts* const texts = number.empty() ? nullptr : context.strings();
        return texts == nullptr ? std::string() : string_words(*texts, number);
    }
    const std::optional<tes::FormId> form =
        field.info().refers_to == Target::form ? form_number(field.text()) : std::nullopt;
    return form ? names->shown(*form) : std::string();
}

std::vector<Match> find_references(const RecordHandle& root, std::optional<Target> target, std::string_view name,
                                   const LoadContext& context)
{
    std::vector<Match> found;
    std::string form;  // its number, where a plugin has one of that name
    const auto names = !target || *target == Target::form ? form_names(root, context) : std::nullopt;
    if (const Result<tes::FormId> named = names ? names->named(name) : fail({})) {
        form = fmt::format("{:08X}", named->value);
    }
    Fields fields(
        [&](const FieldEntry& field) {
            return field.info.refers_to != Target::none && (!target || field.info.refers_to == *target);
        },
        [&](const NodePath& node, const RecordHandle& record, const FieldEntry& field) {
            const FieldView view = record.field(field);
            const std::string text = view.text();
            if (!same_letters(text, name) && (form.empty() || field.info.refers_to != Target::form || text != form)) {
                return;
            }
            Match& match = found.emplace_back();
            match.path = path_below(path_text(root, node), field.name);
            match.kind = Match::Kind::field;
            match.node = node;
            match.record = record;
            match.field = view;
        });
    fields.record(root);
    return found;
}

}  // namespace redforge::edit
