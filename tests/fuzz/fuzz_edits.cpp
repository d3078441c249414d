// Any edit list on the sample map: is rejected without changes, or gives a map that obeys both laws.
#include <cstdio>
#include <cstdlib>

#include "edit/patch/edits.hpp"
#include "rgm/map.hpp"
#include "support/laws.hpp"

namespace {

void require(bool holds, const char* what)
{
    if (!holds) {
        std::fprintf(stderr, "broken: %s\n", what);
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace redforge;
    static const Format& format = *edit::find_format("map");
    static const edit::Document sample(format, format.make_new(true));

    const auto edits = XmlDocument::parse(std::string(as_text(std::as_bytes(std::span(data, size)))), "edits");
    if (!edits) {
        require(!edits.error().message.empty(), "an error has a message");
        return 0;
    }
    edit::Document document = sample;
    const auto changes = edit::apply(document, *edits);
    if (!changes) {
        require(!changes.error().message.empty(), "an error has a message");
        require(!document.difference(sample), "rejected edits change nothing");
        return 0;
    }
    const Result<Bytes> bytes = document.write();
    if (!bytes) {
        require(!bytes.error().message.empty(), "an error has a message");
        return 0;
    }
    const std::string breach = test::law_1_violation(*bytes);
    require(breach.empty(), breach.c_str());
    return 0;
}
