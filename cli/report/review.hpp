// A page that shows the differences of files in a browser: changes by record, plans and pictures of maps, images and
// voices.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/line/verb.hpp"
#include "edit/document/document.hpp"
#include "edit/operation/changes.hpp"

namespace redforge::cli {

/// Collects the differences of files, and makes one HTML page of them. The page contains everything that it shows, and
/// needs no network.
class ReviewPage {
public:
    /// `arguments`: for the game's folder, from which pictures of maps and colours of images come.
    ReviewPage(const Arguments& arguments, std::string title);

    /// Adds a file that only one side has.
    void add_whole(const std::string& name, bool is_new);
    /// Adds a file that differs and has no known format.
    void add_bytes(const std::string& name);
    /// Adds a file that differs. `path`: the later file.
    void add(const std::string& name, const std::string& path, const edit::Loaded& from, const edit::Loaded& to,
             const std::vector<edit::RecordChange>& changes);

    /// Returns the page.
    [[nodiscard]] std::string html() const;
    /// Returns a line for each file: "ISLAND.RGM: 2 changed, 1 added".
    [[nodiscard]] std::string summary() const;

private:
    const Arguments& arguments_;
    nlohmann::json data_;
};

}  // namespace redforge::cli
