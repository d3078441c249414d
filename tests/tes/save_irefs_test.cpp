// Irefs in undecoded bytes of a save: edits, merges, patches and partial saves must not give them other forms.
#include <catch2/catch.hpp>

#include "edit/document/document.hpp"
#include "edit/merge/merge.hpp"
#include "edit/patching.hpp"
#include "tes/save/save.hpp"
#include "tes/save/save_part.hpp"
#include "tes/save_file.hpp"
#include "tes/save_paths.hpp"

using namespace redforge;
using namespace redforge::tes;
using namespace redforge::test;
using namespace redforge::tes::test;

namespace {

/// A save of A.esm and B.esp with these FormIDs, whose undecoded processes contain one iref.
Save save_with(std::vector<FormEntry> form_ids, std::uint32_t iref_in_processes)
{
    Save save = new_save(false);
    save.plugins = {{Text{"A.esm"}}, {Text{"B.esp"}}};
    save.form_ids = std::move(form_ids);
    save.processes = join({hex("AB"), little(iref_in_processes, 4)});
    return save;
}

edit::Document document_of(const Save& save)
{
    return edit::Document(*edit::find_format(Save::root), std::make_shared<Save>(save));
}

const std::vector<FormEntry> three{{0x00001011}, {0x01001022}, {0x00001033}};

std::string applied(const Save& save, const std::string& edits)
{
    edit::Document document = document_of(save);
    const Result<XmlDocument> list = XmlDocument::parse("<edits>" + edits + "</edits>", "edits.xml");
    const auto result = edit::apply(document, *list);
    return result ? "applied" : describe(result.error());
}

}  // namespace

TEST_CASE("save irefs: a FormID to which undecoded bytes may refer keeps its index", "[tes]")
{
    const std::string refused = "form_ids[1]: would be another FormID, but undecoded bytes of processes may "
                                "refer to this entry by its index; keep the entries as they are, and add new FormIDs "
                                "at the end";
    const Save save = save_with(three, 1);
    CHECK(applied(save, "<remove path=\"form_ids[1]\"/>") == refused);
    CHECK(applied(save, "<remove path=\"form_ids[0]\"/>") == refused);  // it would move to index 0
    CHECK(applied(save, "<move path=\"form_ids[1]\" to=\"2\"/>") == refused);
    CHECK(applied(save, "<set path=\"form_ids[1].form_id\" value=\"00001044\"/>") == refused);
    CHECK(applied(save, "<add path=\"form_ids\" at=\"0\"><form form_id=\"00001044\"/></add>") == refused);

    CHECK(applied(save, "<remove path=\"form_ids[2]\"/>") == "applied");
    CHECK(applied(save, "<set path=\"form_ids[0].form_id\" value=\"00001044\"/>") == "applied");
    CHECK(applied(save, "<add path=\"form_ids\"><form form_id=\"00001044\"/></add>") == "applied");
    CHECK(applied(save, "<set path=\"plugins[1].name\" value=\"New name.esp\"/>") == "applied");
    CHECK(applied(save, "<move path=\"plugins[1]\" to=\"0\"/>") == "applied");  // all FormIDs follow
}

TEST_CASE("save irefs: a merge fails if it moves a FormID to which bytes of that side may refer", "[tes]")
{
    const edit::Document base = document_of(save_with(three, 1));
    std::vector<FormEntry> with_44 = three;
    with_44.push_back({0x00001044});
    std::vector<FormEntry> with_55 = three;
    with_55.push_back({0x00001055});
    const edit::Document ours = document_of(save_with(with_44, 1));

    const edit::Merge merged = edit::merge(base, ours, document_of(save_with(with_55, 1)));
    REQUIRE_FALSE(merged.error);
    const auto& forms = static_cast<const Save*>(merged.document.data())->form_ids;
    REQUIRE(forms.size() == 5);
    CHECK(forms[3].form_id == 0x00001044);
    CHECK(forms[4].form_id == 0x00001055);

    const edit::Merge failed = edit::merge(base, ours, document_of(save_with(with_55, 3)));
    REQUIRE(failed.error);
    CHECK(failed.error->field == "form_ids[3]");

    CHECK_FALSE(edit::merge(base, base, document_of(save_with(with_55, 3))).error);
}

TEST_CASE("save irefs: a merge of saves fails if both sides change and one has another load order", "[tes]")
{
    Save save = save_with(three, 1);
    const edit::Document base = document_of(save);
    save.header.level = 5;
    const edit::Document ours = document_of(save);
    save = save_with({{0x01001011}, {0x00001022}, {0x01001033}}, 1);
    std::swap(save.plugins[0], save.plugins[1]);
    const edit::Document theirs = document_of(save);
    const edit::Merge merged = edit::merge(base, ours, theirs);
    REQUIRE(merged.error);
    CHECK(merged.error->message == "theirs numbers its forms by another load order: B.esp, A.esm");
    CHECK_FALSE(edit::merge(base, base, theirs).error);

    save = save_with(three, 1);
    save.plugins.push_back({Text{"C.esp"}});
    CHECK_FALSE(edit::merge(base, ours, document_of(save)).error);
}

TEST_CASE("save irefs: a patch is rejected for another load order", "[tes]")
{
    Save save = save_with(three, 1);
    const edit::Document base = document_of(save);
    save.header.level = 5;
    const std::string patch = patch_of(base, document_of(save));
    CHECK(patch.find("<edits patch=\"1\" masters=\"A.esm|B.esp\">") != std::string::npos);

    Save other = save_with(three, 1);
    other.plugins.push_back({Text{"C.esp"}});
    CHECK(patched(document_of(other), patch).fits);
    other.plugins[1].name = Text{"Other.esp"};
    CHECK(patched(document_of(other), patch).said ==
          "patch.xml: plugins: the patch numbers its forms by another load order: A.esm, B.esp; give both the same "
          "load order first: redforge masters FILE sort --load-order PLUGINS.TXT");
}

TEST_CASE("save irefs: a patch of undecoded bytes is rejected if the FormIDs differ", "[tes]")
{
    std::vector<FormEntry> with_44 = three;
    with_44.push_back({0x00001044});
    const edit::Document base = document_of(save_with(three, 1));
    const std::string patch = patch_of(base, document_of(save_with(with_44, 3)), true);
    CHECK(patched(base, patch).fits);
    const Applied other = patched(document_of(save_with(with_44, 1)), patch);
    CHECK(other.is_error);
    CHECK(other.said.find("this save has other FormIDs there") != std::string::npos);
}

TEST_CASE("save part: rejects undecoded bytes if the form_ids of the save differ", "[tes]")
{
    Save save = read_save(small_save()).value();
    Save part = save;
    REQUIRE(keep_only(part, {"NPC_"}));
    const RecordHandle unread = add_part(part.changes[0].handle(), "unread");
    unread.blob(unread.table().children.front()) = little(2, 4);
    CHECK(overlay(save, Save(part)));

    save = read_save(small_save()).value();
    save.form_ids.insert(save.form_ids.begin() + 1, {0x00001077});
    const Result<Overlaid> refused = overlay(save, std::move(part));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().field == "form_ids[2]");
}
