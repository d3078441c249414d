# The twelve tasks that people try first, each in the number of steps that it may take. Sourced by tests/gui/scenarios.
# shellcheck shell=bash disable=SC2154

steps=0
step() { # step COMMAND...: what a person does at once: a key, a click, a drag, a text with its Enter
    steps=$((steps + 1))
    "$@"
}
task() { # task WORDS MOST-STEPS
    scenario "task: $1, in at most $2 steps"
    most=$2 steps=0
}
in_time() { [[ $steps -le $most ]] || { printf '   %s steps, not %s\n' "$steps" "$most" && false; }; }
task_done() { check "in $steps steps" in_time; }

type_line() { # type_line TEXT: into what has the focus
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
by_palette() { # by_palette WORDS: an action by its name
    press ctrl+shift+p
    sleep 0.4
    xdotool type --delay 3 "$1"
    sleep 0.3
    set_mark
    xdotool key Return
    wait_for $'\t(action|unavailable)\t' 5 && settle
}
# Where the views are: between the sides.
is_narrow() { [[ ${size%x*} -lt 1100 ]]; }  # all panes stand on the right
view_centre() { printf '%s' $((${size%x*} < 1100 ? ${size%x*} * 327 / 1000 : ${size%x*} / 2)); }
view_left() { printf '%s' $(($(view_centre) - 120)); }
view_right() { printf '%s' $(($(view_centre) + ${size%x*} / 8)); }
view_top() { printf '%s' 130; }
view_middle() { printf '%s %s' "$(view_centre)" $((${size#*x} * 2 / 5)); }
# A place in the outliner, from its left edge.
side_x() { printf '%s' $(($1 + (${size%x*} < 1100 ? ${size%x*} - 340 : 0))); }

open_task() { # open_task MAP [ARG...]
    take "$1"
    start "$@"
    check 'the window is there' find_editor "$1"
    into_view
}

# click_line NUMBER ROWS: a line of the properties, the heading is 0; above them stand so many rows of place and rotation.
click_line() {
    local heading=119 line=22 # of the properties; in a narrow window they stand below the outliner, of a map below its tabs too
    ! is_narrow || heading=$((lists_open ? 308 : has_tabs ? 331 : 312))
    local row=31 above=4 # of place and rotation
    if on_windows; then
        heading=84 line=18 row=25
        ! is_narrow || heading=$((lists_open ? 270 : has_tabs ? 298 : 280))
    fi
    local rows=$2
    ! is_narrow || ((!lists_open)) || on_windows || rows=0 # they give way to the other lines, where those are high
    click $((${size%x*} - 60)) $((heading + $1 * line + (rows == 0 ? 0 : above + rows * row)))
}
has_tabs=1 lists_open=0
# Places in a window of Windows, where they differ: the line to search in, and the list of problems.
search_y() { printf '%s' "$(on_windows && printf 86 || printf 128)"; }
problem_y() { printf '%s' $((${size#*x} - $(on_windows && printf 155 || printf 123))); }

task_red_lights() {
    task 'all lights of a box red' 4
    open_task SAMPLE.RGM
    press 7 Home
    settle
    step by_palette 'pick only lights'
    step drag_by "$(view_left)" "$(view_top)" "$(view_right)" $((${size#*x} * 55 / 100))
    check 'the light is selected' is "$(selected)" 'lights[0]'
    step click_line 6 1
    step type_line red
    check 'it is one step' said 'Set Colour of lights\[0\]'
    picture task-lights
    check 'it is saved' save
    check 'red' is "$(value SAMPLE.RGM 'lights[0].red')" 255
    check 'green' is "$(value SAMPLE.RGM 'lights[0].green')" 0
    check 'blue' is "$(value SAMPLE.RGM 'lights[0].blue')" 0
    task_done
    quit
}

task_actor() {
    task 'an actor is duplicated and its script edited' 5
    open_task SAMPLE.RGM --select 'actors[0]'
    step press ctrl+d
    check 'there is a copy' is "$(selected)" 'actors[1]'
    step press ctrl+e
    settle
    step press ctrl+Home
    step press Down Down End
    xdotool type --delay 3 ' // mine'
    step press ctrl+Return
    picture task-actor
    check 'it is saved' save
    check 'the copy is there' is "$(value SAMPLE.RGM 'actors[2].script_name')" GUARD01
    task_done
    quit
}

task_script_users() {
    task 'who uses a script; another one for all of them' 4
    open_task SAMPLE.RGM --select 'objects[4]'
    step press shift+F12
    local lists_open=1 # below, where they take height from the properties
    check 'it says who' said '2 records use actor DOOR01'
    picture task-uses
    step press ctrl+a
    check 'both are selected' is "$(selected)" '2 selected'
    step click_line 4 2
    step type_line GUARD01
    check 'it is saved' save
    check 'the one' is "$(value SAMPLE.RGM 'objects[4].script_name')" GUARD01
    check 'the other' is "$(value SAMPLE.RGM 'objects[5].script_name')" GUARD01
    task_done
    quit
}

task_new_light() {
    task 'a light with its radius' 3
    open_task SAMPLE.RGM
    local x y
    press 7 Home
    settle
    read -r x y <<<"$(view_middle)"
    step add_here "$x" "$y" l
    check 'there is a light' is "$(selected)" 'lights[1]'
    picture task-light
    step click_line 4 1
    step type_line 300
    check 'it is saved' save
    check 'the radius' is "$(value SAMPLE.RGM 'lights[1].radius')" 300
    task_done
    quit
}
add_here() { # add_here X Y LETTER: by the menu of a right click
    open_menu "$1" "$2"
    xdotool key a
    sleep 0.3
    set_mark
    xdotool key "$3"
    wait_for $'\tselected\t' 5
    settle
}

task_vmad() {
    task 'a property of a script in a plugin' 4
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
    check 'the window is there' find_editor Lever.esp
    sleep 1
    step click "$(side_x 150)" "$(search_y)"
    step type_line pulls
    local has_tabs=0
    check 'the property is selected' is "$(selected)" 'records[CellarLever].properties.scripts[0].properties[1]'
    picture task-vmad
    step click_line 4 0
    step type_line 7
    check 'it is saved' save
    check 'the property is that of the script' is "$(value Lever.esp 'records[0].properties.scripts[0].properties[1].value')" 7
    task_done
    quit
    rm -f "$work/game/MAPS/Lever.esp"
}

task_factions() {
    task 'the factions of an NPC' 5
    "$redforge" new save --sample --quiet -o "$work/game/MAPS/Quick.ess"
    start Quick.ess
    check 'the window is there' find_editor Quick.ess
    sleep 1
    step click "$(side_x 150)" "$(search_y)"
    step type_line 'changes[1].factions'
    step press ctrl+shift+a
    check 'there is one more' table_says 'Factions of NPC 0001D15C: 2 records'
    check 'it is saved' save
    check 'the file has it' is "$("$redforge" get "$work/game/MAPS/Quick.ess" 'changes[1].factions[1].rank')" 0
    task_done
    quit
    rm -f "$work/game/MAPS/Quick.ess"
}

task_other_map() {
    task 'objects go to another map with their actor' 4
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
    check 'the object is there' is "$("$redforge" get "$other" 'objects[0].script_name')" DOOR01
    check 'and its actor' is "$("$redforge" get "$other" 'actors[0].strings[0].value')" opened
    task_done
    kill "$second" 2>/dev/null && wait "$second" 2>/dev/null || true
    find_window 'SAMPLE.RGM.* - Redforge' && xdotool windowactivate --sync "$window"
    quit
    rm -f "$other"
}

task_merge() {
    task 'a change by another program is merged' 3
    open_task SAMPLE.RGM --select 'objects[4]'
    into_view
    press g x 1 0 Return
    "$redforge" set "$work/game/MAPS/SAMPLE.RGM" 'objects[5].position.y=-77' --in-place >/dev/null 2>&1
    step xdotool key ctrl+s
    check 'it asks' find_dialog
    sleep 0.4
    picture task-merge
    step xdotool key alt+m
    check 'it is saved' said Saved
    check 'theirs' is "$(value SAMPLE.RGM 'objects[5].position.y')" -77
    check 'ours' is "$(value SAMPLE.RGM 'objects[4].position.x')" 210
    task_done
    quit
}

task_conflict() {
    task 'of values that both changed one is taken from the other program' 4
    open_task SAMPLE.RGM --select 'objects[4]'
    into_view
    press g x 1 0 Return
    "$redforge" set "$work/game/MAPS/SAMPLE.RGM" 'objects[4].position.x=500' 'objects[5].position.y=-77' --in-place \
        >/dev/null 2>&1
    step xdotool key ctrl+s
    check 'it asks' find_dialog
    sleep 0.4
    step xdotool key alt+m
    sleep 0.8
    check 'the values are listed' find_dialog 'Merge'
    picture task-conflict
    step xdotool key Right space
    sleep 0.3
    step xdotool key Return
    check 'it is saved' said Saved
    check 'theirs' is "$(value SAMPLE.RGM 'objects[4].position.x')" 500
    check 'what they changed besides' is "$(value SAMPLE.RGM 'objects[5].position.y')" -77
    task_done
    quit
}

task_what_changes() {
    task 'what saving would change' 1
    open_task SAMPLE.RGM --select 'objects[4]'
    into_view
    press g x 1 0 Return
    steps=0
    step by_palette_dialog 'show changes'
    check 'it lists them' find_dialog 'Differences'
    picture task-changes
    task_done
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
    task 'a walk node added and connected' 3
    open_task SAMPLE.RGM --select 'walk_maps[0].nodes[0]'
    press 7 Home
    settle
    local x y
    read -r x y <<<"$(view_middle)"
    step add_here "$x" "$y" w
    check 'there is a node' is "$(selected)" 'walk_maps[0].nodes[4]'
    picture task-node
    check 'it is saved' save
    check 'it leads to the selected one' is "$(value SAMPLE.RGM 'walk_maps[0].nodes[4].routes[0].target_node_id')" 0
    check 'and back' is "$(value SAMPLE.RGM 'walk_maps[0].nodes[0].routes[2].target_node_id')" 4
    task_done
    quit
}

task_browser() {
    task 'a model is dragged into the view' 2
    open_task ISLAND.RGM
    press 7 Home
    settle
    [[ ${size#*x} -ge 850 ]] || press alt+4
    settle
    local x y
    read -r x y <<<"$(view_middle)"
    step drag_by "$(side_x 60)" "$browser_top" "$x" "$y"
    check 'a static object is selected' wait_for $'\tselected\tstatics' 5
    picture task-browser
    check 'it is saved' save
    task_done
    quit
}

task_problem() {
    task 'a problem is fixed' 2
    local map=../../alone/SAMPLE.RGM  # beside no game, so that nothing else is missing
    mkdir -p "$work/alone"
    take_to "$map"
    start "$map"
    check 'the window is there' find_editor SAMPLE.RGM
    into_view
    sleep 1
    # The one line of the problems: a right click on it opens its menu, F is Fix. Where the lists are folded, Alt+3 goes to the line.
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
    check 'it is one step' said 'Fix value-range'
    picture task-problem
    check 'it is saved' save
    check 'the value is within its range' is "$(value "$map" 'lights[0].red')" 255
    task_done
    quit
    rm -rf "$work/alone"
}
take_to() { # take_to MAP: the sample map with a light that is too red
    cp "$(original SAMPLE.RGM)" "$work/game/MAPS/$1"
    "$redforge" set "$work/game/MAPS/$1" 'lights[0].red=300' --in-place >/dev/null 2>&1
}

# Each in light and in dark.
# The first steps of docs/window.md, in a window with all panes.
find_model() { # find_model NAME: in the browser, alone
    click 230 "$browser_find"
    press ctrl+a
    xdotool type --delay 3 "$1"
    sleep 0.6
}
first_tile() { xdotool mousemove 52 $((browser_find + 55)) click --repeat 2 --delay 80 1 && sleep 0.8 && settle; }
menu_keys() { # menu_keys KEY...: in a menu that is open
    local key
    for key in "$@"; do
        xdotool key "$key"
        sleep 0.2
    done
    settle
}
path_typed() { # path_typed FILE: as the system's dialog for files takes it; that of Windows knows no /
    if on_windows; then
        printf 'Z:%s' "${1//\//\\}"
    else
        printf '%s' "$1"
    fi
}
moved() { # moved KEYS NUMBER: "shift+d x" 440, and Enter
    press $1
    xdotool type --delay 3 -- "$2"
    press Return
}
task_room() {
    local map=ROOM.RGM middle_x middle_y
    ! is_narrow || return 0
    task 'a room with a lamp, a door with a script and a guard' 40
    take TAVERN.RGM
    rm -f "$work/game/MAPS/$map" # that of the other theme
    start TAVERN.RGM
    check 'the window is there' find_editor TAVERN.RGM
    into_view
    read -r middle_x middle_y <<<"$(view_middle)"
    browser_find=$((${size#*x} * 48 / 100))
    ! on_windows || browser_find=$((browser_find - 24))
    step press ctrl+n
    check 'it asks where the map is to be' find_dialog 'New Map'
    press ctrl+a
    step type_line "$(path_typed "$work/game/MAPS/$map")"
    check 'it is made' said 'Made ROOM.RGM, with the first 24 actors of TAVERN.RGM'
    check 'and open' find_editor "$map"
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
    check 'three walls and a floor' is "$(selected)" 'statics[3]'
    step find_model LAMP
    step first_tile
    step open_menu "$middle_x" "$middle_y"
    step menu_keys Down Right l
    check 'a light' is "$(selected)" 'lights[0]'
    step moved 'g y' -120
    step open_menu "$middle_x" $((middle_y + 40))
    step menu_keys Down Right a
    check 'a new actor' said 'Add actor ACTOR1'
    step find_model DOOR00
    step open_menu 52 $((browser_find + 55))
    step menu_keys Down Down Return
    check 'has the model' said 'Use DOOR00 for ACTOR1'
    step press ctrl+e
    settle
    step press ctrl+a
    step xdotool type --delay 12 $'actor ACTOR1\n{\nRotateByAxis(1, 512, 30)\nend\n}'
    sleep 0.5
    step press ctrl+Return
    check 'and a script' said 'Set Script of ACTOR1'
    step press ctrl+e
    step open_menu $((middle_x + 60)) "$middle_y"
    step menu_keys Down Right a
    check 'another actor' said 'Add actor ACTOR2'
    step find_model ALPHA003
    step open_menu 52 $((browser_find + 55))
    step menu_keys Down Down Return
    check 'has a model' said 'Use ALPHA003 for ACTOR2'
    step press ctrl+F2
    check 'it asks for a name' find_dialog Rename
    step type_line GUARD
    check 'it is the guard' said 'Rename ACTOR2 to GUARD'
    picture task-room
    check 'it is saved' save
    check 'the guard is an object with a mesh' is "$(value "$map" 'objects[script_name=GUARD].has_mesh')" 1
    check 'the door is an active object' is "$(value "$map" 'objects[0].is_active')" 1
    check 'with a mesh' is "$(value "$map" 'objects[0].has_mesh')" 1
    check 'of a known size' is "$(value "$map" 'objects[0].size_row')" 28
    check 'nothing is wrong with its objects' \
        "$redforge" check --quiet "$work/game/MAPS/$map" --select size-row,outside-world,first-actors,twins
    task_done
    quit
}

tasks() {
    local theme
    if on_windows; then # which has no themes of GTK
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
    of_map_quietly ISLAND.RGM task_browser
    of_map_quietly TAVERN.RGM task_room
    task_problem
}
of_map_quietly() { # of_map_quietly MAP COMMAND
    if [[ -f $(original "$1") ]]; then
        "$2"
    else
        printf '%s: %s: left out, there are no sample files\n' "$size" "$2"
    fi
}
