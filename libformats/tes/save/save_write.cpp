// Writes a save. Computes sizes, counts and offsets.
#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/record/binary.hpp"
#include "core/text/difference.hpp"
#include "tes/save/save_changes.hpp"
#include "tes/save/save_created.hpp"
#include "tes/save/save_forms.hpp"
#include "tes/save/save_limits.hpp"
#include "tes/save/save_reader.hpp"

namespace redforge::tes {
namespace {

/// Writes a save whose references have their irefs.
class SaveWriter {
public:
    explicit SaveWriter(Save& save) : save_(save) {}

    Status write();
    Bytes take() { return std::move(bytes_); }
    /// Clears stored derived values that equal the computed ones.
    void clear_computed();

private:
    void part(SavePart part);
    void header();
    void plugins();
    void globals();
    void statistics();
    void quick_keys();
    void regions();
    void created();
    void changes();
    void temporary_effects();
    void forms(const std::vector<FormEntry>& forms, SavePart part);
    void block(std::string_view name, const Bytes& bytes);
    template <class Write>
    void sized_block(std::string_view name, const std::optional<RawPart>& raw, Write write);

    void make_error(Error error)
    {
        if (status_) {
            status_ = fail(std::move(error));
        }
    }
    void check(const StreamWriter& writer, std::string_view place)
    {
        if (!writer.too_long().empty()) {
            make_error({.code = ErrorCode::out_of_range,
                        .message = fmt::format("{} is too long", writer.too_long()),
                        .field = std::string(place),
                        .hint = "texts have at most 255 bytes (254 with a terminator), lists 65,535 records"});
        }
        if (const auto& [field, stored, text] = writer.wrong_size(); !field.empty()) {
            make_error({.code = ErrorCode::out_of_range,
                        .message = fmt::format("the length {} of a text of {} bytes", stored, text),
                        .field = fmt::format("{}.{}", place, field),
                        .hint = fmt::format("leave it out: it is computed; a file can have {} or {}", text, text + 1)});
        }
    }
    /// Returns the announced number of records of a list, which is larger than the number of records if reading stopped
    /// in it.
    [[nodiscard]] std::uint32_t count_of(std::size_t size, SavePart part) const
    {
        return save_.unread && save_.unread->from == static_cast<std::uint8_t>(part)
                   ? std::max(save_.unread->count, static_cast<std::uint32_t>(size))
                   : static_cast<std::uint32_t>(size);
    }
    /// Returns true if reading stopped before the list of a part. The part is not written then.
    [[nodiscard]] bool stopped_before(SavePart part) const
    {
        return save_.unread && save_.unread->from == static_cast<std::uint8_t>(part) && save_.unread->count == 0;
    }
    void put(std::integral auto value) { append_le(bytes_, value); }

    Save& save_;
    Bytes bytes_;
    Status status_;
    std::size_t
        form_ids_offset_at_{};  ///< position of the field with the offset of the FormIDs; 0 before it is written
    std::uint32_t forms_at_{};          ///< offset of the FormIDs; 0 if they are not written
    std::optional<std::uint32_t> header_size_;
};

Status SaveWriter::write()
{
    append(bytes_, as_bytes("TES4SAVEGAME"));
    StreamWriter writer(bytes_);
    writer.put(save_.major_version);
    writer.put(save_.minor_version);
    serialize(writer, save_.program_time, 0);
    writer.put(save_.header_version);
    writer.put(save_.header_size);
    for (std::size_t i = 0; i < save_parts.size() - 1 && status_; ++i) {
        const auto each = static_cast<SavePart>(i);
        if (each == SavePart::form_ids) {
            forms_at_ = static_cast<std::uint32_t>(bytes_.size());
        }
        part(each);
        if (!save_.unread || save_.unread->from != i) {
            continue;
        }
        append(bytes_, save_.unread->data);
        if (save_.unread->until != static_cast<std::uint8_t>(SavePart::form_ids) || each >= SavePart::form_ids) {
            break;
        }
        i = static_cast<std::size_t>(SavePart::form_ids) - 1;
    }
    if (bytes_.size() > std::numeric_limits<std::uint32_t>::max()) {
        make_error(too_long("", bytes_.size(), std::numeric_limits<std::uint32_t>::max(), "bytes"));
    }
    if (form_ids_offset_at_ != 0 && status_) {
        Derived<std::uint32_t>& offset = save_.globals.form_ids_offset;
        offset.stored = offset.value_or(forms_at_);
        store_le(bytes_.data() + form_ids_offset_at_, *offset.stored);
    }
    append(bytes_, save_.tail);
    return std::move(status_);
}

void SaveWriter::part(SavePart part)
{
    const bool has_list = part == SavePart::plugins || part == SavePart::created || part == SavePart::changes ||
                          part == SavePart::form_ids || part == SavePart::worldspaces;
    const bool stopped = save_.unread && save_.unread->from == static_cast<std::uint8_t>(part);
    if (stopped && !has_list) {
        return;  // such a part is read completely or not at all, and its bytes are in `unread`
    }
    switch (part) {
    case SavePart::header: return header();
    case SavePart::plugins: return plugins();
    case SavePart::globals: return globals();
    case SavePart::statistics: return statistics();
    case SavePart::processes: return block("processes", save_.processes);
    case SavePart::spectator_events: return block("spectator_events", save_.spectator_events);
    case SavePart::weather: return block("weather", save_.weather);
    case SavePart::created: return created();
    case SavePart::quick_keys: return quick_keys();
    case SavePart::reticule: return block("reticule", save_.reticule);
    case SavePart::interface: return block("interface", save_.interface);
    case SavePart::regions: return regions();
    case SavePart::changes: return changes();
    case SavePart::temporary_effects: return temporary_effects();
    case SavePart::form_ids: return forms(save_.form_ids, part);
    case SavePart::worldspaces: return forms(save_.worldspaces, part);
    case SavePart::end: return;
    }
}

void SaveWriter::temporary_effects()
{
    put(static_cast<std::uint32_t>(save_.temporary_effects.size()));
    append(bytes_, save_.temporary_effects);
}

void SaveWriter::header()
{
    if (save_.header.raw) {
        append(bytes_, save_.header.raw->data);
    } else {
        StreamWriter writer(bytes_);
        serialize(writer, save_.header, 0);
        check(writer, "header");
        const Screenshot& screenshot = save_.header.screenshot;
        constexpr std::size_t sides = 8;
        put(static_cast<std::uint32_t>(sides + screenshot.pixels.size()));
        put(screenshot.width);
        put(screenshot.height);
        append(bytes_, screenshot.pixels);
    }
    header_size_ = static_cast<std::uint32_t>(bytes_.size() - save_header_offset);
    save_.header_size.stored = save_.header_size.value_or(*header_size_);
    store_le(bytes_.data() + save_header_offset - sizeof *header_size_, *save_.header_size.stored);
}

void SaveWriter::plugins()
{
    if (stopped_before(SavePart::plugins)) {
        return;
    }
    const std::uint32_t count = count_of(save_.plugins.size(), SavePart::plugins);
    constexpr std::uint32_t most = 0xFF;
    if (count > most) {
        return make_error(too_long("plugins", count, most, "plugins"));
    }
    put(static_cast<std::uint8_t>(count));
    StreamWriter writer(bytes_);
    for (std::size_t i = 0; i < save_.plugins.size(); ++i) {
        serialize(writer, save_.plugins[i], 0);
        if (!writer.too_long().empty()) {
            return check(writer, fmt::format("plugins[{}]", i));
        }
    }
}

void SaveWriter::globals()
{
    Globals& globals = save_.globals;
    globals.change_count.stored = globals.change_count.value_or(static_cast<std::uint32_t>(save_.changes.size()));
    form_ids_offset_at_ = bytes_.size();
    StreamWriter writer(bytes_);
    serialize(writer, globals, 0);
    check(writer, "globals");
}

/// Writes a part after its 16-bit size.
void SaveWriter::block(std::string_view name, const Bytes& bytes)
{
    if (bytes.size() > max_block) {
        return make_error(too_long(std::string(name), bytes.size(), max_block, "bytes"));
    }
    put(static_cast<std::uint16_t>(bytes.size()));
    append(bytes_, bytes);
}

template <class Write>
void SaveWriter::sized_block(std::string_view name, const std::optional<RawPart>& raw, Write write)
{
    if (raw) {
        return block(name, raw->data);
    }
    const std::size_t begin = bytes_.size();
    put(std::uint16_t{});
    write();
    const std::size_t size = bytes_.size() - begin - 2;
    if (size > max_block) {
        return make_error(too_long(std::string(name), size, max_block, "bytes"));
    }
    store_le(bytes_.data() + begin, static_cast<std::uint16_t>(size));
}

void SaveWriter::statistics()
{
    Statistics& statistics = save_.statistics;
    sized_block("statistics", statistics.raw, [&] {
        put(static_cast<std::uint32_t>(statistics.deaths.size()));
        StreamWriter writer(bytes_);
        for (DeathCount& death : statistics.deaths) {
            serialize(writer, death, 0);
        }
        writer.put(statistics.seconds);
    });
}

void SaveWriter::quick_keys()
{
    sized_block("quick_keys", save_.quick_keys.raw, [&] {
        StreamWriter writer(bytes_);
        for (const QuickKey& key : save_.quick_keys.keys) {
            writer.put(key.used);
            if (key.used == 1) {
                writer.put(key.form.iref);
            }
        }
    });
}

void SaveWriter::regions()
{
    sized_block("regions", save_.regions.raw, [&] {
        StreamWriter writer(bytes_);
        serialize(writer, save_.regions, 0);
        check(writer, "regions");
    });
}

void SaveWriter::created()
{
    if (stopped_before(SavePart::created)) {
        return;
    }
    put(save_.combat_count);
    put(count_of(save_.created.size(), SavePart::created));
    for (std::size_t i = 0; i < save_.created.size(); ++i) {
        CreatedRecord& record = save_.created[i];
        const Result<Bytes> data = encode_created(record);
        if (!data) {
            Error error = data.error();
            error.field = fmt::format("created[{}]{}{}", i, error.field.empty() ? "" : ".", error.field);
            return make_error(std::move(error));
        }
        append(bytes_, as_bytes({record.type.bytes.data(), record.type.bytes.size()}));
        put(static_cast<std::uint32_t>(data->size()));
        put(record.flags);
        put(record.form_id.value);
        put(record.version_control);
        append(bytes_, *data);
    }
}

void SaveWriter::changes()
{
    if (const Status written = write_changes(bytes_, save_.changes); !written) {
        Error error = written.error();
        error.field = "changes" + error.field;
        make_error(std::move(error));
    }
}

void SaveWriter::forms(const std::vector<FormEntry>& forms, SavePart part)
{
    if (stopped_before(part)) {
        return;
    }
    put(count_of(forms.size(), part));
    const std::size_t at = bytes_.size();
    bytes_.resize(at + 4 * forms.size());
    for (std::size_t i = 0; i < forms.size(); ++i) {
        store_le(bytes_.data() + at + 4 * i, forms[i].form_id.value);
    }
}

/// Clears the stored length of a text if it is the default.
void clear_default_size(const Text& text, Derived<std::uint8_t>& size)
{
    if (size.stored && *size.stored == text.bytes.size() + 1) {
        size.stored.reset();
    }
}

}  // namespace

void SaveWriter::clear_computed()
{
    clear_default_size(save_.header.player_name, save_.header.player_name_size);
    clear_default_size(save_.header.location, save_.header.location_size);
    save_.globals.change_count.clear_if_equal(static_cast<std::uint32_t>(save_.changes.size()));
    save_.globals.form_ids_offset.clear_if_equal(forms_at_);
    if (header_size_) {
        save_.header_size.clear_if_equal(*header_size_);
    }
    name_forms(save_);
}

namespace {

/// Decodes created records and change records that are bytes, as reading would do.
void canonicalize(Save& save)
{
    for (CreatedRecord& record : save.created) {
        // A record with bytes and subrecords is ambiguous: encode_created() rejects it.
        if (!record.data.empty() && record.editor_id.bytes.empty() && record.subrecords.get().empty()) {
            decode_created(record, std::exchange(record.data, {}));
        }
    }
    const FormTable table(save.form_ids);
    canonicalize_changes(save.changes, [&table](const RecordHandle& change) {
        for_each_form(change, [&table](const FormFields& form) { name_form(table, form); });
    });
}

}  // namespace

Result<Bytes> encode_save(Save& save)
{
    canonicalize(save);
    if (const Status numbered = number_forms(save); !numbered) {
        return fail(numbered.error());
    }
    SaveWriter writer(save);
    if (const Status written = writer.write(); !written) {
        return fail(written.error());
    }
    writer.clear_computed();
    return writer.take();
}

Status complete_save(Save& save)
{
    if (const Status numbered = number_forms(save); !numbered) {
        return fail(numbered.error());
    }
    if (const Status written = SaveWriter(save).write(); !written) {
        return fail(written.error());
    }
    show_plugins(save);
    return {};
}

Status verify_save_round_trip(const Save& save, ByteView bytes)
{
    const Result<Save> read_back = read_save(bytes);
    if (!read_back) {
        Error error = read_back.error();
        error.code = ErrorCode::mismatch;
        error.message = "the written save could not be read back: " + error.message;
        return fail(std::move(error));
    }
    if (same_record(record_type<Save>(), &save, &*read_back)) {
        return {};
    }
    const std::optional<Difference> difference = find_difference(save, *read_back);
    if (!difference) {
        return {};
    }
    return fail(contradiction("the save", *difference, "nothing"));
}

Result<Bytes> write_save(const Save& save)
{
    Save canonical = save;
    Result<Bytes> bytes = encode_save(canonical);
    if (bytes) {
        if (const Status verified = verify_save_round_trip(canonical, *bytes); !verified) {
            return fail(verified.error());
        }
    }
    return bytes;
}

}  // namespace redforge::tes
