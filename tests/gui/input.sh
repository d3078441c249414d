# Shared functions of the scenarios and the monkey: a screen with a window manager, the editor with a copy of a map, mouse and keys,
# and the editor's log (REDFORGE_WINDOW_LOG: see docs/window.md). Sourced by tests/gui/scenarios and tests/gui/monkey, which set the
# other variables.
# shellcheck shell=bash disable=SC2154

window='' editor_pid='' server_pid='' manager_pid='' failures=0 checks=0 starts=0 log='' mark=0
openbox_options=() keep_job=''  # keep_job=yes: the script can wait for the editor's exit status

stop() { [[ -z $1 ]] || { kill "$1" 2>/dev/null && wait "$1" 2>/dev/null; } || true; }
clean_up() {
    stop "$editor_pid"
    stop "$manager_pid"
    stop "$server_pid"
    [[ -z ${wine_prefix:-} ]] || WINEPREFIX=$wine_prefix wineserver -k 2>/dev/null || true
    rm -rf "$work"
}

# set_up_wine: if the build is for Windows, runs its programs under Wine, in a new prefix. Otherwise does nothing.
wine_prefix=''
set_up_wine() {
    [[ -f $build/bin/redforge-editor.exe ]] || return 0
    wine_prefix=$work/wine
    export WINEPREFIX=$wine_prefix WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winedbg.exe='
    export XDG_CONFIG_HOME=Z:$work/home XDG_STATE_HOME=Z:$work/state
    env -u DISPLAY wineboot --init >/dev/null 2>&1
    wineserver -k 2>/dev/null || true # restart Wine with the new display
    local each
    for each in redforge redforge-editor redforge_gui_tests; do
        # `exec`, so that the pid of the script is that of the editor.
        printf '#!/bin/sh\nexec wine "%s" "$@"\n' "$build/bin/$each.exe" >"$work/$each"
        chmod +x "$work/$each"
    done
    redforge=$work/redforge editor=$work/redforge-editor
    [[ ! -f $build/bin/redforge_gui_tests.exe ]] || window_tests=$work/redforge_gui_tests
}
on_windows() { [[ -n $wine_prefix ]]; } # rows are lower than in GTK, and the title bar is outside of the screen

fail() { # fail FACT: counts and prints a failure
    failures=$((failures + 1))
    printf '   FAILED: %s\n' "$1"
    if [[ -n $pictures ]]; then
        import -window root "$pictures/failed-$failures.png"
        cp "$log" "$pictures/failed-$failures.log"
    fi
}
check() { # check FACT COMMAND...: runs a command that must succeed
    local fact=$1
    shift
    checks=$((checks + 1))
    if "$@"; then
        printf '   %s\n' "$fact"
    else
        fail "$fact"
    fi
}
is() { [[ $1 == "$2" ]] || { printf '   "%s", not "%s"\n' "$1" "$2" && false; }; }
scenario() { printf '%s%s: %s\n' "$size" "${GTK_THEME:+ $GTK_THEME}" "$1"; }

# ---------------------------------------------------------------- the screen

start_screen() { # start_screen SIZE: starts an X server with a screen of SIZE, such as 1600x1000
    mkfifo "$work/display"
    Xvfb -displayfd 3 -screen 0 "${1}x24" -nolisten tcp 3>"$work/display" 2>/dev/null &
    server_pid=$!
    read -r number <"$work/display"
    rm "$work/display"
    export DISPLAY=:$number
    openbox --sm-disable "${openbox_options[@]}" >/dev/null 2>&1 &
    manager_pid=$!
    local tries
    for ((tries = 0; tries < 100; tries++)); do  # wait for the window manager: without it no window is active or receives keys
        ! xdotool get_num_desktops >/dev/null 2>&1 || break
        sleep 0.1
    done
    ! on_windows || keep_wine_running
}

# keep_wine_running: starts a Wine shell that waits for input, so that it starts Wine's server. The server's other programs inherit the
# standard error of the program that starts the server. If that were the editor, their errors would look like the editor's: the
# device driver sometimes crashed (page fault in ntoskrnl.exe, IoCreateDevice).
keep_wine_running() {
    mkfifo "$work/wine-input"
    wine cmd <"$work/wine-input" >/dev/null 2>&1 &
    exec {wine_input}>"$work/wine-input"
    rm "$work/wine-input"
    wine cmd /c exit >/dev/null 2>&1 </dev/null || true
}

stop_screen() {
    if on_windows; then
        wineserver -k 2>/dev/null || true
        exec {wine_input}>&-
    fi
    stop "$manager_pid"
    stop "$server_pid"
    manager_pid='' server_pid=''
}

# ---------------------------------------------------------------- maps

original() { # original MAP: prints the path of the original file
    if [[ $1 == SAMPLE.RGM ]]; then
        printf '%s' "$sample_map"
    else
        printf '%s' "$game/MAPS/$1"
    fi
}
copy_map() { cp "$(original "$1")" "$work/game/MAPS/$1"; } # copy_map MAP: creates or resets the copy
is_original() { cmp "$(original "$1")" "$work/game/MAPS/$1"; }
xml_of() { "$redforge" unpack --quiet "$work/game/MAPS/$1" -o "$2"; }
value() { "$redforge" get "$work/game/MAPS/$1" "$2"; }
changed_lines() { diff "$1" "$2" | grep -c '^>' || true; }

# ---------------------------------------------------------------- the editor

# start MAP [ARG...]: starts the editor with the copy of a map.
start() {
    local file=$work/game/MAPS/$1
    shift
    starts=$((starts + 1)) mark=0
    log=$work/log-$starts
    : >"$log"
    # GSETTINGS_BACKEND=memory, because there is no session bus.
    REDFORGE_WINDOW_LOG=$log GSETTINGS_BACKEND=memory GDK_BACKEND=x11 NO_AT_BRIDGE=1 LIBGL_ALWAYS_SOFTWARE=1 \
        "$editor" "$@" "$file" >>"$work/out" 2>>"$work/err" &
    editor_pid=$!
    [[ -n $keep_job ]] || disown
}

# find_window NAME: waits for a window with this in its title.
find_window() {
    local tries
    for ((tries = 0; tries < 600; tries++)); do  # starting is slow on a busy machine
        window=$(xdotool search --onlyvisible --name "$1" 2>/dev/null | tail -n 1) || true
        [[ -z $window ]] || return 0
        sleep 0.1
    done
    return 1
}

# find_editor MAP: waits for the editor's window, maximises and activates it, and waits until it is drawn. Wine creates a new window, with
# another id, when OpenGL first draws into it, so the first window may no longer exist.
find_editor() {
    local tries
    for ((tries = 0; tries < 10; tries++)); do
        find_window "$1.* - Redforge" || return 1
        xdotool windowactivate --sync "$window" windowmove "$window" 0 0 windowsize --sync "$window" "${size%x*}" "$((${size#*x} - 25))" \
            2>/dev/null || true
        settle || return 1
        on_windows || return 0
        if [[ $(xdotool getactivewindow 2>/dev/null) == "$window" ]] && is_in_corner; then
            # Under Wine, a window sometimes received no keys before a click. Click on the status bar.
            xdotool mousemove 300 $((${size#*x} - 35)) click 2 sleep 0.2
            return 0
        fi
    done
    return 1
}
is_in_corner() { # the title bar is above the screen; on a busy machine, Wine can move the window back
    xdotool mousemove --window "$window" 0 0 getmouselocation 2>/dev/null | grep -q ' y:0 ' # getwindowgeometry counts the title twice
}

is_running() { kill -0 "$editor_pid" 2>/dev/null; }
is_gone() {
    local tries
    for ((tries = 0; tries < 100; tries++)); do
        is_running || return 0
        sleep 0.1
    done
    return 1
}
find_dialog() { # find_dialog [NAME]: waits for a dialog with this title
    local tries
    for ((tries = 0; tries < 50; tries++)); do
        [[ -z $(xdotool search --onlyvisible --name "^${1:-Redforge}\$" 2>/dev/null) ]] || return 0
        sleep 0.1
    done
    return 1
}
stderr_is_empty() { [[ ! -s $work/err ]] || { sed 's/^/      stderr: /' "$work/err" && : >"$work/err" && false; }; }
# find_question: waits for the recovery dialog. Its parent window has the same title until a file is open.
find_question() {
    local tries
    find_dialog || return 1
    on_windows || return 0
    for ((tries = 0; tries < 200; tries++)); do
        [[ $(xdotool search --onlyvisible --name '^Redforge$' 2>/dev/null | wc -l) -lt 2 ]] || break
        sleep 0.1
    done
    sleep 1
}

# Quit without saving, like a user.
quit() {
    xdotool key ctrl+q
    sleep 0.3
    if is_running && find_dialog; then
        sleep 0.3
        xdotool key alt+d
    fi
    check 'the editor exits' is_gone
    kill -9 "$editor_pid" 2>/dev/null || true
    check 'stderr is empty' stderr_is_empty
}

# ---------------------------------------------------------------- the editor's log

set_mark() { mark=$(wc -l <"$log"); }
new_lines() { tail -n +$((mark + 1)) "$log"; } # lines of the log since the mark
# wait_for PATTERN [SECONDS]: waits until a line since the mark matches.
wait_for() {
    local tries
    for ((tries = 0; tries < ${2:-10} * 50; tries++)); do
        if new_lines | grep -qE "$1"; then
            return 0
        fi
        sleep 0.02
    done
    return 1
}
wait_for_status() { wait_for $'\tstatus\t'"$1" "${2:-10}"; } # wait_for_status PATTERN [SECONDS]: waits for a text in the status bar
# settle: waits until the editor is idle, has loaded everything and has drawn the full picture.
settle() {
    local tries before='' now still=0
    for ((tries = 0; tries < 1200; tries++)); do  # loading a map is slow on a busy machine
        now=$(wc -c <"$log")
        if [[ $now == "$before" && $now -gt 0 ]] && ! last_line_has frame coarse && ! last_line_has view Loading; then
            still=$((still + 1))
            [[ $still -lt 4 ]] || return 0
        else
            still=0
        fi
        before=$now
        sleep 0.05
    done
    return 1
}
last_line_has() { grep -P "\t$1\t" "$log" | tail -n 1 | grep -q "$2"; } # last_line_has KIND TEXT: succeeds if the last line of the kind contains the text
selected() { grep -P '\tselected\t' "$log" | tail -n 1 | cut -f 4; }

# ---------------------------------------------------------------- mouse and keys

# press KEY...: presses the keys one after the other; waits until the editor has handled each.
press() {
    local key
    for key in "$@"; do
        set_mark
        xdotool key "$key"
        wait_for $'\tkey\t' 5 && wait_for $'\tidle\t' 5 || true
    done
}
click() { # click X Y [BUTTON]
    set_mark
    xdotool mousemove "$1" "$2" click "${3:-1}"
    wait_for $'\t(release|selected)\t' 1 && wait_for $'\tidle\t' 1 || true  # a tree does not report clicks
}
# Prints the number of visible windows. An open menu is a window.
windows_shown() { xdotool search --onlyvisible --maxdepth 1 --class '' 2>/dev/null | wc -l; }
# open_menu X Y: right-clicks and waits for the context menu.
open_menu() {
    local before tries
    before=$(windows_shown)
    xdotool mousemove "$1" "$2"
    sleep 0.15
    xdotool click 3
    for ((tries = 0; tries < 100; tries++)); do
        [[ $(windows_shown) -le $before ]] || break
        sleep 0.05
    done
    sleep 0.2
}
# Focuses the view without changing the selection: a middle click.
focus_view() { click $((${size%x*} / 2)) $((${size#*x} * 2 / 5)) 2; }
save() {
    press ctrl+s
    wait_for_status 'Saved' 10
}
