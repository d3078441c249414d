// Renumbers all FormIDs of a plugin or save.
#include "tes/form/form_numbering.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "core/record/describe.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "tes/form/form_id_allocator.hpp"
#include "tes/form/form_walk.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/plugin/record_walk.hpp"
#include "tes/save/save.hpp"

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

Numbering Numbering::of(const Save& save)
{
    Numbering numbering;
    for (const LoadedPlugin& plugin : save.plugins) {
        numbering.masters.push_back(plugin.name.bytes);
    }
    return numbering;
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

namespace {

/// Renumbers everything that `visit` walks over. `list` is the path of the list of plugins, for errors.
Status renumber_all(const FormIdMap& map, const AcceptBytes& accept, const char* list,
                    const std::function<bool(FormIdWalk&)>& visit)
{
    std::optional<FormId> stopped_at;
    FormIdWalk* walking = nullptr;
    FormIdWalk walk(
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
    if (visit(walk)) {
        return {};
    }
    const std::string record = walk.record();
    if (!stopped_at) {
        return fail(
            {.code = ErrorCode::mismatch,
             .message = fmt::format("{} has bytes of unknown meaning in {} that may name a form", record, walk.field()),
             .field = list,
             .hint = "a change of the masters cannot renumber them; give both files the same masters first"});
    }
    const std::string_view file = map.file_of(*stopped_at);
    return fail({.code = ErrorCode::mismatch,
                 .message = file.empty() ? fmt::format("{} names {:08X}, which has no number with these masters",
                                                       record, stopped_at->value)
                                         : fmt::format("{} names {:08X} of {}, which is no longer a master", record,
                                                       stopped_at->value, encode_text(file, CodePage::cp1252)),
                 .field = list,
                 .hint = file.empty() ? "" : "keep the master, or change that record first"});
}

}  // namespace

std::optional<FormId> find_game_record(const Plugin& plugin)
{
    std::optional<FormId> low;
    for_each_record(plugin, [&](const RecordHead& head) {
        if (head.form_id.value != 0 && head.form_id.value < first_free_number) {
            low = head.form_id;
        }
    });
    return low;
}

Status renumber(Plugin& plugin, const FormIdMap& map, const AcceptBytes& accept)
{
    if (map.is_identity()) {
        return {};
    }
    if (map.of(first_free_number) != FormId(first_free_number) && masters_of(plugin).empty()) {
        if (const std::optional<FormId> low = find_game_record(plugin)) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("the record {:08X} would become one of the first master", low->value),
                         .field = "header.parts",
                         .hint = "numbers below 800 are those of the game; renumber the record first"});
        }
    }
    return renumber_all(map, accept, "header.parts", [&](FormIdWalk& walk) { return walk.plugin(plugin); });
}

Status renumber(Save& save, const FormIdMap& map, const AcceptBytes& accept)
{
    return map.is_identity() ? Status{}
                             : renumber_all(map, accept, "plugins", [&](FormIdWalk& walk) { return walk.save(save); });
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
    auto insert_at = parts.begin();
    while (insert_at != parts.end() &&
           (std::holds_alternative<Author>(*insert_at) || std::holds_alternative<Description>(*insert_at))) {
        ++insert_at;
    }
    for (auto part = parts.begin(); part != parts.end();) {
        if (!std::holds_alternative<Master>(*part)) {
            ++part;
        } else if (next < masters.size()) {
            *part = masters[next++];
            insert_at = ++part;
        } else {
            part = parts.erase(part);
            insert_at = part;
        }
    }
    parts.insert(insert_at, masters.begin() + static_cast<std::ptrdiff_t>(next), masters.end());
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

namespace {

/// Returns the smallest FormID that counts as a reference to the first master. Forms below 800 belong to the game
/// itself. They count as forms of the game's main file, but not as forms of another first master. If the plugin has a
/// record of such a form, they also count for an only master: without a master, the record would become the plugin's
/// own.
std::uint32_t first_used_number(const Plugin& plugin, std::span<const std::string> masters)
{
    static constexpr std::array<std::string_view, 6> main_files{"skyrim.esm",    "oblivion.esm", "fallout3.esm",
                                                                "falloutnv.esm", "fallout4.esm", "starfield.esm"};
    const bool has_main_file =
        !masters.empty() && std::ranges::find(main_files, lower(masters.front())) != main_files.end();
    return has_main_file || (masters.size() < 2 && find_game_record(plugin).has_value()) ? 1 : first_free_number;
}

/// Counts references by first byte. FormIDs below `first` do not count.
std::array<std::size_t, 256> uses_in(std::uint32_t first, const std::function<void(FormIdWalk&)>& visit)
{
    std::array<std::size_t, 256> uses{};
    FormIdWalk walk(
        [&](FormId& form) {
            uses[form.value >> index_shift] += form.value < first ? 0U : 1U;
            return true;
        },
        [](ByteView) { return true; });
    visit(walk);
    return uses;
}

RecordUses users_in(std::size_t count, const std::function<bool(FormId)>& is_wanted,
                    const std::function<void(FormIdWalk&)>& visit)
{
    RecordUses uses;
    std::string last;
    FormIdWalk* walking = nullptr;
    FormIdWalk walk(
        [&](FormId& form) {
            if (is_wanted(form)) {
                std::string name = walking->record();
                if (uses.count == 0 || name != last) {
                    ++uses.count;
                    if (uses.records.size() < count) {
                        uses.records.push_back(name);
                    }
                    last = std::move(name);
                }
            }
            return true;
        },
        [](ByteView) { return true; });
    walking = &walk;
    visit(walk);
    return uses;
}

std::function<bool(FormId)> uses_of(std::uint8_t first_byte, std::uint32_t first)
{
    return [=](FormId form) { return form.value >= first && form.value >> index_shift == first_byte; };
}

std::function<bool(FormId)> low_forms_of(std::uint8_t first_byte)
{
    return [=](FormId form) {
        return form.value != 0 && form.value >> index_shift == first_byte &&
               (form.value & number_bits) < first_free_number;
    };
}

}  // namespace

// Numbers of the game are equal in all saves. The const_cast is safe: the visitor does not change the save.
// NOLINTBEGIN(*const-cast*)
std::array<std::size_t, 256> count_uses(const Plugin& plugin, std::span<const std::string> masters)
{
    return uses_in(first_used_number(plugin, masters),
                   [&](FormIdWalk& walk) { walk.plugin(const_cast<Plugin&>(plugin)); });
}

std::array<std::size_t, 256> count_uses(const Plugin& plugin)
{
    return count_uses(plugin, Numbering::of(plugin).masters);
}

std::array<std::size_t, 256> count_uses(const Save& save, std::span<const std::string> /*plugins*/)
{
    return count_uses(save);
}

std::array<std::size_t, 256> count_uses(const Save& save)
{
    return uses_in(first_free_number, [&](FormIdWalk& walk) { walk.save(const_cast<Save&>(save)); });
}

RecordUses records_that_use(const Plugin& plugin, std::span<const std::string> masters, std::uint8_t first_byte,
                            std::size_t count)
{
    return users_in(count, uses_of(first_byte, first_used_number(plugin, masters)),
                    [&](FormIdWalk& walk) { walk.plugin(const_cast<Plugin&>(plugin)); });
}

RecordUses records_that_use(const Save& save, std::span<const std::string> /*plugins*/, std::uint8_t first_byte,
                            std::size_t count)
{
    return users_in(count, uses_of(first_byte, first_free_number),
                    [&](FormIdWalk& walk) { walk.save(const_cast<Save&>(save)); });
}

RecordUses low_forms(const Plugin& plugin, std::uint8_t first_byte, std::size_t count)
{
    return users_in(count, low_forms_of(first_byte),
                    [&](FormIdWalk& walk) { walk.plugin(const_cast<Plugin&>(plugin)); });
}

RecordUses low_forms(const Save& save, std::uint8_t first_byte, std::size_t count)
{
    return users_in(count, low_forms_of(first_byte), [&](FormIdWalk& walk) { walk.save(const_cast<Save&>(save)); });
}
// NOLINTEND(*const-cast*)

}  // namespace redforge::tes
