# The table of records with keys only: filter, select the visible rows, type, fill, undo, and back to the view.
# Sourced by tests/gui/scenarios.
# shellcheck shell=bash disable=SC2154

picture() { [[ -z $pictures ]] || import -window root "$pictures/$1-$size${GTK_THEME:+-${GTK_THEME##*:}}.png"; } # picture NAME
table_says() { wait_for $'\ttable\t'"$1" 5; }                                      # table_says PATTERN

table_by_keys() { # table_by_keys MAP
    local map=$1
    scenario "$map as a table: filter, Ctrl+A, a value for all, undo"
    take "$map"
    start "$map" --select 'objects[4]'
    check 'the window is there' find_editor "$map"
    into_view
    set_mark
    xdotool key ctrl+t
    check 'it shows the objects' table_says 'Objects: 7 records'
    sleep 1
    picture table
    # The first column is the id: objects 5 and 6 are the doors.
    press Home ctrl+f
    set_mark
    xdotool type '5..6'
    check 'a filter leaves two' table_says 'Objects: 2 of 7'
    press Return ctrl+a
    check 'both are selected' is "$(selected)" '2 selected'
    xdotool type '17'
    sleep 0.3
    set_mark
    xdotool key ctrl+Return
    check 'both have it, as one step' said 'Set Object id of 2 records'
    picture table-filtered
    check 'it is saved' save
    check 'the one' is "$(value "$map" 'objects[4].id')" 17
    check 'no other field has it' is "$(value "$map" 'objects[4].position.x')" 200
    check 'the other' is "$(value "$map" 'objects[5].id')" 17
    press ctrl+z
    check 'it is saved' save
    check 'undone and saved it is the file that it was' same_as_first "$map"
    press ctrl+f
    set_mark
    xdotool key Escape
    check 'without the filter all are there' table_says 'Objects: 7 records'
    set_mark
    xdotool key ctrl+t
    check 'the view is back' wait_for $'\tframe\tfull' 20
    quit
}

# The factions of an NPC: select the list, add one, type its rank.
table_of_save() {
    scenario 'factions of an NPC in a save'
    "$redforge" new save --sample --quiet -o "$work/game/MAPS/Quick.ess"
    start Quick.ess --select 'changes[1].factions'
    check 'the window is there' find_editor Quick.ess
    check 'it shows the factions' grep -q $'\ttable\tFactions of NPC 0001D15C: 1 record' "$log"
    press ctrl+shift+a
    check 'there is one more' table_says 'Factions of NPC 0001D15C: 2 records'
    picture table-save
    check 'it is saved' save
    check 'the file has it' is "$("$redforge" get "$work/game/MAPS/Quick.ess" 'changes[1].factions[1].rank')" 0
    quit
    rm -f "$work/game/MAPS/Quick.ess"
}
