#compdef malta
# malta: completion for zsh. In ~/.zshrc, after compinit: eval "$(malta completion zsh)"
_malta() {
    local program=${~words[1]} files=0
    local -a found
    whence -p -- $program >/dev/null || program=malta
    found=("${(@f)$($program __complete zsh "${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX" 2>/dev/null)}")
    if [[ $found[-1] == :files ]]; then
        files=1
        found[-1]=()
    fi
    if [[ -n $found[1] ]]; then
        _describe -V malta found -M 'm:{a-zA-Z}={A-Za-z}'
    elif ((files)); then
        [[ $PREFIX == --*=* ]] && compset -P 1 '*='
        _files
    fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _malta "$@"
else
    compdef _malta malta
fi
