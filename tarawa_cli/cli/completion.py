"""`completion`: the scripts by which shells ask `completing` what can come next."""

from tarawa_cli.cli import output, program
from tarawa_cli.cli.commands import JSON, SAVE, choice
from tarawa_cli.kernel.grammar import Grammar, Word

HELP = """\
Print the script that completes commands and names in a shell.

It offers what is legal in your save. Add one line to the shell's start-up file:

\b
~/.bashrc                   eval "$(PROGRAM completion bash)"
~/.zshrc, after compinit    eval "$(PROGRAM completion zsh)"
~/.config/fish/config.fish  PROGRAM completion fish | source
"""
COMPLETION = Grammar("completion", HELP, (Word("bash|zsh|fish", "Name the shell."),), (SAVE, JSON))

# The program that is asked is the one on the line, if it is one: there may be several. Words keep their order.

# bash cuts words at colons and equals signs ($2 is what it will replace), and inserts what it is given: `completing`
# quotes it. macOS still has bash 3.2, without `compopt`; there, no files are offered within quotation marks.
BASH = """\
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
            [[ ${COMP_LINE:0:COMP_POINT} == *[\\'\\"]* ]] && continue
            while IFS= read -r word; do COMPREPLY+=("$(printf %q "$word")"); done < <(compgen -f -- "$2")
        fi
    done < <("$program" __complete bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
}
complete -o nosort -F _tarawa tarawa 2>/dev/null || complete -F _tarawa tarawa
"""

ZSH = """\
#compdef tarawa
# tarawa: completion for zsh. In ~/.zshrc, after compinit: eval "$(tarawa completion zsh)"
_tarawa() {
    local program=${~words[1]} files=0
    local -a found
    whence -p -- $program >/dev/null || program=tarawa
    found=("${(@f)$($program __complete zsh "${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX" 2>/dev/null)}")
    if [[ $found[-1] == :files ]]; then
        files=1
        found[-1]=()
    fi
    if [[ -n $found[1] ]]; then
        _describe -V tarawa found -M 'm:{a-zA-Z}={A-Za-z}'
    elif ((files)); then
        [[ $PREFIX == --*=* ]] && compset -P 1 '*='
        _files
    fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _tarawa "$@"
else
    compdef _tarawa tarawa
fi
"""

FISH = """\
# tarawa: completion for fish. In ~/.config/fish/config.fish: tarawa completion fish | source
function __tarawa_offers
    set -l program (commandline -opc)[1]
    type -fq -- "$program"; or set program tarawa
    set -l found ($program __complete fish (commandline -cp | string collect) 2>/dev/null)
    set -l files 0
    if test "$found[-1]" = :files
        set files 1
        set -e found[-1]
    end
    if set -q found[1]
        printf '%s\\n' $found
    else if test $files = 1
        set -l option (commandline -ct | string match -r '^--[^=]+=')
        __fish_complete_path (string replace -- "$option" '' (commandline -ct)) | string replace -r '^' -- "$option"
    end
end
complete -c tarawa -f -k -a '(__tarawa_offers)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def completion_(shell: str, *, save: str, json: bool) -> None:
    name = choice("completion", shell, list(SCRIPTS))
    script = SCRIPTS[name].replace("tarawa", program.running().name)
    if json:
        output.say_answer(f"completion {name}", script=script)
    else:
        output.say(script.rstrip("\n"))
