// The thread that reads masters.
#include "editor/model/session/master_loader.hpp"

#include <system_error>
#include <utility>

#include "edit/plugin/master_lists.hpp"
#include "editor/model/session/session.hpp"
#include "tes/archive/game_files.hpp"
#include "tes/plugin/plugin_queries.hpp"

namespace redforge::editor {

MasterLoader::~MasterLoader()
{
    {
        const std::lock_guard alone(access_);
        end_ = true;
        waiting_.reset();
    }
    wake_.notify_all();
}

const tes::DataFolder* MasterLoader::find(const Session& session)
{
    const tes::Plugin* const plugin = edit::plugin_of(session.root());
    if (plugin == nullptr || tes::is_large(*plugin) || session.data() == nullptr) {
        return nullptr;
    }
    std::error_code ignored;
    Request wanted{.find_data = session.context().services.finder<tes::DataFolder>(),
                   .data = session.data(),
                   .masters = edit::plugins_named_by(session.root()),
                   .folder = std::filesystem::absolute(session.path(), ignored).parent_path()};
    {
        const std::lock_guard alone(access_);
        if (done_ == wanted) {
            return wanted.data;
        }
        if (present_ == wanted) {
            waiting_.reset();
            return nullptr;
        }
        waiting_ = wanted;
    }
    if (!thread_.joinable()) {
        try {
            thread_ = std::jthread([this] { work(); });
        } catch (const std::system_error&) {  // no thread can start
            read(wanted);
            const std::lock_guard alone(access_);
            waiting_.reset();
            done_ = std::move(wanted);
            return done_->data;
        }
    }
    wake_.notify_all();
    return nullptr;
}

bool MasterLoader::idle() const
{
    const std::lock_guard alone(access_);
    return !waiting_ && !present_;
}

/// Reads the data that checks use: the positions of all records of the masters, and the names of archived files.
void MasterLoader::read(const Request& request) const
{
    bool has_master = false;
    for (const std::string& name : request.masters) {
        {
            const std::lock_guard alone(access_);
            if (end_) {
                return;
            }
        }
        if (const tes::MasterFile* const master = request.data->master(name)) {
            static_cast<void>(master->form({}));
            has_master = true;
        }
    }
    if (has_master) {
        static_cast<void>(request.data->game_files(request.folder));
    }
}

void MasterLoader::work()
{
    for (;;) {
        {
            std::unique_lock alone(access_);
            wake_.wait(alone, [this] { return end_ || waiting_; });
            if (end_) {
                return;
            }
            present_ = std::exchange(waiting_, std::nullopt);
        }
        read(*present_);
        {
            const std::lock_guard alone(access_);
            done_ = std::exchange(present_, std::nullopt);
        }
        notify_();
    }
}

}  // namespace redforge::editor
