// Numbers to bytes and back: byte order, three-byte integers, names, derived values, big-endian section lengths.
#include <catch2/catch.hpp>

#include "core/record/binary.hpp"
#include "support/map_file.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

struct Sample {
    I24 small;
    U24 large;
    std::int16_t word{};
    FixedText<3> name;
    std::array<std::uint16_t, 2> pair{};
    float real{};
    Derived<std::uint8_t> count;

    friend bool operator==(const Sample&, const Sample&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Sample& sample, unsigned /*version*/)
{
    field(ar, "small", sample.small);
    field(ar, "large", sample.large);
    field(ar, "word", sample.word);
    field(ar, "name", sample.name);
    field(ar, "pair", sample.pair);
    field(ar, "real", sample.real);
    field(ar, "count", sample.count);
}

}  // namespace

TEST_CASE("binary: reads and writes the limits of three-byte integers")
{
    const std::pair<std::int32_t, std::string_view> signed_cases[] = {{0, "000000"},        {1, "010000"},
                                                                      {-1, "ffffff"},       {8388607, "ffff7f"},
                                                                      {-8388608, "000080"}, {0x123456, "563412"}};
    for (const auto& [value, bytes] : signed_cases) {
        Sample sample;
        sample.small = value;
        Bytes out;
        append_record(out, sample);
        CHECK(Bytes(out.begin(), out.begin() + 3) == hex(bytes));
        Sample again;
        read_record(out.data(), again);
        CHECK(std::int32_t{again.small} == value);
    }
    const std::pair<std::int32_t, std::string_view> unsigned_cases[] = {{0, "000000"},
                                                                        {8388608, "000080"},
                                                                        {16777215, "ffffff"}};
    for (const auto& [value, bytes] : unsigned_cases) {
        Sample sample;
        sample.large = value;
        Bytes out;
        append_record(out, sample);
        CHECK(Bytes(out.begin() + 3, out.begin() + 6) == hex(bytes));
        Sample again;
        read_record(out.data(), again);
        CHECK(std::int32_t{again.large} == value);
    }
}

TEST_CASE("binary: a record's bytes are its fields in order, little-endian")
{
    Sample sample;
    sample.small = -2;
    sample.large = 0xABCDEF;
    sample.word = -257;
    sample.name = "xyz";
    sample.pair = {0x0102, 0xFFFE};
    sample.real = 1.5F;
    sample.count = std::uint8_t{9};
    CHECK(wire_size<Sample>() == 20);
    Bytes out;
    append_record(out, sample);
    CHECK(out == hex("feffff efcdab fffe 78797a 0201 feff 0000c03f 09"));
    Sample again;
    read_record(out.data(), again);
    CHECK(again == sample);
}

TEST_CASE("binary: tables are consecutive records")
{
    const Bytes bytes = join({Bytes(20, std::byte{1}), Bytes(20, std::byte{2})});
    std::vector<Sample> records(2);
    read_table(bytes.data(), std::span<Sample>(records));
    CHECK(records[1].word == 0x0202);
    Bytes written(40);
    write_table(written.data(), std::span<const Sample>(records));
    CHECK(written == bytes);
}

TEST_CASE("binary: section lengths are big-endian")
{
    CHECK(load_be32(hex("01020304").data()) == 0x01020304);
    Bytes out(4);
    store_be32(out.data(), 0xA0B0C0D0);
    CHECK(out == hex("a0b0c0d0"));
}

TEST_CASE("binary: finds the first difference of two buffers")
{
    CHECK(first_difference(hex("010203"), hex("010203")) == 3);
    CHECK(first_difference(hex("010203"), hex("0102")) == 2);
    CHECK(first_difference(hex("010203"), hex("ff0203")) == 0);
    CHECK(first_difference(ByteView{}, ByteView{}) == 0);
}
