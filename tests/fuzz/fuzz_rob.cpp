// Fuzz target: any bytes as a ROB file, split into parts and built again.
#include <map>
#include <numeric>
#include <span>

#include "edit/archive/archive_parts.hpp"
#include "model/rob.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const auto rob = fuzz::check_two_laws<model::Rob, model::is_rob, model::read_rob, model::write_rob>(
        std::as_bytes(std::span(data, size)));
    if (!rob) {
        return 0;
    }
    std::vector<std::size_t> places(rob->segments.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    auto parts = edit::take_models(*rob, places);
    fuzz::require(parts.has_value());
    std::map<std::string, Bytes> files;
    for (edit::ArchivePart& part : *parts) {
        fuzz::require(files.emplace(part.file_name, std::move(part.bytes)).second);
    }
    std::vector<std::string> used;
    const auto read = [&](const std::string& name) -> Result<Bytes> { return files.at(name); };
    const auto again = edit::read_listing(edit::write_listing(*rob), "archive.xml", read, used);
    fuzz::require(again && *again == *rob && used.size() == files.size());
    return 0;
}
