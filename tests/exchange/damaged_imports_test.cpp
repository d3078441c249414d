// Import messages for damaged files of other programs: glTF with changed JSON values, OBJ with changed words.
//
// Damage is random with fixed seeds. The pages in tests/exchange/damaged are approved texts (support/approved.hpp).
#include <catch2/catch.hpp>

#include <array>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "art/colour.hpp"
#include "exchange/gltf/glb.hpp"
#include "exchange/gltf/gltf.hpp"
#include "exchange/import_line.hpp"
#include "exchange/obj/obj.hpp"
#include "support/approved.hpp"
#include "support/outcome.hpp"
#include "support/page_text.hpp"
#include "support/random.hpp"
#include "support/source_folder.hpp"

using namespace redforge;
using namespace redforge::exchange;
using nlohmann::json;
using redforge::test::Random;

namespace {

std::vector<std::filesystem::path> files_in(const char* folder)
{
    std::set<std::filesystem::path> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(redforge::test::source_folder() / "tests/fuzz/corpus" / folder)) {
        files.insert(entry.path());
    }
    return {files.begin(), files.end()};
}

void check_damaged(const std::string& name, const std::string& page)
{
    redforge::test::check_approved(redforge::test::source_folder() / "tests/exchange/damaged" / (name + ".txt"), page);
}

/// Replaces or removes one value of a document.
void damage(Random& random, json& document)
{
    const json flat = document.flatten();
    std::vector<std::string> places;
    for (const auto& [place, value] : flat.items()) {
        places.push_back(place);
    }
    json::json_pointer place(random.pick(places));
    for (std::size_t up = random.below(3); up > 0 && place.to_string().find('/', 1) != std::string::npos; --up) {
        place = place.parent_pointer();
    }
    json& value = document[place];
    switch (random.below(8)) {
    case 0: {
        json& parent = document[place.parent_pointer()];
        if (parent.is_object()) {
            parent.erase(place.back());
        } else {
            parent.erase(parent.begin());
        }
        break;
    }
    case 1: value = nullptr; break;
    case 2: value = json::array(); break;
    case 3: value = json::object(); break;
    case 4: value = "text"; break;
    case 5:
        if (value.is_array()) {
            value.push_back(value.empty() ? json(0) : value.front());
        } else {
            value = true;
        }
        break;
    default: {
        static const std::array<json, 8> numbers{0, 1, -1, 3, 1.5, 65536, 4294967295U, 1e30};
        value = random.pick(numbers);
    }
    }
}

std::string damaged(Random& random, const std::string& text)
{
    std::vector<std::string> lines = redforge::test::split_lines(text);
    std::erase(lines, "");
    const std::size_t at = random.below(lines.size());
    std::vector<std::string> words;
    std::istringstream of_line(lines[at]);
    for (std::string word; of_line >> word;) {
        words.push_back(word);
    }
    const std::size_t word = random.below(words.size());
    static constexpr std::array<const char*, 12> values{"0",   "1",  "-1",      "-9", "99", "1e30",
                                                        "nan", "1/", "1/1/1/1", "x",  "//", "#"};
    switch (random.below(6)) {
    case 0: lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at)); break;
    case 1: lines.push_back(lines[at]); break;
    case 2: words.erase(words.begin() + static_cast<std::ptrdiff_t>(word)); break;
    case 3: words.push_back(words[word]); break;
    default: words[word] = random.pick(values);
    }
    if (at < lines.size()) {
        lines[at] = fmt::format("{}", fmt::join(words, " "));
    }
    return fmt::format("{}\n", fmt::join(lines, "\n"));
}

}  // namespace

TEST_CASE("imports: damaged glTF is rejected or read as the approved pages state", "[exchange]")
{
    const ImportOptions options{.palette = art::grey_colours()};
    for (const std::filesystem::path& file : files_in("gltf")) {
        const Bytes bytes = redforge::test::need(redforge::read_file(file));
        const Glb glb = redforge::test::need(read_glb(bytes));
        redforge::test::ReportCounts reports;
        for (std::uint64_t seed = 0; seed < 80; ++seed) {
            Random random(seed);
            json document = glb.document;
            if (seed > 0) {
                damage(random, document);
            }
            reports.add(redforge::test::import_line(read_gltf(write_glb(document, glb.binary), options)));
        }
        check_damaged(file.stem().string(), reports.page("damaged values"));
    }
}

TEST_CASE("imports: damaged OBJ is rejected or read as the approved page states", "[exchange]")
{
    const ImportOptions options{.palette = art::grey_colours()};
    std::string page;
    for (const std::filesystem::path& file : files_in("obj")) {
        const std::string whole = redforge::test::text_of_file(file);
        redforge::test::ReportCounts reports;
        for (std::uint64_t seed = 0; seed < 80; ++seed) {
            Random random(seed);
            const std::string text = seed == 0 ? whole : damaged(random, whole);
            // The text also serves as its .mtl.
            const auto beside = [&](const std::string&) -> Result<Bytes> {
                const ByteView view = as_bytes(text);
                return Bytes(view.begin(), view.end());
            };
            reports.add(redforge::test::import_line(read_obj(text, options, beside)));
        }
        page += reports.page(file.stem().string());
    }
    check_damaged("obj", page);
}
