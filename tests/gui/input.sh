# Shared functions of the scenarios and the monkey: a screen with a window manager, the editor with a copy of a map, mouse and keys,
# and the editor's log (REDFORGE_WINDOW_LOG: see docs/window.md). Sourced by tests/gui/scenarios and tests/gui/monkey, which set the
# other variables.
# shellcheck shell=bash disable=SC2154

window='' editor_pid='' server_pid='' manager_pid='' failures=0 checks=0 starts=0 log='' mark=0
openbox_options=() keep_job=''  # keep_job=yes: the window's exit status can be waited for

stop() { [[ -z $1 ]] || { kill "$1" 2>/dev/null && wait "$1" 2>/dev/null; } || true; }
tidy() {
    stop "$editor_pid"
    stop "$manager_pid"
    stop "$server_pid"
    [[ -z ${wine_prefix:-} ]] || WINEPREFIX=$wine_prefix wineserver -k 2>/dev/null || true
    rm -rf "$work"
}

# on_wine: where the build is one for Windows its programs run by Wine, in a prefix of their own; elsewhere nothing.
wine_prefix=''
on_wine() {
    [[ -f $build/bin/redforge-editor.exe ]] || return 0
    wine_prefix=$work/wine
    export WINEPREFIX=$wine_prefix WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winedbg.exe='
    export XDG_CONFIG_HOME=Z:$work/home XDG_STATE_HOME=Z:$work/state
    env -u DISPLAY wineboot --init >/dev/null 2>&1
    wineserver -k 2>/dev/null || true # Wine begins anew, with the screen
    local each
    for each in redforge redforge-editor redforge_gui_tests; do
        # In two lines, so that the process that is waited for and killed is that of the window.
        printf '#!/bin/sh\nexec wine "%s" "$@"\n' "$build/bin/$each.exe" >"$work/$each"
        chmod +x "$work/$each"
    done
    redforge=$work/redforge editor=$work/redforge-editor
    [[ ! -f $build/bin/redforge_gui_tests.exe ]] || window_tests=$work/redforge_gui_tests
}
on_windows() { [[ -n $wine_prefix ]]; } # whose lines are lower than those of GTK, and whose title is outside of the screen

fail() { # fail WORDS
    failures=$((failures + 1))
    printf '   FAILED: %s\n' "$1"
    if [[ -n $pictures ]]; then
        import -window root "$pictures/failed-$failures.png"
        cp "$log" "$pictures/failed-$failures.log"
    fi
}
check() { # check WORDS COMMAND...
    local words=$1
    shift
    checks=$((checks + 1))
    if "$@"; then
        printf '   %s\n' "$words"
    else
        fail "$words"
    fi
}
is() { [[ $1 == "$2" ]] || { printf '   "%s", not "%s"\n' "$1" "$2" && false; }; }
scenario() { printf '%s%s: %s\n' "$size" "${GTK_THEME:+ $GTK_THEME}" "$1"; }

# ---------------------------------------------------------------- the screen

start_screen() { # start_screen 1600x1000
    mkfifo "$work/display"
    Xvfb -displayfd 3 -screen 0 "${1}x24" -nolisten tcp 3>"$work/display" 2>/dev/null &
    server_pid=$!
    read -r number <"$work/display"
    rm "$work/display"
    export DISPLAY=:$number
    openbox --sm-disable "${openbox_options[@]}" >/dev/null 2>&1 &
    manager_pid=$!
    local tries
    for ((tries = 0; tries < 100; tries++)); do  # without it no window is active, and keys go nowhere
        ! xdotool get_num_desktops >/dev/null 2>&1 || break
        sleep 0.1
    done
    ! on_windows || begin_wine
}

# begin_wine: a shell of Wine runs from before the first window until the screen ends. The program that starts Wine's server leaves
# its standard error to Wine's own programs, whose mistakes would be taken for the window's: its driver of devices ended now and then
# by a page fault (in ntoskrnl.exe, IoCreateDevice).
begin_wine() {
    mkfifo "$work/held"
    wine cmd <"$work/held" >/dev/null 2>&1 &
    exec {held}>"$work/held"
    rm "$work/held"
    wine cmd /c exit >/dev/null 2>&1 </dev/null || true
}

stop_screen() {
    if on_windows; then
        wineserver -k 2>/dev/null || true
        exec {held}>&-
    fi
    stop "$manager_pid"
    stop "$server_pid"
    manager_pid='' server_pid=''
}

# ---------------------------------------------------------------- maps

original() { # original MAP: the file that the copy is of
    if [[ $1 == SAMPLE.RGM ]]; then
        printf '%s' "$sample_map"
    else
        printf '%s' "$game/MAPS/$1"
    fi
}
take() { cp "$(original "$1")" "$work/game/MAPS/$1"; } # take MAP: as it was at first
same_as_first() { cmp "$(original "$1")" "$work/game/MAPS/$1"; }
xml_of() { "$redforge" unpack --quiet "$work/game/MAPS/$1" -o "$2"; }
value() { "$redforge" get "$work/game/MAPS/$1" "$2"; }
changed_lines() { diff "$1" "$2" | grep -c '^>' || true; }

# ---------------------------------------------------------------- the window

# start MAP [ARG...]: the window on a map of the copy.
start() {
    local file=$work/game/MAPS/$1
    shift
    starts=$((starts + 1)) mark=0
    log=$work/log-$starts
    : >"$log"
    # Settings of GTK in memory: there is no session bus here.
    REDFORGE_WINDOW_LOG=$log GSETTINGS_BACKEND=memory GDK_BACKEND=x11 NO_AT_BRIDGE=1 LIBGL_ALWAYS_SOFTWARE=1 \
        "$editor" "$@" "$file" >>"$work/out" 2>>"$work/err" &
    editor_pid=$!
    [[ -n $keep_job ]] || disown
}

# find_window NAME: waits for a window with this in its title.
find_window() {
    local tries
    for ((tries = 0; tries < 600; tries++)); do  # a busy machine takes its time to start it
        window=$(xdotool search --onlyvisible --name "$1" 2>/dev/null | tail -n 1) || true
        [[ -z $window ]] || return 0
        sleep 0.1
    done
    return 1
}

# find_editor MAP: as large as the screen, active, drawn in full. Wine creates a new window, with another
# number, when OpenGL draws into it for the first time, so the first window may no longer exist.
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
is_in_corner() { # without its title, which is above the screen; on a busy machine Wine puts it back where it was at first
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
find_dialog() { # find_dialog [NAME]
    local tries
    for ((tries = 0; tries < 50; tries++)); do
        [[ -z $(xdotool search --onlyvisible --name "^${1:-Redforge}\$" 2>/dev/null) ]] || return 0
        sleep 0.1
    done
    return 1
}
quiet() { [[ ! -s $work/err ]] || { sed 's/^/      stderr: /' "$work/err" && : >"$work/err" && false; }; }
# find_question: the dialog of a window that has opened nothing yet, whose title is the same, has the keyboard.
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
    check 'it is closed' is_gone
    kill -9 "$editor_pid" 2>/dev/null || true
    check 'nothing on stderr' quiet
}

# ---------------------------------------------------------------- what the window says

set_mark() { mark=$(wc -l <"$log"); }
news() { tail -n +$((mark + 1)) "$log"; } # since the mark
# wait_for PATTERN [SECONDS]: until a line since the mark fits.
wait_for() {
    local tries
    for ((tries = 0; tries < ${2:-10} * 50; tries++)); do
        if news | grep -qE "$1"; then
            return 0
        fi
        sleep 0.02
    done
    return 1
}
said() { wait_for $'\tstatus\t'"$1" "${2:-10}"; } # said PATTERN [SECONDS]: in the status bar
# All is done, loaded, and drawn in full.
settle() {
    local tries before='' now still=0
    for ((tries = 0; tries < 1200; tries++)); do  # a busy machine takes its time to load a map
        now=$(wc -c <"$log")
        if [[ $now == "$before" && $now -gt 0 ]] && ! last_of frame coarse && ! last_of view Loading; then
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
last_of() { grep -P "\t$1\t" "$log" | tail -n 1 | grep -q "$2"; } # last_of KIND WORDS: whether the last line of the kind has them
selected() { grep -P '\tselected\t' "$log" | tail -n 1 | cut -f 4; }

# ---------------------------------------------------------------- mouse and keys

# press KEY...: each is done before the next.
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
    wait_for $'\t(release|selected)\t' 1 && wait_for $'\tidle\t' 1 || true  # trees take clicks for themselves
}
# The windows of the program that are on the screen: a menu that opens is one more.
windows_shown() { xdotool search --onlyvisible --maxdepth 1 --class '' 2>/dev/null | wc -l; }
# open_menu X Y: the menu of a right click, as soon as it is there.
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
# Into the view, without selecting anything: a click with the wheel.
into_view() { click $((${size%x*} / 2)) $((${size#*x} * 2 / 5)) 2; }
save() {
    press ctrl+s
    said 'Saved' 10
}
