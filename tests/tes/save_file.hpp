// Builds and splits saves with test code, independently of the reader and the writer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "support/map_file.hpp"

namespace redforge::test {

/// A change record in file layout.
struct RawChange {
    std::uint32_t form_id{};
    std::uint8_t type{};
    std::uint32_t flags{};
    std::uint8_t version{125};
    Bytes data;
};

/// A save, read with each count, size and offset checked against the actual data.
struct WalkedSave {
    std::vector<RawChange> changes;
    std::vector<std::uint32_t> form_ids;
    std::string fault;  ///< the first wrong count, size or offset; empty if all are right
};

/// Returns the data of an NPC's record with all eleven parts: bits 0x100007FD, 95 bytes.
inline Bytes full_npc_data()
{
    return join({hex("09 00 04 00"),                                      // form flags: from master, linked, compressed
                 hex("37 1e 1f 2d 28 32 21 34"),                          // attributes
                 hex("02 00 00 00 64 00 96 00 0a 00 fb ff 01 00 14 00"),  // essential, 100, 150, 10, -5, 1 to 20
                 hex("02 00  01 00 00 00 ff  03 00 00 00 02"),            // two factions: -1 and 2
                 hex("02 00  02 00 00 00  01 00 00 ff"),                  // two spells, the second one created
                 hex("05 64 50 4b"),                                      // AI data
                 hex("46 00 00 00"),                                      // health 70
                 hex("01 00  2d 00 00 c8 42"),                            // blindness 100
                 hex("04 42 f6 72 6b"),                                   // "B", o with dots, "rk"
                 hex("01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15"),
                 hex("04 00 00 00")});  // combat style
}

/// Returns the parts of a save before its change records. `forms_at`: offset of the FormIDs; `changes`: number of
/// changes.
inline Bytes save_begin(std::uint32_t forms_at, std::uint32_t changes)
{
    const Bytes header =
        join({little(7, 4), little(6, 1), text_bytes(std::string_view("Hero\xE9\0", 6)), little(3, 2), little(5, 1),
              text_bytes(std::string_view("Home\0", 5)), hex("00 00 20 40"), little(1000, 4), Bytes(16),
              little(8 + 12, 4), little(2, 4), little(2, 4), hex("01 02 03 04 05 06 07 08 09 0a 0b 0c")});
    return join({text_bytes("TES4SAVEGAME"),
                 hex("00 7d"),
                 hex("d6 07 03 00 02 00 0e 00 0c 00 1e 00 0f 00 f4 01"),
                 little(125, 4),
                 little(header.size(), 4),
                 header,
                 hex("02 05"),
                 text_bytes("A.esm"),
                 hex("05"),
                 text_bytes("B.esp"),
                 little(forms_at, 4),
                 little(changes, 4),
                 little(0xFF000002, 4),
                 little(0x3C, 4),
                 little(2, 4),
                 hex("ff ff ff ff"),
                 little(0x3C, 4),
                 hex("00 00 80 3f 00 00 00 40 00 00 40 40"),
                 little(1, 2),
                 little(1, 4),
                 hex("00 00 80 3f"),  // one global: 1
                 little(14, 2),
                 little(1, 4),
                 little(2, 4),
                 little(9, 2),
                 hex("00 00 c8 42"),  // one death count, 100 s
                 little(2, 2),
                 hex("aa bb"),
                 little(0, 2),
                 little(1, 2),
                 hex("cc"),
                 little(1, 4),
                 little(1, 4),  // one fight, one created record
                 text_bytes("ALCH"),
                 little(3, 4),
                 little(0, 4),
                 little(0xFF000001, 4),
                 little(0, 4),
                 hex("01 02 03"),
                 little(6, 2),
                 hex("01 03 00 00 00 00"),  // quick keys: one used, one not
                 little(4, 2),
                 hex("01 00 00 00"),
                 little(1, 2),
                 hex("05"),
                 little(10, 2),
                 little(1, 2),
                 little(4, 4),
                 little(2, 4)});  // one region
}

inline Bytes change_bytes(const RawChange& change)
{
    return join({little(change.form_id, 4), little(change.type, 1), little(change.flags, 4), little(change.version, 1),
                 little(change.data.size(), 2), change.data});
}

/// Returns a complete save. FormIDs: 0, 0x0001D15C, 0x01000800, 0x00000F00, 0x0000A000, 0, 0x0001D15C again.
inline Bytes save_of(const std::vector<RawChange>& changes)
{
    Bytes all;
    for (const RawChange& change : changes) {
        append(all, change_bytes(change));
    }
    const Bytes end = join({all, little(2, 4), hex("dd ee")});
    const auto count = static_cast<std::uint32_t>(changes.size());
    const auto forms_at = static_cast<std::uint32_t>(save_begin(0, count).size() + end.size());
    return join({save_begin(forms_at, count), end, little(7, 4), little(0, 4), little(0x0001D15C, 4),
                 little(0x01000800, 4), little(0xF00, 4), little(0xA000, 4), little(0, 4), little(0x0001D15C, 4),
                 little(1, 4), little(0x3C, 4)});
}

/// Returns the save of most tests: a package (raw bytes), an NPC with all parts, a creature with skills.
inline Bytes small_save()
{
    return save_of({{0x14, 61, 0x0C000004, 125, hex("01 02 03 04")},
                    {0x00012345, 35, 0x100007FD, 125, full_npc_data()},
                    {0x00054321, 36, 0x00000200, 125, hex("0a 14 1e")}});
}

/// Walks through a save by its own counts, sizes and offsets.
inline WalkedSave walk_save(ByteView bytes)
{
    WalkedSave save;
    std::size_t at = 38;
    const auto number = [&](std::size_t size) {
        std::uint64_t value = 0;
        if (bytes.size() - at < size) {
            save.fault = "cut off at " + std::to_string(at);
            return value;
        }
        for (std::size_t i = 0; i < size; ++i) {
            value |= static_cast<std::uint64_t>(bytes[at++]) << (8 * i);
        }
        return value;
    };
    const auto skip = [&](std::size_t size) {
        if (bytes.size() - at < size) {
            save.fault = "cut off at " + std::to_string(at);
            size = bytes.size() - at;
        }
        at += size;
    };
    const auto require = [&](bool right, const char* what) {
        if (!right && save.fault.empty()) {
            save.fault = what;
        }
    };
    at = 34;
    const std::size_t header_size = number(4);
    skip(4);
    skip(number(1));
    skip(2);
    skip(number(1));
    skip(4 + 4 + 16);
    const std::size_t picture = number(4);
    const std::size_t width = number(4);
    require(picture == 8 + 3 * width * number(4), "screenshot size");
    skip(picture - 8);
    require(at == 38 + header_size, "header size");
    for (std::size_t count = number(1); count > 0; --count) {
        skip(number(1));
    }
    const std::size_t forms_at = number(4);
    const std::size_t changes = number(4);
    skip(32);
    skip(8 * number(2));
    const std::size_t statistics = number(2);
    const std::size_t deaths = number(4);
    require(statistics == 4 + 6 * deaths + 4, "statistics size");
    skip(6 * deaths + 4);
    for (int i = 0; i < 3; ++i) {
        skip(number(2));
    }
    skip(4);
    for (std::size_t created = number(4); created > 0; --created) {
        skip(4);
        skip(12 + number(4));
    }
    for (int i = 0; i < 3; ++i) {
        skip(number(2));
    }
    const std::size_t regions = number(2);
    require(regions == 2 + 8 * number(2), "regions size");
    skip(regions - 2);
    for (std::size_t i = 0; i < changes && save.fault.empty(); ++i) {
        RawChange& change = save.changes.emplace_back();
        change.form_id = static_cast<std::uint32_t>(number(4));
        change.type = static_cast<std::uint8_t>(number(1));
        change.flags = static_cast<std::uint32_t>(number(4));
        change.version = static_cast<std::uint8_t>(number(1));
        const std::size_t size = number(2);
        const std::size_t begin = at;
        skip(size);
        change.data.assign(bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                           bytes.begin() + static_cast<std::ptrdiff_t>(at));
    }
    skip(number(4));
    require(at == forms_at, "offset of the FormIDs");
    for (std::size_t count = number(4); count > 0 && save.fault.empty(); --count) {
        save.form_ids.push_back(static_cast<std::uint32_t>(number(4)));
    }
    skip(4 * number(4));
    require(at == bytes.size(), "end of the file");
    return save;
}

}  // namespace redforge::test
