#!/bin/bash
# Plays a tournament on several machines by ssh, a shard on each, with GNU parallel, and merges it.
#
#     scripts/parallel.sh HOSTS FOLDER [OPTION…]
#
# HOSTS: a file with one machine per line, as for ssh (':' is this machine, '#' begins a comment).
# OPTION…: options of 'referee tournament', such as --config FILE. On each machine the project, the fields
# and the AIs must have the same paths as here (they are compared by their hashes). Shard I is played on
# machine I, into FOLDER/shard-I.sqlite there, and copied to FOLDER here. Run the same
# command again to resume. Exit status 3: machines have failed, and missing games are listed.
#
#     REFEREE=PATH      the program; default: build/referee of this project
#     RETRIES=N         number of tries of a machine that fails; default 3
set -euo pipefail

fail() {
    echo "parallel.sh: $*" >&2
    exit 2
}

case ${1:---help} in
-h | --help)
    sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"
    exit 0
    ;;
esac
[[ $# -ge 2 ]] || fail "write 'parallel.sh HOSTS FOLDER OPTION…'"
command -v parallel >/dev/null || fail "GNU parallel is missing; install the package 'parallel'"
[[ -r $1 ]] || fail "$1: can't be read; it should have one machine per line"
mapfile -t hosts < <(sed 's/[[:space:]]*#.*//; /^[[:space:]]*$/d' "$1")
[[ ${#hosts[@]} -gt 0 ]] || fail "$1: there is no machine in it"
folder=$2
shift 2
for word in "$@"; do
    case $word in
    --db | --db=* | --shard | --shard=*) fail "$word is set by this script; leave it out" ;;
    esac
done
referee=$(realpath "${REFEREE:-$(dirname "$0")/../build/referee}")
[[ -x $referee ]] || fail "$referee: no such program; build it or set REFEREE"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

# Runs shard $2 of $3 on machine $1; what follows are the options.
play_shard() {
    local host=$1 shard=$2 shards=$3 words
    shift 3
    words=$(printf '%q ' "$referee" tournament "$@" --shard "$shard/$shards" --db "$folder/shard-$shard.sqlite")
    words="cd $(printf %q "$PWD") && mkdir -p $(printf %q "$folder") && { $words 2>&1 >/dev/null | cat; }"
    words="bash -o pipefail -c $(printf %q "$words")"
    if [[ $host == : ]]; then
        eval "$words" </dev/null
    else
        # -tt: when the connection ends, the tournament there ends, too. 'cat': no progress bar.
        ssh -tt -o BatchMode=yes "$host" "$words" </dev/null | sed 's/\r$//'
        scp -q -o BatchMode=yes "$host:$folder/shard-$shard.sqlite" "$folder/shard-$shard.sqlite.part"
        mv "$folder/shard-$shard.sqlite.part" "$folder/shard-$shard.sqlite"
    fi
}
export -f play_shard
export referee folder

status=0
options=()
for word in "$@"; do
    options+=("$(printf %q "$word")")
done
parallel --will-cite --jobs 0 --link --tagstring '{2}' --line-buffer --retries "${RETRIES:-3}" \
    "set -eo pipefail; play_shard {1} {2} ${#hosts[@]} ${options[*]-}" \
    ::: "${hosts[@]}" ::: $(seq ${#hosts[@]}) || status=$?
[[ $status -eq 0 ]] || echo "parallel.sh: $status of ${#hosts[@]} machines have failed; run the same command again to resume" >&2
shopt -s nullglob
databases=("$folder"/shard-[0-9]*.sqlite)
[[ ${#databases[@]} -gt 0 ]] || fail "no machine has produced a database"
exec "$referee" merge --force "$folder/results.sqlite" "${databases[@]}"
