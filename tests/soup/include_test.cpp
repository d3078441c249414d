// Shared names of several sources: included, moved out of sources, and never lost.
#include <catch2/catch.hpp>

#include <map>

#include "soup/assemble/assemble.hpp"
#include "soup/assemble/format.hpp"
#include "soup/assemble/include.hpp"
#include "soup/disassemble/disassemble.hpp"

using namespace redforge;
using namespace redforge::soup;

namespace {

ReadBeside files(std::map<std::string, std::string> texts)
{
    return [texts = std::move(texts)](const std::string& name) -> Result<std::string> {
        const auto found = texts.find(name);
        return found == texts.end() ? Result<std::string>(fail({.message = "no such file"})) : found->second;
    };
}

std::string whole(std::string_view source, const ReadBeside& read)
{
    const Result<std::string> text = with_includes(source, "a.soup", read);
    return text ? *text : describe(text.error());
}

}  // namespace

TEST_CASE("include: the included file, without comments, replaces the include line")
{
    const ReadBeside read = files({{"n.inc", "names // all\n{\n    flag 1 = Won // the end\n}\n"}});
    CHECK(whole("actor A { Won = 1 end }\ninclude \"n.inc\" // names\n// last\n", read) ==
          "actor A { Won = 1 end }\nnames { flag 1 = Won } \n// last\n");
    CHECK(whole("  Include\t\"n.inc\"\r\nactor A { }", read) == "names { flag 1 = Won } \nactor A { }");
    CHECK(has_includes("actor A { }\ninclude \"x\""));
    CHECK_FALSE(has_includes("actor A { RTX(\"include\") }\n// include \"x\""));
    CHECK(whole("actor A { }\ninclude \"m.inc\"", read) == "a.soup:2:1: cannot include \"m.inc\": no such file; put "
                                                           "the file next to the source; it can contain only blocks of "
                                                           "names");
    CHECK(whole("actor A { }\ninclude \"../n.inc\"", read) ==
          "a.soup:2:1: cannot include \"../n.inc\": no file next to "
          "the source; put the file next to the source; it can "
          "contain only blocks of names");
    CHECK(whole("actor A { }\ninclude \"cr.inc\"\nend", files({{"cr.inc", "names\r{\r    flag 1 = Won\r}"}})) ==
          "actor A { }\nnames {     flag 1 = Won } \nend");
}

TEST_CASE("include: assembles like one source; formatting keeps the include")
{
    const std::string source = "actor A\n{\n    Won = 1\n    end\n}\n\ninclude \"n.inc\"\n";
    const std::string text = whole(source, files({{"n.inc", "names\n{\n    flag 1 = Won\n}\n"}}));
    CHECK(assemble(text, "a.soup").script.value() == assemble("actor A { flag_1 = 1 end }", "a.soup").script.value());
    CHECK(format(source, "a.soup").text == source);
    CHECK(
        describe(first_error(assemble(source, "a.soup"))).starts_with("a.soup:3:5: no variable or flag is called Won"));
    CHECK(describe(first_error(assemble("actor A { end } include \"n.inc\"", "a.soup"))) ==
          "a.soup:1:25: \"n.inc\" is not known here; an included file must be next to the source in a folder");
}

TEST_CASE("include: names are shared if all sources agree on their meaning")
{
    const std::vector<std::string> sources{
        "actor A\n{\n    end\n}\n\nnames\n{\n    task 2 = Wait(1)\n    flag 9 = Won\n    flag 3 = Door\n}\n",
        "actor B\n{\n    end\n}\n\nnames\n{\n    task 2 = Wait(1)\n    flag 4 = Door\n    variable 1 = gold\n"
        "    constant 9 = price\n}\n",
        "actor C\n{\n    end\n}\n"};
    const SharedNames shared = share_names(sources);
    CHECK(shared.names == "names\n{\n    task 2 = Wait(1)\n    flag 9 = Won\n    constant 9 = price\n}\n");
    REQUIRE(shared.sources.size() == 3);
    CHECK(shared.sources[0] == "actor A\n{\n    end\n}\n\nnames\n{\n    flag 3 = Door\n}\n\ninclude \"names.inc\"\n");
    CHECK(shared.sources[1] == "actor B\n{\n    end\n}\n\nnames\n{\n    flag 4 = Door\n    variable 1 = gold\n}\n\n"
                               "include \"names.inc\"\n");
    CHECK(shared.sources[2] == sources[2]);
    CHECK(share_names(shared.sources).sources == shared.sources);
}

TEST_CASE("include: keeps shared names shared, and does not share conflicting numbers")
{
    const auto with = [](const std::string& actor, const std::string& line) {
        return "actor " + actor + "\n{\n    end\n}\n\nnames\n{\n    " + line + "\n}\n";
    };
    const std::vector<std::string> existing =
        lines_of_shared_names("names\n{\n    flag 5 = Lit // a lamp\n}\n", "n").value();
    CHECK(existing == std::vector<std::string>{"flag 5 = Lit // a lamp"});
    const std::vector<std::string> sources{with("A", "flag 12 = X") + "\ninclude \"names.inc\"\n",
                                           with("B", "flag 12 = Y") + "\ninclude \"names.inc\"\n",
                                           with("C", "flag 12 = X"), with("D", "flag 5 = Lit"),
                                           with("E", "flag 7 = Red")};
    const SharedNames shared = share_names(sources, existing);
    CHECK(shared.names == "names\n{\n    flag 5 = Lit // a lamp\n    flag 7 = Red\n}\n");
    CHECK(shared.sources[0] == sources[0]);
    CHECK(shared.sources[1] == sources[1]);
    CHECK(shared.sources[2] == sources[2]);
    CHECK(shared.sources[3] == "actor D\n{\n    end\n}\n\ninclude \"names.inc\"\n");
    CHECK(shared.sources[4] == "actor E\n{\n    end\n}\n\ninclude \"names.inc\"\n");
    // A variable and a flag or constant can have one name.
    const std::vector<std::string> gold{with("A", "flag 12 = gold"), with("B", "variable 2 = gold")};
    CHECK(share_names(gold).sources == gold);
    for (const std::string text : {"names {\n    flag 1 = A\n}\n", "names\n{\n}\nnames\n{\n}\n", "flag 1 = A\n"}) {
        CHECK(describe(lines_of_shared_names(text, "names.inc").error()) ==
              "names.inc: not one block of names; expected the lines names, {, one for each name, and }");
    }
}

TEST_CASE("include: names after an include keep their lines when formatted")
{
    const std::string source =
        "actor A\n{\n    end\n}\n\ninclude \"n.inc\"\n\nnames\n{\n    variable 1 = gold\n    flag 3 = Won\n}\n";
    CHECK(format(source, "a.soup").text == source);
}
