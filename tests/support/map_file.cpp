// Builds and splits map files with test code.
#include "support/map_file.hpp"

#include <stdexcept>

namespace redforge::test {

Bytes hex(std::string_view digits)
{
    static constexpr std::string_view known = "0123456789abcdef";
    Bytes out;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (digits[i] != ' ') {
            out.push_back(static_cast<std::byte>(known.find(digits.at(i)) << 4 | known.find(digits.at(i + 1))));
            ++i;
        }
    }
    return out;
}

Bytes little(std::uint64_t value, std::size_t count)
{
    Bytes out;
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back(static_cast<std::byte>(value >> (8 * i)));
    }
    return out;
}

Bytes join(const std::vector<Bytes>& parts)
{
    Bytes out;
    for (const Bytes& part : parts) {
        out.insert(out.end(), part.begin(), part.end());
    }
    return out;
}

Bytes text_bytes(std::string_view text)
{
    Bytes out;
    for (const char c : text) {
        out.push_back(static_cast<std::byte>(c));
    }
    return out;
}

Bytes TestFile::bytes() const
{
    Bytes out;
    for (const TestSection& section : sections) {
        const std::size_t size = section.payload.size();
        const Bytes length{static_cast<std::byte>(size >> 24), static_cast<std::byte>(size >> 16),
                           static_cast<std::byte>(size >> 8), static_cast<std::byte>(size)};
        out = join({out, text_bytes(section.tag), length, section.payload});
    }
    return join({out, end});
}

TestSection* TestFile::find(std::string_view tag)
{
    for (TestSection& section : sections) {
        if (section.tag == tag) {
            return &section;
        }
    }
    return nullptr;
}

TestFile TestFile::cut(ByteView bytes)
{
    TestFile file;
    const auto tag_at = [&](std::size_t at) {
        std::string tag;
        for (std::size_t i = 0; i < 4; ++i) {
            tag += static_cast<char>(bytes[at + i]);
        }
        return tag;
    };
    std::size_t at = 0;
    while (tag_at(at) != "END ") {
        std::size_t size = 0;
        for (std::size_t i = 4; i < 8; ++i) {
            size = size << 8 | static_cast<std::size_t>(bytes[at + i]);
        }
        if (size > bytes.size() - at - 12) {
            throw std::logic_error("not a sound file");
        }
        const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(at) + 8;
        file.sections.push_back({tag_at(at), Bytes(from, from + static_cast<std::ptrdiff_t>(size))});
        at += 8 + size;
    }
    file.end.assign(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end());
    return file;
}

TestFile small_map()
{
    // RAHD by the spec's table, in order of offsets.
    const Bytes header = join({
        little(0, 4),
        text_bytes(std::string("GATE\0\0\0\0\0", 9)),
        little(2, 2),
        little(0, 2),
        little(0, 4),
        little(5, 4),  // 0x15 RANM length
        little(0, 4),
        little(0, 4),  // 0x19 RANM, 0x1D RAAT
        little(1, 4),
        little(10, 4),
        little(0, 4),  // 0x21 RAAN count, size, offset
        little(7, 4),
        little(0, 4),
        little(0, 8),  // 0x2D highest group, RAGR, padding
        little(0, 4),
        little(2, 4),
        little(8, 4),
        little(0, 4),  // 0x3D RAFS, strings, RASB length, RASB
        little(3, 4),
        little(4, 4),
        little(0, 4),  // 0x4D script length, offset, start
        little(4, 4),
        little(0, 4),  // 0x59 RAHK length, offset
        little(1, 4),
        little(12, 4),
        little(0, 4),  // 0x61 RALC count, length, offset
        little(30, 4),
        little(0, 4),  // 0x6D RAEX length, offset
        little(2, 4),
        little(8, 4),
        little(4, 4),
        little(4, 4),  // 0x75 variables, RAVA length, offset twice
        little(9, 4),  // 0x85 frames
        hex("ffffffff ffffffff ffffffff"),
        little(0, 2),
        hex("ffff ffff"),
        little(0, 2),
        little(0, 4),
        little(1, 4),  // 0x9D RAVC offset, count
    });
    const Bytes position = hex("0100000002000000030000 00");
    Bytes attributes(256);
    attributes[31] = std::byte{41};
    TestFile file;
    file.sections = {
        {"RAHD", join({little(1, 4), hex("1b803700"), header})},
        {"RAFS", hex("00")},
        {"RAST", text_bytes(std::string("a\0b\0", 4))},
        {"RASB", hex("00000000 02000000")},
        {"RAVA", join({little(0, 4), little(1, 4), little(2, 4), little(1, 4), little(3, 4)})},
        {"RASC", hex("00000000 010203")},
        {"RAHK", hex("01000000")},
        {"RALC", join({little(1, 4), hex("ffffffff"), little(2, 4)})},
        {"RAEX", Bytes(30)},
        {"RAAT", attributes},
        {"RAAN", join({little(5, 4), hex("09 63"), text_bytes(std::string("X.3\0", 4))})},
        {"RAGR", hex("0b00 0700 0100 0200 0100 030000 0000")},
        {"RANM", text_bytes(std::string("gate\0", 5))},
        {"RAVC", hex("01ff02 0300 04000000")},
        {"MPOB", join({little(1, 4), Bytes(66)})},
        {"MPRP", little(0, 4)},
        {"MPSO", little(0, 4)},
        {"MPSL", {}},
        {"MPSF", join({little(1, 4), little(5, 4), little(0, 4), position, hex("9936"), little(0, 2)})},
        {"MPMK", join({little(2, 4), position, position, hex("0100")})},
        {"MPSZ", Bytes(49)},
        {"WDNM", join({little(1, 4), little(40, 4), little(1, 4), little(1, 4), position, little(9, 4), little(12, 4),
                       hex("0100 ffff 0300 00 01"), hex("0500 0700")})},
        {"FLAT", hex("010203")},
    };
    return file;
}

}  // namespace redforge::test
