// Messages about damaged definitions of records, and the content of those that can be read.
//
// Damage is random with fixed seeds. The pages in tests/tes/damaged are approved texts (support/approved.hpp).
#include <catch2/catch.hpp>

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/approved.hpp"
#include "support/damaged_words.hpp"
#include "support/outcome.hpp"
#include "support/page_text.hpp"
#include "tes/definition/definition_texts.hpp"
#include "tes/definition/definitions.hpp"

namespace {

using namespace redforge;
using namespace redforge::test;

std::string presence_words(const DataPresence& presence)
{
    std::string words = presence.may_be_missing ? " may be missing" : "";
    for (const std::vector<DataCondition>& all : presence.only) {
        words += &all == &presence.only.front() ? "" : " or";
        for (const DataCondition& only : all) {
            words += fmt::format(" {}{} field {} in {}", only.is_not ? "not " : "", only.is_mask ? "a bit of" : "",
                                 only.field, fmt::join(only.numbers, ","));
        }
    }
    return words;
}

/// Lists the fields of a type and their layout, then the item types of its lists.
void add_type(std::vector<std::string>& lines, const std::string& name, const DataType& type)
{
    const FieldTable& table = type.type().tables.front();
    for (const DataStep& step : type.steps()) {
        std::string line = name + ".";
        if (step.is_child) {
            const ChildEntry& child = table.children[step.place];
            line += fmt::format("{} \"{}\" {}", child.name, child.label(), child.doc());
        } else {
            const FieldEntry& field = table.fields[step.place];
            std::string names;
            for (const EnumName& each : field.info.enum_names) {
                names += fmt::format(" {}={}", each.name, each.value);
            }
            line += fmt::format("{} \"{}\" {} {} {} to {} as {}{}{} {} wire {} {}{}", field.name, field.info.label,
                                field.composite, field.info.unit, field.min, field.max,
                                static_cast<int>(field.info.notation), field.info.flags ? " flags" : "",
                                field.info.key ? " key" : "", field.info.doc, static_cast<int>(step.wire.kind),
                                step.wire.size, names);
        }
        line += fmt::format(" count {} {}{}", static_cast<int>(step.count.kind), step.count.number,
                            presence_words(step.presence));
        lines.push_back(line);
        if (step.item != nullptr) {
            add_type(lines, name + "." + table.children[step.place].name, *step.item);
        }
    }
}

std::vector<std::string> lines_of(const tes::Definitions& definitions)
{
    std::vector<std::string> lines;
    for (const ItemEntry& item : definitions.items()) {
        const tes::DefinedSubrecord& defined = *definitions.of(*item.type);
        std::string contexts;
        for (const tes::DefinedSubrecord::Context& context : defined.contexts) {
            contexts +=
                fmt::format(" {}{}({})", context.is_not ? "not " : "", context.tag, fmt::join(context.values, ","));
        }
        lines.push_back(fmt::format("{} {} \"{}\" {} behind {} letters {}", item.name, defined.tag, defined.label,
                                    contexts, fmt::join(defined.behind, ","), defined.letters));
        add_type(lines, item.name, defined.type);
    }
    return lines;
}

/// The lines that only one of two lists has.
std::string difference(std::vector<std::string> from, std::vector<std::string> to)
{
    std::ranges::sort(from);
    std::ranges::sort(to);
    std::vector<std::string> gone;
    std::vector<std::string> added;
    std::ranges::set_difference(from, to, std::back_inserter(gone));
    std::ranges::set_difference(to, from, std::back_inserter(added));
    return gone.empty() && added.empty() ? "the same"
                                         : fmt::format("-{} {}, +{} {}", gone.size(), gone.empty() ? "" : gone.front(),
                                                       added.size(), added.empty() ? "" : added.front());
}

void check_page(const std::string& name, std::string_view text, std::uint64_t seeds)
{
    const auto whole = need(tes::Definitions::parse(text, name));
    const std::vector<std::string> lines = lines_of(*whole);
    std::string page;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        Random random(seed);
        const auto read = tes::Definitions::parse(damaged_words(random, std::string(text)), name);
        page += short_line(read ? difference(lines, lines_of(**read)) : describe(read.error())) + "\n";
    }
    check_approved(std::filesystem::path(REDFORGE_SOURCE) / "tests/tes/damaged" / (name + ".txt"), page);
}

}  // namespace

TEST_CASE("definitions: damaged ones are rejected or read as the approved pages state", "[tes]")
{
    check_page("oblivion.def", tes::oblivion_definitions(), 300);
    check_page("skyrim.def", tes::skyrim_definitions(), 200);
}
