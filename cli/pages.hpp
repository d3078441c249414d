// Manual pages that belong to no verb: field paths, and edit lists.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace redforge::cli {

struct Page {
    std::string_view name;  ///< "paths", of redforge-paths(7)
    char section{};
    std::string_view text;  ///< roff, without its title
};

[[nodiscard]] std::span<const Page> pages();
[[nodiscard]] std::string page_text(const Page& page);

}  // namespace redforge::cli
