# How long it takes from a key to the picture, in milliseconds of processor time of all threads: what else the machine
# does makes no difference. Each the least of several. Sourced by tests/gui/scenarios.
# shellcheck shell=bash disable=SC2154

# figure WORDS MEASURED LIMIT [UNIT]
figure() {
    checks=$((checks + 1))
    if [[ -n $2 && $2 -le $3 ]]; then
        printf '   %-58s %5s %s, at most %s\n' "$1" "$2" "${4:-ms}" "$3"
    else
        fail "$1: ${2:-not seen} ${4:-ms}, at most $3"
    fi
}
least() { sort -n | head -n 1; }
greatest() { sort -n | tail -n 1; }
# by_the_clock MEASURED: of the figure before it; told only, as it is also that of what else the machine does.
by_the_clock() { printf '   %-58s %5s ms\n' '  by the clock' "$1"; }

# Prints the time from the first key or button since the mark to the next line of a kind.
time_to() {
    news | awk -F '\t' -v what="$1" '($3 == "key" || $3 == "press") && !begun { begun = $2 }
        begun && $3 == what { printf "%.0f\n", ($2 - begun) * 1000; exit }'
}

# time_of KEY: from the key to the picture.
time_of() {
    settle
    set_mark
    xdotool key "$1"
    wait_for $'\tframe\t' 10 || true
    settle
    time_to frame
}

# clicks NAME: on what is seen at several places of the view; to its fields in the grid, and to all that is seen of it.
clicks() {
    local place x y each='' seen='' waited=''
    for place in '50 40' '46 36' '54 44' '48 46' '52 34' '44 42'; do
        read -r x y <<<"$place"
        settle
        set_mark
        xdotool mousemove $((${size%x*} * x / 100)) $((${size#*x} * y / 100)) click 1
        wait_for $'\tselected\t[a-z]' 2 || continue  # not the ground or the sky
        settle
        each+="$(after_release selected 2)"$'\n'
        seen+="$(after_release idle 2)"$'\n'
        waited+="$(after_release idle 1)"$'\n'
    done
    figure "$1: from a click to the fields of what was clicked on" "$(grep . <<<"$each" | greatest)" 50
    figure "$1: and until all of that is seen" "$(grep . <<<"$seen" | greatest)" 100
    by_the_clock "$(grep . <<<"$waited" | greatest)"
}
# after_release KIND COLUMN: from the button to the first line of that kind once something else is selected.
after_release() {
    news | awk -F '\t' -v what="$1" -v column="$2" '$3 == "release" && !begun { begun = $column }
        begun && $3 == "selected" { chosen = 1 }
        chosen && $3 == what { printf "%.0f\n", ($column - begun) * 1000; exit }'
}

# after_coarse FINISH COLUMN: from the last coarse picture to that one.
after_coarse() {
    news | awk -F '\t' -v what="$1" -v column="$2" '$3 == "frame" && $4 == "coarse" { before = $column; took = "" }
        $3 == "frame" && $4 == what && before { took = $column - before } END { if (took != "") printf "%.0f", took * 1000 }'
}

# orbit NAME LIMIT [CLOCK]: turns the view about its middle for a while. CLOCK: what a picture may take by the clock.
orbit() {
    local i each clock
    into_view
    settle
    set_mark
    xdotool keydown ctrl mousedown 3
    for ((i = 0; i < 40; i++)); do
        xdotool mousemove_relative -- $((i < 20 ? 6 : -6)) $((i % 2 ? 1 : -1))
        sleep 0.03
    done
    xdotool mouseup 3 keyup ctrl
    settle
    # From where it is begun: between two of them a hand may rest long enough for a full one.
    each=$(news | awk -F '\t' '$3 == "draw" { begun = $2 } $3 == "frame" && begun { printf "%.0f\n", ($2 - begun) * 1000; begun = 0 }' | sort -n)
    figure "$1: a picture while it is turned (the middle of $(wc -l <<<"$each"))" \
        "$(sed -n "$((($(wc -l <<<"$each") + 1) / 2))p" <<<"$each")" "$2"
    clock=$(news | awk -F '\t' '$3 == "draw" { begun = $1 } $3 == "frame" && begun { print ($1 - begun) * 1000; begun = 0 }' |
        sort -n | awk '{ each[NR] = $1 } END { printf "%.0f", each[int((NR + 1) / 2)] }')
    if [[ -n ${3:-} ]]; then
        figure "$1: the same by the clock" "$clock" "$3"
    else
        by_the_clock "$clock"
    fi
    figure "$1: the slowest of them" "$(tail -n 1 <<<"$each")" 100
    if ! news | grep -q $'\tframe\tcoarse'; then
        return 0  # all are full at once
    fi
    figure "$1: in full, after the last coarse one" \
        "$(after_coarse full 2)" 200
    by_the_clock "$(after_coarse full 1)"
}

# tilt PIXELS: the camera goes down, or up, about the middle of the view.
tilt() {
    local i
    xdotool keydown ctrl mousedown 3
    for ((i = 0; i < 8; i++)); do
        xdotool mousemove_relative -- 0 "$1"
        sleep 0.03
    done
    xdotool mouseup 3 keyup ctrl
}

# Moves the view back from the selection, and down to eye height in the street. 60 pictures a second.
street() {
    into_view
    press f
    xdotool click --repeat 8 --delay 30 5
    tilt -5
    settle
    [[ -z $pictures ]] || import -window root "$pictures/street-$size.png"
    orbit 'in a street' 33 17
    tilt 5
    press f
}

speed() { # speed MAP
    local map=$1 i copied='' undone='' removed='' back='' moved=''
    scenario "$map: from keys to pictures"
    take "$map"
    start "$map" --select 'objects[6]'
    check 'the window is there' find_editor "$map"
    wait_for $'\tframe\t' 20 || true
    settle
    figure 'the window has all its panes' "$(awk -F '\t' '$3 == "status" { printf "%.0f", $2 * 1000; exit }' "$log")" 300
    figure 'the first picture' "$(awk -F '\t' '$3 == "frame" { printf "%.0f", $2 * 1000; exit }' "$log")" 1000
    into_view
    for i in 1 2 3 4 5; do
        copied+="$(time_of ctrl+d)"$'\n'
        removed+="$(time_of Delete)"$'\n'
        back+="$(time_of ctrl+z)"$'\n'
        press g x 1 0
        moved+="$(time_of Return)"$'\n'
        undone+="$(time_of ctrl+z)"$'\n'
    done
    figure 'a copy is seen' "$(grep . <<<"$copied" | least)" 100
    figure 'what is removed is gone' "$(grep . <<<"$removed" | least)" 100
    figure 'a removal is undone' "$(grep . <<<"$back" | least)" 50
    figure 'a number moves it' "$(grep . <<<"$moved" | least)" 50
    figure 'that is undone' "$(grep . <<<"$undone" | least)" 50
    orbit 'all of the map' 33
    into_view
    press f
    orbit 'near a thing' 33
    street
    clicks 'near a thing'
    figure 'memory' "$(awk '$1 == "VmRSS:" { printf "%.0f", $2 / 1024 }' "/proc/$editor_pid/status")" 300 MB
    quit
}

# many_rows: a copy of one of 100,000 objects.
many_rows() {
    local map=MANY.RGM i copied=''
    scenario '100,000 objects in the outliner'
    "$redforge" unpack --quiet "$sample_map" -o "$work/many.xml"
    awk '/<object / && !done { for (i = 0; i < 100000; i++) printf "    <object id=\"%d\"/>\n", 100 + i; done = 1 } { print }' \
        "$work/many.xml" >"$work/more.xml"
    "$redforge" pack --quiet "$work/more.xml" -o "$work/game/MAPS/$map"
    start "$map" --select 'objects[50000]'
    check 'the window is there' find_editor "$map"
    into_view
    for i in 1 2 3; do
        copied+="$(time_of ctrl+d)"$'\n'
    done
    figure 'a copy is seen' "$(grep . <<<"$copied" | least)" 200
    quit
    rm -f "$work"/*.xml "$work/game/MAPS/$map"
}
