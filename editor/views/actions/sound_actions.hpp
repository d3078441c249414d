// Sounds and voices: those of the game, playing one by the system's own player, and exporting it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/bytes/shared_bytes.hpp"
#include "editor/model/rows/browser_items.hpp"
#include "editor/views/frame/window_part.hpp"

namespace redforge::editor {

class SoundActions : public WindowPart {
public:
    using WindowPart::WindowPart;
    SoundActions(const SoundActions&) = delete;
    SoundActions& operator=(const SoundActions&) = delete;
    ~SoundActions() override { stop_sound(); }

    void play_sound();
    [[nodiscard]] bool can_play() const { return sound_record().has_value(); }

    /// Replaces the voice of the selected record with a WAV file.
    void replace_sound();
    [[nodiscard]] bool can_replace() const { return sound_place().has_value(); }

    void play_wav(const SharedBytes& wav);
    /// Plays a sound of MAIN.SFX.
    void play_game_sound(std::uint32_t number);
    void export_sound(const BrowserItem& item);
    /// Returns the sounds of MAIN.SFX. Without a game, there are none.
    [[nodiscard]] std::span<const GameSound> game_sounds();
    [[nodiscard]] std::span<const GameVoice> game_voices();
    /// Returns null if the item is not a voice.
    const GameVoice* voice_of(const BrowserItem& item);
    /// Clears the cached sounds and voices, because files can have changed.
    void clear_game_sounds();

private:
    /// Returns the selected record, if it is the only one and can have a sound.
    [[nodiscard]] std::optional<NodeRef> sound_place() const;
    /// Returns the selected record, if it is the only one and has a sound.
    [[nodiscard]] std::optional<NodeRef> sound_record() const;
    /// Stops the playing sound and removes its temporary file.
    void stop_sound();

    std::filesystem::path sounds_folder_;  ///< game folder of sounds_
    std::vector<GameSound> sounds_;
    std::filesystem::path voices_folder_;  ///< game folder of voices_
    std::vector<GameVoice> voices_;
    std::filesystem::path sound_file_{};  ///< temporary file of the sound that plays
    std::shared_ptr<long> player_{};      ///< id of the player process; 0 after it has ended
};

}  // namespace redforge::editor
