# malta: completion for bash. In ~/.bashrc: eval "$(malta completion bash)"
_malta() {
    local program=$1 word
    [[ $program == '~/'* ]] && program=$HOME/${program:2}
    type -P -- "$program" >/dev/null || program=malta
    COMPREPLY=()
    while IFS= read -r word; do
        if [[ $word != :files ]]; then
            COMPREPLY+=("$word")
        elif ((${#COMPREPLY[@]} == 0)) && ! compopt -o default 2>/dev/null; then
            [[ ${COMP_LINE:0:COMP_POINT} == *[\'\"]* ]] && continue
            while IFS= read -r word; do COMPREPLY+=("$(printf %q "$word")"); done < <(compgen -f -- "$2")
        fi
    done < <("$program" __complete bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
}
complete -o nosort -F _malta malta 2>/dev/null || complete -F _malta malta
