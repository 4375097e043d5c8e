"""TAB in shells: the scripts that ask, and how the words must be quoted."""

from tarawa_cli.cli import output, program
from tarawa_cli.cli.commands import JSON, SAVE, choice
from tarawa_cli.kernel.engine.grammar import Grammar, Word
from tarawa_cli.kernel.hints import NamedTuple
from tarawa_cli.kernel.narration.visible import is_plain

# ── A command line as a shell reads it, and words as they must be written in it
#
# Words that are offered come from files and folders that others have made: `$(reboot)` may be the name of a save. zsh
# and fish quote what they insert; bash and readline insert it as it is.


PROMPT = "prompt"
"""The prompt of `play`, which reads a line as `shlex.split` does."""
_BLANKS = " \t\r\n"
_ESCAPED = {
    "bash": {'"': '$`"\\', "'": ""},
    "zsh": {'"': '$`"\\', "'": ""},
    "fish": {'"': '$"\\', "'": "'\\"},
    PROMPT: {'"': '"\\', "'": ""},
}
"""What a backslash escapes between two quotation marks, by shell and mark."""


class Typed(NamedTuple):
    """A word of a line, which may end within quotation marks."""

    raw: str = ""
    """With its quotation marks and backslashes."""
    value: str = ""
    quote: str = ""
    """The quotation mark that is still open."""


def read_word(line: str, shell: str) -> tuple[Typed, str]:
    """The first word of a line, and the rest of the line."""
    value, quote, place = "", "", 0
    while place < len(line) and (quote or line[place] not in _BLANKS):
        sign, following = line[place], line[place + 1 : place + 2]
        place += 1
        if sign == "\\" and (not quote or (following and following in _ESCAPED[shell][quote])):
            value += following.strip("\n")
            place += len(following)
        elif sign in ("'", '"') and quote in ("", sign):
            quote = "" if quote else sign
        else:
            value += sign
    return Typed(line[:place], value, quote), line[place:]


def split(line: str, shell: str) -> list[Typed]:
    """The words of a line up to the cursor. The last one is under the cursor, and may be empty."""
    words, rest = list[Typed](), line
    while rest.lstrip(_BLANKS):
        word, rest = read_word(rest.lstrip(_BLANKS), shell)
        words.append(word)
    return [*words, Typed()] if rest or not words else words


def inserted(shell: str, word: str, begun: Typed, piece: str | None) -> str | None:
    """What the shell must insert to make `begun` into `word`; None if it cannot be done safely.

    bash and readline replace only a piece of what is typed, the part after the last sign at which they cut words. A
    folder stays open for what is in it.
    """
    if shell in ("zsh", "fish"):
        return None if shell == "fish" and word.startswith("~") else word  # which fish would take for a folder
    before = Typed()
    if piece is not None and begun.raw.endswith(piece):
        before, _ = read_word(begun.raw.removesuffix(piece), shell)
    elif piece is not None and begun.quote:
        return None
    rest = word[len(before.value) :]
    written = _written(shell, rest, before.quote)
    if shell == PROMPT:
        return written if word.endswith("/") else f"{written}{before.quote}"
    # readline keeps the opening quotation mark and adds the closing one, unless the word brings both
    return written if written == rest else f"{before.quote}{written}{before.quote}"


def _written(shell: str, text: str, quote: str) -> str:
    """A text as a part of a word, after an open quotation mark or after none."""
    if quote == "'":
        return text.replace("'", "'\\''")
    if quote:
        escaped = "".join(f"\\{sign}" if sign in _ESCAPED[shell][quote] else sign for sign in text)
        return escaped.replace("!", "\"'!'\"") if shell == "bash" else escaped  # no backslash helps against history
    return "".join(sign if is_plain(sign) else f"\\{sign}" for sign in text)


# ── `completion`


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
