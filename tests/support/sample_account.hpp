// The generator's account of a sample map: a JSON file next to the map, with the values that the generator wrote.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

namespace redforge::test {

using nlohmann::json;

inline json read_sample_account(const std::filesystem::path& path)
{
    std::ifstream in(path);
    return json::parse(in);
}

/// The generator writes code page 437 bytes as characters of the same number.
inline std::string bytes_of(const std::string& utf8)
{
    std::string out;
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const auto c = static_cast<unsigned char>(utf8[i]);
        if (c < 0x80) {
            out += utf8[i];
        } else {
            out += static_cast<char>((c & 3U) << 6 | (static_cast<unsigned char>(utf8[++i]) & 0x3FU));
        }
    }
    return out;
}

inline std::string text(const json& value)
{
    return bytes_of(value.get<std::string>());
}

template <class... T>
json list_of(T... values)
{
    return json::array({static_cast<std::int64_t>(values)...});
}

template <class P>
json numbers(const P& position)
{
    return list_of(position.x, position.y, position.z);
}

}  // namespace redforge::test
