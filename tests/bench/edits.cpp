// Lists of many edits: the cost of each must not grow with their number.
#include <fmt/format.h>

#include "bench/documents.hpp"
#include "bench/measure.hpp"
#include "edit/patch/edits.hpp"

namespace redforge::bench {
namespace {

/// Returns a list of `count` edits of one kind for the map town(8), which has about half a megabyte.
std::string edits_of(std::string_view edit, std::size_t count)
{
    std::string text = "<edits>";
    for (std::size_t i = 0; i < count; ++i) {
        text += edit;
    }
    return text + "</edits>";
}

double seconds_of(const std::string& text)
{
    const Result<XmlDocument> edits = XmlDocument::parse(text, "edits.xml");
    const Format& format = *edit::find_format(rgm::Map::root);
    const auto map = std::make_shared<rgm::Map>(town(8));
    return median_seconds(1, {[&] {
                              edit::Document document = edit::Document(format, map);
                              document = edit::Document(document);  // do not change the map for the next round
                              keep(edit::apply(document, edits.value(), {}).value());
                          }})[0];
}

}  // namespace

void measure_edits(Figures& figures)
{
    struct Kind {
        std::string_view name;
        std::string_view edit;
    };
    constexpr std::size_t few = 1000;
    constexpr std::size_t many = 8 * few;
    for (const Kind& kind : {Kind{"duplicate", "<duplicate path=\"objects[0]\"/>"},
                             Kind{"add at the front", "<add path=\"objects\" at=\"0\"><object/></add>"},
                             Kind{"a query an edit", "<set path=\"objects[id>=0].intensity\" value=\"1\"/>"}}) {
        const double first = seconds_of(edits_of(kind.edit, few));
        const double all = seconds_of(edits_of(kind.edit, many));
        figures.push_back(at_most(fmt::format("{} edits, {}: {:.1f} ms", many, kind.name, all * 1e3),
                                  all / first * few / many, 2, "x per edit"));
    }
}

}  // namespace redforge::bench
