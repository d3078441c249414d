// Random VMADs and plugins: a written document reads back equal, and writes the same bytes.
#include <catch2/catch.hpp>

#include <bit>

#include "support/random.hpp"
#include "support/values.hpp"
#include "tes/definition/definitions.hpp"
#include "tes/plugin/record_codec.hpp"
#include "tes/plugin_builder.hpp"
#include "tes/plugin_laws.hpp"

using namespace redforge;
using namespace redforge::tes;
using namespace redforge::tes::test;
using redforge::test::append_record;
using redforge::test::count;
using redforge::test::Random;
using redforge::test::set_value;
using redforge::test::value;

namespace {

/// Appends the parts of a random VMAD. Source: reference sheet "VMAD".
class RandomVmad {
public:
    explicit RandomVmad(Random& random) : random_(random) {}

    Bytes run(std::string_view record_type)
    {
        versions();
        put(version_);
        put(format_);
        scripts();
        const bool is_event = record_type == "INFO" || record_type == "PACK" || record_type == "SCEN";
        if (random_.once_in(3)) {
            return out_;
        }
        if (is_event) {
            const auto events = static_cast<std::uint8_t>(random_.below(8));
            file([&] { put(events); });
            for (int i = std::popcount(events); i > 0; --i) {
                fragment();
            }
        }
        if (record_type == "SCEN") {
            counted([&] {
                any<std::uint8_t>();
                any<std::uint32_t>();
                fragment();
            });
        } else if (record_type == "PERK") {
            file([] {});
            counted([&] {
                any<std::uint16_t>();
                any<std::int16_t>();
                fragment();
            });
        } else if (record_type == "QUST") {
            const auto count = static_cast<std::uint16_t>(random_.below(3));
            file([&] { put(count); });
            for (std::size_t i = 0; i < count; ++i) {
                any<std::uint16_t>();
                any<std::int16_t>();
                any<std::int32_t>();
                fragment();
            }
            counted([&] {
                versions();
                object();
                put(version_);
                put(format_);
                scripts();
            });
        }
        return out_;
    }

private:
    template <class T>
    void put(T number)
    {
        append_le(out_, number);
    }
    template <class T>
    void any()
    {
        put(static_cast<T>(random_.bits()));
    }
    void any_text() { append(out_, wstring(random_.text(8, true))); }
    void versions()
    {
        version_ = static_cast<std::int16_t>(2 + random_.below(5));
        format_ = static_cast<std::int16_t>(1 + random_.below(2));
    }
    template <class Make>
    void counted(const Make& make)
    {
        const auto count = static_cast<std::uint16_t>(random_.below(3));
        put(count);
        for (std::size_t i = 0; i < count; ++i) {
            make();
        }
    }
    /// Appends an array of a property.
    template <class Make>
    void elements(const Make& make)
    {
        const auto count = static_cast<std::uint32_t>(random_.below(4));
        put(count);
        for (std::size_t i = 0; i < count; ++i) {
            make();
        }
    }

    void object()
    {
        const auto form_id = static_cast<std::uint32_t>(random_.bits());
        const auto alias = static_cast<std::int16_t>(random_.bits());
        const auto unused = static_cast<std::uint16_t>(random_.once_in(4) ? random_.bits() : 0);
        if (format_ == 1) {
            put(form_id);
            put(alias);
            put(unused);
        } else {
            put(unused);
            put(alias);
            put(form_id);
        }
    }
    void status()
    {
        if (version_ >= 4) {
            any<std::uint8_t>();
        }
    }
    void property(unsigned depth)
    {
        static constexpr std::uint8_t types[] = {0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15, 16, 17};
        std::uint8_t type = random_.pick(types);
        if (depth == 3 && (type == 7 || type == 17)) {
            type = 0;
        }
        any_text();
        put(type);
        status();
        const auto members = [&] { elements([&] { property(depth + 1); }); };
        switch (type) {
        case 1: object(); break;
        case 2: any_text(); break;
        case 3:
        case 4:
        case 16: any<std::uint32_t>(); break;
        case 5: any<std::uint8_t>(); break;
        case 7: members(); break;
        case 11: elements([&] { object(); }); break;
        case 12: elements([&] { any_text(); }); break;
        case 13:
        case 14: elements([&] { any<std::uint32_t>(); }); break;
        case 15: elements([&] { any<std::uint8_t>(); }); break;
        case 17: elements(members); break;
        default: break;
        }
    }
    void properties()
    {
        counted([&] { property(0); });
    }
    void scripts()
    {
        counted([&] {
            any_text();
            status();
            properties();
        });
    }
    void fragment()
    {
        any<std::int8_t>();
        any_text();
        any_text();
    }
    /// Appends the version and file of fragments. `after_version` appends the values between these two.
    template <class Make>
    void file(const Make& after_version)
    {
        const auto version = static_cast<std::int8_t>(random_.once_in(2) ? 2 : 3);
        put(version);
        after_version();
        const std::string name = random_.text(8, true);
        append(out_, wstring(name));
        if (version >= 3 && !name.empty()) {
            status();
            properties();
        }
    }

    Random& random_;
    Bytes out_;
    std::int16_t version_{};
    std::int16_t format_{};
};

Bytes random_vmad(Random& random, std::string_view type)
{
    return RandomVmad(random).run(type);
}

/// Script properties that are read from a VMAD.
struct ReadVmad {
    std::shared_ptr<void> made{properties_definition().type.type().make()};
    RecordHandle record{made.get(), &properties_definition().type.type(), CodePage::cp1252};
    std::string_view type;
    Status status;

    explicit ReadVmad(const Bytes& bytes, std::string_view record_type = "ACTI")
        : type(record_type), status(read_properties(bytes, record, record_type))
    {
    }
    [[nodiscard]] Bytes written() const
    {
        Bytes out;
        REQUIRE(write_properties(out, record, type));
        return out;
    }
};

constexpr std::string_view vmad_types[] = {"ACTI", "INFO", "PACK", "SCEN", "PERK", "QUST"};

}  // namespace

TEST_CASE("law 1: holds for random VMADs of every version and kind", "[tes]")
{
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        Random random(seed);
        const std::string_view type = random.pick(vmad_types);
        const Bytes bytes = random_vmad(random, type);
        CAPTURE(seed, type);
        const ReadVmad read(bytes, type);
        REQUIRE(read.status);
        CHECK(read.written() == bytes);
    }
}

TEST_CASE("law 1: holds for damaged VMADs, which are rejected or round-trip", "[tes]")
{
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        Random random(seed);
        const std::string_view type = random.pick(vmad_types);
        Bytes bytes = random_vmad(random, type);
        for (std::size_t n = 1 + random.below(3); n > 0; --n) {
            bytes[random.below(bytes.size())] = static_cast<std::byte>(random.bits());
        }
        bytes.resize(bytes.size() - (random.once_in(3) ? random.below(bytes.size()) : 0));
        CAPTURE(seed, type);
        const ReadVmad read(bytes, type);
        if (read.status) {
            CHECK(read.written() == bytes);
        } else {
            CHECK_FALSE(read.status.error().message.empty());
            CHECK(read.status.error().offset <= bytes.size());
        }
    }
}

TEST_CASE("laws 1 and 2: hold for random and damaged plugins", "[tes]")
{
    std::size_t accepted = 0;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        Random random(seed);
        const std::size_t header = random.once_in(2) ? 20 : 24;
        const auto any_record = [&] {
            Bytes data;
            std::string_view type = "MISC";
            if (random.once_in(2)) {
                append(data, sub("EDID", zstring(random.text(5, false))));
            }
            switch (random.below(4)) {
            case 0: return small_script(static_cast<std::uint32_t>(random.bits()));
            case 1: {
                type = random.pick(vmad_types);
                append(data, sub("VMAD", random_vmad(random, type)));
                break;
            }
            case 2:
                type = "INFO";
                append(data,
                       joined({schr(1, 4, 0, 0), sub("SCDA", small_code()), sub("SCRO", Bytes(4)), schr(0, 0, 0, 0)}));
                break;
            default: append(data, sub("DATA", random.bytes(9))); break;
            }
            append(data, random.once_in(5) ? random.bytes(9) : sub("DATA", random.bytes(9)));
            return record(header, type, static_cast<std::uint32_t>(random.bits()), data);
        };
        Bytes bytes = tes4(header, 5);
        for (std::size_t groups = random.below(4); groups > 0; --groups) {
            Bytes inner;
            for (std::size_t n = random.below(4); n > 0; --n) {
                append(inner, random.once_in(3) ? group(header, random.once_in(2) ? text("MISC") : Bytes(4),
                                                        static_cast<std::uint32_t>(random.below(11)), any_record())
                                                : any_record());
            }
            append(bytes, group(header, random.once_in(2) ? text("SCPT") : text("INFO"),
                                static_cast<std::uint32_t>(random.below(2)), inner));
        }
        for (std::size_t n = random.once_in(2) ? 0 : random.below(3); n > 0; --n) {
            bytes[random.below(bytes.size())] = static_cast<std::byte>(random.bits());
        }
        bool read = false;
        CAPTURE(seed);
        CHECK(law_violation(bytes, &read) == "");
        accepted += read ? 1U : 0U;
    }
    CHECK(accepted > 500);
}

TEST_CASE("VMAD: a script without a name has status and properties", "[tes]")
{
    // Source: reference sheet "VMAD", confirmed by 2 of 22,292 real fields.
    const Bytes bytes = joined({
        text(std::string("\x05\0\x02\0\x02\0", 6)),                        // version, object format, scripts
        text(std::string("\0\0\x01\x01\0\x01\0n\x03\x01\x2A\0\0\0", 14)),  // "", inherited, n = 42
        text(std::string("\x01\0s\0\0\0", 6)),                             // "s", local, no properties
    });
    const ReadVmad read(bytes);
    REQUIRE(read.status);
    CHECK(count(read.record, "scripts") == 2);
    CHECK(value(read.record, "scripts[0].name") == "");
    CHECK(value(read.record, "scripts[0].status") == "inherited");
    CHECK(value(read.record, "scripts[0].properties[0].name") == "n");
    CHECK(value(read.record, "scripts[0].properties[0].value") == "42");
    CHECK(value(read.record, "scripts[1].name") == "s");
    CHECK(read.written() == bytes);

    // Before version 4 there is no status.
    const ReadVmad old(text(std::string("\x03\0\x01\0\x01\0\0\0\0\0", 10)));
    REQUIRE(old.status);
    CHECK(count(old.record, "scripts") == 1);
    CHECK_FALSE(ReadVmad(text(std::string("\x05\0\x02\0\x01\0\0\0", 8))).status);
}

namespace {

/// Returns a VMAD with an integer in nested structs.
Bytes nested(int structs)
{
    Bytes bytes = joined({number(std::int16_t{6}), number(std::int16_t{2}), number(std::uint16_t{1}), wstring("a"),
                          Bytes(1), number(std::uint16_t{1})});
    for (int i = 0; i < structs; ++i) {
        append(bytes, joined({wstring("s"), number(std::uint16_t{0x0107}), number(std::uint32_t{1})}));
    }
    append(bytes, joined({wstring("n"), number(std::uint16_t{0x0103}), number(std::int32_t{8})}));
    return bytes;
}

}  // namespace

TEST_CASE("VMAD: structs nest at most 32 deep", "[tes]")
{
    const ReadVmad read(nested(32));
    REQUIRE(read.status);
    CHECK(read.written() == nested(32));
    const ReadVmad deeper(nested(33));
    REQUIRE_FALSE(deeper.status);
    CHECK(deeper.status.error().message == "property records nested too deep");
    CHECK(deeper.status.error().hint == "at most 32");

    std::string innermost = "scripts[0].properties[0]";
    for (int i = 0; i < 32; ++i) {
        innermost += ".members[0]";
    }
    CHECK(value(read.record, innermost + ".value") == "8");
    set_value(read.record, innermost + ".type", "struct");
    append_record(read.record, innermost + ".members", {{"name", "m"}, {"type", "int"}});
    Bytes out;
    const Status error = write_properties(out, read.record, "ACTI");
    REQUIRE_FALSE(error);
    CHECK(error.error().message == "property records nested too deep");
    CHECK(error.error().field == innermost + ".members");
}

TEST_CASE("VMAD: errors give the offset, what was found and what is valid", "[tes]")
{
    const auto error_of = [](const Bytes& bytes, std::string_view type = "ACTI") {
        const ReadVmad read(bytes, type);
        return read.status ? std::string() : describe(read.status.error());
    };
    const auto begin = [](std::int16_t version, std::int16_t format) {
        return joined({number(version), number(format)});
    };
    const Bytes none = joined({begin(5, 2), number(std::uint16_t{0})});
    CHECK(error_of(none) == "");
    CHECK(error_of(begin(7, 2)) == "byte 0 (0x0): VMAD: version 7; expected a whole number from 2 to 6");
    CHECK(error_of(begin(5, 3)) == "byte 2 (0x2): VMAD: object_format 3; expected a whole number from 1 to 2");
    CHECK(error_of(begin(5, 2)) == "byte 4 (0x4): VMAD: 2 bytes expected, 0 left");
    CHECK(error_of(joined({none, Bytes(3)})) == "byte 6 (0x6): VMAD: 3 bytes after the end");
    CHECK(error_of(joined({begin(5, 2), number(std::uint16_t{1}), wstring("a"), Bytes(1), number(std::uint16_t{1}),
                           wstring("p"), number(std::uint16_t{0x0109})})) ==
          "byte 17 (0x11): VMAD: a property of type 9; known are 0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15, 16, 17");
    // An alias has its own version and object format, after its object.
    const Bytes alias = joined({none, number(std::int8_t{2}), number(std::uint16_t{0}), wstring(""),
                                number(std::uint16_t{1}), Bytes(8), number(std::int16_t{5}), number(std::int16_t{9})});
    CHECK(error_of(alias, "QUST") == "byte 23 (0x17): VMAD: object_format 9; expected a whole number from 1 to 2");
}

TEST_CASE("VMAD: only some record types have fragments; each event has one fragment", "[tes]")
{
    const Bytes bytes =
        joined({number(std::int16_t{5}), number(std::int16_t{2}), number(std::uint16_t{0}), number(std::int8_t{2}),
                number(std::uint8_t{5}), wstring("file"), number(std::int8_t{1}), wstring("s"), wstring("f"),
                number(std::int8_t{1}), wstring("s"), wstring("g")});
    const ReadVmad read(bytes, "PACK");
    REQUIRE(read.status);
    CHECK(value(read.record, "event_fragments.events") == "begin change");
    CHECK(value(read.record, "event_fragments.fragments[1].function") == "g");
    Bytes out;
    CHECK(describe(write_properties(out, read.record, "ACTI").error()) ==
          "event_fragments: cannot write event_fragments; its record_type does not allow it");
    set_value(read.record, "event_fragments.events", "begin");
    CHECK(describe(write_properties(out, read.record, "PACK").error()) ==
          "event_fragments.fragments: 2 records; events has 1, and each has one");
}
