// Manual pages that belong to no verb: field paths, and edit lists.
#include "cli/line/pages.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "edit/patch/edit_kinds.hpp"
#include "version.hpp"

namespace redforge::cli {
namespace {

constexpr std::string_view paths_text = R"(.SH NAME
redforge\-paths \- paths of values and records
.SH EXAMPLES
.TP
.B objects[12].position.x
one number
.TP
.B objects[\-1]
the last object
.TP
.B lights[*].radius
a field of all lights
.TP
.B objects[script_name=DOOR*|GATE*, position.y<0]
objects with one of two kinds of names, and with a negative Y
.TP
.B actors[strings.value=*key*].script_name
names of the actors that have a string with "key" in it
.TP
.B *:DOOR15
a value in any field (find only)
.TP
.B script:RTX(*
actors whose script has such a statement (find only)
.SH PATHS
A path is names joined by dots. It goes from the document down through lists and groups to a field. The names are those
of the text form;
.B redforge schema NAME \-\-reference
lists them. A selector in brackets follows the name of a list. Without a selector, all records of the list are meant:
lights.red is the same as lights[*].red. Put paths with brackets or stars in single quotes. Otherwise the shell changes
them.
.SH SELECTORS
.TP
.B [3] [\-1] [*]
the record with this index, from 0; the last record; all records
.TP
.B [0:3] [\-2:]
records 0, 1 and 2, without the end as in Python; the last two records
.TP
.B [0,2] [1,4,7..9]
several records; 7..9 includes 9
.TP
.B [DOOR01]
the record with this name or key
.TP
.B [FIELD=VALUE]
the records that meet a condition
.SH CONDITIONS
.TP
.B = == != < <= > >=
comparisons. Numbers are compared as numbers; < and > require a number. Texts are compared as a whole. Case is ignored.
* matches any characters and ? matches one character: DR_SEAT1 matches name=*seat*, but not name=seat*.
.TP
.B , (comma)
both conditions are met
.TP
.B |
one of two values (script_name=A|B) or one of two conditions (script_name=A|id=3) is met. With !=, the field has none of
the values. | binds more tightly than a comma.
.TP
.B or
the conditions on one side are met. It binds less tightly than a comma: a=1, b=2 or c=3 selects records with a=1 and
b=2, and records with c=3.
.PP
FIELD can be a path into lists of the record. strings.value=hello selects records of which any string has this value.
strings[value=hello], without a comparison, selects the same records. Put a value in double quotes if it contains a comma,
| or ].
.SH VALUES
.TP
.B 5 \-3 1.5
numbers
.TP
.B light
the name of a number, as in the text form
.TP
.B true false yes no
1 and 0, for fields that have only these values
.TP
.B 90deg
an angle in degrees. The files store 2048 units per turn.
.TP
.B rotation_matrix=0,90deg,0
the rotation of a static about X, Y and Z, in degrees or 2048ths of a turn. The files store nine numbers. += and \-=
change the present angles.
.TP
.B D02044 302:44
a texture: image 44 of bank 302
.TP
.B position=1,2,3
one value for each part: position.x, position.y and position.z
.TP
.B PATH+=5 PATH\-=5 PATH*=2 PATH/=2
change the present value (set only); also position+=0,0,100 and angle.y+=90deg. PATH=+5 and PATH=\-5 assign 5 and \-5.
.SH QUERIES
.B find
takes a path, FIELD:VALUE or *:VALUE. FIELD:VALUE searches this field in all records. *:VALUE searches all fields. A text
matches if it contains VALUE; case is ignored. name:seat finds DR_SEAT1. With VALUE in quotes, the whole text must match:
name:"DR_SEAT1". A number matches if it is equal. A field that no record can have is an error. script:TEXT finds the
actors of a map whose script has a statement that contains TEXT, in the form that
.B script show
prints. source:TEXT and compiled:TEXT do the same for records of a plugin.
.SH EXIT STATUS
0 if something was found, 1 if nothing was found, 2 if the path is wrong or a file cannot be read.
.SH SEE ALSO
.BR redforge\-get (1),
.BR redforge\-find (1),
.BR redforge\-set (1),
.BR redforge\-edits (5)
)";

constexpr std::string_view edits_begin = R"(.SH NAME
redforge\-edits \- lists of edits, for redforge apply
.SH EXAMPLE
.nf
<edits>
  <set path="objects[4].position.x" value="123"/>
  <set path="objects[4].position" value="+=0,0,100"/>
  <add path="actors[script_name=DOOR01].strings" at="0"><string value="hello"/></add>
  <remove path="lights[\-1]"/>
  <move path="objects[3]" to="0"/>
  <duplicate path="objects[4]"><set path="position.x" value="500"/></duplicate>
</edits>
.fi
.SH DESCRIPTION
A list of edits is an XML text. The edits are applied in their order. The paths of an edit refer to the document after
the previous edits. If one edit fails, none is applied. Paths and values are described in
.BR redforge\-paths (7).
)";

constexpr std::string_view edits_end = R"(.SH SCHEMA
.B redforge schema edits
prints an XML Schema. Write it to a file next to the list and refer to it in the list. XML editors then complete and
check the list.
.SH SEE ALSO
.BR redforge\-apply (1),
.BR redforge\-paths (7)
)";

/// Returns the page of edits. Its list of edits comes from the table that `apply` uses.
const std::string& edits_text()
{
    static const std::string text = [] {
        std::string out(edits_begin);
        out += ".SH EDITS\n";
        for (const edit::EditKind& kind : edit::edit_kinds()) {
            out += fmt::format(".TP\n.B {}\n{}\n.RS\n", kind.name, kind.help);
            for (const edit::EditAttribute& attribute : kind.attributes) {
                out += fmt::format(".TP\n.B {}\n{}{}\n", attribute.name, attribute.help,
                                   attribute.required ? "" : " Optional.");
            }
            out += ".RE\n";
        }
        return out + std::string(edits_end);
    }();
    return text;
}

}  // namespace

std::span<const Page> pages()
{
    static const std::array<Page, 2> all{{{"paths", '7', paths_text}, {"edits", '5', edits_text()}}};
    return all;
}

std::string page_text(const Page& page)
{
    std::string name(page.name);
    std::ranges::transform(name, name.begin(), [](char c) { return static_cast<char>(c - 'a' + 'A'); });
    return fmt::format(".TH REDFORGE\\-{} {} \"\" \"Redforge {}\"\n{}", name, page.section, version, page.text);
}

const Page* find_page(std::string_view name)
{
    const auto all = pages();
    const auto found = std::ranges::find(all, name, &Page::name);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace redforge::cli
