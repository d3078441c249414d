// Findings in randomly changed samples, and the changes of their fixes.
//
// Changes are random with fixed seeds. The pages in tests/check/problems are approved texts (support/approved.hpp).
#include <catch2/catch.hpp>

#include <map>

#include <fmt/format.h>

#include "check/check.hpp"
#include "edit/change_lines.hpp"
#include "edit/random_edits.hpp"
#include "soup/sample_names.hpp"
#include "support/approved.hpp"
#include "support/page_text.hpp"
#include "support/sample_file.hpp"
#include "support/source_folder.hpp"

namespace {

using namespace redforge;
using namespace redforge::test;
using edit::Document;

/// Returns the changes of a finding's fix. Requires that the check no longer reports the finding.
std::vector<std::string> fixing_of(const Document& document, const check::Finding& finding,
                                   const check::CheckContext& around)
{
    Document fixed = document;
    edit::Recorder recorder(fixed);
    if (const Status status = check::fix(recorder, std::span(&finding, 1)); !status) {
        return {describe(status.error())};
    }
    const std::string place = finding.path(document.root());
    for (const check::Finding& left : check::run(fixed, around, {.only = {std::string(finding.check->id)}})) {
        INFO(place << ": " << finding.message);
        CHECK_FALSE(
            (left.message == finding.message && left.path(fixed.root()) == place && left.member == finding.member));
    }
    return change_lines_between(document, fixed);
}

std::string problems_page(const Document& from, const check::CheckContext& around, std::uint64_t seeds)
{
    std::string page;
    std::map<std::string_view, int> fixes;  // number of fixes of each check
    for (std::uint64_t seed = 0; seed <= seeds; ++seed) {
        Document document = from;
        for (std::uint64_t change = 0; seed > 0 && change <= seed % 7; ++change) {
            Random random(7 * seed + change);  // a new field affects only changes of its type of record
            change_document(random, document.root(), 1);
        }
        page += fmt::format("seed {}\n", seed);
        for (const check::Finding& finding : check::run(document, around)) {
            page += fmt::format("{} {} {} {} [{}]\n", check::severity_name(finding.check->severity),
                                short_line(finding.path(document.root())), finding.member, short_line(finding.message),
                                finding.check->id);
            if (finding.fix && ++fixes[finding.check->id] <= 8) {
                page += lines_of(finding.reorders ? "fixed, with another order" : "fixed",
                                 fixing_of(document, finding, around));
            }
        }
    }
    return page;
}

}  // namespace

TEST_CASE("check: findings and fixes of changed samples match the approved pages", "[check]")
{
    const soup::Names names = game_names();
    for (const Format& format : edit::formats()) {
        if (format.make_new == nullptr) {
            continue;
        }
        const Document sample = sample_document(format.root());
        for (const bool with_names : {false, true}) {
            if (with_names && format.root() != "map") {
                continue;
            }
            check::CheckContext around;
            if (with_names) {
                around.services.set(&names);
            }
            check_approved(source_folder() / "tests/check/problems" /
                               fmt::format("{}{}.txt", format.root(), with_names ? "-names" : ""),
                           problems_page(sample, around, 40));
        }
    }
}
