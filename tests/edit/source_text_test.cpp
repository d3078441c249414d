// Names of labels from the user's source: found, restored, and kept through an edit.
#include <catch2/catch.hpp>

#include "edit/patch/source_text.hpp"

using namespace redforge::edit;

namespace {

constexpr std::string_view plain = "actor A\n{\n  #00:\n    goto #0A\n  #0A:\n    goto #00\n}\n";
constexpr std::string_view own = "actor A\n{\n  #top:\n    goto #open\n  #open:\n    goto #top\n}\n";

}  // namespace

TEST_CASE("source text: distinguishes named labels from generated ones", "[edit]")
{
    CHECK(own_labels(own, plain) == LabelNames{{"#00", "#top"}, {"#0A", "#open"}});
    CHECK(own_labels(plain, plain).empty());
    CHECK(own_labels("actor A\n{\n  #top:\n    goto #0A\n  #0A:\n    goto #top\n}\n", plain) ==
          LabelNames{{"#00", "#top"}, {"#0A", "#0A"}});
    // A different number of labels, one name for two labels, or another target make another source.
    const auto of = [](std::string_view statements) { return "actor A\n{\n" + std::string(statements) + "}\n"; };
    CHECK(own_labels(of("  #top:\n    goto #open\n"), plain).empty());
    CHECK(own_labels(of("  #a:\n    goto #a\n  #b:\n    goto #b\n"), plain).empty());
    CHECK(own_labels(of("    goto #a\n  #a:\n"), of("  #00:\n    goto #00\n")).empty());
    CHECK(own_labels(of("  #a:\n    goto #a\n"), of("  #00:\n    goto #00\n")) == LabelNames{{"#00", "#a"}});
}

TEST_CASE("source text: labels keep their names for any text", "[edit]")
{
    CHECK(with_labels(plain, {{"#00", "#top"}, {"#0A", "#open"}}) == own);
    CHECK(with_labels(plain, {{"#0A", "#00"}, {"#00", "#0A"}}) ==
          "actor A\n{\n  #0A:\n    goto #00\n  #00:\n    goto #0A\n}\n");
    CHECK(with_labels(plain, {}) == plain);
}

TEST_CASE("source text: labels keep their names when statements before them move", "[edit]")
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

TEST_CASE("source text: conflicts have three lines of context, shown once", "[edit]")
{
    const auto shown = [](std::string_view before, std::string_view between, std::string_view behind) {
        std::vector<std::string> lines;
        const auto add = [&lines](std::string_view letters) {
            for (const char c : letters) {
                lines.emplace_back(1, c);
            }
        };
        const auto conflict = [&lines] {
            for (const char* line : {"<<<<<<< ours", "X", "=======", "Y", ">>>>>>> theirs"}) {
                lines.emplace_back(line);
            }
        };
        add(before);
        conflict();
        add(between);
        if (!between.empty()) {
            conflict();
        }
        add(behind);
        std::string text;
        std::string all = shown_conflicts(lines);
        for (std::size_t at = 0; at < all.size(); at = all.find('\n', at) + 1) {
            text += all[at];
        }
        return text;
    };
    CHECK(shown("abcde", "", "fghij") == "cde<X=Y>fgh");
    CHECK(shown("a", "", "") == "a<X=Y>");
    CHECK(shown("", "", "fg") == "<X=Y>fg");
    CHECK(shown("abcd", "klm", "f") == "bcd<X=Y>klm<X=Y>f");
    CHECK(shown("abcd", "klmno", "f") == "bcd<X=Y>klmno<X=Y>f");
    CHECK(shown("abcd", "klmnopqr", "f") == "bcd<X=Y>klmpqr<X=Y>f");
    CHECK(shown_conflicts({"a", ">>>>>>> theirs", "b"}).empty());
    CHECK(shown_conflicts({"<<<<<<< ours", "b"}).empty());
}
