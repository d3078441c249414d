// RTX: layout, the index in any order, parts kept as bytes, and rejected files.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "sound/header_bytes.hpp"
#include "sound/rtx.hpp"
#include "sound/wav.hpp"
#include "support/make_bytes.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::sound;
using art::test::bytes_of;
using art::test::from_xml;
using art::test::join;
using art::test::law_violation;
using art::test::part;
using art::test::to_xml;
using art::test::u32;
using redforge::test::make_bytes;
using redforge::test::need;
using redforge::test::require_error;
using sound::test::sound_header;

namespace {

/// Returns a payload that has only text.
Bytes text_payload(std::string_view text)
{
    return join({make_bytes({0, 0}), u32(static_cast<std::uint32_t>(text.size())), bytes_of(text)});
}

Bytes voice_payload(std::string_view text, const Bytes& header, const Bytes& samples)
{
    return join({make_bytes({0, 1}), u32(static_cast<std::uint32_t>(text.size())), bytes_of(text), header, samples});
}

struct Row {
    std::string_view label;
    std::uint32_t offset;
    std::uint32_t size;
};

Bytes index_of(const std::vector<Row>& rows, std::uint32_t begin)
{
    Bytes bytes;
    for (const Row& row : rows) {
        append(bytes, join({bytes_of(row.label), u32(row.offset), u32(row.size)}));
    }
    return join({bytes, bytes_of("RNAV"), u32(begin), u32(static_cast<std::uint32_t>(rows.size()))});
}

/// "hi", then "yes" with three samples of 8 bits: payloads of 8 and 39 bytes at 8 and 24, the index at 67.
const Bytes two_entries =
    join({part("?aaa", text_payload("hi")),
          part("#bon", voice_payload("yes", sound_header(0, 0, 11025, 3), make_bytes({1, 2, 3}))), bytes_of("END ")});

}  // namespace

TEST_CASE("RTX: reads texts by label, and voices as plain WAV files", "[sound]")
{
    const Bytes file = join({two_entries, index_of({{"?aaa", 8, 8}, {"#bon", 24, 39}}, 67)});
    CHECK(is_dialogue(file));
    RawFallbacks kept;
    const Dialogue dialogue = need(read_dialogue(file, &kept));
    CHECK(kept.empty());
    REQUIRE(dialogue.entries.size() == 2);
    CHECK(dialogue.entries[0].label.view() == "?aaa");
    CHECK(dialogue.entries[0].text.bytes == "hi");
    CHECK(dialogue.entries[0].voice.empty());
    CHECK_FALSE(dialogue.entries[0].row.stored);
    CHECK(dialogue.entries[1].text.bytes == "yes");
    CHECK(dialogue.entries[1].sound == SoundHeader{});
    const Bytes wav =
        join({bytes_of("RIFF"), u32(40), bytes_of("WAVEfmt "), u32(16), make_bytes({1, 0, 1, 0}), u32(11025),
              u32(11025), make_bytes({1, 0, 8, 0}), bytes_of("data"), u32(3), make_bytes({1, 2, 3, 0})});
    CHECK(dialogue.entries[1].voice.joined() == wav);
    CHECK(law_violation(dialogue, file, write_dialogue).empty());
}

TEST_CASE("RTX: keeps the order of an index that differs from that of the entries", "[sound]")
{
    const Bytes file = join({two_entries, index_of({{"#bon", 24, 39}, {"?aaa", 8, 8}}, 67)});
    Dialogue dialogue = need(read_dialogue(file));
    CHECK(dialogue.entries[0].row.stored == 1U);
    CHECK(dialogue.entries[1].row.stored == 0U);
    CHECK(law_violation(dialogue, file, write_dialogue).empty());

    // An added entry is last in the index. A removed one leaves no gap.
    dialogue.entries.insert(dialogue.entries.begin(), Entry{.label = "new ", .text = "x"});
    dialogue.entries.erase(dialogue.entries.begin() + 1);
    const Bytes changed = need(write_dialogue(dialogue));
    const Dialogue again = need(read_dialogue(changed));
    CHECK(again.entries[0].row.stored == 1U);
    CHECK(again.entries[1].row.stored == 0U);
    const Bytes footer(changed.end() - 36, changed.end());
    CHECK(footer == index_of({{"#bon", 23, 39}, {"new ", 8, 7}}, 66));
}

TEST_CASE("RTX: keeps fields of a voice that contradict its WAV", "[sound]")
{
    const Bytes header =
        join({u32(7), u32(1), u32(8000), make_bytes({90, 255}), u32(2), u32(3), u32(9), make_bytes({5})});
    const Bytes file = join({part("txx1", voice_payload("", header, make_bytes({1, 2}))), bytes_of("END "),
                             index_of({{"txx1", 8, 35}}, 47)});
    const Dialogue dialogue = need(read_dialogue(file));
    const SoundHeader& sound = dialogue.entries[0].sound;
    CHECK(sound.type.stored == 7U);
    CHECK(sound.bits.stored == 1U);
    CHECK(sound.rate.stored == 8000U);
    CHECK(sound.length.stored == 9U);
    CHECK(sound.level == 90);
    CHECK(sound.loop == -1);
    CHECK(sound.loop_start == 2);
    CHECK(sound.loop_end == 3);
    CHECK(sound.spare == 5);
    CHECK(law_violation(dialogue, file, write_dialogue).empty());
}

TEST_CASE("RTX: keeps invalid entries, an invalid index and a truncated end as bytes", "[sound]")
{
    const auto odd = [](const Bytes& file, std::size_t fallbacks) {
        RawFallbacks kept;
        const Dialogue dialogue = need(read_dialogue(file, &kept));
        CHECK(kept.size() == fallbacks);
        CHECK(dialogue.entries.front().text.bytes == "hi");
        CHECK(law_violation(dialogue, file, write_dialogue).empty());
        return dialogue;
    };
    const Bytes first = part("?aaa", text_payload("hi"));
    const Dialogue entry = odd(join({first, part("odd ", make_bytes({0, 2, 9})), part("none", {}), bytes_of("END "),
                                     index_of({{"?aaa", 8, 8}, {"odd ", 24, 3}, {"none", 35, 0}}, 39)}),
                               2);
    CHECK(entry.entries[1].no_text == 1);
    CHECK(entry.entries[1].payload == make_bytes({0, 2, 9}));
    CHECK(entry.entries[2].no_text == 1);
    CHECK(entry.index.empty());
    const Dialogue index = odd(join({two_entries, index_of({{"?aaa", 8, 8}, {"#bon", 24, 40}}, 67)}), 1);
    CHECK(index.index.size() == 36);
    CHECK(odd(join({first, bytes_of("?aab"), make_bytes({0, 0, 1, 0, 0, 0})}), 1).no_end == 1);
    CHECK(odd(first, 1).no_end == 1);
    CHECK(odd(join({first, bytes_of("END ")}), 0).no_index == 1);
}

TEST_CASE("RTX: finds entries with gaps between them by the index", "[sound]")
{
    const Bytes first = part("?aaa", text_payload("hi"));
    const Bytes second = part("?bbb", text_payload("you"));
    const Bytes file = join({first, bytes_of("GAP!!"), second, bytes_of("end gap"), bytes_of("END "),
                             index_of({{"?bbb", 29, 9}, {"?aaa", 8, 8}}, 49)});
    RawFallbacks kept;
    const Dialogue dialogue = need(read_dialogue(file, &kept));
    REQUIRE(dialogue.entries.size() == 2);
    CHECK(dialogue.entries[1].text.bytes == "you");
    CHECK(as_text(dialogue.entries[1].gap) == "GAP!!");
    CHECK(as_text(dialogue.gap) == "end gap");
    CHECK(dialogue.index.empty());
    CHECK(kept.size() == 2);
    CHECK(law_violation(dialogue, file, write_dialogue).empty());

    // The index is computed, so a longer text moves the next entry.
    Dialogue longer = dialogue;
    longer.entries[0].text = "hello";
    const Dialogue back = need(read_dialogue(need(write_dialogue(longer))));
    CHECK(back == longer);

    // A row of the index that names no entry: only the first entries are read, and the rest is kept.
    Bytes wrong = file;
    wrong[49] = std::byte{'!'};
    CHECK(law_violation(need(read_dialogue(wrong)), wrong, write_dialogue).empty());
    Dialogue entry_in_gap = dialogue;
    entry_in_gap.entries[1].gap = second;
    entry_in_gap.gap.clear();
    CHECK(require_error(write_dialogue(entry_in_gap)).field == "gap");
    Dialogue first_gap = dialogue;
    first_gap.entries[0].gap = bytes_of("x");
    CHECK(require_error(write_dialogue(first_gap)).field == "gap");
}

TEST_CASE("RTX: rejects a file that ends within its first entry", "[sound]")
{
    const Bytes whole = part("?aaa", text_payload("hi"));
    CHECK(is_dialogue(ByteView(whole).first(14)));  // the beginning is enough to recognise a file
    const Error cut = require_error(read_dialogue(ByteView(whole).first(14)));
    CHECK(cut.code == ErrorCode::truncated);
    CHECK(cut.message == "the first entry is longer than the file");
    CHECK(cut.offset == 4);
    CHECK(need(read_dialogue(join({bytes_of("END RNAV"), u32(4), u32(0)}))).entries.empty());
    const Error index = require_error(read_dialogue(join({bytes_of("END RNAV"), u32(5), u32(0)})));
    CHECK(index.code == ErrorCode::malformed);
    CHECK(index.message == "no entries, and no empty index after END");
    CHECK(index.offset == 4);
}

TEST_CASE("RTX: accepts any plain WAV as a voice, and rejects others with a hint", "[sound]")
{
    Dialogue dialogue = need(read_dialogue(join({two_entries, index_of({{"?aaa", 8, 8}, {"#bon", 24, 39}}, 67)})));
    const auto with_voice = [&](std::uint32_t rate, int channels, int bits, const Bytes& before_data) {
        dialogue.entries[0].voice =
            SharedBytes(join({bytes_of("RIFF"), u32(0), bytes_of("WAVE"), part("fmt ", {}), make_bytes({})}));
        Bytes wav = join({bytes_of("RIFF"), u32(0), bytes_of("WAVEfmt "), u32(16), make_bytes({1, 0, channels, 0}),
                          u32(rate), u32(0), make_bytes({0, 0, bits, 0}), before_data, bytes_of("data"), u32(4),
                          make_bytes({1, 2, 3, 4})});
        dialogue.entries[0].voice = SharedBytes(std::move(wav));
        return write_dialogue(dialogue);
    };
    const Bytes file = need(with_voice(22050, 1, 16, join({bytes_of("LIST"), u32(3), make_bytes({9, 9, 9, 0})})));
    const Dialogue again = need(read_dialogue(file));
    CHECK(again.entries[0].sound == SoundHeader{});
    CHECK(again.entries[0].voice.size() == 48);
    const Bytes header(file.begin() + 16, file.begin() + 16 + 27);
    CHECK(header == sound_header(1, 1, 22050, 4));

    CHECK(require_error(with_voice(44100, 1, 16, {})).message ==
          "a WAV of 44100 Hz; the game's sounds have 22050 or 11025");
    CHECK(require_error(with_voice(44100, 1, 16, {})).field == "entries[0].rate");
    CHECK(require_error(with_voice(22050, 1, 24, {})).message == "a WAV of 24 bits and 1 channel");
    CHECK(require_error(with_voice(22050, 3, 16, {})).message == "a WAV of 16 bits and 3 channels");
    dialogue.entries[0].voice = SharedBytes(bytes_of("OggS"));
    CHECK(require_error(write_dialogue(dialogue)).message == "this is not a WAV file");
    dialogue.entries[0].voice = {};
    dialogue.entries[0].sound.loop = -1;
    CHECK(require_error(write_dialogue(dialogue)).field == "entries[0].voice");
}

TEST_CASE("RTX: rejects documents that would read back differently", "[sound]")
{
    const Bytes file = join({two_entries, index_of({{"?aaa", 8, 8}, {"#bon", 24, 39}}, 67)});
    const auto error_text = [&](auto change) {
        Dialogue dialogue = need(read_dialogue(file));
        change(dialogue);
        return require_error(write_dialogue(dialogue)).field;
    };
    CHECK(error_text([](Dialogue& d) { d.entries[1].label = "END "; }) == "entries[1].label");
    CHECK(error_text([](Dialogue& d) { d.entries[0].payload = bytes_of("x"); }) == "entries[0].payload");
    CHECK(error_text([](Dialogue& d) { d.entries[0].no_text = 1; }) == "entries[0].no_text");
    CHECK(error_text([](Dialogue& d) {
              d.no_end = 1;
              d.index = part("more", {});
          }) == "index");
    CHECK(error_text([](Dialogue& d) { d.index = index_of({{"?aaa", 8, 8}, {"#bon", 24, 39}}, 67); }) == "index");
    CHECK(error_text([](Dialogue& d) {
              d.entries.clear();
              d.no_index = 1;
          }) == "no_index");
    CHECK(error_text([](Dialogue& d) { d.no_end = d.no_index = 1; }) == "no_index");
    CHECK(error_text([](Dialogue& d) {
              d.no_index = 1;
              d.index = bytes_of("x");
          }) == "no_index");
    CHECK(error_text([](Dialogue& d) {
              d.no_index = 1;
              d.entries[0].row = 1;
          }) == "index");
}

TEST_CASE("WAV: describes duration and format", "[sound]")
{
    const auto samples = std::make_shared<const Bytes>(30000);
    const auto words = [&](const SampleFormat& format, std::size_t size) {
        const Bytes wav = make_wav(format, samples, ByteView(*samples).first(size)).joined();
        return describe_wav(wav, wav.size());
    };
    CHECK(words({11025, 1, 8}, 11025) == "1.0 s, 11025 Hz, 8 bits, mono");
    CHECK(words({22050, 1, 16}, 30000) == "0.7 s, 22050 Hz, 16 bits, mono");
    CHECK(words({22050, 2, 16}, 8820) == "0.1 s, 22050 Hz, 16 bits, stereo");
    CHECK(describe_wav({}, 0).empty());
    CHECK(describe_wav(Bytes(44), 44).empty());
    for (const std::size_t at : {0U, 8U, 12U, 36U}) {  // positions of RIFF, WAVE, fmt and data
        Bytes other = make_wav({11025, 1, 8}, samples, *samples).joined();
        other[at] = std::byte{'X'};
        CHECK(describe_wav(other, other.size()).empty());
    }
}
