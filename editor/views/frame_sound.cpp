// Playing the voice or sound of the selected record, by the system's own player.
#include "editor/views/frame.hpp"

#include <filesystem>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <wx/filefn.h>
#include <wx/filename.h>
#include <wx/process.h>
#include <wx/utils.h>
#ifdef __WXMSW__
#include <wx/sound.h>
#endif

#include "core/files.hpp"
#include "editor/views/text.hpp"
#include "sound/wav.hpp"

namespace redforge::editor {
namespace {

namespace fs = std::filesystem;

/// The WAV of a record; null when it has none.
const SharedBytes* wav_of(const RecordHandle& record)
{
    for (const ChildEntry& child : record.table().children) {
        if (child.kind == ChildEntry::Kind::byte_range && child.blob.extension == ".wav" &&
            record.byte_range(child).size() > 0) {
            return &record.byte_range(child);
        }
    }
    return nullptr;
}

#ifndef __WXMSW__

/// Players of the usual sound servers and of ALSA, by their commands.
const std::vector<std::vector<const char*>>& players()
{
    static const std::vector<std::vector<const char*>> known{{"pw-play"},
                                                             {"paplay"},
                                                             {"aplay", "-q"},
                                                             {"play", "-q", "-t", "wav"}};
    return known;
}

/// A player that runs, or ran: its number is 0 when it has ended.
class Playing : public wxProcess {
public:
    explicit Playing(std::shared_ptr<long> number) : number_(std::move(number)) {}
    void OnTerminate(int /*pid*/, int /*status*/) override
    {
        *number_ = 0;
        delete this;  // NOLINT(*owning-memory*): as wx asks of a process that handles its own end
    }

private:
    std::shared_ptr<long> number_;
};

bool is_program(const char* name)
{
    wxPathList path;
    path.AddEnvList("PATH");
    return !path.FindAbsoluteValidPath(name).empty();
}

/// Starts the first player that is there. False: there is none.
bool play_file(const fs::path& file, std::shared_ptr<long>& running)
{
    const std::string name = file.string();
    for (std::vector<const char*> words : players()) {
        if (!is_program(words.front())) {
            continue;
        }
        words.push_back(name.c_str());
        words.push_back(nullptr);
        running = std::make_shared<long>(0);
        auto* const process = new Playing(running);  // NOLINT(*owning-memory*): it deletes itself
        *running = wxExecute(words.data(), wxEXEC_ASYNC, process);
        if (*running != 0) {
            return true;
        }
        delete process;  // NOLINT(*owning-memory*)
    }
    return false;
}

#endif

}  // namespace

std::optional<NodeRef> MainFrame::sound_record() const
{
    if (!session_ || session_->selection().size() != 1) {
        return std::nullopt;
    }
    const NodeRef& ref = session_->selection().front();
    const std::optional<NodeInfo> info = session_->find(ref);
    return info && info->is_record() && wav_of(info->record) != nullptr ? std::optional(ref) : std::nullopt;
}

void MainFrame::play_sound()
{
    const std::optional<NodeRef> ref = sound_record();
    if (!ref || !commit()) {
        return;
    }
    play_wav(*wav_of(session_->find(*ref)->record));
}

void MainFrame::play_game_sound(std::uint32_t number)
{
    const scene::GameFolder* const game = game_files();
    const Result<SharedBytes> wav = wav_of_sound(game == nullptr ? fs::path{} : game->root, number);
    if (!wav) {
        report("Play Sound", wav.error());
        return;
    }
    play_wav(*wav);
}

void MainFrame::play_wav(const SharedBytes& wav)
{
    forget_sound();
    sound_file_ = to_path(wxFileName::CreateTempFileName("redforge"));
    if (sound_file_.empty()) {
        report("Play Sound", {.code = ErrorCode::io,
                              .message = "cannot make a temporary file",
                              .hint = "is there room in the folder for temporary files?"});
        return;
    }
    const Result<Written> written = write_file(sound_file_, wav.joined(), {.overwrite = Overwrite::allow});
    if (!written) {
        forget_sound();
        report("Play Sound", written.error());
        return;
    }
#ifdef __WXMSW__
    const bool plays = wxSound::Play(to_wx(sound_file_.string()), wxSOUND_ASYNC);
#else
    const bool plays = play_file(sound_file_, player_);
#endif
    say(plays ? fmt::format("Playing {}", sound::wav_words(wav.first(64), wav.size()))
              : "No player for sounds was found: install pipewire-bin, pulseaudio-utils, alsa-utils or sox");
}

void MainFrame::forget_sound()
{
#ifdef __WXMSW__
    wxSound::Stop();
#else
    if (player_ && *player_ != 0) {
        wxKill(*player_, wxSIGTERM);
    }
#endif
    std::error_code ignored;
    if (!sound_file_.empty()) {
        fs::remove(sound_file_, ignored);
        sound_file_.clear();
    }
}

}  // namespace redforge::editor
