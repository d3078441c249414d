// Reads the masters of an open plugin in a separate thread, so that checks in the window do not wait for the disk.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tes/form/data_folder.hpp"

namespace redforge::editor {

class Session;

/// Reads the masters of one plugin at a time; another plugin replaces one that waits. All calls must come from one
/// thread.
class MasterLoader {
public:
    /// `notify` is called in the other thread when the masters of a plugin are read. It must not call this object.
    explicit MasterLoader(std::function<void()> notify) : notify_(std::move(notify)) {}
    MasterLoader(const MasterLoader&) = delete;
    MasterLoader& operator=(const MasterLoader&) = delete;
    /// Waits until the master that is being read is complete.
    ~MasterLoader();

    /// Returns the data folder of a plugin if its masters and the list of archived files are in memory, so that checks
    /// do not wait for the disk. Otherwise starts to read them and returns null. Returns null for other documents, and
    /// for large plugins, which the window does not check.
    [[nodiscard]] const tes::DataFolder* find(const Session& session);
    /// Returns true if nothing is being read.
    [[nodiscard]] bool idle() const;

private:
    struct Request {
        std::function<const tes::DataFolder*()> find_data;  ///< keeps `data` alive
        const tes::DataFolder* data{};
        std::vector<std::string> masters;
        std::filesystem::path folder;  ///< of the plugin

        friend bool operator==(const Request& a, const Request& b)
        {
            return a.data == b.data && a.masters == b.masters && a.folder == b.folder;
        }
    };
    void read(const Request& request) const;
    void work();

    std::function<void()> notify_;
    mutable std::mutex access_;  ///< protects the next five members
    std::condition_variable wake_;
    bool end_{};
    std::optional<Request> waiting_;
    std::optional<Request> present_;  ///< being read
    std::optional<Request> done_;     ///< the last completed request
    std::jthread thread_;             ///< last member, because the thread uses the others
};

}  // namespace redforge::editor
