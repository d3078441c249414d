# Measures the time from a key to the frame, in milliseconds of CPU time of all threads, so that other load on the machine does
# not matter. Each value is the minimum of several. Sourced by tests/gui/scenarios.
# shellcheck shell=bash disable=SC2154

# figure LABEL MEASURED LIMIT [UNIT]: prints a measurement; it is a failure if it exceeds LIMIT.
figure() {
    checks=$((checks + 1))
    if [[ -n $2 && $2 -le $3 ]]; then
        printf '   %-58s %5s %s, limit %s\n' "$1" "$2" "${4:-ms}" "$3"
    else
        fail "$1: ${2:-not measured} ${4:-ms}, limit $3"
    fi
}
least() { sort -n | head -n 1; }
greatest() { sort -n | tail -n 1; }
# wall_time MEASURED: prints the elapsed time of the previous figure, without a limit, because it depends on other load.
wall_time() { printf '   %-58s %5s ms\n' '  elapsed time' "$1"; }

# time_to KIND: prints the time from the first key or button since the mark to the next line of the kind.
time_to() {
    new_lines | awk -F '\t' -v what="$1" '($3 == "key" || $3 == "press") && !begun { begun = $2 }
        begun && $3 == what { printf "%.0f\n", ($2 - begun) * 1000; exit }'
}

# time_of KEY: prints the time from the key to the frame.
time_of() {
    settle
    set_mark
    xdotool key "$1"
    wait_for $'\tframe\t' 10 || true
    settle
    time_to frame
}

# clicks NAME: clicks objects at several positions of the view; measures the time to the fields in the grid, and to the idle state.
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
    figure "$1: from a click to the fields of the object" "$(grep . <<<"$each" | greatest)" 50
    figure "$1: from a click to the idle state" "$(grep . <<<"$seen" | greatest)" 100
    wall_time "$(grep . <<<"$waited" | greatest)"
}
# after_release KIND COLUMN: prints the time from the release of the button to the first line of the kind after the selection changed.
after_release() {
    new_lines | awk -F '\t' -v what="$1" -v column="$2" '$3 == "release" && !begun { begun = $column }
        begun && $3 == "selected" { chosen = 1 }
        chosen && $3 == what { printf "%.0f\n", ($column - begun) * 1000; exit }'
}

# after_coarse FINISH COLUMN: prints the time from the last coarse frame to the frame with FINISH.
after_coarse() {
    new_lines | awk -F '\t' -v what="$1" -v column="$2" '$3 == "frame" && $4 == "coarse" { before = $column; took = "" }
        $3 == "frame" && $4 == what && before { took = $column - before } END { if (took != "") printf "%.0f", took * 1000 }'
}

# orbit NAME LIMIT [WALL-LIMIT]: orbits the view and measures the time of a frame. WALL-LIMIT: limit of its elapsed time.
orbit() {
    local i each clock
    focus_view
    settle
    set_mark
    xdotool keydown ctrl mousedown 3
    for ((i = 0; i < 40; i++)); do
        xdotool mousemove_relative -- $((i < 20 ? 6 : -6)) $((i % 2 ? 1 : -1))
        sleep 0.03
    done
    xdotool mouseup 3 keyup ctrl
    settle
    # Measure from the begin of each frame: between two coarse frames, the pointer can rest long enough for a full one.
    each=$(new_lines | awk -F '\t' '$3 == "draw" { begun = $2 } $3 == "frame" && begun { printf "%.0f\n", ($2 - begun) * 1000; begun = 0 }' | sort -n)
    figure "$1: a frame while orbiting (median of $(wc -l <<<"$each"))" \
        "$(sed -n "$((($(wc -l <<<"$each") + 1) / 2))p" <<<"$each")" "$2"
    clock=$(new_lines | awk -F '\t' '$3 == "draw" { begun = $1 } $3 == "frame" && begun { print ($1 - begun) * 1000; begun = 0 }' |
        sort -n | awk '{ each[NR] = $1 } END { printf "%.0f", each[int((NR + 1) / 2)] }')
    if [[ -n ${3:-} ]]; then
        figure "$1: elapsed time of a frame" "$clock" "$3"
    else
        wall_time "$clock"
    fi
    figure "$1: the slowest frame" "$(tail -n 1 <<<"$each")" 100
    if ! new_lines | grep -q $'\tframe\tcoarse'; then
        return 0  # all frames are full
    fi
    figure "$1: the full frame after the last coarse one" \
        "$(after_coarse full 2)" 200
    wall_time "$(after_coarse full 1)"
}

# tilt PIXELS: moves the camera down or up, around the middle of the view.
tilt() {
    local i
    xdotool keydown ctrl mousedown 3
    for ((i = 0; i < 8; i++)); do
        xdotool mousemove_relative -- 0 "$1"
        sleep 0.03
    done
    xdotool mouseup 3 keyup ctrl
}

# Orbits in a street: moves the camera back from the selection and down to eye height. The limit is 60 frames a second.
street() {
    focus_view
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
    scenario "$map: time from keys to frames"
    copy_map "$map"
    start "$map" --select 'objects[6]'
    check 'the editor window opens' find_editor "$map"
    wait_for $'\tframe\t' 20 || true
    settle
    figure 'all panes are created' "$(awk -F '\t' '$3 == "status" { printf "%.0f", $2 * 1000; exit }' "$log")" 300
    figure 'the first frame' "$(awk -F '\t' '$3 == "frame" { printf "%.0f", $2 * 1000; exit }' "$log")" 1000
    focus_view
    for i in 1 2 3 4 5; do
        copied+="$(time_of ctrl+d)"$'\n'
        removed+="$(time_of Delete)"$'\n'
        back+="$(time_of ctrl+z)"$'\n'
        press g x 1 0
        moved+="$(time_of Return)"$'\n'
        undone+="$(time_of ctrl+z)"$'\n'
    done
    figure 'duplicating' "$(grep . <<<"$copied" | least)" 100
    figure 'removing' "$(grep . <<<"$removed" | least)" 100
    figure 'undoing a removal' "$(grep . <<<"$back" | least)" 50
    figure 'moving by a typed distance' "$(grep . <<<"$moved" | least)" 50
    figure 'undoing a move' "$(grep . <<<"$undone" | least)" 50
    orbit 'the whole map' 33
    focus_view
    press f
    orbit 'near an object' 33
    street
    clicks 'near an object'
    figure 'memory' "$(awk '$1 == "VmRSS:" { printf "%.0f", $2 / 1024 }' "/proc/$editor_pid/status")" 300 MB
    quit
}

# many_rows: duplicates one of 100,000 objects.
many_rows() {
    local map=MANY.RGM i copied=''
    scenario '100,000 objects in the outliner'
    "$redforge" unpack --quiet "$sample_map" -o "$work/many.xml"
    awk '/<object / && !done { for (i = 0; i < 100000; i++) printf "    <object id=\"%d\"/>\n", 100 + i; done = 1 } { print }' \
        "$work/many.xml" >"$work/more.xml"
    "$redforge" pack --quiet "$work/more.xml" -o "$work/game/MAPS/$map"
    start "$map" --select 'objects[50000]'
    check 'the editor window opens' find_editor "$map"
    focus_view
    for i in 1 2 3; do
        copied+="$(time_of ctrl+d)"$'\n'
    done
    figure 'duplicating' "$(grep . <<<"$copied" | least)" 200
    quit
    rm -f "$work"/*.xml "$work/game/MAPS/$map"
}
