// The sounds of a game (MAIN.SFX) and the voices of its dialogue (ENGLISH.RTX) to choose from: how long each is, its shape, and
// how often a map plays it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/shared_bytes.hpp"
#include "rgm/map.hpp"
#include "soup/names.hpp"

namespace redforge::editor {

struct GameSound {
    std::uint32_t number{};  ///< that maps and scripts name it by
    double seconds{};
    std::vector<std::uint8_t> shape;  ///< how loud it is from its begin to its end, 0 to 255

    friend bool operator==(const GameSound&, const GameSound&) = default;
};

/// A voice of the dialogue. Its bytes are a view of the mapped file, which has 185 MB.
struct GameVoice {
    std::string label;  ///< four characters
    SharedBytes wav;
};

/// Those of the game in a folder; none where it has no such file. Errors: those of reading the file.
[[nodiscard]] Result<std::vector<GameSound>> sounds_of(const std::filesystem::path& game);
/// One of them as a WAV file. Errors: those of reading the file; not_found.
[[nodiscard]] Result<SharedBytes> wav_of_sound(const std::filesystem::path& game, std::uint32_t number);

/// The voices of ENGLISH.RTX in a game's folder, in the order of the file, without texts that are not spoken; none where it has no
/// such file. Errors: those of reading the file.
[[nodiscard]] Result<std::vector<GameVoice>> voices_of(const std::filesystem::path& game);
/// How long a WAV is, and its shape; neither of bytes that are none.
[[nodiscard]] GameSound sound_in(const SharedBytes& wav);

/// How many animation commands and numbers in scripts of a map play each sound. Without names scripts do not tell.
[[nodiscard]] std::map<std::uint32_t, std::size_t> sound_uses(const rgm::Map& map, const soup::Names* names);
/// The same for the numbers that labels of dialogue are in scripts (soup::number_of_label).
[[nodiscard]] std::map<std::uint32_t, std::size_t> dialogue_uses(const rgm::Map& map, const soup::Names* names);

}  // namespace redforge::editor
