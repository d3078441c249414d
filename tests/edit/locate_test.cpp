// The description of each byte of a file, as in messages of verify.
//
// The pages in tests/edit/places are approved texts (support/approved.hpp).
#include <catch2/catch.hpp>

#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "edit/document/document.hpp"
#include "support/approved.hpp"
#include "support/page_text.hpp"
#include "support/sample_file.hpp"
#include "support/source_folder.hpp"

using namespace redforge;
using namespace redforge::test;

TEST_CASE("locate: descriptions of each byte of a map and a save match the approved pages", "[edit]")
{
    for (const Format& format : edit::formats()) {
        if (format.locate == nullptr) {
            continue;
        }
        const Bytes bytes = sample_file(format.root());
        std::string page;
        std::string present;
        for (std::size_t i = 0; i <= bytes.size(); ++i) {  // including the end, where bytes may be missing
            std::string place = format.locate(bytes, i);
            if (i == 0 || place != present) {
                page += fmt::format("{} {}\n", i, short_line(place));
                present = std::move(place);
            }
        }
        check_approved(source_folder() / "tests/edit/places" / (std::string(format.root()) + ".txt"), page);
    }
}
