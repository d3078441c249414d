// Small plugins, built byte by byte in the layout of the games' editors.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "core/bytes/bytes.hpp"

namespace redforge::tes::test {

inline Bytes joined(std::initializer_list<Bytes> parts)
{
    Bytes all;
    for (const Bytes& part : parts) {
        append(all, part);
    }
    return all;
}
inline Bytes text(std::string_view characters)
{
    const ByteView bytes = as_bytes(characters);
    return {bytes.begin(), bytes.end()};
}
/// Returns characters and a NUL.
inline Bytes zstring(std::string_view characters)
{
    return joined({text(characters), Bytes(1)});
}
/// Returns a size of 16 bits, and characters.
inline Bytes wstring(std::string_view characters)
{
    Bytes all;
    append_le(all, static_cast<std::uint16_t>(characters.size()));
    append(all, as_bytes(characters));
    return all;
}
template <std::integral T>
Bytes number(T value)
{
    Bytes all;
    append_le(all, value);
    return all;
}

inline Bytes sub(std::string_view type, const Bytes& data)
{
    return joined({text(type), number(static_cast<std::uint16_t>(data.size())), data});
}
inline Bytes record(std::size_t header, std::string_view type, std::uint32_t form_id, const Bytes& data,
                    std::uint32_t flags = 0)
{
    return joined({text(type), number(static_cast<std::uint32_t>(data.size())), number(flags), number(form_id),
                   Bytes(header - 16), data});
}
inline Bytes group(std::size_t header, const Bytes& label, std::uint32_t type, const Bytes& content)
{
    return joined({text("GRUP"), number(static_cast<std::uint32_t>(header + content.size())), label, number(type),
                   Bytes(header - 16), content});
}
inline Bytes top_group(std::size_t header, std::string_view type, const Bytes& content)
{
    return group(header, text(type), 0, content);
}
/// Returns a TES4 with `count` as the number of records and groups.
inline Bytes tes4(std::size_t header, std::uint32_t count)
{
    const Bytes hedr = joined({number(std::uint32_t{0x3F800000}), number(count), number(std::uint32_t{0x800})});
    return record(header, "TES4", 0, joined({sub("HEDR", hedr), sub("CNAM", zstring("Anna"))}));
}

inline Bytes schr(std::uint32_t references, std::uint32_t size, std::uint32_t last, std::uint32_t type)
{
    return sub("SCHR",
               joined({number(std::uint32_t{0}), number(references), number(size), number(last), number(type)}));
}
inline Bytes slsd(std::uint32_t index, std::uint8_t integer, std::byte padding = std::byte{0xCD})
{
    return sub("SLSD", joined({number(index), Bytes(12), number(integer), Bytes(7, padding)}));
}

/// Returns the code of: scn, Begin GameMode, set count to 1, End.
inline Bytes small_code()
{
    return joined({number(0x0000001DU), number(0x00060010U), number(std::uint16_t{0}), number(std::uint32_t{15}),
                   number(0x00070015U), text("s"), number(std::uint16_t{1}), number(std::uint16_t{2}), text(" 1"),
                   number(0x00000011U)});
}
inline constexpr std::string_view small_source =
    "scn Small\r\nshort count\r\nBegin GameMode\r\n\tset count to 1\r\nEnd";

inline Bytes small_script(std::uint32_t form_id = 0x01000801, std::string_view name = "Small")
{
    return record(20, "SCPT", form_id,
                  joined({sub("EDID", zstring(name)), schr(1, static_cast<std::uint32_t>(small_code().size()), 1, 1),
                          sub("SCDA", small_code()), sub("SCTX", text(small_source)), slsd(1, 1),
                          sub("SCVR", zstring("count")), sub("SCRO", number(std::uint32_t{0x14}))}));
}
/// Returns an Oblivion plugin: a script between a global and a weapon.
inline Bytes small_oblivion()
{
    return joined({tes4(20, 6), top_group(20, "GLOB", record(20, "GLOB", 0x01000800, sub("FNAM", text("s")))),
                   top_group(20, "SCPT", small_script()),
                   top_group(20, "WEAP", record(20, "WEAP", 0x01000802, sub("EDID", zstring("Sword"))))});
}

/// Returns a VMAD with one script that has two properties.
inline Bytes small_vmad(std::int32_t value = 7)
{
    return joined({number(std::int16_t{5}), number(std::int16_t{2}), number(std::uint16_t{1}), wstring("Keeper"),
                   Bytes(1), number(std::uint16_t{2}), wstring("count"), number(std::uint16_t{0x0103}), number(value),
                   wstring("target"), number(std::uint16_t{0x0101}), number(std::uint16_t{0}), number(std::int16_t{-1}),
                   number(std::uint32_t{0x14})});
}
/// Returns a Skyrim plugin: one of two activators has script properties.
inline Bytes small_skyrim()
{
    return joined({tes4(24, 3), top_group(24, "ACTI",
                                          joined({record(24, "ACTI", 0x01000800,
                                                         joined({sub("EDID", zstring("Stone")),
                                                                 sub("VMAD", small_vmad()), sub("OBND", Bytes(12))})),
                                                  record(24, "ACTI", 0x01000801, sub("EDID", zstring("Other")))}))});
}

}  // namespace redforge::tes::test
