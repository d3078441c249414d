// Visits all FormIDs of a plugin and renumbers them.
#include "tes/form_numbering.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "core/code_page.hpp"
#include "core/describe.hpp"
#include "core/letter_case.hpp"
#include "tes/form_id_allocator.hpp"
#include "tes/plugin.hpp"
#include "tes/plugin_queries.hpp"
#include "tes/record_walk.hpp"

namespace redforge::tes {
namespace {

constexpr unsigned index_shift = 24;
constexpr std::size_t last_index = 0xFD;  ///< FE is for light plugins, FF for forms created in the game

/// Owner of a form, independent of numbering.
struct NumberedFile {
    enum class Kind : std::uint8_t { file, own, unlisted, game };
    Kind kind{};
    std::string key;    ///< key of its file
    std::size_t far{};  ///< for an unlisted first byte: distance above the plugin's own index
};

NumberedFile file_at(const Numbering& numbering, const std::vector<std::string>& keys, std::size_t index)
{
    const std::size_t masters = numbering.masters.size();
    if (index > last_index) {
        return {.kind = NumberedFile::Kind::game, .key = {}};
    }
    if (index < masters) {
        return {.kind = NumberedFile::Kind::file, .key = keys[index]};
    }
    if (index > last_index - numbering.others.size()) {
        return {.kind = NumberedFile::Kind::file, .key = keys[masters + last_index - index]};
    }
    return index == masters ? NumberedFile{.kind = NumberedFile::Kind::own, .key = {}}
                            : NumberedFile{.kind = NumberedFile::Kind::unlisted, .key = {}, .far = index - masters};
}

std::vector<std::string> keys_of(const Numbering& numbering)
{
    std::vector<std::string> all = numbering.masters;
    std::ranges::copy(numbering.others, std::back_inserter(all));
    return master_keys(all);
}

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
    return type.element == Subrecord::element || type.element == Unread::element ||
           (type.describe == nullptr && is_unknown(blob.blob.label));
}

/// Calls `form` for each FormID of a plugin and `bytes` for undecoded bytes. A callback returns false to stop.
class FormWalk {
public:
    using OnForm = std::function<bool(FormId& form)>;
    using OnBytes = std::function<bool(ByteView bytes)>;

    FormWalk(OnForm form, OnBytes bytes) : form_(std::move(form)), bytes_(std::move(bytes)) {}

    bool plugin(Plugin& plugin) { return header(plugin.header) && records_below(handle_of(plugin)); }
    /// Returns the current record; after a stop, the record that stopped the walk.
    [[nodiscard]] std::string record() const
    {
        if (record_ == nullptr) {
            return "header";
        }
        const std::string name = encode_text(record_->editor_id.bytes, CodePage::cp1252);
        return fmt::format("{} {:08X}{}", encode_text(signature_of(record_->type), CodePage::cp1252), form_id_.value,
                           name.empty() ? "" : fmt::format(" ({})", name));
    }
    [[nodiscard]] std::string_view field() const { return field_; }
    /// Releases decoded records that were only read.
    void changed() { ++changes_; }

private:
    bool header(Header& header)
    {
        record_ = nullptr;
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

    bool records_below(const RecordHandle& plugin)
    {
        const FieldTable& table = plugin.table();
        return list(plugin.list(*table.find_child("entries")));
    }

    bool record(const RecordHandle& record)
    {
        if (!has_forms(*record.type)) {
            return true;
        }
        const Record* const outer = record_;
        const FormId outer_form = form_id_;
        if (record.type->element == Record::element) {
            record_ = static_cast<const Record*>(record.record);
            form_id_ = record_->form_id;
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
        record_ = outer;
        form_id_ = outer_form;
        return true;
    }

    bool field(const RecordHandle& record, const FieldEntry& field)
    {
        void* const value = record.field(field).value;
        field_ = field.name;
        if (field.ops == &describing::leaf_ops<FormId>) {
            return form_(*static_cast<FormId*>(value));
        }
        if (field.ops == &describing::leaf_ops<Derived<FormId>>) {
            auto& stored = static_cast<Derived<FormId>*>(value)->stored;
            return !stored || form_(*stored);
        }
        if (!may_name_form(*record.type, field)) {
            return true;
        }
        if (field.ops == &describing::leaf_ops<Bytes>) {
            return bytes_(*static_cast<const Bytes*>(value));
        }
        Bytes number;
        append_le(number, *static_cast<const std::uint32_t*>(value));
        return bytes_(number);
    }

    bool child(const RecordHandle& record, const ChildEntry& child)
    {
        switch (child.kind) {
        case ChildEntry::Kind::blob:
            field_ = record.type->element == Subrecord::element
                         ? signature_of(static_cast<const Subrecord*>(record.record)->type)
                         : std::string_view(child.name);
            return !may_name_form(*record.type, child) || bytes_(record.blob(child));
        case ChildEntry::Kind::byte_range:
            field_ = child.name;
            return !may_name_form(*record.type, child) || bytes_(record.byte_range(child).joined());
        case ChildEntry::Kind::group: return this->record(record.group(child));
        case ChildEntry::Kind::list: return list(record.list(child));
        }
        return true;
    }

    bool list(const ListView& list)
    {
        if (!has_forms(*list.child)) {
            return true;
        }
        const bool was_bytes = list.child->ops->unmade != nullptr && !list.child->ops->unmade(list.list).empty();
        const std::size_t before = changes_;
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (!record(list.at(i))) {
                return false;
            }
        }
        if (was_bytes && changes_ == before) {
            list.child->ops->forget(list.list);
        }
        return true;
    }

    bool has_forms(const ChildEntry& child)
    {
        return std::ranges::any_of(child.items, [&](const ItemEntry& item) { return has_forms(*item.type); });
    }
    bool has_forms(const RecordType& type)
    {
        if (const auto known = known_.find(&type); known != known_.end()) {
            return known->second;
        }
        known_[&type] = false;  // a type inside itself adds nothing
        const bool any = std::ranges::any_of(type.tables, [&](const FieldTable& table) {
            return std::ranges::any_of(table.fields,
                                       [&](const FieldEntry& field) {
                                           return field.ops == &describing::leaf_ops<FormId> ||
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

    OnForm form_;
    OnBytes bytes_;
    const Record* record_{};
    FormId form_id_;  ///< FormID of that record before renumbering
    std::string_view field_;
    std::size_t changes_{};
    std::map<const RecordType*, bool> known_;
};

}  // namespace

Numbering Numbering::of(const Plugin& plugin)
{
    Numbering numbering;
    for (const std::string_view name : masters_of(plugin)) {
        numbering.masters.emplace_back(name);
    }
    return numbering;
}

Numbering Numbering::with_others(const Numbering& from) const
{
    Numbering result = *this;
    const std::vector<std::string> known = keys_of(*this);
    const std::vector<std::string> keys = keys_of(from);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (std::ranges::find(known, keys[i]) == known.end()) {
            result.others.push_back(i < from.masters.size() ? from.masters[i] : from.others[i - from.masters.size()]);
        }
    }
    return result;
}

std::vector<std::string> Numbering::files() const
{
    std::vector<std::string> all = masters;
    if (!others.empty()) {
        all.resize(last_index + 1);
        for (std::size_t i = 0; i < others.size(); ++i) {
            all[last_index - i] = others[i];
        }
    }
    return all;
}

std::vector<std::string> master_keys(std::span<const std::string> names)
{
    std::map<std::string, std::size_t> counts;
    std::vector<std::string> keys;
    for (const std::string& name : names) {
        std::string key = lower(name);
        const std::size_t count = counts[key]++;
        keys.push_back(count == 0 ? std::move(key) : fmt::format("{}/{}", key, count));
    }
    return keys;
}

FormIdMap::FormIdMap(const Numbering& from, const Numbering& to) : files_(from.files())
{
    table_.fill(absent);
    const std::vector<std::string> from_keys = keys_of(from);
    const std::vector<std::string> to_keys = keys_of(to);
    const std::size_t own = to.masters.size();
    if (own + to.others.size() > last_index) {
        return;  // no numbers are left
    }
    for (std::size_t i = 0; i < table_.size(); ++i) {
        const NumberedFile file = file_at(from, from_keys, i);
        std::size_t index = table_.size();
        switch (file.kind) {
        case NumberedFile::Kind::game: index = i; break;
        case NumberedFile::Kind::own: index = own; break;
        case NumberedFile::Kind::unlisted:
            index = own + file.far > last_index - to.others.size() ? table_.size() : own + file.far;
            break;
        case NumberedFile::Kind::file: {
            const auto found = std::ranges::find(to_keys, file.key);
            const auto place = static_cast<std::size_t>(found - to_keys.begin());
            index = found == to_keys.end() ? table_.size() : place < own ? place : last_index - (place - own);
            break;
        }
        }
        if (index < table_.size()) {
            table_[i] = static_cast<std::int16_t>(index);
        }
    }
}

std::optional<FormId> FormIdMap::of(FormId form) const
{
    if (form.value < first_free_number) {
        return form;
    }
    const std::int16_t index = table_[form.value >> index_shift];
    const std::uint32_t number =
        static_cast<std::uint32_t>(index == absent ? 0 : index) << index_shift | (form.value & number_bits);
    return index == absent || number < first_free_number ? std::nullopt : std::optional(FormId(number));
}

bool FormIdMap::is_identity() const
{
    for (std::size_t i = 0; i < table_.size(); ++i) {
        if (table_[i] != static_cast<std::int16_t>(i)) {
            return false;
        }
    }
    return true;
}

bool FormIdMap::may_change(ByteView bytes) const
{
    for (std::size_t at = 0; at + sizeof(std::uint32_t) <= bytes.size(); ++at) {
        const FormId form = load_le<std::uint32_t>(bytes.data() + at);
        if (of(form) != form) {
            return true;
        }
    }
    return false;
}

std::string_view FormIdMap::file_of(FormId form) const
{
    const std::size_t index = form.value >> index_shift;
    return index < files_.size() ? std::string_view(files_[index]) : std::string_view{};
}

Status renumber(Plugin& plugin, const FormIdMap& map, const AcceptBytes& accept)
{
    if (map.is_identity()) {
        return {};
    }
    const bool own_moves = map.of(first_free_number) != FormId(first_free_number) && masters_of(plugin).empty();
    std::optional<FormId> stopped_at;
    FormWalk* walking = nullptr;
    FormWalk walk(
        [&](FormId& form) {
            const std::optional<FormId> now = map.of(form);
            if (!now) {
                stopped_at = form;
                return false;
            }
            if (*now != form) {
                form = *now;
                walking->changed();
            }
            return true;
        },
        [&](ByteView bytes) { return accept ? accept(bytes) : !map.may_change(bytes); });
    walking = &walk;
    if (own_moves) {
        std::optional<FormId> low;
        for_each_record(plugin, [&](const RecordHead& head) {
            if (head.form_id.value != 0 && head.form_id.value < first_free_number) {
                low = head.form_id;
            }
        });
        if (low) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("the record {:08X} would become one of the first master", low->value),
                         .field = "header.parts",
                         .hint = "numbers below 800 are those of the game; renumber the record first"});
        }
    }
    if (walk.plugin(plugin)) {
        return {};
    }
    const std::string record = walk.record();
    if (!stopped_at) {
        return fail(
            {.code = ErrorCode::mismatch,
             .message = fmt::format("{} holds bytes in {} that may name a form, and what they mean is not known",
                                    record, walk.field()),
             .field = "header.parts",
             .hint = "a change of the masters cannot renumber them; give both files the same masters first"});
    }
    const std::string_view file = map.file_of(*stopped_at);
    return fail({.code = ErrorCode::mismatch,
                 .message = file.empty() ? fmt::format("{} names {:08X}, which has no number with these masters",
                                                       record, stopped_at->value)
                                         : fmt::format("{} names {:08X} of {}, which is no master any more", record,
                                                       stopped_at->value, encode_text(file, CodePage::cp1252)),
                 .field = "header.parts",
                 .hint = file.empty() ? "" : "keep the master, or change that record first"});
}

std::vector<Master> master_list(const Plugin& plugin)
{
    std::vector<Master> masters;
    for (const auto& part : plugin.header.parts) {
        if (const auto* const master = std::get_if<Master>(&part)) {
            masters.push_back(*master);
        }
    }
    return masters;
}

void set_master_list(Plugin& plugin, const std::vector<Master>& masters)
{
    auto& parts = plugin.header.parts;
    std::size_t next = 0;
    // Reuse existing positions; insert further masters after the last one, or after author and description.
    auto behind = parts.begin();
    while (behind != parts.end() &&
           (std::holds_alternative<Author>(*behind) || std::holds_alternative<Description>(*behind))) {
        ++behind;
    }
    for (auto part = parts.begin(); part != parts.end();) {
        if (!std::holds_alternative<Master>(*part)) {
            ++part;
        } else if (next < masters.size()) {
            *part = masters[next++];
            behind = ++part;
        } else {
            part = parts.erase(part);
            behind = part;
        }
    }
    parts.insert(behind, masters.begin() + static_cast<std::ptrdiff_t>(next), masters.end());
}

Status change_masters(Plugin& plugin, const std::vector<Master>& masters, const AcceptBytes& accept)
{
    Numbering numbering;
    for (const Master& master : masters) {
        numbering.masters.push_back(master.name.bytes);
    }
    if (masters.size() > last_index) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} masters", masters.size()),
                     .field = "header.parts",
                     .hint = fmt::format("a plugin has at most {}", last_index)});
    }
    if (Status status = renumber(plugin, {Numbering::of(plugin), numbering}, accept); !status) {
        return status;
    }
    set_master_list(plugin, masters);
    return {};
}

std::array<std::size_t, 256> count_uses(const Plugin& plugin)
{
    std::array<std::size_t, 256> uses{};
    FormWalk walk(
        [&](FormId& form) {
            uses[form.value >> index_shift] += form.value == 0 ? 0U : 1U;
            return true;
        },
        [](ByteView) { return true; });
    static_cast<void>(walk.plugin(const_cast<Plugin&>(plugin)));  // NOLINT(*const-cast*): nothing is changed
    return uses;
}

std::vector<std::string> records_that_use(const Plugin& plugin, std::uint8_t first_byte, std::size_t count)
{
    std::vector<std::string> records;
    FormWalk* walking = nullptr;
    FormWalk walk(
        [&](FormId& form) {
            if (form.value != 0 && form.value >> index_shift == first_byte) {
                std::string name = walking->record();
                if (records.empty() || records.back() != name) {
                    records.push_back(std::move(name));
                }
            }
            return records.size() < count;
        },
        [](ByteView) { return true; });
    walking = &walk;
    static_cast<void>(walk.plugin(const_cast<Plugin&>(plugin)));  // NOLINT(*const-cast*): nothing is changed
    return records;
}

}  // namespace redforge::tes
