// The references of a save: converts irefs to FormIDs and back, and visits all references.
#include "tes/save/save_forms.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "tes/save/save_changes.hpp"
#include "tes/save/undecoded_irefs.hpp"
#include "tes/strings/text_page.hpp"

namespace redforge::tes {

FormTable::FormTable(std::span<const FormEntry> forms) : forms_(forms)
{
    for (std::size_t i = 0; i < forms.size(); ++i) {
        places_.emplace_back(forms[i].form_id.value, static_cast<std::uint32_t>(i));
    }
    std::ranges::sort(places_);
}

bool FormTable::find(std::uint32_t form_id, std::uint32_t& iref) const
{
    const auto found = std::ranges::lower_bound(places_, std::pair(form_id, std::uint32_t{0}));
    if (found != places_.end() && found->first == form_id) {
        iref = found->second;
        return true;
    }
    iref = form_id;
    return form_id >= first_created_form;
}

namespace {

/// Converts "Oblivion.esm:01D15C" to a FormID in a save's load order. Returns nullopt if the text is not valid.
std::optional<FormId> form_of(const Save& save, std::string_view text)
{
    const std::size_t colon = std::min(text.rfind(':'), text.size());
    const auto plugin = std::ranges::find_if(save.plugins, [&](const LoadedPlugin& each) {
        return equals_ignore_case(each.name.bytes, text.substr(0, colon));
    });
    const std::string_view digits = text.substr(std::min(colon + 1, text.size()));
    std::uint32_t number{};
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
    constexpr std::size_t max_digits = 6;
    if (plugin == save.plugins.end() || error != std::errc{} || end != digits.data() + digits.size() ||
        digits.size() > max_digits) {
        return std::nullopt;
    }
    return FormId(static_cast<std::uint32_t>(plugin - save.plugins.begin()) << 24U | number);
}

}  // namespace

namespace {

/// Positions of the references in a record type: its own fields, and the children that can have references.
struct ReferenceTable {
    struct Child {
        const ChildEntry* entry{};
        std::vector<const ReferenceTable*> items;  ///< for each type of its records
    };
    std::vector<const FieldEntry*> fields;  ///< the FormIDs; form and iref follow each
    std::vector<Child> children;
};

/// The tables of all record types in saves.
class ReferenceTables {
public:
    ReferenceTables() { add(record_type<Save>()); }

    [[nodiscard]] const ReferenceTable& of(const RecordType& type) const { return tables_.at(&type); }

private:
    const ReferenceTable& add(const RecordType& type)
    {
        const auto [found, is_new] = tables_.try_emplace(&type);
        ReferenceTable& made = found->second;  // stays valid: an unordered_map does not move its elements
        if (!is_new) {
            return made;
        }
        const FieldTable& table = type.tables.front();
        for (const FieldEntry& field : table.fields) {
            if (field.info.refers_to == Target::form && !field.info.invalidates.empty()) {
                made.fields.push_back(&field);
            }
        }
        for (const ChildEntry& entry : table.children) {
            ReferenceTable::Child child{&entry, {}};
            bool has_some = false;
            for (const ItemEntry& item : entry.items) {
                const ReferenceTable& inner = add(*item.type);
                has_some = has_some || !inner.fields.empty() || !inner.children.empty();
                child.items.push_back(&inner);
            }
            if (has_some) {
                made.children.push_back(std::move(child));
            }
        }
        return made;
    }

    std::unordered_map<const RecordType*, ReferenceTable> tables_;
};

/// Visits the references of a record and of all in it.
class FormWalk {
public:
    using Visit = std::function<void(const FormFields&, const FormWalk&)>;
    explicit FormWalk(Visit visit) : visit_(std::move(visit)) {}

    void walk(const RecordHandle& record)
    {
        static const ReferenceTables tables;
        walk(record, tables.of(*record.type));
    }

    /// Returns the path of a field of the current reference: "inventory[3].form_id". `field`: 0 is the FormID, 1 the
    /// form, 2 the iref.
    [[nodiscard]] std::string path(std::size_t field) const
    {
        std::string path;
        for (const auto& [name, index] : steps_) {
            path += (path.empty() || name.empty() ? "" : ".") + std::string(name);
            path += index ? fmt::format("[{}]", *index) : std::string();
        }
        return path + "." + field_[field].name;
    }

private:
    void walk(const RecordHandle& record, const ReferenceTable& table)
    {
        static const RecordType* const quick_key = &record_type<QuickKey>();
        if (record.type == quick_key && static_cast<const QuickKey*>(record.record)->used != 1) {
            return;  // an unused key has no reference
        }
        for (const FieldEntry* field : table.fields) {
            field_ = field;
            if (record.has(*field)) {
                visit_({value<FormId>(record, field[0]), value<Derived<Text>>(record, field[1]),
                        value<Derived<std::uint32_t>>(record, field[2])},
                       *this);
            }
        }
        for (const ReferenceTable::Child& child : table.children) {
            if (child.entry->kind == ChildEntry::Kind::group) {
                steps_.emplace_back(child.entry->name, std::nullopt);
                walk(record.group(*child.entry), *child.items.front());
                steps_.pop_back();
                continue;
            }
            const ListView list = record.list(*child.entry);
            const std::size_t size = list.size();
            if (size == 0) {
                continue;
            }
            steps_.emplace_back(child.entry->name, std::nullopt);
            for (std::size_t i = 0; i < size; ++i) {
                if (!list.single()) {
                    steps_.back().second = i;
                }
                const ReferenceTable& table_of_item = *child.items[list.item_number(i)];
                if (!table_of_item.fields.empty() || !table_of_item.children.empty()) {
                    walk(list.at(i), table_of_item);
                }
            }
            steps_.pop_back();
        }
    }

    template <class T>
    static T& value(const RecordHandle& record, const FieldEntry& field)
    {
        return *static_cast<T*>(record.field(field).value);
    }

    Visit visit_;
    const FieldEntry* field_{};
    std::vector<std::pair<std::string_view, std::optional<std::size_t>>> steps_;
};

}  // namespace

void for_each_form(Save& save, const std::function<void(const FormFields&)>& visit)
{
    for_each_form(handle_of(save), visit);
}

void for_each_form(const RecordHandle& change, const std::function<void(const FormFields&)>& visit)
{
    FormWalk([&](const FormFields& form, const FormWalk& /*at*/) { visit(form); }).walk(change);
}

void show_plugins(Save& save)
{
    for_each_form(save, [&](const FormFields& form) {
        const std::size_t plugin = form.form_id.value >> 24U;
        if (form.form_id.value != 0 && plugin < save.plugins.size()) {
            form.form.stored.emplace().bytes =
                fmt::format("{}:{:06X}", save.plugins[plugin].name.bytes, form.form_id.value & 0xFFFFFFU);
        }
    });
}

void name_form(const FormTable& table, const FormFields& form)
{
    form.form.stored.reset();
    const std::uint32_t iref = form.iref.value_or(0);
    form.form_id = table.form_of(iref);
    std::uint32_t standard{};
    if (table.find(form.form_id.value, standard) && standard == iref) {
        form.iref.stored.reset();
    }
}

void name_forms(Save& save)
{
    const FormTable table(save.form_ids);
    for_each_form(save, [&](const FormFields& form) { name_form(table, form); });
}

namespace {

/// Finds the path of a reference for messages. Used only to report an error.
struct FormPlace {
    std::string form_id;
    std::string form;
    std::string iref;
};

FormPlace position_of(Save& save, const FormFields& wanted)
{
    FormPlace place;
    FormWalk walk([&](const FormFields& form, const FormWalk& at) {
        if (&form.form_id == &wanted.form_id) {
            place = {at.path(0), at.path(1), at.path(2)};
        }
    });
    walk.walk(handle_of(save));
    return place;
}

}  // namespace

Status number_forms(Save& save)
{
    const FormTable table(save.form_ids);
    std::optional<FormFields> bad;  // the first invalid reference
    const auto note = [&bad](const FormFields& form) {
        if (!bad) {
            bad.emplace(form);
        }
    };
    for_each_form(save, [&](const FormFields& form) {
        std::uint32_t standard{};
        if (form.form.stored) {
            const std::optional<FormId> meant = form_of(save, form.form.stored->bytes);
            if (!meant || (form.form_id.value != 0 && form.form_id != *meant)) {
                note(form);
                return;
            }
            form.form_id = *meant;
            form.form.stored.reset();
        }
        if (form.iref.stored) {
            if (table.form_of(*form.iref.stored) != form.form_id) {
                note(form);
            }
        } else if (table.find(form.form_id.value, standard)) {
            form.iref = standard;
        } else {
            note(form);
        }
    });
    if (!bad) {
        return {};
    }
    const FormPlace place = position_of(save, *bad);
    if (bad->form.stored) {
        const std::string text = encode_text(bad->form.stored->bytes, guess_page_of(save));
        if (const std::optional<FormId> meant = form_of(save, bad->form.stored->bytes)) {
            return fail(
                {.code = ErrorCode::mismatch,
                 .message = fmt::format("{} is {:08X}, form_id says {:08X}", text, meant->value, bad->form_id.value),
                 .field = place.form,
                 .hint = "leave out one of them"});
        }
        return fail({.code = ErrorCode::unknown_name,
                     .message = fmt::format("\"{}\" is not a form of a plugin in the load order", text),
                     .field = place.form,
                     .hint = "write it as Oblivion.esm:01D15C; plugins lists the load order"});
    }
    if (bad->iref.stored) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("iref {} leads to {:08X}, not to {:08X}", *bad->iref.stored,
                                            table.form_of(*bad->iref.stored), bad->form_id.value),
                     .field = place.iref,
                     .hint = "leave iref out, and give the form as form_id"});
    }
    return fail({.code = ErrorCode::out_of_range,
                 .message = fmt::format("form {:08X} is not in form_ids", bad->form_id.value),
                 .field = place.form_id,
                 .hint = "add it at the end of form_ids"});
}

Status update_dependents(const Save& before, Save& after)
{
    for_each_form(after, [&](const FormFields& form) {
        const std::optional<FormId> meant = form.form.stored ? form_of(after, form.form.stored->bytes) : std::nullopt;
        if (meant) {
            form.form_id = *meant;
            form.form.stored.reset();
            form.iref.stored.reset();
        }
    });
    std::set<std::uint32_t> missing;
    std::vector<FormEntry> added;
    {
        const FormTable table(after.form_ids);
        for_each_form(after, [&](const FormFields& form) {
            std::uint32_t standard{};
            if (!form.iref.stored && !table.find(form.form_id.value, standard) &&
                missing.insert(form.form_id.value).second) {
                added.push_back({form.form_id});
            }
        });
    }
    after.form_ids.insert(after.form_ids.end(), added.begin(), added.end());
    return check_undecoded_irefs(after, std::array{&before});
}

FormId stated_next_form(const Save& save)
{
    return save.globals.next_object_id.value | first_created_form;
}

std::optional<FormId> next_created_form(const Save& save)
{
    constexpr std::uint32_t none_left = 0xFFFFFFFF;  // no form has the number 0xFFFFFF
    std::uint32_t next = stated_next_form(save).value;
    const auto is_taken = [&next](FormId form_id) {
        if (form_id.value >= first_created_form) {
            next = std::max(next, std::min(form_id.value, none_left - 1) + 1);
        }
    };
    for (const CreatedRecord& record : save.created) {
        is_taken(record.form_id);
    }
    for (const MixedList::Element& change : save.changes) {
        is_taken(form_id_of(change));
    }
    return next == none_left ? std::nullopt : std::optional(FormId(next));
}

std::size_t count_created(const Save& save, FormId form_id)
{
    return static_cast<std::size_t>(std::ranges::count(save.created, form_id, &CreatedRecord::form_id));
}

std::size_t count_changes(const Save& save, FormId form_id)
{
    return static_cast<std::size_t>(std::ranges::count_if(save.changes, [&](const MixedList::Element& change) {
        return form_id_of(change) == form_id;
    }));
}

}  // namespace redforge::tes
