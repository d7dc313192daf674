# Completion of the referee's commands and options for bash.

# Words: 'referee help --completion' puts them here.

_referee() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local commands command=play index
    commands=$(_referee_commands)
    for ((index = 1; index < COMP_CWORD; ++index)); do
        if [[ " $commands " == *" ${COMP_WORDS[index]} "* ]]; then
            command=${COMP_WORDS[index]}
            break
        fi
    done
    local values words=""
    values=$(_referee_values "$command" "$before")
    case $values in
    @none) COMPREPLY=() ;; # a number, a name, …
    @folder) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    @command) mapfile -t COMPREPLY < <(compgen -c -- "$word") ;;
    @file)
        [[ "$command $before" == "play --ai" ]] && words=human
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word"; compgen -f -- "$word")
        ;;
    ?*) mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word") ;;
    *)
        if [[ $word == -* ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$(_referee_options "$command")" -- "$word")
        elif [[ $before == help ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$word")
        else
            ((COMP_CWORD == 1)) && words="$commands help"
            mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word"; compgen -f -- "$word")
        fi
        ;;
    esac
}
complete -o filenames -F _referee referee
