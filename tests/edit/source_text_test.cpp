// Labels of a source that have names of a person's own: told from ours, given back, and followed through an edit.
#include <catch2/catch.hpp>

#include "edit/source_text.hpp"

using namespace redforge::edit;

namespace {

constexpr std::string_view plain = "actor A\n{\n  #00:\n    goto #0A\n  #0A:\n    goto #00\n}\n";
constexpr std::string_view own = "actor A\n{\n  #top:\n    goto #open\n  #open:\n    goto #top\n}\n";

}  // namespace

TEST_CASE("labels with names of their own are told from ours", "[edit]")
{
    CHECK(own_labels(own, plain) == LabelNames{{"#00", "#top"}, {"#0A", "#open"}});
    CHECK(own_labels(plain, plain).empty());
    CHECK(own_labels("actor A\n{\n  #top:\n    goto #0A\n  #0A:\n    goto #top\n}\n", plain) ==
          LabelNames{{"#00", "#top"}, {"#0A", "#0A"}});
    // Another number of labels, one name for two places, or a place that leads elsewhere are another source.
    const auto of = [](std::string_view statements) { return "actor A\n{\n" + std::string(statements) + "}\n"; };
    CHECK(own_labels(of("  #top:\n    goto #open\n"), plain).empty());
    CHECK(own_labels(of("  #a:\n    goto #a\n  #b:\n    goto #b\n"), plain).empty());
    CHECK(own_labels(of("    goto #a\n  #a:\n"), of("  #00:\n    goto #00\n")).empty());
    CHECK(own_labels(of("  #a:\n    goto #a\n"), of("  #00:\n    goto #00\n")) == LabelNames{{"#00", "#a"}});
}

TEST_CASE("labels are given their own names back, whatever else the text says", "[edit]")
{
    CHECK(with_labels(plain, {{"#00", "#top"}, {"#0A", "#open"}}) == own);
    CHECK(with_labels(plain, {{"#0A", "#00"}, {"#00", "#0A"}}) ==
          "actor A\n{\n  #0A:\n    goto #00\n  #00:\n    goto #0A\n}\n");
    CHECK(with_labels(plain, {}) == plain);
}

TEST_CASE("labels keep their names where a statement before them moves them on", "[edit]")
{
    const std::string_view after = "actor A\n{\n  #00:\n    goto #0F\n    endint\n  #0F:\n    goto #00\n}\n";
    const LabelNames names{{"#00", "#top"}, {"#0A", "#open"}};
    CHECK(followed_labels(names, plain, after) ==
          LabelNames{{"#00", "#top"}, {"#0F", "#open"}, {"#0F", "#open"}, {"#00", "#top"}});
    CHECK(with_labels(after, followed_labels(names, plain, after)) ==
          "actor A\n{\n  #top:\n    goto #open\n    endint\n  #open:\n    goto #top\n}\n");
    CHECK(followed_labels({{"#0A", "#open"}}, plain, plain) == LabelNames{{"#0A", "#open"}, {"#0A", "#open"}});
    CHECK(followed_labels({}, plain, after).empty());
}
