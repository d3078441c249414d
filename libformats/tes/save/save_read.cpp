// Reads a save. Keeps data that does not fit its layout as bytes.
#include <algorithm>

#include <fmt/format.h>

#include "core/record/binary.hpp"
#include "tes/save/save_changes.hpp"
#include "tes/save/save_created.hpp"
#include "tes/save/save_forms.hpp"
#include "tes/save/save_reader.hpp"

namespace redforge::tes {
namespace {

constexpr std::string_view magic = "TES4SAVEGAME";

std::string_view part_name(SavePart part)
{
    return save_parts[static_cast<std::size_t>(part)].name;
}

Bytes to_bytes(ByteView bytes)
{
    return {bytes.begin(), bytes.end()};
}

static_assert(wire_size<ChangeHeader>() == change_header_size);

}  // namespace

bool is_save(ByteView bytes)
{
    return as_text(bytes).starts_with(magic);
}

namespace {

Status check_begin(ByteView bytes)
{
    if (!is_save(bytes)) {
        return fail({.code = ErrorCode::malformed,
                     .message = "not a save of Oblivion",
                     .offset = 0,
                     .hint = fmt::format("it begins with {}", magic)});
    }
    if (bytes.size() < save_header_offset) {
        return fail({.code = ErrorCode::truncated,
                     .message = fmt::format("the save ends after {} bytes", bytes.size()),
                     .offset = bytes.size(),
                     .hint = fmt::format("the first {} are versions and the size of the header", save_header_offset)});
    }
    return {};
}

}  // namespace

Result<Save> read_save(ByteView bytes, RawFallbacks* kept)
{
    if (const Status begin = check_begin(bytes); !begin) {
        return fail(begin.error());
    }
    return SaveReader(bytes, kept).read();
}

Save SaveReader::read()
{
    StreamReader reader(bytes_.subspan(magic.size()));
    reader.get(save_.major_version);
    reader.get(save_.minor_version);
    serialize(reader, save_.program_time, 0);
    reader.get(save_.header_version);
    reader.get(save_.header_size);
    limit_ = bytes_.size();
    std::size_t forms_at = 0;
    for (std::size_t i = 0; i < save_parts.size() - 1; ++i) {
        const auto part = static_cast<SavePart>(i);
        if (part == SavePart::form_ids) {
            limit_ = bytes_.size();
            forms_at = at_;
        }
        const std::size_t begin = at_;
        count_ = 0;
        const bool whole = read_part(part);
        Part& survey = parts_.emplace_back();
        survey.name = part_name(part);
        survey.offset = begin;
        survey.size = at_ - begin;
        if (!whole) {
            stop(part);
            if (save_.unread->until == static_cast<std::uint8_t>(SavePart::end)) {
                break;
            }
            i = static_cast<std::size_t>(SavePart::form_ids) - 1;
        }
    }
    if (at_ < bytes_.size()) {
        keep("tail", "bytes after the worldspaces", bytes_.size() - at_);
        save_.tail = to_bytes(bytes_.subspan(at_));
        parts_.push_back({"tail", at_, bytes_.size() - at_, {}});
    }
    canonicalize_derived(forms_at);
    name_forms(save_);
    return std::move(save_);
}

Save SaveReader::survey()
{
    is_survey_ = true;
    return read();
}

void SaveReader::canonicalize_derived(std::size_t forms_at)
{
    Globals& globals = save_.globals;
    globals.form_ids_offset.clear_if_equal(static_cast<std::uint32_t>(forms_at));
    globals.change_count.clear_if_equal(static_cast<std::uint32_t>(save_.changes.size()));
}

void SaveReader::keep(std::string place, std::string reason, std::size_t size)
{
    if (kept_ != nullptr) {
        kept_->push_back({std::move(place), std::move(reason), size});
    }
}

/// Keeps the rest of the save as bytes. If the globals have a valid position of the FormIDs, keeps only the bytes
/// before it.
void SaveReader::stop(SavePart part)
{
    UnreadBytes& unread = save_.unread.emplace();
    const bool resumes = part < SavePart::form_ids && limit_ < bytes_.size();
    const std::size_t end = resumes ? limit_ : bytes_.size();
    unread.from = static_cast<std::uint8_t>(part);
    unread.until = static_cast<std::uint8_t>(resumes ? SavePart::form_ids : SavePart::end);
    unread.count = count_;
    unread.data = to_bytes(bytes_.subspan(at_, end - at_));
    keep(std::string(part_name(part)),
         fmt::format("a length or count at byte {} leads past the end of the part, or the save is cut off", at_),
         end - at_);
    parts_.push_back({"unread", at_, end - at_, {}});
    at_ = end;
}

/// Returns true if FormIDs and worldspaces at an offset fill the rest of the file exactly.
bool SaveReader::has_form_table_at(std::size_t offset) const
{
    for (int array = 0; array < 2; ++array) {
        if (offset > bytes_.size() || bytes_.size() - offset < 4) {
            return false;
        }
        const std::size_t count = load_le<std::uint32_t>(bytes_.data() + offset);
        offset += 4;
        if (count > (bytes_.size() - offset) / 4) {
            return false;
        }
        offset += 4 * count;
    }
    return offset == bytes_.size();
}

bool SaveReader::read_part(SavePart part)
{
    switch (part) {
    case SavePart::header: return header();
    case SavePart::plugins: return plugins();
    case SavePart::globals: return globals();
    case SavePart::statistics: return statistics();
    case SavePart::processes: return block(save_.processes);
    case SavePart::spectator_events: return block(save_.spectator_events);
    case SavePart::weather: return block(save_.weather);
    case SavePart::created: return created();
    case SavePart::quick_keys: return quick_keys();
    case SavePart::reticule: return block(save_.reticule);
    case SavePart::interface: return block(save_.interface);
    case SavePart::regions: return regions();
    case SavePart::changes: return changes();
    case SavePart::temporary_effects: return temporary_effects();
    case SavePart::form_ids: return forms(save_.form_ids);
    case SavePart::worldspaces: return forms(save_.worldspaces);
    case SavePart::end: break;
    }
    return false;
}

bool SaveReader::header()
{
    const std::uint32_t given_size = *save_.header_size.stored;
    StreamReader reader = rest();
    SaveHeader& header = save_.header;
    serialize(reader, header, 0);
    std::uint32_t size{};
    reader.get(size);
    reader.get(header.screenshot.width);
    reader.get(header.screenshot.height);
    constexpr std::uint32_t sides = 8;
    const ByteView pixels = size < sides ? ByteView{} : reader.take(size - sides);
    const std::uint64_t expected = std::uint64_t{3} * header.screenshot.width * header.screenshot.height;
    const bool agrees = pixels.size() == expected ||
                        static_cast<std::size_t>(reader.at() - bytes_.data()) == save_header_offset + given_size;
    if (size >= sides && reader.good() && agrees) {
        header.screenshot.pixels = to_bytes(pixels);
        advance(reader);
        save_.header_size.clear_if_equal(static_cast<std::uint32_t>(at_ - save_header_offset));
        return true;
    }
    header = {};
    if (given_size > bytes_.size() - at_) {
        return false;
    }
    header.raw.emplace().data = to_bytes(bytes_.subspan(at_, given_size));
    save_.header_size.stored.reset();
    keep("header", "its fields do not fit into it", given_size);
    at_ += given_size;
    return true;
}

bool SaveReader::plugins()
{
    StreamReader reader = rest();
    std::uint8_t count{};
    reader.get(count);
    if (!reader.good()) {
        return false;
    }
    count_ = count;
    advance(reader);
    while (save_.plugins.size() < count) {
        LoadedPlugin plugin;
        serialize(reader, plugin, 0);
        if (!reader.good()) {
            return false;
        }
        advance(reader);
        save_.plugins.push_back(std::move(plugin));
    }
    return true;
}

bool SaveReader::globals()
{
    StreamReader reader = rest();
    Globals& globals = save_.globals;
    Globals fixed;
    serialize(reader, fixed, 0);
    const std::size_t offset = fixed.form_ids_offset.value_or(0);
    if (offset >= static_cast<std::size_t>(reader.at() - bytes_.data()) && has_form_table_at(offset)) {
        limit_ = offset;
    }
    if (!reader.good()) {
        return false;
    }
    globals = std::move(fixed);
    advance(reader);
    return true;
}

/// Reads a part that follows its 16-bit size.
bool SaveReader::block(ByteView& block)
{
    StreamReader reader = rest();
    std::uint16_t size{};
    reader.get(size);
    block = reader.take(size);
    if (reader.good()) {
        advance(reader);
    }
    return reader.good();
}

bool SaveReader::block(Bytes& bytes)
{
    ByteView found;
    if (!block(found)) {
        return false;
    }
    bytes = to_bytes(found);
    return true;
}

bool SaveReader::statistics()
{
    ByteView bytes;
    if (!block(bytes)) {
        return false;
    }
    StreamReader reader(bytes);
    Statistics& statistics = save_.statistics;
    std::uint32_t count{};
    reader.get(count);
    constexpr std::size_t death_size = 6;
    if (reader.good() && reader.left() == death_size * count + sizeof statistics.seconds) {
        statistics.deaths.resize(count);
        for (DeathCount& death : statistics.deaths) {
            serialize(reader, death, 0);
        }
        reader.get(statistics.seconds);
        return true;
    }
    statistics.raw.emplace().data = to_bytes(bytes);
    keep("statistics", "the death counts do not fill it", bytes.size());
    return true;
}

bool SaveReader::quick_keys()
{
    ByteView bytes;
    if (!block(bytes)) {
        return false;
    }
    StreamReader reader(bytes);
    QuickKeys& keys = save_.quick_keys;
    while (reader.good() && reader.left() > 0) {
        QuickKey& key = keys.keys.emplace_back();
        reader.get(key.used);
        if (key.used == 1) {
            reader.get(key.form.iref);
        }
    }
    if (!reader.good()) {
        keys.keys.clear();
        keys.raw.emplace().data = to_bytes(bytes);
        keep("quick_keys", "the last key is cut off", bytes.size());
    }
    return true;
}

bool SaveReader::regions()
{
    ByteView bytes;
    if (!block(bytes)) {
        return false;
    }
    StreamReader reader(bytes);
    Regions regions;
    std::uint16_t count{};
    reader.get(count);
    for (std::size_t i = 0; i < count && reader.good(); ++i) {
        serialize(reader, regions.regions.emplace_back(), 0);
    }
    if (reader.good() && reader.left() == 0) {
        save_.regions = std::move(regions);
        return true;
    }
    save_.regions.raw.emplace().data = to_bytes(bytes);
    keep("regions", "the regions do not fill it", bytes.size());
    return true;
}

bool SaveReader::created()
{
    StreamReader reader = rest();
    std::uint32_t combat_count{};
    std::uint32_t count{};
    reader.get(combat_count);
    reader.get(count);
    if (!reader.good()) {
        return false;
    }
    save_.combat_count = combat_count;
    count_ = count;
    advance(reader);
    while (save_.created.size() < count) {
        CreatedRecord record;
        const ByteView type = reader.take(record.type.bytes.size());
        std::uint32_t size{};
        reader.get(size);
        reader.get(record.flags);
        reader.get(record.form_id);
        reader.get(record.version_control);
        const ByteView data = reader.take(size);
        if (!reader.good()) {
            return false;
        }
        std::ranges::copy(as_text(type), record.type.bytes.begin());
        decode_created(record, data);
        advance(reader);
        save_.created.push_back(std::move(record));
    }
    return true;
}

bool SaveReader::changes()
{
    const std::uint32_t count = *save_.globals.change_count.stored;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (limit_ - at_ < change_header_size) {
            return false;
        }
        ChangeHeader header;
        read_record(bytes_.data() + at_, header);
        if (limit_ - at_ - change_header_size < header.size) {
            return false;
        }
        if (is_survey_) {
            save_.changes.add("change");
        } else {
            append_change(save_.changes, header, bytes_.subspan(at_ + change_header_size, header.size), kept_);
        }
        at_ += change_header_size + header.size;
    }
    return true;
}

bool SaveReader::temporary_effects()
{
    StreamReader reader = rest();
    std::uint32_t size{};
    reader.get(size);
    const ByteView bytes = reader.take(size);
    if (!reader.good() || (limit_ < bytes_.size() && reader.left() != 0)) {
        return false;
    }
    save_.temporary_effects = to_bytes(bytes);
    advance(reader);
    return true;
}

bool SaveReader::forms(std::vector<FormEntry>& forms)
{
    StreamReader reader = rest();
    std::uint32_t count{};
    reader.get(count);
    if (!reader.good()) {
        return false;
    }
    count_ = count;
    forms.resize(std::min<std::size_t>(count, reader.left() / 4));
    for (FormEntry& entry : forms) {
        reader.get(entry.form_id);
    }
    advance(reader);
    return forms.size() == count;
}

Result<std::vector<Part>> save_sections(const SharedBytes& file)
{
    const ByteView bytes = file.view();
    if (const Status begin = check_begin(bytes); !begin) {
        return fail(begin.error());
    }
    SaveReader reader(bytes, nullptr);
    const Save save = reader.survey();
    for (Part& part : reader.parts()) {
        const auto count = [&](std::string_view name, std::size_t records) {
            if (part.name == name) {
                part.records = static_cast<std::uint32_t>(records);
            }
        };
        count("plugins", save.plugins.size());
        count("globals", save.globals.globals.size());
        count("statistics", save.statistics.deaths.size());
        count("created", save.created.size());
        count("quick_keys", save.quick_keys.keys.size());
        count("regions", save.regions.regions.size());
        count("changes", save.changes.size());
        count("form_ids", save.form_ids.size());
        count("worldspaces", save.worldspaces.size());
    }
    return std::move(reader.parts());
}

std::string locate_in_save(ByteView bytes, std::size_t offset)
{
    if (offset < save_header_offset || !check_begin(bytes)) {
        return "file header";
    }
    SaveReader reader(bytes, nullptr);
    const Save save = reader.survey();
    const auto found = std::ranges::find_if(reader.parts(), [&](const Part& part) {
        return offset >= part.offset && offset < part.offset + part.size;
    });
    if (found == reader.parts().end()) {
        return "end of the file";
    }
    if (found->name != part_name(SavePart::changes)) {
        return fmt::format("{}, byte {}", found->name, offset - found->offset);
    }
    std::size_t at = found->offset;
    for (std::size_t i = 0;; ++i) {
        ChangeHeader header;
        read_record(bytes.data() + at, header);
        const std::size_t size = change_header_size + header.size;
        if (offset < at + size) {
            return fmt::format("changes[{}] {:08X}, byte {} of {}", i, header.form_id, offset - at, size);
        }
        at += size;
    }
}

}  // namespace redforge::tes
