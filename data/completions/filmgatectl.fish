# Completes filmgatectl in fish with what 'filmgatectl __complete' prints. Names are quoted, and never evaluated.
function __filmgatectl_complete
    set -l words (commandline -opc)
    set -l word (commandline -ot)
    set -l lines (command filmgatectl __complete $words[2..] "$word" 2>/dev/null)
    # An option and its value can be one word.
    set -l option (string match -r -- '^--[^=]*=' (commandline -ct))
    set -l path (string replace -- "$option" '' (commandline -ct))
    switch "$lines[1]"
        case \tfiles
            printf '%s\n' "$option"(complete -C "'' $path")
        case \tfolders
            printf '%s\n' "$option"(__fish_complete_directories $path '')
        case '*'
            printf '%s\n' $lines
    end
end
complete -c filmgatectl -f -a '(__filmgatectl_complete)'
