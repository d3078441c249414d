# Presses every key of the action table with the focus in each of four panes: outliner, search line, grid, view.
# Sourced by tests/gui/scenarios.
# shellcheck shell=bash disable=SC2154

# Columns: a key in the notation of xdotool; the action; the effect of the key in the outliner, search line, grid and
# view: run, unavailable, text (the text line takes the key), other (the pane has its own use for it), none (the key runs
# another action there, which has its own row); then the way to restore the state: empty (not needed), toggle (the same
# key), undo, escape, again (select a record).
key_table='
ctrl+d|Record, Duplicate|run text run run|
ctrl+s|File, Save|run run run run|
ctrl+z|Edit, Undo|run text run run|
ctrl+shift+z|Edit, Redo|run text run run|
ctrl+z|Edit, Undo|run text run run|
ctrl+y|Edit, Redo|run text run run|again
ctrl+shift+a|Record, Add|run run run run|again
alt+Down|Record, Move Down|run run run run|
alt+Up|Record, Move Up|run run run run|again
ctrl+f|Edit, Find...|run run run run|again
ctrl+c|Edit, Copy|run text text run|again
ctrl+v|Edit, Paste|run text text run|again
ctrl+shift+v|Edit, Paste in Place|run text text run|again
F6|View, Panes, Next Pane|run run run run|again
shift+F6|View, Panes, Previous Pane|run run run run|again
ctrl+x|Edit, Cut|run text text run|undo again
ctrl+F2|Record, Rename...|run run run run|dialog again
shift+F9|Record, Play Sound|unavailable unavailable unavailable unavailable|
Delete|Record, Remove|run text text run|undo again
ctrl+a|Select, All|run text text run|again
ctrl+i|Select, Invert|run text run run|again
h|Select, Hide|run text text run|again
shift+h|Select, Isolate|run text text run|again
alt+h|Select, Show All|run unavailable unavailable run|again
g|Transform, Move|run text text run|escape
r|Transform, Rotate|run text text run|escape
ctrl+shift+d|Transform, Duplicate Array...|run run run run|dialog
shift+d|Transform, Duplicate and Move|run text text run|escape
shift+r|Transform, Rotate Handles|run text text run|again
shift+g|Transform, Move Handles|run text text run|again
ctrl+g|Transform, Snap|run run run run|toggle
ctrl+shift+g|Transform, Snap to Surfaces|run run run run|toggle
bracketright|Transform, Coarser Grid|run text text run|again
bracketleft|Transform, Finer Grid|run text text run|again
7|View, Top|run text text run|again
1|View, Front|run text text run|again
3|View, Side|run text text run|again
9|View, Corner|run text text run|again
5|View, Perspective|run text text run|again
f|View, Frame Selected|run text text run|again
z|View, Wireframe|run text text run|toggle
shift+z|View, Flat Colours|run text text run|toggle
Home|View, Frame All|run text text run|again
ctrl+2|View, Two Views|run run run run|
ctrl+4|View, Four Views|run run run run|
ctrl+1|View, One View|run run run run|again
ctrl+l|View, Symbols|run run run run|toggle
n|View, Names|run text text run|toggle
p|View, Animate|run text text run|toggle
alt+1|View, Panes, Outliner|run run run run|toggle again
alt+2|View, Panes, Properties|run run run run|toggle again
alt+3|View, Panes, Problems and History|run run run run|toggle again
ctrl+t|View, Table|run run run run|toggle again
ctrl+shift+e|View, Actor Page|run run run run|toggle again
ctrl+r|View, Load Again|run run run run|loading
Escape|View, Cancel Loading|other other other other|again
ctrl+e|Script, Script Page|run run run run|again
ctrl+Return|Script, Apply|unavailable unavailable unavailable unavailable|again
F8|Script, Next Problem|run run run run|again
shift+F8|Script, Previous Problem|run run run run|again
F9|Script, Toggle Breakpoint|run run run run|
F5|Script, Run to Breakpoint|run run run none|
F11|Script, Step|run run run run|
shift+F5|Script, Stop Run|run run run run|again
F5|View, Walk Through|none none none run|toggle again
F3|Script, Find Next|run run run run|again
shift+F3|Script, Find Previous|run run run run|again
ctrl+space|Script, Complete|run run run run|escape
ctrl+shift+f|Script, Find in All Scripts...|run run run run|again
ctrl+e|Script, Script Page|run run run run|again
End|Transform, Drop to Ground|other text text run|again
Left|Transform, Nudge Left|other text text run|again
Right|Transform, Nudge Right|other text text run|again
Page_Up|Transform, Nudge Up|other text text run|again
Page_Down|Transform, Nudge Down|other text text run|again
Up|Transform, Nudge Forward|other text text run|again
Down|Transform, Nudge Back|other text text run|again
ctrl+shift+p|Edit, Command Palette...|run run run run|escape
ctrl+period|Edit, Fix Problem|unavailable unavailable unavailable unavailable|
ctrl+h|Edit, Find and Replace...|run run run run|dialog
ctrl+shift+s|File, Save As...|run run run run|dialog
ctrl+n|File, New Map...|run run run run|dialog
ctrl+o|File, Open...|run run run run|dialog
ctrl+e|Script, Script Page|run run run run|again
F12|Record, Go to Definition|run run run run|again
shift+F12|Record, Find Uses|run run run run|again
alt+4|View, Panes, Browser|run run run run|toggle again
j|Record, Connect Walk Nodes|unavailable text text unavailable|
shift+j|Record, Disconnect Walk Nodes|unavailable text text unavailable|
ctrl+q|File, Quit|run run run run|dialog
'

key_table_is_complete() {
    diff <("$editor" --keys | tr -d '\r' | awk -F '|' 'NR > 2 && $3 !~ /^ *$/ { gsub(/^ | $/, "", $2); print $2 }' | sort) \
        <(awk -F '|' 'NF > 1 { print $2 }' <<<"$key_table" | sort -u)
}

# Pattern for the objects of both maps that have scripts.
thing='objects\[([4-9]|[0-9]{2,4})]'

# Prints the y coordinate of the outliner's first row (the document).
tree_top() {
    if on_windows; then
        is_narrow && printf 122 || printf 113
    else
        is_narrow && printf 168 || printf 160
    fi
}

# find_thing_row: sets `row` to the y coordinate of an object in the outliner. Searches from the top, after the actors, which F12 opens.
find_thing_row() {
    local tries
    click "$(side_x 120)" "$(is_narrow && printf 240 || printf 300)"
    for ((tries = 0; tries < 10; tries++)); do
        press ctrl+Home # GTK scrolls there for 0.2 s, and a click stops it
        sleep 0.3
        click "$(side_x 120)" "$(tree_top)"
        [[ -n $(selected) ]] || break
    done
    press Down Left
    for ((tries = 0; tries < 20; tries++)); do
        press Down
        [[ ! $(selected) =~ ^objects\[([6-9]|[0-9]{2,4})\]$ ]] || break
    done
    for ((row = $(tree_top) + 10; row < $(is_narrow && printf 262 || printf '%s' $((${size#*x} - 250))); row += 10)); do
        click "$(side_x 120)" "$row"
        ! new_lines | grep -qP "\tselected\t$thing\$" || return 0
    done
    return 1
}

# go_to PANE: selects an object and focuses the pane.
go_to() {
    column=$((column == 110 ? 130 : 110))  # alternate, so that two clicks are not a double click
    click "$(side_x "$column")" "$row"
    wait_for $'\tselected\t' 5 || true  # slow on a busy machine
    if [[ ! $(selected) =~ ^$thing$ ]]; then  # the rows have scrolled
        find_thing_row || return 1
    fi
    case $1 in
    outliner) ;;
    search) press ctrl+f && wait_for $'\taction\tEdit, Find' 20 ;; # drawing a large map first is slow on a busy machine
    grid) click_line 1 2 ;; # the first line, below position and rotation
    view) focus_view ;;
    esac
}

is_window_active() { [[ $(xdotool getactivewindow 2>/dev/null) == "$window" ]]; }
is_dialog_active() { xdotool getactivewindow >/dev/null 2>&1 && ! is_window_active; }
wait_until() { # wait_until COMMAND: waits at most five seconds for the command to succeed
    local tries
    for ((tries = 0; tries < 50; tries++)); do
        ! "$1" || return 0
        sleep 0.1
    done
}

# restore HOW KEY PANE: restores the state after a key; HOW is the last column of the table.
restore() {
    local how
    for how in $1; do
        case $how in
        toggle) press "$2" ;;
        undo) press ctrl+z ;;
        escape)
            press Escape
            wait_until is_window_active  # the palette is a separate window
            ;;
        dialog)
            wait_until is_dialog_active
            sleep 0.2
            xdotool key Escape
            wait_until is_window_active
            sleep 0.2
            ;;
        loading) settle ;;
        esac
    done
    [[ $1 != *again && $1 != escape ]] || go_to "$3"
}

# try_key KEY ACTION EXPECTED: presses the key and succeeds if it has the expected effect.
try_key() {
    local happened=''
    set_mark
    xdotool key "$1"
    case $3 in
    run | unavailable)
        wait_for $'\t'"(action|unavailable)"$'\t'"$2\$" 20 || true  # drawing a large map takes seconds on a busy machine
        ;;
    *)
        wait_for $'\tkey\t' 20 && wait_for $'\tidle\t' 4 || true
        sleep 0.1
        ;;
    esac
    happened=$(new_lines | sed -nE 's/^[^\t]*\t[^\t]*\t(action|unavailable)\t(.*)$/\1 \2/p' | head -n 1)
    case $3 in
    run) is "$happened" "action $2" ;;
    unavailable) is "$happened" "unavailable $2" ;;
    *) is "$happened" '' ;;
    esac
}

keys() { # keys MAP PLACE
    local map=$1 first=$2 key action does after number place row=0 column=110 places=(outliner search grid view)
    scenario "$map: every key from the outliner, the search line, the grid and the view"
    check 'the table has every key of the action table' key_table_is_complete
    copy_map "$map"
    for number in 0 1 2 3; do
        place=${places[number]}
        copy_map "$map"
        start "$map" --select "$first"
        check 'the editor window opens' find_editor "$map"
        if ! find_thing_row || ! go_to "$place"; then
            fail 'cannot find an object in the outliner'
            quit
            continue
        fi
        while IFS='|' read -r key action does after; do
            [[ -n $key ]] || continue
            read -ra does <<<"$does"
            [[ ${does[number]} != none ]] || continue
            # Without the game's models, there is no surface to drop to.
            [[ -n $game || $key$place != Endview ]] || does[number]=unavailable
            checks=$((checks + 1))
            try_key "$key" "$action" "${does[number]}" || fail "$place: $key: ${does[number]} $action"
            if [[ ${does[number]} == text ]]; then
                [[ $place != grid ]] || press Escape
                after=again
            fi
            restore "$after" "$key" "$place" || fail "$place: cannot select an object after $key"
        done <<<"$key_table"
        printf '   all keys in the %s\n' "$place"
        quit
    done
}
