# The table of records with keys only: filter, select the visible rows, type, fill, undo, and back to the view.
# Sourced by tests/gui/scenarios.
# shellcheck shell=bash disable=SC2154

picture() { [[ -z $pictures ]] || import -window root "$pictures/$1-$size${GTK_THEME:+-${GTK_THEME##*:}}.png"; } # picture NAME
wait_for_table() { wait_for $'\ttable\t'"$1" 5; }                                      # wait_for_table PATTERN

table_by_keys() { # table_by_keys MAP
    local map=$1
    scenario "$map as a table: filter, Ctrl+A, a value for all, undo"
    copy_map "$map"
    start "$map" --select 'objects[4]'
    check 'the editor window opens' find_editor "$map"
    focus_view
    set_mark
    xdotool key ctrl+t
    check 'the table shows the objects' wait_for_table 'Objects: 7 records'
    sleep 1
    picture table
    # The first column is the id. Objects 5 and 6 are the doors.
    press Home ctrl+f
    set_mark
    xdotool type '5..6'
    check 'the filter leaves two rows' wait_for_table 'Objects: 2 of 7'
    press Return ctrl+a
    check 'both rows are selected' is "$(selected)" '2 selected'
    xdotool type '17'
    sleep 0.3
    set_mark
    xdotool key ctrl+Return
    check 'both values change in one step' wait_for_status 'Set Object id of 2 records'
    picture table-filtered
    check 'the file is saved' save
    check 'the first object has the value' is "$(value "$map" 'objects[4].id')" 17
    check 'other fields keep their values' is "$(value "$map" 'objects[4].position.x')" 200
    check 'the second object has the value' is "$(value "$map" 'objects[5].id')" 17
    press ctrl+z
    check 'the file is saved' save
    check 'after undo and save, the file is the original' is_original "$map"
    press ctrl+f
    set_mark
    xdotool key Escape
    check 'without the filter, all rows are visible' wait_for_table 'Objects: 7 records'
    set_mark
    xdotool key ctrl+t
    check 'the scene is visible again' wait_for $'\tframe\tfull' 20
    quit
}

# The factions of an NPC: select the list and add a faction.
table_of_save() {
    scenario 'factions of an NPC in a save'
    "$redforge" new save --sample --quiet -o "$work/game/MAPS/Quick.ess"
    start Quick.ess --select 'changes[1].factions'
    check 'the editor window opens' find_editor Quick.ess
    check 'the table shows the factions' grep -q $'\ttable\tFactions of NPC 0001D15C: 1 record' "$log"
    press ctrl+shift+a
    check 'a faction is added' wait_for_table 'Factions of NPC 0001D15C: 2 records'
    picture table-save
    check 'the file is saved' save
    check 'the file contains the faction' is "$("$redforge" get "$work/game/MAPS/Quick.ess" 'changes[1].factions[1].rank')" 0
    quit
    rm -f "$work/game/MAPS/Quick.ess"
}
