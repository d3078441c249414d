// Script help: unknown parameters of functions, foldable blocks, and positions inside texts.
#include <catch2/catch.hpp>

#include "script/script_help.hpp"
#include "script/script_text.hpp"

using namespace redforge;
using namespace redforge::script;

namespace {

soup::Names names()
{
    soup::Names names;
    names.declare_function(1, {"Foo", soup::CallKind::task, 3, true});
    names.declare_function(2, {"Bar", soup::CallKind::multitask, 0, true});
    names.declare_flag(0, "Won");
    names.items = {{8, "rusty key"}};
    return names;
}

std::optional<CallTip> tip(const soup::Names& known, const std::string& text)
{
    return call_tip_at(ScriptText(text, ScriptLanguage::soup, &known), text.size());
}

}  // namespace

TEST_CASE("script help: parameters of an unknown function are numbered from 1", "[script]")
{
    const soup::Names known = names();
    REQUIRE(tip(known, "actor A { Foo(1, "));
    CHECK(tip(known, "actor A { Foo(1, ")->text == "task Foo(value 1, value 2, value 3)");
    CHECK(tip(known, "actor A { Foo(1, ")->argument == TextRange{18, 25});
    CHECK(tip(known, "actor A { Foo(")->argument == TextRange{9, 16});
    CHECK(tip(known, "actor A { Foo(")->at == 13);
    CHECK(tip(known, "actor A { Foo(1, 2, 3, ")->argument == TextRange{});
    CHECK(tip(known, "actor A { Bar(")->text == "multitask Bar()");
    CHECK(tip(known, "actor A { Bar(")->argument == TextRange{});
    CHECK_FALSE(tip(known, "actor A { Foo(1) "));
    CHECK_FALSE(tip(known, "actor A { Foo(1 } "));
    CHECK_FALSE(tip(known, "actor A { (1, "));
    CHECK_FALSE(call_tip_at(ScriptText("actor A { Foo(", ScriptLanguage::soup, nullptr), 14));
}

TEST_CASE("script help: blocks fold at the words that open and close them", "[script]")
{
    const auto folds = [](const std::string& text, ScriptLanguage language) {
        std::string all;
        for (const FoldLine& line : ScriptText(text, language, nullptr).folds()) {
            all += std::to_string(line.depth) + (line.opens ? "+ " : " ");
        }
        return all;
    };
    CHECK(folds("scn A\nbegin GameMode\nif a\nelseif b\nelse\nset a to 1\nendif\nend\nend\nset b to 1",
                ScriptLanguage::source) == "0 0+ 1+ 2 2 2 2 1 0 0 ");
    CHECK(folds("begin A\nwhile a\nloop\nend\nshort x", ScriptLanguage::source) == "0+ 1+ 2 1 0 ");
    CHECK(folds("", ScriptLanguage::source) == "0 ");
    CHECK(folds("actor A {\nif a = 1 {\nend }\n}\n", ScriptLanguage::soup) == "0+ 1+ 2 1 0 ");
    CHECK(folds("{\n}\n}\nx", ScriptLanguage::soup) == "0+ 1 0 0 ");
    CHECK(folds("actor A\n\n{\n  {\n  }\n}", ScriptLanguage::soup) == "0+ 1 1+ 2 2 1 ");
}

TEST_CASE("script help: bracketed names are offered only if a value can follow", "[script]")
{
    const soup::Names known = names();
    const auto words = [&](const std::string& text) {
        return completions_at(ScriptText(text, ScriptLanguage::soup, &known), text.size(), {}).words;
    };
    using Words = std::vector<std::string>;
    for (const std::string sign : {"(", ",", "=", "<", ">", "!=", "+", "-", "*", "/", "&", "|", "^"}) {
        CAPTURE(sign);
        CHECK(words("actor A { var1 " + sign + " <8: r") == Words{"8: rusty key>"});
    }
    CHECK(words("actor A { var1 <8: r") == Words{"return"});  // compared
    CHECK(words("<8: r") == Words{"return"});
    CHECK(words("actor A { var1 = <8>  W") == Words{"while", "Won"});
}
