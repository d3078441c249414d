// A part of a plugin by itself: choosing records, and putting them over another copy.
#include "tes/part.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/letter_case.hpp"
#include "tes/plugin.hpp"
#include "tes/record.hpp"
#include "tes/script_record.hpp"

namespace redforge::tes {
namespace {

constexpr std::string_view with_properties = "VMAD";

std::string_view type_of(const Script& /*script*/)
{
    return Script::signature;
}
std::string_view type_of(const Record& record)
{
    return record.type.view();
}

/// Puts the records of `part` over those of `records`.
template <class T>
void overlay_list(RecordList<T>& records, RecordList<T>& part, Overlaid& count)
{
    using Key = std::pair<std::string, std::uint32_t>;
    const auto key_of = [](const T& record) { return Key(type_of(record), record.form_id.value); };
    std::map<Key, std::size_t> places;  // a FormID that is there twice means the first
    for (std::size_t i = 0; i < records.size(); ++i) {
        places.try_emplace(key_of(records[i]), i);
    }
    for (T& record : part) {
        const auto found = places.find(key_of(record));
        if (found == places.end()) {
            record.at.stored.reset();
            record.level.stored.reset();
            places.emplace(key_of(record), records.size());
            records.push_back(std::move(record));
            ++count.added;
            continue;
        }
        T& old = records[found->second];
        record.at = old.at;  // the rest that this is a place of is the plugin's own
        record.level = old.level;
        ++(record == old ? count.same : count.changed);
        old = std::move(record);
    }
}

}  // namespace

Result<std::vector<std::string>> parse_kinds(std::string_view list)
{
    std::vector<std::string> kinds;
    for (;;) {
        const std::size_t end = std::min(list.find(','), list.size());
        kinds.push_back(upper(list.substr(0, end)));
        if (kinds.back().size() != 4) {
            return fail(
                {.code = ErrorCode::usage,
                 .message = fmt::format("\"{}\" is no type of records", list.substr(0, end)),
                 .hint = "types have four letters, such as SCPT, INFO, QUST; VMAD means records with properties"});
        }
        if (end == list.size()) {
            return kinds;
        }
        list.remove_prefix(end + 1);
    }
}

void keep_only(Plugin& plugin, const std::vector<std::string>& kinds)
{
    const auto is_wanted = [&](std::string_view kind) { return std::ranges::find(kinds, kind) != kinds.end(); };
    if (!is_wanted(Script::signature)) {
        plugin.scripts.clear();
    }
    std::erase_if(plugin.records, [&](const Record& record) {
        return !is_wanted(record.type.view()) && !(record.properties && is_wanted(with_properties));
    });
    const auto forget_place = [](RecordHead& head) {  // which is one in the rest
        head.at.stored.reset();
        head.level.stored.reset();
    };
    std::ranges::for_each(plugin.scripts, forget_place);
    std::ranges::for_each(plugin.records, forget_place);
    plugin.rest = {};
    plugin.looked_through = {};
}

Overlaid overlay(Plugin& plugin, Plugin&& part)
{
    Overlaid count;
    overlay_list(plugin.scripts, part.scripts, count);
    overlay_list(plugin.records, part.records, count);
    return count;
}

}  // namespace redforge::tes
