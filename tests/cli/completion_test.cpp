// The completion scripts, run in their shells.
#include <iostream>

#include <catch2/catch.hpp>

#include "program.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

bool has_shell(const std::string& test, const std::string& shell)
{
    const bool found = run_shell(".", "command -v " + shell).status == 0;
    if (!found) {
        std::cout << "SKIPPED: " << test << ": " << shell << " is not installed\n";
    }
    return found;
}

}  // namespace

TEST_CASE("completion: bash offers verbs, options and words", "[completion]")
{
    // Simulates bash at the Tab key: set the words and call the function.
    const std::string ask = R"sh(complete_words() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=(); _redforge; echo "${COMPREPLY[*]}"; }
eval "$(redforge completion bash)"
complete_words redforge ar
complete_words redforge archive ex
complete_words redforge archive list --j
complete_words redforge schema te
redforge new map --sample -o S.RGM -q
complete_words redforge get S.RGM li
complete_words redforge get S.RGM lights[0].rad
complete_words redforge find -r S.RGM actors[script_name=D.*].strings[0].
complete_words redforge find S.RGM scri
complete_words redforge get S
complete_words redforge get S.RGM "actors[script_name=D"
complete_words redforge get S.RGM "actors[gua"
complete_words redforge script list S.RGM --actor D
complete_words redforge check S.RGM --ignore value-range,unknown-pal
)sh";
    const TemporaryFolder folder;
    CHECK(run_shell(folder.path(), "bash -c '" + ask + "'").output ==
          "archive\nextract\n--json\ntexture_bank terrain\nlights[\nlights[0].radius\n"
          "actors[script_name=D.*].strings[0].offset actors[script_name=D.*].strings[0].value\nscript:\nS.RGM\n"
          "actors[script_name=DOOR01]\nactors[GUARD01]\nDOOR01\nvalue-range,unknown-palette\n");
}

TEST_CASE("completion: fish offers verbs with summaries, options and words", "[completion]")
{
    if (!has_shell("completion: fish", "fish")) {
        return;
    }
    const TemporaryFolder folder;
    const ProcessResult offered = run_shell(folder.path(), R"sh(export HOME=$PWD; fish --no-config -c '
redforge completion fish | source
complete -C"redforge unp"; complete -C"redforge archive ex"; complete -C"redforge archive list --j"
complete -C"redforge schema te"; redforge new map --sample -o S.RGM -q; complete -C"redforge get S.RGM lights[0].rad"
complete -C"redforge script list S.RGM --actor D"; complete -C"redforge check --select duplicate-k"')sh");
    CHECK(offered.output ==
          "unpack\tconvert a game file to text\nextract\n--json\tprint the result as JSON\nterrain\ntexture_bank\n"
          "lights[0].radius\nDOOR01\tonly scripts of this actor; * and ? are wildcards\n"
          "duplicate-key\trun only these checks: ids with commas between them\n");
}

TEST_CASE("completion: zsh loads the script from a folder and by source", "[completion]")
{
    if (!has_shell("completion: zsh", "zsh")) {
        return;
    }
    const TemporaryFolder folder;
    const ProcessResult read =
        run_shell(folder.path(), R"sh(redforge completion zsh > _redforge && zsh -n _redforge && zsh -f -c '
autoload -Uz compinit; compinit -D -u; source ./_redforge; print $_comps[redforge]; whence -w _redforge' &&
zsh -f -c 'fpath=($PWD $fpath); autoload -Uz compinit; compinit -D -u; print $_comps[redforge]')sh");
    CHECK(read.output == "_redforge\n_redforge: function\n_redforge\n");
    CHECK(read.status == 0);
}
