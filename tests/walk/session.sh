#!/bin/bash
# The shell in which a page is typed: reads numbers from descriptor 8, runs each time what /walk/NUMBER has, and
# answers with the exit status and the processor time so far on descriptor 9.
shopt -s expand_aliases
# As on a terminal, each command is a process group of its own.
set -m

# A program that goes on until it is ended prints a link: opens it, then ends the program.
until_link() { # COMMAND
    coproc SHOWN { exec bash -c "exec $1" 2>&1; }
    local ended=1 text pid=$SHOWN_PID output=${SHOWN[0]}
    while read -r text <&"$output"; do
        printf '%s\n' "$text"
        if [[ $text =~ https?://[^[:space:]]+ ]]; then
            python3 -c 'import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).status)' "${BASH_REMATCH[0]}"
            ended=$?
            break
        fi
    done
    kill "$pid"
    wait "$pid"
    return $ended
}

# A Battlesnake server of the reader's own: starts it, and returns when it answers.
running_server() { # PORT
    python3 ~/referee/ai-samples/battlesnake/http-python/snake_server.py "$1" &
    until : 2>/dev/null </dev/tcp/127.0.0.1/"$1"; do sleep 0.1; done
}

# A season that somebody holds on this machine: starts it and prints its place.
running_season() {
    mkdir -p ~/cup/entries
    printf 'title = Cup\ngame = gems\ngenerate = 2\ngames = 1\n' >~/cup/season.ini
    ~/referee/build/referee season ~/cup >~/cup.log 2>&1 &
    echo ~/cup
}

while read -r walk_number <&8; do
    eval "$(cat "/walk/$walk_number")" </dev/null >"/walk/$walk_number.output" 2>&1 8<&- 9>&-
    walk_status=$?
    times >/walk/times
    printf '%s %s\n' $walk_status "$(tr '\n' ' ' </walk/times)" >&9
done
