// Random banks: a written bank reads back as the same document, and writes the same bytes.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "art/image.hpp"
#include "art/random_bank.hpp"
#include "art/texture_bank.hpp"

using namespace redforge;
using namespace redforge::art;
using namespace redforge::art::test;

TEST_CASE("texture banks: random banks obey laws 1 and 2", "[art]")
{
    int written = 0;
    for (std::uint32_t seed = 1; seed <= 400; ++seed) {
        Dice dice(seed);
        const TextureBank bank = random_bank(dice);
        INFO("seed " << seed);
        const Result<Bytes> bytes = write_texture_bank(bank);
        if (!bytes) {
            FAIL(describe(bytes.error()));
        }
        ++written;
        const Result<TextureBank> read = read_texture_bank(*bytes);
        REQUIRE(read);
        REQUIRE(*read == bank);
        REQUIRE(law_violation(*read, *bytes, write_texture_bank).empty());
    }
    CHECK(written == 400);
}

TEST_CASE("texture banks: random bytes after a record's header are rejected or kept", "[art]")
{
    for (std::uint32_t seed = 1; seed <= 400; ++seed) {
        Dice dice(seed);
        Bytes bytes = join({still("A01000", 2, 2), animated("A01001", 2, shared_rows()), end_marker});
        for (std::uint32_t i = 0; i < 1 + seed % 8; ++i) {
            bytes[dice.below(static_cast<std::uint32_t>(bytes.size()))] = dice.any<std::byte>();
        }
        bytes.resize(bytes.size() - (dice.one_in(4) ? dice.below(900) : 0));
        const Result<TextureBank> bank = read_texture_bank(bytes);
        INFO("seed " << seed);
        if (bank) {
            const std::string broken = law_violation(*bank, bytes, write_texture_bank);
            INFO(broken);
            REQUIRE(broken.empty());
            for (const Image& image : bank->images) {
                (void)decode_frames(image);
            }
        }
    }
}
