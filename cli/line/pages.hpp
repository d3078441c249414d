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
/// Returns the page as roff, with its title.
[[nodiscard]] std::string page_text(const Page& page);
/// Returns the page as plain text, for `redforge help NAME`.
[[nodiscard]] std::string page_help(const Page& page);
/// Returns null if there is no page of this name.
[[nodiscard]] const Page* find_page(std::string_view name);

}  // namespace redforge::cli
