# Completion of the referee's commands and options for bash.

_referee() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command=play index
    for ((index = 1; index < COMP_CWORD; ++index)); do
        case ${COMP_WORDS[index]} in
        create | check | replay | games | play) command=${COMP_WORDS[index]} && break ;;
        esac
    done
    local options
    case $command in
    play)
        options="--ai --time-limit --prepare-limit --margin --cores --no-pin --confine --allow-read --allow-network
            --free-folder --resident --ponder --memory
            --processes --tell-names --points --seats --seed --work --keep-work --logs --show --delay
            --pause --record --hash-each-turn --json --force --help"
        ;;
    create) options="--game --seed --players --set --rows --count --write-seed --force --help" ;;
    check) options="--game --turns --time-limit --allow-network --confinement --help" ;;
    replay) options="--show --delay --game --verify --states --help" ;;
    games) options="--json --help" ;;
    esac
    case $before in
    --game) mapfile -t COMPREPLY < <(compgen -W "$(referee games | sed -n 's/ .*//p' | grep .)" -- "$word") ;;
    --seats) mapfile -t COMPREPLY < <(compgen -W "rotate all fixed" -- "$word") ;;
    --confine) mapfile -t COMPREPLY < <(compgen -W "default strict none" -- "$word") ;;
    --work | --logs) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    *)
        if [[ $word == -* ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
        else
            local words=""
            ((COMP_CWORD == 1)) && words="play create check replay games"
            mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word"; compgen -f -- "$word")
        fi
        ;;
    esac
}
complete -o filenames -F _referee referee
