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
        printf '%s\n' $found
    else if test $files = 1
        set -l option (commandline -ct | string match -r '^--[^=]+=')
        __fish_complete_path (string replace -- "$option" '' (commandline -ct)) | string replace -r '^' -- "$option"
    end
end
complete -c tarawa -f -k -a '(__tarawa_offers)'
