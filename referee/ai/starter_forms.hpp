#pragma once

/// What `referee new` writes beside a starter. A season must know it: it is no code of an
/// entrant's.

#include <array>
#include <string_view>

namespace referee {

inline constexpr std::string_view ini_form =
    R"~(# What the referee needs to know: referee/match/README.md, "What an AI is".
command = {command}
game = {game}
name = {name}
# author = your name, as tables and sites show it
language = {language}
licence = MIT
source = {program}
{build})~";

inline constexpr std::string_view readme_form = R"~(# {name}

An AI for {game}, in {language}. It starts as a copy of the reference AI: replace that with your own ideas.

    ./try                       # {try_does}
    {referee} check --game {game} .   # explains mistakes
    {referee} games {game}            # the files and the answer, with examples

| file | |
| --- | --- |
| `{program}` | the AI: it reads the state from files in its current folder and writes `result.dat` |
| `ai.ini` | how the AI is started{built} |
| `try` | plays ten games and explains the first fault; a page shows the first lost game in a browser |

The referee starts the AI for every move, in a work folder in which it may write the existing files but not
create new ones. Its standard error is shown when a move fails. `memory.dat` in the work folder is kept
from move to move. The rules are in `{rules}` of the referee.

To play against other AIs, name its folder: `{referee} FIELD --ai {folder} --ai OTHER`.
)~";

/// That of a starter that plays what it has learnt.
inline constexpr std::string_view learnt_readme_form = R"~(# {name}

An AI for {game}, in {language}, that plays what it has learnt. It needs NumPy alone: put in your own policy.

    ./try                       # {try_does}
    python3 train.py            # learns for a minute; needs the module referee_games: {training}
    {referee} check --game {game} .   # explains mistakes

| file | |
| --- | --- |
| `bot.py` | the AI: for each move it reads the state files, asks the policy and writes `result.dat` |
| `policy.py`, `weights.txt` | the policy, and what it has learnt: a small one, to show how it is done |
| `choices.py` | where on the board of {game} the policy's choices are |
| `player/` | reads the state files as the observations that the policy was trained on |
| `train.py` | learns by playing, and writes `weights.txt` |
| `ai.ini` | how the AI is started: once for each game (`resident`), before its time for the first move runs (`prepare`) |
| `try` | plays ten games and explains the first fault; a page shows the first lost game in a browser |

With a network of your own, `bot.py` calls `play(policy)` with a function that gets what a seat sees (`observation`,
`legal`, `seat`, `turn`, `parts`) and returns an action, all as in a batch of the training environment. Give `play`
the `view` of that batch, and its `shape` if its boards had several sizes.

To play against other AIs, name its folder: `{referee} FIELD --ai {folder} --ai OTHER`.
)~";

/// The games are beside the AI's folder, because the AI may read everything inside it. It needs
/// `create`, `play`, `check` and `replay` only: the small referee of `make demo` has no
/// tournaments.
inline constexpr std::string_view try_form = R"~(#!/bin/sh
# Plays ten games on five fields against the reference AI, explains the first fault, and shows the first
# lost game. For another opponent: OPPONENT=PATH ./try
# Options are passed to 'play' and 'check'. Without any, an answer may take 5 s, so that an endless loop
# is found soon; a match has the game's limit.
# With --json it prints JSON Lines alone: a line for the check, then one for each match. What can't be
# done is a last line {{"error": TEXT, "status": 2}}, and that is the exit status.
set -eu
json=
for word; do
    shift
    if [ "$word" = --json ]; then json=--json; else set -- "$@" "$word"; fi
done
[ -z "$json" ] || exec 3>&1 1>&2 # a compiler may print

# The text as a JSON string: one that other programs can read, whatever a compiler has printed.
quoted() {{
    printf '%s\n' "$1" |
        if command -v iconv >/dev/null; then iconv -c -f UTF-8 -t UTF-8; else LC_ALL=C tr -d '\200-\377'; fi |
        LC_ALL=C tr '\t' ' ' | LC_ALL=C tr -d '\001-\011\013-\037\177' | LC_ALL=C sed 's/[\\"]/\\&/g' |
        LC_ALL=C awk 'NR > 1 {{ printf "\\n" }} {{ printf "%s", $0 }} BEGIN {{ printf "\"" }} END {{ printf "\"" }}'
}}

# Ends with an error. What a program has printed about it is on standard error already.
fail() {{ # TEXT [PRINTED]
    echo "$1" >&2
    [ -z "$json" ] || printf '{{"error":%s,"status":2}}\n' "$(quoted "$1${{2:+:
$2}}")" >&3
    exit 2
}}

[ $# -gt 0 ] || set -- --time-limit 5s
referee={referee}
target=make
case ${{OPPONENT:-}} in
'') opponent={opponent} target='{target}' ;;
/*) opponent=$OPPONENT ;;
*) opponent=$PWD/$OPPONENT ;;
esac
cd "$(dirname "$0")"
games=$PWD-games
[ -x "$referee" ] || fail "there is no referee at $referee; make a new AI with yours, and copy its 'try'"
[ -e "$opponent" ] ||
    fail "there is no AI $opponent; build it ('$target' in the referee's sources), or name another one: OPPONENT=PATH ./try"
{{ mkdir -p "$games" && true >>"$games/lock"; }} ||
    fail "the folder $games can't be used; move the AI to where you may write"
# Two at once would take one another's fields and programs away.
if command -v flock >/dev/null; then
    exec 9>"$games/lock"
    flock -n 9 || fail "another ./try of this AI is running; wait for its end"
fi
{build}rm -rf "$games/records" "$games"/field-*.dat
: >"$games/matches.txt"
made=$("$referee" create "$games/field" --game {game} --players {players} --count 5 --seed 1 $json) || {{
    status=$?
    [ -z "$json" ] || [ -z "$made" ] || printf '%s\n' "$made" >&3
    exit $status
}}

if [ -n "$json" ]; then
    exec 1>&3
    status=0
    "$referee" check --json --game {game} "$PWD" "$@" || status=$?
    for field in "$games"/field-*.dat; do
        record=$games/records/$(basename "$field" .dat).jsonl
        "$referee" play "$field" --json --ai "mine=$PWD" --ai "$opponent" --record "$record" "$@" || exit
    done
    exit $status
fi
limit="the game's limit" word=
for next; do
    [ "$word" != --time-limit ] || limit=$next
    word=$next
done
echo "ten games against $(basename "$opponent"); an answer may take $limit, so slow AIs may take minutes" >&2
number=0
explained=
begin=$(date +%s)
shown= # "1.jsonl 2": the second game of the first match
for field in "$games"/field-*.dat; do
    number=$((number + 1))
    "$referee" play "$field" --ai "mine=$PWD" --ai "$opponent" --record "$games/records/$number.jsonl" \
        "$@" >"$games/match.txt" || {{ status=$?; cat "$games/match.txt"; exit $status; }}
    cat "$games/match.txt" >>"$games/matches.txt"
    took=$(($(date +%s) - begin))
    [ $number -gt 1 ] || [ $took -lt 5 ] ||
        echo "the first of five matches took $took s; all may take $((took * 5 / 60 + 1)) min" >&2
    sed -n "s/^game \([0-9]*: \)/field $number, game \1/p" "$games/match.txt"
    if [ -z "$explained" ] && grep -q '^game [0-9]*, .*: mine: ' "$games/match.txt"; then
        explained=yes
        echo
        if "$referee" check --game {game} "$PWD" "$@" >"$games/check.txt"; then
            # It shows only in some positions.
            awk '/^game [0-9]+, .*: mine: /{{p = 1}} /^game [0-9]+: /{{if (p) exit}} p' "$games/match.txt"
        else
            cat "$games/check.txt"
        fi
        echo
    fi
    if [ -z "$shown" ]; then
        # "game 1: mine 0 : 1 reference; …" or "game 2: reference 1 : 0 mine; …"
        shown=$(awk -v record="$number.jsonl" '/^game [0-9]+: / {{
            sub(/;.*/, "")
            own = $3 == "mine" ? $4 : $(NF - 1)
            other = $3 == "mine" ? $6 : $(NF - 3)
            if (own + 0 < other + 0) {{ print record, $2 + 0; exit }}
        }}' "$games/match.txt")
    fi
done
# The tables of all matches: the name, then points and seven other columns.
awk '/^AI .* points /{{p = 1; next}} /^$/{{p = 0}} p {{
    name = $1
    for (i = 2; i < NF - 7; ++i) name = name " " $i
    points[name] += $(NF - 7)
    seconds[name] += $(NF - 5) * $(NF - 3) / 1000
    if (name != "mine") other = name
}} END {{
    printf "\nall games: mine %g : %g %s\n", points["mine"], points[other], other
    printf "time for answers: mine %.1f s, %s %.1f s\n", seconds["mine"], other, seconds[other]
}}' "$games/matches.txt"
echo
which="the first lost game"
[ -n "$shown" ] || {{ which="the last game"; shown="$number.jsonl 2"; }}
"$referee" replay "$games/records/${{shown% *}}" --html "$games/replay.html" --force >/dev/null
page="file://$games/replay.html#game=${{shown#* }}"
if [ -n "${{DISPLAY:-}}${{WAYLAND_DISPLAY:-}}" ] && command -v xdg-open >/dev/null; then
    xdg-open "$page" 9>&-
fi
echo "$which, in a browser: $page"
echo "everything that was printed: $games/matches.txt"
)~";

/// In `try`, of an AI that is built. A compiler's own text comes with its colours where it can.
inline constexpr std::string_view build_form = R"~(build() {{
    {build}
}}
if [ -z "$json" ]; then
    build || fail "the AI isn't built; correct it, then run ./try again"
else
    printed=$(build 2>&1) || {{
        printf '%s\n' "$printed" >&2
        fail "the AI isn't built; correct it, then run ./try again" "$printed"
    }}
fi
)~";

inline constexpr std::array<std::string_view, 5> starter_forms{
    ini_form, readme_form, learnt_readme_form, try_form, build_form};

} // namespace referee
