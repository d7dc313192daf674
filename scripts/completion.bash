# Completion of the referee's commands and options for bash. Options come from the help texts.

_referee() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local commands="demo play new create check replay rerun games tournament tune report merge season site"
    local command=play index
    for ((index = 1; index < COMP_CWORD; ++index)); do
        if [[ " $commands " == *" ${COMP_WORDS[index]} "* ]]; then
            command=${COMP_WORDS[index]}
            break
        fi
    done
    case $before in
    --game)
        case $command in
        play | replay | rerun) return ;; # a number
        esac
        mapfile -t COMPREPLY < <(compgen -W "$(referee games | sed -n 's/^\([a-z][a-z0-9_]*\) .*/\1/p')" -- "$word")
        ;;
    --language) mapfile -t COMPREPLY < <(compgen -W "$(referee new --list | sed 's/.* //' | sort -u)" -- "$word") ;;
    --ai)
        local people=""
        [[ $command == play ]] && people=human
        mapfile -t COMPREPLY < <(compgen -W "$people" -- "$word"; compgen -f -- "$word")
        ;;
    --seats) mapfile -t COMPREPLY < <(compgen -W "rotate all fixed" -- "$word") ;;
    --confine) mapfile -t COMPREPLY < <(compgen -W "default strict none" -- "$word") ;;
    --format) mapfile -t COMPREPLY < <(compgen -W "round-robin sampled gauntlet knockout ladder racing" -- "$word") ;;
    --table) mapfile -t COMPREPLY < <(compgen -W "standings winrates by_seat pairs differences contests faults" -- "$word") ;;
    --method) mapfile -t COMPREPLY < <(compgen -W "spsa sweep" -- "$word") ;;
    --changed) mapfile -t COMPREPLY < <(compgen -W "replay" -- "$word") ;;
    --debug) mapfile -t COMPREPLY < <(compgen -c -- "$word") ;;
    --publish-errors) mapfile -t COMPREPLY < <(compgen -W "author all" -- "$word") ;;
    --work | --logs | --records | --files | --out) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    *)
        if [[ $word == -* ]]; then
            local options
            options=$(referee "$command" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p')
            mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
        else
            local words=""
            ((COMP_CWORD == 1)) && words=$commands
            mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word"; compgen -f -- "$word")
        fi
        ;;
    esac
}
complete -o filenames -F _referee referee
