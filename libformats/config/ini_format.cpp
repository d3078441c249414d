// Format entry of INI files, and the tables of their records.
#include "config/format.hpp"
#include "config/ini.hpp"
#include "core/record/describe.hpp"

namespace redforge {

template const RecordType& record_type<config::Ini>(unsigned);

}  // namespace redforge

namespace redforge::config {

std::vector<Key> Key::alternatives()
{
    std::vector<Key> keys(key_description_count());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        keys[i].name = std::string_view(key_description(i).name);
    }
    return keys;
}

Format ini_format()
{
    Format format = make_format<Ini, &is_ini, &read_ini, &write_ini>("Redguard settings", ".INI");
    format.can_begin = &can_begin_ini;
    format.is_plain_text = true;
    format.can_be_named = [](ByteView) { return true; };  // any text can be settings
    return format;
}

}  // namespace redforge::config
