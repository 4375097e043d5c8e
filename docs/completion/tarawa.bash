# tarawa: completion for bash. In ~/.bashrc: eval "$(tarawa completion bash)"
_tarawa() {
    local program=$1 word
    [[ $program == '~/'* ]] && program=$HOME/${program:2}
    type -P -- "$program" >/dev/null || program=tarawa
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
complete -o nosort -F _tarawa tarawa 2>/dev/null || complete -F _tarawa tarawa
