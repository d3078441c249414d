# Common tasks of new users, each within a maximum number of steps. Sourced by tests/gui/scenarios.
# shellcheck shell=bash disable=SC2154

steps=0
step() { # step COMMAND...: runs and counts one user action: a key, a click, a drag, or a text with Enter
    steps=$((steps + 1))
    "$@"
}
task() { # task TITLE MAX-STEPS
    scenario "task: $1, in at most $2 steps"
    max_steps=$2 steps=0
}
is_within_steps() { [[ $steps -le $max_steps ]] || { printf '   %s steps, not %s\n' "$steps" "$max_steps" && false; }; }
finish_task() { check "in $steps steps" is_within_steps; }

type_line() { # type_line TEXT: types the text and Enter
    xdotool type --delay 3 "$1"
    sleep 0.2
    press Return
}
pointer() { xdotool mousemove "$1" "$2" && sleep 0.15; }
drag_by() { # drag_by X Y TO-X TO-Y [KEY]
    set_mark
    pointer "$1" "$2"
    [[ -z ${5:-} ]] || xdotool keydown "$5"
    xdotool mousedown 1
    pointer "$((($1 + $3) / 2))" "$((($2 + $4) / 2))"
    pointer "$3" "$4"
    xdotool mouseup 1
    [[ -z ${5:-} ]] || xdotool keyup "$5"
    wait_for $'\tidle\t' 2 || true
    settle
}
run_by_palette() { # run_by_palette NAME: runs an action with the command palette
    press ctrl+shift+p
    sleep 0.4
    xdotool type --delay 3 "$1"
    sleep 0.3
    set_mark
    xdotool key Return
    wait_for $'\t(action|unavailable)\t' 5 && settle
}
# Positions in the view, which is between the side panes.
is_narrow() { [[ ${size%x*} -lt 1100 ]]; }  # all panes are on the right
view_centre() { printf '%s' $((${size%x*} < 1100 ? ${size%x*} * 327 / 1000 : ${size%x*} / 2)); }
view_left() { printf '%s' $(($(view_centre) - 120)); }
view_right() { printf '%s' $(($(view_centre) + ${size%x*} / 8)); }
view_top() { printf '%s' 130; }
view_middle() { printf '%s %s' "$(view_centre)" $((${size#*x} * 2 / 5)); }
# side_x X: prints the x coordinate of a position in the outliner, from its left edge.
side_x() { printf '%s' $(($1 + (${size%x*} < 1100 ? ${size%x*} - 340 : 0))); }

open_task() { # open_task MAP [ARG...]
    copy_map "$1"
    start "$@"
    check 'the editor window opens' find_editor "$1"
    focus_view
}

# click_line NUMBER ROWS: clicks a line of the properties; 0 is the heading. ROWS: number of position and rotation rows above.
click_line() {
    local heading=119 line=22 # in a narrow window, the properties are below the outliner, and in maps also below its tabs
    ! is_narrow || heading=$((lists_open ? 308 : has_tabs ? 331 : 312))
    local row=31 above=4 # position and rotation rows
    if on_windows; then
        heading=84 line=18 row=25
        ! is_narrow || heading=$((lists_open ? 270 : has_tabs ? 298 : 280))
    fi
    local rows=$2
    ! is_narrow || ((!lists_open)) || on_windows || rows=0 # hidden if there is not enough height
    click $((${size%x*} - 60)) $((heading + $1 * line + (rows == 0 ? 0 : above + rows * row)))
}
has_tabs=1 lists_open=0
# Positions that differ on Windows: the search line and the list of problems.
search_y() { printf '%s' "$(on_windows && printf 86 || printf 128)"; }
problem_y() { printf '%s' $((${size#*x} - $(on_windows && printf 155 || printf 123))); }

task_red_lights() {
    task 'make all lights in a box red' 4
    open_task SAMPLE.RGM
    press 7 Home
    settle
    step run_by_palette 'pick only lights'
    step drag_by "$(view_left)" "$(view_top)" "$(view_right)" $((${size#*x} * 55 / 100))
    check 'the light is selected' is "$(selected)" 'lights[0]'
    step click_line 6 1
    step type_line red
    check 'the change is one step' wait_for_status 'Set Colour of lights\[0\]'
    picture task-lights
    check 'the file is saved' save
    check 'red is 255' is "$(value SAMPLE.RGM 'lights[0].red')" 255
    check 'green is 0' is "$(value SAMPLE.RGM 'lights[0].green')" 0
    check 'blue is 0' is "$(value SAMPLE.RGM 'lights[0].blue')" 0
    finish_task
    quit
}

task_actor() {
    task 'duplicate an actor and edit its script' 5
    open_task SAMPLE.RGM --select 'actors[0]'
    step press ctrl+d
    check 'the copy is selected, at the end of the list' is "$(selected)" 'actors[2]'
    step press ctrl+e
    settle
    step press ctrl+Home
    step press Down Down End
    xdotool type --delay 3 ' // mine'
    step press ctrl+Return
    picture task-actor
    check 'the file is saved' save
    check 'the copy has a free name' is "$(value SAMPLE.RGM 'actors[2].script_name')" DOOR02
    finish_task
    quit
}

task_script_users() {
    task 'find the users of a script and give them another one' 4
    open_task SAMPLE.RGM --select 'objects[4]'
    step press shift+F12
    local lists_open=1 # the open lists reduce the height of the properties
    check 'the users are listed' wait_for_status '2 records use actor DOOR01'
    picture task-uses
    step press ctrl+a
    check 'both users are selected' is "$(selected)" '2 selected'
    step click_line 4 2
    step type_line GUARD01
    check 'the file is saved' save
    check 'the first user has the other script' is "$(value SAMPLE.RGM 'objects[4].script_name')" GUARD01
    check 'the second user has the other script' is "$(value SAMPLE.RGM 'objects[5].script_name')" GUARD01
    finish_task
    quit
}

task_new_light() {
    task 'add a light and set its radius' 3
    open_task SAMPLE.RGM
    local x y
    press 7 Home
    settle
    read -r x y <<<"$(view_middle)"
    step add_here "$x" "$y" l
    check 'the new light is selected' is "$(selected)" 'lights[1]'
    picture task-light
    step click_line 4 1
    step type_line 300
    check 'the file is saved' save
    check 'the radius is saved' is "$(value SAMPLE.RGM 'lights[1].radius')" 300
    finish_task
    quit
}
add_here() { # add_here X Y LETTER: adds a record with the context menu
    open_menu "$1" "$2"
    xdotool key a
    sleep 0.3
    set_mark
    xdotool key "$3"
    wait_for $'\tselected\t' 5
    settle
}

task_vmad() {
    task 'edit a script property in a plugin' 4
    cat >"$work/lever.xml" <<'XML'
<plugin header_size="later">
  <header form_version="44" version="1.7" next_object_id="00000801">
    <master name="Skyrim.esm"/>
  </header>
  <group type="top" label="ACTI">
    <record type="ACTI" editor_id="CellarLever" form_id="01000800" form_version="44">
      <properties>
        <script name="LeverScript">
          <property name="Door" type="object" form_id="01000900"/>
          <property name="Pulls" type="int" value="3"/>
        </script>
      </properties>
    </record>
  </group>
</plugin>
XML
    "$redforge" pack --quiet "$work/lever.xml" -o "$work/game/MAPS/Lever.esp"
    start Lever.esp
    check 'the editor window opens' find_editor Lever.esp
    sleep 1
    step click "$(side_x 150)" "$(search_y)"
    step type_line pulls
    local has_tabs=0
    check 'the property is selected' is "$(selected)" 'records[CellarLever].properties.scripts[0].properties[1]'
    picture task-vmad
    step click_line 4 0
    step type_line 7
    check 'the file is saved' save
    check 'the file contains the new value' is "$(value Lever.esp 'records[0].properties.scripts[0].properties[1].value')" 7
    finish_task
    quit
    rm -f "$work/game/MAPS/Lever.esp"
}

task_factions() {
    task 'add a faction to an NPC' 5
    "$redforge" new save --sample --quiet -o "$work/game/MAPS/Quick.ess"
    start Quick.ess
    check 'the editor window opens' find_editor Quick.ess
    sleep 1
    step click "$(side_x 150)" "$(search_y)"
    step type_line 'changes[1].factions'
    step press ctrl+shift+a
    check 'a faction is added' wait_for_table 'Factions of NPC 0001D15C: 2 records'
    check 'the file is saved' save
    check 'the file contains the faction' is "$("$redforge" get "$work/game/MAPS/Quick.ess" 'changes[1].factions[1].rank')" 0
    finish_task
    quit
    rm -f "$work/game/MAPS/Quick.ess"
}

task_other_map() {
    task 'copy an object and its actor to another map' 4
    "$redforge" new map --quiet -o "$work/game/MAPS/EMPTY.RGM"
    open_task SAMPLE.RGM --select 'objects[4]'
    step press ctrl+c
    local other=$work/game/MAPS/EMPTY.RGM
    # The other map in its own window, as a user would open it.
    REDFORGE_WINDOW_LOG=$work/log-other GSETTINGS_BACKEND=memory GDK_BACKEND=x11 NO_AT_BRIDGE=1 \
        LIBGL_ALWAYS_SOFTWARE=1 "$editor" "$other" >>"$work/out" 2>>"$work/err" &
    local second=$!
    find_window 'EMPTY.RGM.* - Redforge'
    step xdotool windowactivate --sync "$window"
    sleep 2
    step xdotool key ctrl+v
    sleep 1
    step xdotool key ctrl+s
    sleep 1.5
    check 'the other map contains the object' is "$("$redforge" get "$other" 'objects[-1].script_name')" DOOR01
    check 'the other map contains the actor' is "$("$redforge" get "$other" 'actors[-1].strings[0].value')" opened
    finish_task
    kill "$second" 2>/dev/null && wait "$second" 2>/dev/null || true
    find_window 'SAMPLE.RGM.* - Redforge' && xdotool windowactivate --sync "$window"
    quit
    rm -f "$other"
}

task_merge() {
    task 'merge a change by another program' 3
    open_task SAMPLE.RGM --select 'objects[4]'
    focus_view
    press g x 1 0 Return
    "$redforge" set "$work/game/MAPS/SAMPLE.RGM" 'objects[5].position.y=-77' --in-place >/dev/null 2>&1
    step xdotool key ctrl+s
    check 'a dialog asks' find_dialog
    sleep 0.4
    picture task-merge
    step xdotool key alt+m
    check 'the file is saved' wait_for_status Saved
    check 'their change is merged' is "$(value SAMPLE.RGM 'objects[5].position.y')" -77
    check 'our change is kept' is "$(value SAMPLE.RGM 'objects[4].position.x')" 210
    finish_task
    quit
}

task_conflict() {
    task 'resolve a conflict with the value of the other program' 4
    open_task SAMPLE.RGM --select 'objects[4]'
    focus_view
    press g x 1 0 Return
    "$redforge" set "$work/game/MAPS/SAMPLE.RGM" 'objects[4].position.x=500' 'objects[5].position.y=-77' --in-place \
        >/dev/null 2>&1
    step xdotool key ctrl+s
    check 'a dialog asks' find_dialog
    sleep 0.4
    step xdotool key alt+m
    sleep 0.8
    check 'the conflicts are listed' find_dialog 'Merge'
    picture task-conflict
    step xdotool key Right space
    sleep 0.3
    step xdotool key Return
    check 'the file is saved' wait_for_status Saved
    check 'their change is merged' is "$(value SAMPLE.RGM 'objects[4].position.x')" 500
    check 'their other change is merged' is "$(value SAMPLE.RGM 'objects[5].position.y')" -77
    finish_task
    quit
}

task_what_changes() {
    task 'show unsaved changes' 1
    open_task SAMPLE.RGM --select 'objects[4]'
    focus_view
    press g x 1 0 Return
    steps=0
    step by_palette_dialog 'show changes'
    check 'the changes are listed' find_dialog 'Differences'
    picture task-changes
    finish_task
    xdotool key Escape
    sleep 0.5
    quit
}
by_palette_dialog() {
    press ctrl+shift+p
    sleep 0.4
    xdotool type --delay 3 "$1"
    sleep 0.3
    xdotool key Return
    sleep 0.8
}

task_walk_node() {
    task 'add a walk node and connect it' 3
    open_task SAMPLE.RGM --select 'walk_maps[0].nodes[0]'
    press 7 Home
    settle
    local x y
    read -r x y <<<"$(view_middle)"
    step add_here "$x" "$y" w
    check 'the new node is selected' is "$(selected)" 'walk_maps[0].nodes[4]'
    picture task-node
    check 'the file is saved' save
    check 'the new node has a route to the selected one' is "$(value SAMPLE.RGM 'walk_maps[0].nodes[4].routes[0].target_node_id')" 0
    check 'the selected node has a route to the new one' is "$(value SAMPLE.RGM 'walk_maps[0].nodes[0].routes[2].target_node_id')" 4
    finish_task
    quit
}

task_browser() {
    task 'drag a model into the view' 2
    open_task ISLAND.RGM
    press 7 Home
    settle
    [[ ${size#*x} -ge 850 ]] || press alt+4
    settle
    local x y
    read -r x y <<<"$(view_middle)"
    step drag_by "$(side_x 60)" "$browser_top" "$x" "$y"
    check 'the new static object is selected' wait_for $'\tselected\tstatics' 5
    picture task-browser
    check 'the file is saved' save
    finish_task
    quit
}

task_problem() {
    task 'fix a problem' 2
    local map=../../alone/SAMPLE.RGM  # outside of the game folder, so that no other problem is found
    mkdir -p "$work/alone"
    copy_broken_map "$map"
    start "$map"
    check 'the editor window opens' find_editor SAMPLE.RGM
    focus_view
    sleep 1
    # Fix the only problem: with its context menu (F is Fix), or with keys if the lists are folded.
    if [[ ${size#*x} -ge 850 ]]; then
        step open_menu 300 "$(problem_y)"
        set_mark
        step xdotool key f
    else
        step press alt+3
        settle
        set_mark
        step xdotool key ctrl+period
    fi
    check 'the fix is one step' wait_for_status 'Fix value-range'
    picture task-problem
    check 'the file is saved' save
    check 'the value is within its range' is "$(value "$map" 'lights[0].red')" 255
    finish_task
    quit
    rm -rf "$work/alone"
}
copy_broken_map() { # copy_broken_map MAP: copies the sample map, with a light whose red value is out of range
    cp "$(original SAMPLE.RGM)" "$work/game/MAPS/$1"
    "$redforge" set "$work/game/MAPS/$1" 'lights[0].red=300' --in-place >/dev/null 2>&1
}

# The first steps of docs/window.md, in a window with all panes.
find_model() { # find_model NAME: filters the model browser
    click 230 "$browser_find"
    press ctrl+a
    xdotool type --delay 3 "$1"
    sleep 0.6
}
first_tile() { xdotool mousemove 52 $((browser_find + 55)) click --repeat 2 --delay 80 1 && sleep 0.8 && settle; }
menu_keys() { # menu_keys KEY...: presses keys in an open menu
    local key
    for key in "$@"; do
        xdotool key "$key"
        sleep 0.2
    done
    settle
}
typed_path() { # typed_path FILE: prints the path in the form of the file dialog; on Windows with backslashes
    if on_windows; then
        printf 'Z:%s' "${1//\//\\}"
    else
        printf '%s' "$1"
    fi
}
moved() { # moved KEYS NUMBER: moves the selection; for example "shift+d x" 440
    press $1
    xdotool type --delay 3 -- "$2"
    press Return
}
task_room() {
    local map=ROOM.RGM middle_x middle_y
    ! is_narrow || return 0
    task 'build a room with a lamp, a scripted door and a guard' 40
    copy_map TAVERN.RGM
    rm -f "$work/game/MAPS/$map" # left from the other theme
    start TAVERN.RGM
    check 'the editor window opens' find_editor TAVERN.RGM
    focus_view
    read -r middle_x middle_y <<<"$(view_middle)"
    browser_find=$((${size#*x} * 48 / 100))
    ! on_windows || browser_find=$((browser_find - 24))
    step press ctrl+n
    check 'a dialog asks for the file'  find_dialog 'New Map'
    press ctrl+a
    step type_line "$(typed_path "$work/game/MAPS/$map")"
    check 'the map is created' wait_for_status 'Made ROOM.RGM, with the first 24 actors of TAVERN.RGM'
    check 'the map is open' find_editor "$map"
    step find_model AA_WALL0
    step first_tile
    press 7 f
    step moved 'shift+d z' 440
    step moved 'shift+d x' 220
    step moved 'g z' -220
    step moved 'r y' 90
    step find_model PIER123
    step first_tile
    step press Home
    check 'there are three walls and a floor' is "$(selected)" 'statics[3]'
    step find_model LAMP
    step first_tile
    step open_menu "$middle_x" "$middle_y"
    step menu_keys Down Right l
    check 'a light is added' is "$(selected)" 'lights[0]'
    step moved 'g y' -120
    step open_menu "$middle_x" $((middle_y + 40))
    step menu_keys Down Right a
    check 'an actor is added' wait_for_status 'Add actor ACTOR1'
    step find_model DOOR00
    step open_menu 52 $((browser_find + 55))
    step menu_keys Down Down Return
    check 'the actor has the model' wait_for_status 'Use DOOR00 for ACTOR1'
    step press ctrl+e
    settle
    step press ctrl+a
    step xdotool type --delay 12 $'actor ACTOR1\n{\nRotateByAxis(1, 512, 30)\nend\n}'
    sleep 0.5
    step press ctrl+Return
    check 'the actor has the script' wait_for_status 'Set Script of ACTOR1'
    step press ctrl+e
    step open_menu $((middle_x + 60)) "$middle_y"
    step menu_keys Down Right a
    check 'another actor is added' wait_for_status 'Add actor ACTOR2'
    step find_model ALPHA003
    step open_menu 52 $((browser_find + 55))
    step menu_keys Down Down Return
    check 'the other actor has a model' wait_for_status 'Use ALPHA003 for ACTOR2'
    step press ctrl+F2
    check 'a dialog asks for a name' find_dialog Rename
    step type_line GUARD
    check 'the actor is renamed' wait_for_status 'Rename ACTOR2 to GUARD'
    picture task-room
    check 'the file is saved' save
    check 'the guard is an object with a mesh' is "$(value "$map" 'objects[script_name=GUARD].has_mesh')" 1
    check 'the door is an active object' is "$(value "$map" 'objects[0].is_active')" 1
    check 'the door has a mesh' is "$(value "$map" 'objects[0].has_mesh')" 1
    check 'the door has a size row' is "$(value "$map" 'objects[0].size_row')" 28
    check 'the check finds no problem with the objects' \
        "$redforge" check --quiet "$work/game/MAPS/$map" --select size-row,outside-world,first-actors,twins
    finish_task
    quit
}

# Runs all tasks in a light and in a dark theme.
tasks() {
    local theme
    if on_windows; then # no GTK themes
        tasks_in_theme
        return
    fi
    for theme in Adwaita Adwaita:dark; do
        export GTK_THEME=$theme
        tasks_in_theme
    done
    unset GTK_THEME
}
tasks_in_theme() {
    browser_top=$((${size#*x} >= 850 ? ${size#*x} * 56 / 100 : 190))
    ! on_windows || browser_top=$((browser_top - 40))
    local each
    for each in red_lights actor script_users new_light vmad factions other_map merge conflict what_changes walk_node; do
        "task_$each"
    done
    task_with_map ISLAND.RGM task_browser
    task_with_map TAVERN.RGM task_room
    task_problem
}
task_with_map() { # task_with_map MAP COMMAND
    if [[ -f $(original "$1") ]]; then
        "$2"
    else
        printf '%s: %s: skipped, no sample files\n' "$size" "$2"
    fi
}
