# Names that two sources of a room give to things of their own: `awk -f` it over the sources, a room after the other.
#
# A room's sources may be compiled together (REDFORGE_UNITY). Two functions of one name are then overloads of each other, and
# a constant can be taken for another's: most of it the compiler refuses, the rest changes what the program does.
FNR == 1 {
    own = 0
    room = FILENAME
    sub(/\/[^\/]*$/, "", room)
}
FILENAME ~ /\.hpp$/ { own = /^(inline )?(constexpr|const) / && !/\(/ }  # of a header its constants
/^namespace \{/ { own = 1; next }
/^}  \/\/ namespace$/ { own = 0; next }
own && /^[A-Za-z]/ && !/^(template|extern|static_assert|requires|public|private|protected|namespace|friend)/ {
    line = $0
    if (line ~ /^(struct|class|enum class|enum|union) /) {
        declared = line ~ /;$/
        sub(/^(struct|class|enum class|enum|union) /, "", line)
        name = !declared && line !~ /^[A-Za-z_0-9]+</ && match(line, /^[A-Za-z_0-9]+/) ? substr(line, 1, RLENGTH) : ""
    } else if (line ~ /^using [A-Za-z_0-9]+ =/) {
        name = line
        sub(/^using /, "", name)
        sub(/ =.*/, "", name)
    } else if (match(line, /[A-Za-z_0-9]+(\(|\{| = |\[|;| =$)/) && RSTART > 1 && substr(line, 1, RSTART - 1) !~ /::$/) {
        name = substr(line, RSTART, RLENGTH)
        gsub(/[({[;]| = | =$/, "", name)
    } else {
        name = ""
    }
    if (name == "") {
        next
    }
    key = room SUBSEP name
    if (!(key in file)) {
        file[key] = FILENAME
        place[key] = FILENAME ":" FNR
    } else if (file[key] != FILENAME) {
        printf "%s:%d: %s is also a name of its own of %s\n", FILENAME, FNR, name, place[key]
    }
}
