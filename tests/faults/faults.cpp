// Runs every verb that writes with one failing system call, or a kill at it. Status 0 means that the new files are
// complete and the old ones backed up. Any other status means that the old files are complete and the error was
// printed.
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

/// Properties of a verb, as bits.
enum Traits : unsigned {
    several_files = 1,  ///< a kill can interrupt the write, which is reported and completed
    toggle = 2,         ///< a second run undoes the first one, even after a kill
    per_file = 4,       ///< writes each file separately: each one is old or new
    finding = 8,        ///< status 1 without faults: the verb also reports findings
    once = 16,          ///< a second run is rejected, even after a kill of the first
};

/// A command that writes. It runs in a folder that `set_up` prepared.
struct Verb {
    std::string name;
    std::vector<std::string> arguments;
    unsigned traits{};

    [[nodiscard]] bool has(Traits trait) const { return (traits & trait) != 0; }
    [[nodiscard]] int status() const { return has(finding) ? 1 : 0; }
};

/// Shell commands that prepare the files for the verbs.
constexpr const char* set_up = R"(set -e
redforge new map --sample -o M.RGM
redforge unpack M.RGM -o dir
redforge unpack M.RGM -o text.xml
cp M.RGM OLD.RGM
redforge set OLD.RGM objects[0].id=77 -i --no-backup
cp -r dir other
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl colour_9\nf 1 2 3\n' > crate.obj
redforge model import crate.obj -o CRATE.3D
printf 'v 0 0 0\nv 2 0 0\nv 0 1 0\nusemtl colour_9\nf 1 2 3\n' > big.obj
redforge model import big.obj -o BIG.3D
printf '<rob/>' > rob.xml
redforge pack rob.xml -o EMPTY.ROB
redforge archive insert EMPTY.ROB CRATE.3D -o A.ROB
redforge archive extract A.ROB -o models
redforge archive insert EMPTY.ROB BIG.3D -o B.ROB
redforge archive insert B.ROB CRATE.3D -o BOTH.ROB
redforge archive build models -o C.ROB
redforge archive replace BOTH.ROB CRATE=BIG.3D -i --no-backup
printf '<texture_bank><image name="D02007" width="2" height="1"><pixels>0102</pixels></image></texture_bank>' > bank.xml
redforge pack bank.xml -o TEXBSI.302
redforge image export TEXBSI.302 7 -o seven.png
printf '<texture_bank><image name="D02007" width="2" height="1"><pixels>0302</pixels></image></texture_bank>' > bank.xml
redforge pack bank.xml -o TEXBSI.302
printf '<edits><set path="objects[0].id" value="1234"/><set path="objects[1].id" value="1235"/></edits>' > edits.xml
cp M.RGM MINE.RGM; redforge set MINE.RGM objects[0].id=5 -i --no-backup
cp M.RGM YOURS.RGM; redforge set YOURS.RGM objects[1].id=6 -i --no-backup
sed -i 's/^/   /' other/scripts/DOOR01.soup
mkdir game; cp M.RGM game/M.RGM; cp -r game changed; redforge set changed/M.RGM objects[0].position.x=9 -i --no-backup; echo new > changed/NEW.TXT
redforge mod new one.mod --from changed --original game; redforge mod pack one.mod -o one.rfmod
cp -r game two; redforge set two/M.RGM objects[1].position.x=8 -i --no-backup; redforge mod new two.mod --from two --original game
cp -r game modded; redforge mod install one.rfmod two.mod --game modded
cp -r game same; redforge set same/M.RGM objects[0].position.x=7 -i --no-backup; redforge mod new same.mod --from same --original game; redforge mod install same.mod --game modded
cp M.RGM KEPT.RGM; redforge set KEPT.RGM objects[0].id=9 -i
cp -r dir kept; redforge set kept objects[0].id=9 actors[0].script_name=KEPT -i
cp -r dir mess; sed -i "s/^/   /" mess/scripts/*.soup
redforge new plugin --sample -o P.esp; redforge unpack P.esp -o plug
cp P.esp MOD.esp; redforge new plugin -o TO.esp; redforge new record GLOB Hours MOD.esp -i --no-backup
printf '<edits><set path="objects[0].id" value="1234"/></edits>' > one.xml; cp M.RGM MOVED.RGM; redforge set MOVED.RGM objects[4].position.x=9 -i --no-backup; redforge diff --xml M.RGM MOVED.RGM > patch.xml || true
cp M.RGM FIX.RGM; redforge set FIX.RGM lights[0].red=300 -i --no-backup; cp -r dir fixes; redforge set fixes lights[0].red=300 -i --no-backup
printf 'actor DOOR01\n{\n    goto a\n  #a:\n    end\n}\n' > BAD.soup
cp -r dir bad; cp BAD.soup bad/scripts/DOOR01.soup; sed s/DOOR01/GUARD01/ BAD.soup > bad/scripts/GUARD01.soup
mkdir -p isle/MAPS; cp M.RGM isle/MAPS; printf '[world]\r\nworld_map[0] = maps\\M.RGM\r\n' > isle/WORLD.INI
redforge pvo build isle/MAPS/M.RGM -i; cp -r isle later; printf '<edits><remove path="statics[id=524289]" expect="any"/></edits>' > static.xml
redforge apply static.xml later/MAPS/M.RGM -i --no-backup --force; cp isle/MAPS/M.PVO later/MAPS
redforge new save --sample -o S.ess; redforge unpack S.ess -o saved; cp S.ess OTHER.ess; redforge set OTHER.ess globals[0].value=4 -i --no-backup
cp P.esp OTHER.esp; redforge set OTHER.esp scripts[0].variables[0].name=other -i --no-backup; redforge unpack OTHER.esp --only SCPT -o part
git init -q --template= undone; redforge git-setup undone
cp -r modded off; redforge mod disable one --game off
cp -r modded hand; redforge set hand/M.RGM objects[2].position.x=3 -i --no-backup
cp -r isle worlds; sed -i s/M.RGM/N.RGM/ worlds/WORLD.INI; redforge mod new worlds.mod --from worlds --original isle
mkdir -p pub/mods
redforge mod export worlds.mod --format rgmm --game isle -o pub/mods/Two; printf '1\tOne\n1\tTwo\n' > 'pub/Mod List.txt'
redforge diff --xml game two -o patches || true
for each in Far Many; do cp MOD.esp $each.esp; done
redforge forms Far.esp renumber --from 1000 -i --no-backup
redforge copy Hours Far.esp TO.esp -i --no-backup; cp TO.esp Names.esp
redforge masters Many.esp add B.esm A.esm -i --no-backup
printf '%s' '<plugin header_size="oblivion"><header next_object_id="00000902"/><group type="top" label="CELL"><group type="interior_block" number="4"><group type="interior_sub_block" number="0"><record type="CELL" editor_id="Cave" form_id="00000900"/><group type="cell_children"><group type="temporary"><record type="REFR" editor_id="Rock" form_id="00000901"/></group></group></group></group></group></plugin>' > cell.xml
redforge pack cell.xml -o CELL.esp
printf '*Oblivion.esm\n*A.esm\n*B.esm\n' > plugins.txt
cp -r dir shared; for each in DOOR01 GUARD01; do printf 'actor %s\n{\n    Wait(1)\n    end\n}\nnames\n{\n    function 110 = Wait(1)\n}\n' $each > shared/scripts/$each.soup; done
mkdir -p pack/meshes; cp BIG.3D CRATE.3D pack/meshes; redforge archive pack pack -o A.bsa --for oblivion
cp BIG.3D pack/meshes/CRATE.3D; redforge archive pack pack -o B.bsa --for oblivion; redforge archive extract A.bsa -o out
cp -r isle past; git init -q --template= past; git -C past add .; git -C past -c user.name=a -c user.email=a commit -q -m a; cp later/MAPS/M.RGM past/MAPS
printf '<plugin header_size="later"><header flags="localized" form_version="44"/><group type="top" label="WEAP"><record type="WEAP" editor_id="Sword" form_id="00000820"><name text="" string_id="0x11"/></record></group></plugin>' > loc.xml
printf '<strings kind="plain"><string id="17" text="Sword"/></strings>' > texts.xml
mkdir -p loc/Strings; redforge pack loc.xml -o loc/Base.esp; redforge pack texts.xml -o loc/Strings/Base_English.STRINGS
for each in Ours Theirs To; do cp loc/Base.esp loc/$each.esp; cp loc/Strings/Base_English.STRINGS loc/Strings/${each}_English.STRINGS; done
redforge set loc/Theirs.esp records[Sword].editor_id=Blade -i --no-backup; redforge set loc/Strings/Theirs_English.STRINGS strings[0].text=Blade -i --no-backup
redforge pack texts.xml -o loc/Strings/To_German.STRINGS; cp -r loc flat; mv flat/Strings/* flat; rmdir flat/Strings
mkdir -p world/MAPS world/3DART; cp M.RGM world/MAPS; cp CRATE.3D world/3DART
printf '<terrain><section/><section/><section/><section/></terrain>' | redforge pack - -o world/MAPS/M.WLD
cp -r world high; redforge set high/MAPS/M.RGM statics[0].position.x=9 -i --no-backup
(printf '<terrain><section><heights>'; printf '05%.0s' $(seq 16384); printf '</heights></section><section/><section/><section/></terrain>') | redforge pack - -o high/MAPS/M.WLD
redforge model export high/MAPS/M.RGM -o ../high.glb
# Without the exported values, the scene replaces the heights and positions of the other game.
LC_ALL=C sed -i 's/"heights":/"heightX":/; s/"was":/"waX":/g' ../high.glb
printf '%s\n' 'DOOR01 (Execution starts at #00)' '{' '  var1 = var2 + 3' '}' 'DOOR02 (Execution starts at #00)' '{' '  var1 = 4' '}' > DOOR.txt
)";

const std::vector<Verb>& verbs()
{
    static const std::vector<Verb> all{
        {"unpack to a new folder", {"unpack", "M.RGM", "-o", "new"}},
        {"unpack to a folder that is there", {"unpack", "OLD.RGM", "-o", "dir"}, several_files},
        {"unpack to a file", {"unpack", "M.RGM", "-o", "new.xml"}},
        {"unpack with a schema to a new folder", {"unpack", "M.RGM", "-o", "new", "--schema"}},
        {"unpack with a schema over a file", {"unpack", "OLD.RGM", "-o", "text.xml", "--schema"}, several_files},
        {"schema", {"schema", "map", "-o", "new.xsd"}},
        {"unpack over a file", {"unpack", "OLD.RGM", "-o", "text.xml"}},
        {"pack to a new file", {"pack", "dir", "-o", "NEW.RGM"}},
        {"pack over a file", {"pack", "dir", "-o", "OLD.RGM"}},
        {"set -i of a file", {"set", "M.RGM", "objects[0].id=4242", "-i"}},
        {"set -i of a text", {"set", "text.xml", "objects[0].id=4242", "-i"}},
        {"set -i of a folder", {"set", "dir", "objects[0].id=4242", "-i"}},
        {"set -i of a folder, several files",
         {"set", "dir", "objects[0].id=4242", "actors[0].script_name=FAULT", "-i"},
         several_files},
        {"set -o", {"set", "M.RGM", "objects[0].id=4242", "-o", "NEW.RGM"}},
        {"set -o over a file", {"set", "M.RGM", "objects[0].id=4242", "-o", "OLD.RGM"}},
        {"apply -i", {"apply", "edits.xml", "M.RGM", "-i"}},
        {"apply -i of two", {"apply", "edits.xml", "M.RGM", "-i", "--no-backup"}},
        {"apply -i of a folder", {"apply", "edits.xml", "dir", "-i"}},
        {"merge", {"merge", "M.RGM", "MINE.RGM", "YOURS.RGM", "-o", "OLD.RGM"}},
        {"new", {"new", "map", "-o", "NEW.RGM"}},
        {"archive extract to a new folder", {"archive", "extract", "A.ROB", "-o", "new"}},
        {"archive extract to a folder", {"archive", "extract", "BOTH.ROB", "-o", "models"}, several_files},
        {"archive extract of one", {"archive", "extract", "BOTH.ROB", "BIG", "-o", "CRATE.3D"}},
        {"archive build", {"archive", "build", "models", "-o", "BOTH.ROB"}},
        {"archive insert", {"archive", "insert", "A.ROB", "BIG.3D", "-o", "EMPTY.ROB"}},
        {"archive replace -i", {"archive", "replace", "A.ROB", "CRATE=BIG.3D", "-i"}},
        {"archive remove -i", {"archive", "remove", "BOTH.ROB", "CRATE", "-i"}},
        {"image export to a new folder", {"image", "export", "TEXBSI.302", "-o", "new"}},
        {"image export to a file", {"image", "export", "TEXBSI.302", "7", "-o", "new.png"}},
        {"image import -i", {"image", "import", "seven.png", "TEXBSI.302", "7", "-i"}},
        {"image remove", {"image", "remove", "TEXBSI.302", "7", "-o", "NEW.302"}},
        {"model export to .obj", {"model", "export", "BIG.3D", "-o", "crate.obj"}, several_files},
        {"model export to .glb", {"model", "export", "BIG.3D", "-o", "crate.glb"}},
        {"model import", {"model", "import", "big.obj", "-o", "CRATE.3D"}},
        {"script format -i", {"script", "format", "other/scripts/DOOR01.soup", "-i"}},
        {"script format -i of a folder", {"script", "format", "mess", "-i"}, several_files},
        {"backups restore of a file", {"backups", "restore", "KEPT.RGM"}, toggle},
        {"backups restore of a folder", {"backups", "restore", "kept"}, several_files | toggle},
        {"apply --3way -i", {"apply", "patch.xml", "YOURS.RGM", "--3way", "-i"}},
        {"masters add -i", {"masters", "MOD.esp", "add", "More.esm", "-i"}},
        {"forms renumber -i of a folder", {"forms", "plug", "renumber", "--from", "900", "-i"}, several_files},
        {"forms renumber -i", {"forms", "MOD.esp", "renumber", "--from", "900", "-i"}},
        {"new record -i", {"new", "record", "GLOB", "More", "MOD.esp", "-i"}},
        {"copy -i", {"copy", "Hours", "MOD.esp", "TO.esp", "--new", "Other", "-i"}},
        {"set -i of a plugin's folder", {"set", "plug", "scripts[0].variables[0].name=other", "-i"}, several_files},
        {"image import -o", {"image", "import", "seven.png", "TEXBSI.302", "7", "-o", "NEW.302"}},
        {"script import to a folder", {"script", "import", "DOOR.txt", "-o", "dir/scripts"}, several_files},
        {"script import to a file", {"script", "import", "DOOR.txt", "-o", "new.soup"}},
        {"script assemble to a folder", {"script", "assemble", "M.RGM", "-o", "dir/scripts"}, several_files},
        {"script disassemble to a folder", {"script", "disassemble", "OLD.RGM", "-o", "other/scripts"}, several_files},
        {"check --fix -i", {"check", "FIX.RGM", "--fix", "-i"}},
        {"check --fix -i of a folder", {"check", "fixes", "--fix", "-i"}},
        {"check --fix -o", {"check", "FIX.RGM", "--fix", "-o", "OLD.RGM"}},
        {"script check --fix", {"script", "check", "BAD.soup", "--fix"}},
        {"script check --fix of a folder", {"script", "check", "bad", "--fix"}, several_files},
        {"rename -i", {"rename", "actor", "DOOR01", "GATE", "M.RGM", "-i"}},
        {"pvo build -i", {"pvo", "build", "later/MAPS/M.RGM", "-i"}},
        {"pvo build -o", {"pvo", "build", "later/MAPS/M.RGM", "-o", "NEW.PVO"}},
        {"apply -i to a map with a PVO", {"apply", "static.xml", "isle/MAPS/M.RGM", "-i", "--force"}, several_files},
        {"unpack of a plugin to a folder that is there", {"unpack", "OTHER.esp", "-o", "plug"}, several_files},
        {"unpack of a plugin to a new folder", {"unpack", "P.esp", "-o", "new"}},
        {"pack of a plugin's folder", {"pack", "plug", "-o", "OTHER.esp"}},
        {"pack --base", {"pack", "part", "--base", "P.esp", "-o", "MOD.esp"}},
        {"merge of plugins", {"merge", "P.esp", "OTHER.esp", "MOD.esp", "-o", "TO.esp"}},
        {"copy -o", {"copy", "Hours", "MOD.esp", "TO.esp", "--new", "Other", "-o", "NEW.esp"}},
        {"set -i of a save", {"set", "S.ess", "globals[0].value=7", "-i"}},
        {"set -i of a save's folder", {"set", "saved", "globals[0].value=7", "-i"}},
        {"unpack of a save to a folder that is there", {"unpack", "OTHER.ess", "-o", "saved"}},
        {"pack of a save's folder", {"pack", "saved", "-o", "OTHER.ess"}},
        {"merge of folders", {"merge", "dir", "dir", "other", "-o", "kept"}, several_files},
        {"git-setup --undo", {"git-setup", "undone", "--undo"}, several_files},
        {"mod build", {"mod", "build", "one.mod", "--game", "game", "-o", "built"}},
        {"render to .svg", {"render", "M.RGM", "-o", "plan.svg"}},
        {"git-setup", {"git-setup"}, several_files},
        {"mod new", {"mod", "new", "new.mod", "--from", "changed", "--original", "game"}},
        {"mod pack", {"mod", "pack", "two.mod", "-o", "one.rfmod"}},
        {"mod install", {"mod", "install", "one.rfmod", "two.mod", "--game", "game"}, several_files},
        {"mod remove of one", {"mod", "remove", "two", "--game", "modded"}, several_files},
        {"mod remove of all", {"mod", "remove", "one", "two", "same", "--game", "modded"}, several_files},
        {"mod order", {"mod", "order", "two", "same", "one", "--game", "modded"}, several_files},
        {"mod disable", {"mod", "disable", "one", "--game", "modded"}, several_files},
        {"mod enable", {"mod", "enable", "one", "--game", "off"}, several_files},
        {"mod install --store", {"mod", "install", "two.mod", "--game", "game", "--store", "store"}, several_files},
        {"mod resolve", {"mod", "resolve", "new.mod", "--game", "modded"}},
        {"mod new --from-changes", {"mod", "new", "new.mod", "--from-changes", "--game", "hand"}},
        {"mod import", {"mod", "import", "pub/mods/Two", "--game", "isle", "-o", "new.mod"}},
        {"mod export", {"mod", "export", "worlds.mod", "--format", "rgmm", "--game", "isle", "-o", "new"}},
        {"forms compact -i", {"forms", "Far.esp", "compact", "-i"}},
        {"forms compact --in", {"forms", "Far.esp", "compact", "--in", "Names.esp", "-i"}, several_files},
        {"forms renumber --in",
         {"forms", "Far.esp", "renumber", "--from", "900", "--in", "Names.esp", "-i"},
         several_files},
        {"forms inject -i", {"forms", "MOD.esp", "inject", "Hours", "Oblivion.esm:000900", "-i"}},
        {"masters rename -i", {"masters", "MOD.esp", "rename", "Oblivion.esm", "Other.esm", "-i"}},
        {"masters sort -i", {"masters", "Many.esp", "sort", "--load-order", "plugins.txt", "-i"}},
        {"masters remove -i", {"masters", "Many.esp", "remove", "B.esm", "-i"}},
        {"script share", {"script", "share", "shared"}, several_files},
        {"script decompile", {"script", "decompile", "P.esp", "-o", "new.txt"}},
        {"pvo follow", {"pvo", "follow", "past/MAPS/M.RGM"}},
        {"unpack --only", {"unpack", "OTHER.esp", "--only", "SCPT", "-o", "new"}},
        {"unpack --only over a folder", {"unpack", "P.esp", "--only", "SCPT", "-o", "part"}, several_files},
        {"set -i of two files", {"set", "M.RGM", "OLD.RGM", "objects[0].id=4242", "-i"}, per_file},
        {"rename -i in two files",
         {"rename", "actor", "DOOR01", "GATE", "M.RGM", "OLD.RGM", "-i"},
         several_files | once},
        {"diff --xml", {"diff", "--xml", "M.RGM", "MOVED.RGM", "-o", "new.xml"}, finding},
        {"diff --xml of folders", {"diff", "--xml", "game", "two", "-o", "new"}, finding},
        {"diff --xml of folders over patches", {"diff", "--xml", "game", "same", "-o", "patches"}, finding},
        {"apply of a folder of patches", {"apply", "patches", "game", "-o", "new"}},
        {"apply --reverse -i", {"apply", "patch.xml", "MOVED.RGM", "--reverse", "-i"}},
        {"render to .png", {"render", "CRATE.3D", "-o", "new.png"}},
        {"image export to a GIF", {"image", "export", "TEXBSI.302", "7", "-o", "new.gif"}},
        {"man --all", {"man", "--all", "new"}},
        {"archive pack", {"archive", "pack", "pack", "-o", "A.bsa", "--for", "oblivion"}},
        {"archive extract of a BSA to a new folder", {"archive", "extract", "A.bsa", "-o", "new"}},
        {"archive extract of a BSA to a folder",
         {"archive", "extract", "B.bsa", "-o", "out", "--force"},
         several_files},
        {"copy --deep -i", {"copy", "Cave", "CELL.esp", "TO.esp", "--deep", "-i"}},
        {"copy -i with strings",
         {"copy", "Sword", "loc/Base.esp", "loc/To.esp", "--new", "Blade", "-i"},
         several_files | once},
        {"copy -i with strings next to it",
         {"copy", "Sword", "flat/Base.esp", "flat/To.esp", "--new", "Blade", "-i"},
         several_files | once},
        {"copy -o with strings",
         {"copy", "Sword", "loc/Base.esp", "loc/To.esp", "--new", "Blade", "-o", "loc/New.esp"},
         several_files},
        {"merge with strings",
         {"merge", "loc/Base.esp", "loc/Ours.esp", "loc/Theirs.esp", "-o", "loc/Ours.esp"},
         several_files},
        {"import -i with a terrain", {"import", "../high.glb", "--onto", "world/MAPS/M.RGM", "-i"}, several_files},
        {"import -o with a terrain",
         {"import", "../high.glb", "--onto", "world/MAPS/M.RGM", "-o", "world/MAPS/NEW.RGM"},
         several_files},
        {"import --edits with a terrain",
         {"import", "../high.glb", "--onto", "world/MAPS/M.RGM", "--edits", "new.xml"},
         several_files},
        {"merge with strings to a new file",
         {"merge", "loc/Base.esp", "loc/Ours.esp", "loc/Theirs.esp", "-o", "loc/New.esp"},
         several_files},
    };
    return all;
}

using Tree = std::map<std::string, std::string>;

/// Returns the content of a file, or an empty text if it cannot be read.
std::string content_of(const fs::path& path)
{
    std::string content;
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat info {};
    if (file >= 0 && fstat(file, &info) == 0) {
        content.resize(static_cast<std::size_t>(info.st_size));
        std::size_t size = 0;
        for (ssize_t got = 1; got > 0 && size < content.size();
             size += static_cast<std::size_t>(std::max<ssize_t>(got, 0))) {
            got = read(file, content.data() + size, content.size() - size);
        }
        content.resize(size);
    }
    close(file);
    return content;
}

bool is_litter(const std::string& name)
{
    // The state of mods and the originals are not litter, but leftovers of a writer among them are.
    const std::string last = fs::path(name).filename().string();
    return last.find(".redforge-") != std::string::npos ||
           (name.find(".redforge-") != std::string::npos && name.find(".redforge-mods/") == std::string::npos &&
            name.find(".redforge-originals/") == std::string::npos);
}

Tree tree_of(const fs::path& folder)
{
    Tree tree;
    std::error_code gone;
    for (fs::recursive_directory_iterator at(folder, gone), end; !gone && at != end; at.increment(gone)) {
        if (!at->is_directory()) {
            tree.emplace(at->path().lexically_relative(folder).string(), content_of(at->path()));
        }
    }
    return tree;
}

Tree without_litter(Tree tree)
{
    std::erase_if(tree, [](const auto& file) { return is_litter(file.first); });
    return tree;
}

/// Returns the contents of all backups. Their names contain the time.
std::vector<std::string> backups_in(const fs::path& state)
{
    std::vector<std::string> contents;
    for (const auto& [name, content] : tree_of(state / "redforge/backups")) {
        contents.push_back(is_litter(name) ? "litter" : content);
    }
    std::ranges::sort(contents);
    return contents;
}

/// Result of a run.
struct ProcessResult {
    int status{};  ///< -1: killed
    std::string output;
    Tree tree;
    std::vector<std::string> backups;
};

class Ground {
public:
    Ground(std::string program, std::string shim) : program_(std::move(program)), shim_(std::move(shim))
    {
        const bool memory = access("/dev/shm", W_OK) == 0;
        std::string form = std::string(memory ? "/dev/shm" : "/tmp") + "/redforge-faults-XXXXXX";
        if (mkdtemp(form.data()) == nullptr) {
            std::perror("no temporary folder");
            std::exit(2);
        }
        root_ = form;
        fs::create_directories(root_ / "work");
        fs::create_directories(root_ / "state");
        const std::string command =
            fmt::format("cd '{}/work' && PATH='{}':$PATH XDG_STATE_HOME='{}/state' "
                        "HOME='{}' sh -c '{}' >'{}/log' 2>&1 && git init -q --template= . >>'{}/log' 2>&1",
                        root_.string(), fs::path(program_).parent_path().string(), root_.string(), root_.string(),
                        quoted(set_up), root_.string(), root_.string());
        if (std::system(command.c_str()) != 0) {  // NOLINT(*mt-unsafe*): one thread
            fmt::print("cannot create the test files:\n{}\n", content_of(root_ / "log"));
            std::exit(2);
        }
        fs::rename(root_ / "state", root_ / "template-state");  // backups to restore
        fs::rename(root_ / "work", root_ / "template");
    }
    Ground(const Ground&) = delete;
    Ground& operator=(const Ground&) = delete;
    ~Ground()
    {
        std::error_code ignored;
        fs::remove_all(root_, ignored);
    }

    /// Restores the folders. Copies only files that changed since the last call.
    void restore_folders()
    {
        for (const auto& [from, to] : {std::pair{"template", "work"}, std::pair{"template-state", "state"}}) {
            fs::create_directories(root_ / to);
            for (const fs::directory_entry& entry : fs::directory_iterator(root_ / to)) {
                if (!fs::exists(root_ / from / entry.path().filename()) ||
                    marks_[entry.path()] != mark_of(entry.path())) {
                    fs::remove_all(entry.path());
                }
            }
            for (const fs::directory_entry& entry : fs::directory_iterator(root_ / from)) {
                const fs::path copy = root_ / to / entry.path().filename();
                if (!fs::exists(copy)) {
                    fs::copy(entry.path(), copy, fs::copy_options::recursive);
                    marks_[copy] = mark_of(copy);
                }
            }
        }
    }

    [[nodiscard]] ProcessResult run(const std::vector<std::string>& arguments, const std::string& fault = {},
                                    bool count = false) const
    {
        const std::string log = (root_ / "said").string();
        const pid_t child = fork();
        if (child == 0) {
            const int errors = open(log.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
            const int none = open("/dev/null", O_RDWR);
            dup2(none, 0);
            dup2(none, 1);
            dup2(errors, 2);
            close(errors);
            close(none);
            if (chdir((root_ / "work").c_str()) != 0) {
                _exit(99);
            }
            setenv("LD_PRELOAD", shim_.c_str(), 1);
            setenv("REDFORGE_FAULT_ROOT", root_.c_str(), 1);
            setenv("XDG_STATE_HOME", (root_ / "state").c_str(), 1);
            setenv("HOME", root_.c_str(), 1);
            setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
            setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);  // no files of the graphics driver
            if (!fault.empty()) {
                setenv("REDFORGE_FAULT", fault.c_str(), 1);
            }
            if (count) {
                setenv("REDFORGE_FAULT_COUNTS", (root_ / "counts").c_str(), 1);
            }
            std::vector<char*> words{const_cast<char*>(program_.c_str())};
            for (const std::string& argument : arguments) {
                words.push_back(const_cast<char*>(argument.c_str()));
            }
            words.push_back(nullptr);
            execv(program_.c_str(), words.data());
            _exit(98);
        }
        int status = 0;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        ProcessResult outcome;
        outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status) == SIGKILL ? -1 : -WTERMSIG(status);
        outcome.output = content_of(log);
        outcome.tree = tree_of(root_ / "work");
        outcome.backups = backups_in(root_ / "state");
        return outcome;
    }

    [[nodiscard]] std::map<std::string, int> counts() const
    {
        std::map<std::string, int> found;
        std::ifstream file(root_ / "counts");
        std::string name;
        for (int count = 0; file >> name >> count;) {
            found[name] = count;
        }
        return found;
    }

private:
    static std::string quoted(std::string text)
    {
        for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += 4) {
            text.replace(at, 1, "'\\''");
        }
        return text;
    }

    /// Returns a text that differs after any change of a file or of the files in a folder. Does not read contents.
    static std::string mark_of(const fs::path& path)
    {
        std::string mark;
        const auto add = [&](const fs::path& each) {
            struct stat info {};
            lstat(each.c_str(), &info);
            mark += fmt::format("{} {} {} {} {}.{} {}.{}\n", each.string(), info.st_ino, info.st_mode, info.st_size,
                                info.st_mtim.tv_sec, info.st_mtim.tv_nsec, info.st_ctim.tv_sec, info.st_ctim.tv_nsec);
        };
        add(path);
        if (fs::is_directory(path)) {
            for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
                add(entry.path());
            }
        }
        return mark;
    }

    std::string program_;
    std::string shim_;
    fs::path root_;
    std::map<fs::path, std::string> marks_;  ///< marks of the copies
};

struct Case {
    std::size_t verb;
    std::string call;
    int n;
    int what;  ///< an errno; 0: killed before the call, -1: after it
};

/// Returns the errors to inject, by system call.
const std::map<std::string, std::vector<int>>& faults()
{
    static const std::map<std::string, std::vector<int>> all{
        {"open", {EMFILE, EIO, EACCES, EINTR, 0, -1}},
        {"read", {EIO, EINTR}},
        {"write", {ENOSPC, EIO, EINTR, 0, -1}},
        {"fsync", {EIO, ENOSPC, EINTR, 0, -1}},
        {"rename", {EIO, EACCES, ENOSPC, EINTR, 0, -1}},
        {"stat", {EIO, EACCES}},
        {"unlink", {EIO, EACCES, EINTR, 0, -1}},
        {"mkdir", {ENOSPC, EIO, EACCES, EINTR, 0, -1}},
        {"close", {EIO}},
    };
    return all;
}

std::string name_of(int what)
{
    return what == 0 ? "killed before" : what < 0 ? "killed after" : strerrorname_np(what);
}

std::string differences(const Tree& expected, const Tree& found)
{
    std::vector<std::string> names;
    for (const auto& [name, content] : expected) {
        const auto there = found.find(name);
        if (there == found.end()) {
            names.push_back("-" + name);
        } else if (there->second != content) {
            names.push_back("~" + name);
        }
    }
    for (const auto& [name, content] : found) {
        if (!expected.contains(name)) {
            names.push_back("+" + name);
        }
    }
    return fmt::format("{}", fmt::join(names, " "));
}

/// Returns true if each file is as in one of two trees, and `output` names the changed ones.
bool is_mix(const Tree& tree, const Tree& old, const Tree& expected, const std::string& output)
{
    const auto content = [](const Tree& from, const std::string& name) {
        const auto found = from.find(name);
        return found == from.end() ? std::optional<std::string>() : std::optional(found->second);
    };
    Tree all = tree;
    all.insert(old.begin(), old.end());
    all.insert(expected.begin(), expected.end());
    return std::ranges::all_of(all, [&](const auto& file) {
        const auto now = content(tree, file.first);
        return now == content(old, file.first) ||
               (now == content(expected, file.first) && output.find(file.first) != std::string::npos);
    });
}

/// Describes the violation of the rule. Returns an empty text if there is none.
std::string violation(Ground& ground, const Verb& verb, const Case& one, const ProcessResult& expected, const Tree& old)
{
    ground.restore_folders();
    const ProcessResult got = ground.run(verb.arguments, fmt::format("{} {} {}", one.call, one.n, one.what));
    if (got.status < -1) {
        return fmt::format("the program crashed (signal {})", -got.status);
    }
    if (got.status == -1) {
        const Tree tree = without_litter(got.tree);
        const bool whole = tree == old || tree == expected.tree;
        if (!whole &&
            !(verb.has(per_file) ? is_mix(tree, old, expected.tree, expected.output) : verb.has(several_files))) {
            return fmt::format("killed, and neither old ({}) nor new ({})", differences(old, tree),
                               differences(expected.tree, tree));
        }
        const ProcessResult again = tree == expected.tree ? got : ground.run(verb.arguments);
        const bool is_expected = again.tree == expected.tree || (verb.has(toggle) && again.tree == old);
        if (tree != expected.tree && ((again.status != verb.status() && !verb.has(once)) || !is_expected)) {
            return fmt::format("killed, and the same command then ends with {}, {}: {}", again.status,
                               differences(expected.tree, again.tree), again.output);
        }
        return {};
    }
    // A file that cannot be removed stays until the next write.
    const Tree tree = one.call == "unlink" || one.call == "open" ? without_litter(got.tree) : got.tree;
    if (got.status == 0 || got.status == verb.status()) {
        if (tree != expected.tree) {
            return fmt::format("status {}, and other content than expected: {}", got.status,
                               differences(expected.tree, tree));
        }
        return got.backups == expected.backups ? std::string()
                                               : fmt::format("status {}, and {} backups, not {}", got.status,
                                                             got.backups.size(), expected.backups.size());
    }
    if (verb.has(per_file) ? !is_mix(tree, old, expected.tree, got.output) : tree != old) {
        return fmt::format("status {}, and not the old content: {} ({})", got.status, differences(old, tree),
                           got.output);
    }
    return got.output.empty() ? fmt::format("status {}, and no message", got.status) : std::string();
}

std::optional<unsigned long> number(const char* text)
{
    unsigned long value = 0;
    const char* const end = text + std::strlen(text);
    return std::from_chars(text, end, value).ptr == end ? std::optional(value) : std::nullopt;
}

}  // namespace

int main(int argc, char* argv[])
{
    if (argc < 3) {
        fmt::print(stderr, "usage: redforge_faults PROGRAM SHIM [--limit CASES] [--seed N] [--part K --parts N] "
                           "[--verb WORD]\n");
        return 2;
    }
    unsigned long limit = 0;  // all
    unsigned long seed = 1;
    unsigned long part = 1;
    unsigned long parts = 1;
    std::string only;
    for (int i = 3; i + 1 < argc; i += 2) {
        const std::string option = argv[i];
        const auto value = number(argv[i + 1]);
        if (option == "--verb") {
            only = argv[i + 1];
            continue;
        }
        unsigned long* const place = option == "--limit"   ? &limit
                                     : option == "--seed"  ? &seed
                                     : option == "--part"  ? &part
                                     : option == "--parts" ? &parts
                                                           : nullptr;
        if (place == nullptr || !value) {
            fmt::print(stderr, "redforge_faults: {} {} is not understood\n", option, argv[i + 1]);
            return 2;
        }
        *place = *value;
    }

    Ground ground(fs::absolute(argv[1]).string(), fs::absolute(argv[2]).string());
    ground.restore_folders();
    const Tree old = ground.run({"--version"}).tree;
    std::vector<ProcessResult> expected;
    std::vector<Case> cases;
    bool set_up_well = true;
    for (std::size_t v = 0; v < verbs().size(); ++v) {
        const Verb& verb = verbs()[v];
        ground.restore_folders();
        expected.push_back(verb.name.find(only) == std::string::npos ? ProcessResult{}
                                                                     : ground.run(verb.arguments, {}, true));
        if (expected.back().status != (verb.name.find(only) == std::string::npos ? 0 : verb.status())) {
            fmt::print("{}: does not work without faults: {}\n", verb.name, expected.back().output);
            set_up_well = false;
        }
        if (verb.name.find(only) == std::string::npos) {
            continue;
        }
        if (expected.back().tree == old) {
            fmt::print("{}: changes nothing\n", verb.name);
            set_up_well = false;
        }
        for (const auto& [call, count] : ground.counts()) {
            for (int n = 1; n <= count; ++n) {
                for (const int what : faults().at(call)) {
                    cases.push_back({v, call, n, what});
                }
            }
        }
    }
    if (!set_up_well) {
        return 1;
    }
    const std::size_t all = cases.size();
    std::mt19937_64 random(seed);
    for (std::size_t i = cases.size(); i > 1; --i) {  // std::shuffle differs between libraries
        std::swap(cases[i - 1], cases[random() % i]);
    }
    if (limit > 0 && limit < cases.size()) {
        cases.resize(limit);
    }
    std::size_t done = 0;
    std::size_t broken = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t i = part - 1; i < cases.size(); i += parts) {
        const Case& one = cases[i];
        const Verb& verb = verbs()[one.verb];
        const std::string found = violation(ground, verb, one, expected[one.verb], old);
        ++done;
        if (!found.empty()) {
            ++broken;
            fmt::print("{}: {} {} {}: {}\n", verb.name, one.call, one.n, name_of(one.what), found);
            std::fflush(stdout);
        }
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    fmt::print("{} of {} faults tried in {:.0f} s, seed {}; {} broke the rule\n", done, all, took.count(), seed,
               broken);
    return broken == 0 ? 0 : 1;
}
