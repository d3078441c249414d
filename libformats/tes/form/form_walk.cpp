// Visits all FormIDs of a plugin or save.
#include "tes/form/form_walk.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/record/describe.hpp"
#include "core/text/code_page.hpp"
#include "tes/plugin/compression.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/record_walk.hpp"
#include "tes/save/save.hpp"

namespace redforge::tes {
namespace {

/// Returns true for a field of unknown meaning that may contain a FormID.
bool may_name_form(const RecordType& type, const FieldEntry& field)
{
    const bool is_number =
        field.ops == &describing::leaf_ops<std::uint32_t> || field.ops == &describing::leaf_ops<std::int32_t>;
    // Unknown words of headers, and leftovers of editors in these subrecords, are not FormIDs.
    const bool is_data = type.describe == nullptr && type.element != "placed_light" && type.element != "effect_shader";
    return is_data && ((is_number && (field.info.kind == Role::opaque || field.name.starts_with("other"))) ||
                       (field.ops == &describing::leaf_ops<Bytes> && field.info.kind == Role::opaque));
}

/// Returns true for blobs of unknown content. Other blobs (images, heights, hashes, sources) contain no FormIDs.
bool may_name_form(const RecordType& type, const ChildEntry& blob)
{
    const auto is_unknown = [](std::string_view label) {
        return label.find("nknown") != std::string_view::npos || label.find("nused") != std::string_view::npos ||
               label.find("Extender") != std::string_view::npos;
    };
    return type.element == Subrecord::element || type.element == Unread::element || type.element == Stream::element ||
           (type.describe == nullptr && is_unknown(blob.blob.label));
}

/// Returns bytes that name a form of each plugin. They replace compressed bytes that zlib cannot read, because such
/// bytes can name any form.
const Bytes& forms_of_all_plugins()
{
    static const Bytes all = [] {
        constexpr std::uint32_t plugins = 0x100;
        constexpr std::uint32_t first_number = 0x800;
        Bytes bytes;
        for (std::uint32_t index = 0; index < plugins; ++index) {
            append_le(bytes, index << 24U | first_number);
        }
        return bytes;
    }();
    return all;
}

}  // namespace

bool is_form(const FieldView& field)
{
    return field.entry->ops != &describing::leaf_ops<FormOrNumber> ||
           !static_cast<const FormOrNumber*>(field.value)->is_number();
}

bool is_form_text(const FieldEntry& field, std::string_view text)
{
    std::string expected;
    FormOrNumber value;
    return field.ops == &describing::leaf_ops<FormOrNumber>
               ? Leaf<FormOrNumber>::parse(text, value, field.info, expected)
               : Leaf<FormId>::parse(text, value, field.info, expected);
}

bool FormIdWalk::plugin(Plugin& plugin)
{
    in_save_ = false;
    is_faction_.clear();
    for_each_record(plugin, [&](const RecordHead& head) {
        if (head.type == "NPC_" || head.type == "FACT") {
            is_faction_[head.form_id.value] = head.type == "FACT";
        }
    });
    return header(plugin.header) && all(handle_of(plugin));
}

bool FormIdWalk::save(Save& save)
{
    in_save_ = true;
    part_ = "unread";
    field_ = "its unread part";
    return (!save.unread || bytes_(save.unread->data)) && all({&save, &record_type<Save>(), CodePage::cp1252});
}

bool FormIdWalk::all(const RecordHandle& root)
{
    owner_ = {};
    for (const ChildEntry& entry : root.table().children) {
        part_ = entry.name;
        // The header of a plugin was visited before.
        const bool is_done = (root.type == &record_type<Plugin>() && entry.name == "header") || child(root, entry);
        if (!is_done) {
            return false;
        }
    }
    return true;
}

std::string FormIdWalk::record() const
{
    if (owner_.record == nullptr) {
        return std::string(part_);
    }
    if (in_save_ || owner_.type->element != Record::element) {
        return fmt::format("{} {:08X}", owner_.type->element.empty() ? part_ : owner_.type->element, form_id_.value);
    }
    const auto& record = *static_cast<const Record*>(owner_.record);
    const std::string name = encode_text(record.editor_id.bytes, CodePage::cp1252);
    return fmt::format("{} {:08X}{}", encode_text(signature_of(record.type), CodePage::cp1252), form_id_.value,
                       name.empty() ? "" : fmt::format(" ({})", name));
}

bool FormIdWalk::header(Header& header)
{
    owner_ = {};
    part_ = "header";
    for (auto& part : header.parts) {
        auto* const subrecord = std::get_if<Subrecord>(&part);
        if (subrecord == nullptr) {
            continue;
        }
        const std::string_view type = signature_of(subrecord->type);
        field_ = type;
        constexpr std::string_view without_forms[] = {"INTV", "INCC", "SCRN",
                                                      "OFST", "DELE", "DATA"};  // NOLINT(*avoid-c-arrays*)
        if (type == "ONAM" && subrecord->data.size() % sizeof(std::uint32_t) == 0) {
            for (std::size_t at = 0; at < subrecord->data.size(); at += sizeof(std::uint32_t)) {
                FormId form = load_le<std::uint32_t>(subrecord->data.data() + at);
                if (!form_(form)) {
                    return false;
                }
                store_le(subrecord->data.data() + at, form.value);
            }
        } else if (std::ranges::find(without_forms, type) == std::end(without_forms) && !bytes_(subrecord->data)) {
            return false;
        }
    }
    field_ = "its tail";
    return bytes_(header.tail);
}

bool FormIdWalk::record(const RecordHandle& record)
{
    if (!has_forms(*record.type)) {
        return true;
    }
    const RecordHandle outer = owner_;
    const FormId outer_form = form_id_;
    const bool can_own = in_save_ || record.type->element == Record::element;
    if (const FieldEntry* const id = can_own ? record.table().find_field("form_id") : nullptr;
        id != nullptr && id->info.key && id->ops == &describing::leaf_ops<FormId>) {
        owner_ = record;
        form_id_ = *static_cast<const FormId*>(record.field(*id).value);
    }
    const FieldTable& table = record.table();
    for (const FieldEntry& field : table.fields) {
        if (!this->field(record, field)) {
            return false;
        }
    }
    for (const ChildEntry& child : table.children) {
        if (!this->child(record, child)) {
            return false;
        }
    }
    owner_ = outer;
    form_id_ = outer_form;
    return true;
}

bool FormIdWalk::field(const RecordHandle& record, const FieldEntry& field)
{
    void* const value = record.field(field).value;
    field_ = field.name;
    if (field.ops == &describing::leaf_ops<FormId>) {
        previous_ = *static_cast<const FormId*>(value);
        return form_(*static_cast<FormId*>(value));
    }
    if (field.ops == &describing::leaf_ops<FormOrNumber>) {
        return form_or_number(*static_cast<FormOrNumber*>(value));
    }
    if (field.ops == &describing::leaf_ops<Derived<FormId>>) {
        auto& stored = static_cast<Derived<FormId>*>(value)->stored;
        return !stored || form_(*stored);
    }
    if (!may_contain_form_ids() || !may_name_form(*record.type, field)) {
        return true;
    }
    if (field.ops == &describing::leaf_ops<Bytes>) {
        return bytes_(*static_cast<const Bytes*>(value));
    }
    Bytes number;
    append_le(number, *static_cast<const std::uint32_t*>(value));
    return bytes_(number);
}

/// Visits the value after the FormID of an owner: the global variable of an actor, or a rank in a faction.
/// Source: xEdit's definitions, wbCOEDOwnerDecider.
bool FormIdWalk::form_or_number(FormOrNumber& value)
{
    const auto owner = is_faction_.find(previous_.value);
    const bool is_rank = owner != is_faction_.end() && owner->second;
    if (value.is_number() || previous_.value == 0 || is_rank) {
        return true;
    }
    constexpr std::uint32_t first_of_second_master = 0x1000000;  // larger than any rank
    if (owner != is_faction_.end() || value.value >= first_of_second_master) {
        return form_(value);
    }
    Bytes number;  // the owner is a record of a master: its type is not known
    append_le(number, value.value);
    return bytes_(number);
}

bool FormIdWalk::child(const RecordHandle& record, const ChildEntry& child)
{
    switch (child.kind) {
    case ChildEntry::Kind::blob:
        field_ = record.type->element == Subrecord::element
                     ? signature_of(static_cast<const Subrecord*>(record.record)->type)
                     : std::string_view(child.name);
        if (record.type->element == Stream::element) {
            // A stream that zlib can read only preserves the compression: its content is also in the subrecords next to
            // it.
            const ByteView stream = record.blob(child);
            return stream.empty() || inflate_data(stream).has_value() || bytes_(forms_of_all_plugins());
        }
        return !may_contain_form_ids() || !may_name_form(*record.type, child) || bytes_(record.blob(child));
    case ChildEntry::Kind::byte_range:
        field_ = child.name;
        return !may_contain_form_ids() || !may_name_form(*record.type, child) ||
               bytes_(record.byte_range(child).joined());
    case ChildEntry::Kind::group: return this->record(record.group(child));
    case ChildEntry::Kind::list: return list(record.list(child));
    }
    return true;
}

bool FormIdWalk::list(const ListView& list)
{
    if (!has_forms(*list.child)) {
        return true;
    }
    const bool was_bytes =
        list.child->ops->undecoded_bytes != nullptr && !list.child->ops->undecoded_bytes(list.list).empty();
    const std::size_t before = changes_;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!record(list.at(i))) {
            return false;
        }
    }
    if (was_bytes && changes_ == before) {
        list.child->ops->release_decoded(list.list);
    }
    return true;
}

bool FormIdWalk::has_forms(const ChildEntry& child)
{
    return std::ranges::any_of(child.items, [&](const ItemEntry& item) { return has_forms(*item.type); });
}

bool FormIdWalk::has_forms(const RecordType& type)
{
    if (const auto known = known_.find(&type); known != known_.end()) {
        return known->second;
    }
    known_[&type] = false;  // ends the recursion of a type that contains itself
    const bool any = std::ranges::any_of(type.tables, [&](const FieldTable& table) {
        return std::ranges::any_of(table.fields,
                                   [&](const FieldEntry& field) {
                                       return field.ops == &describing::leaf_ops<FormId> ||
                                              field.ops == &describing::leaf_ops<FormOrNumber> ||
                                              field.ops == &describing::leaf_ops<Derived<FormId>> ||
                                              may_name_form(type, field);
                                   }) ||
               std::ranges::any_of(table.children, [&](const ChildEntry& child) {
                   return child.is_bytes() ? may_name_form(type, child) : has_forms(child);
               });
    });
    known_[&type] = any;
    return any;
}

}  // namespace redforge::tes
