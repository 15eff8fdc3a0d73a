# Completes filmgatectl in bash with what 'filmgatectl __complete' prints. Names are quoted, and never evaluated.
_filmgatectl() {
    local line=${COMP_LINE:0:COMP_POINT} char text word= begun= quote= escaped= i kept=0
    local -a words=()
    COMPREPLY=()
    # Splits at blanks only: bash splits COMP_WORDS at '=' and ':' too, and replaces only $2.
    for ((i = 0; i < ${#line}; i++)); do
        ((i == ${#line} - ${#2})) && kept=${#word}
        char=${line:i:1}
        if [[ $escaped ]]; then
            word+=$char escaped=
        elif [[ $char == [[:blank:]] && ! $quote ]]; then
            [[ $begun ]] && words+=("$word")
            word= begun=
            continue
        elif [[ $char == \\ && $quote != \' ]]; then
            escaped=yes
        elif [[ $char == "$quote" ]]; then
            quote=
        elif [[ $char == [\"\'] && ! $quote ]]; then
            quote=$char
        else
            word+=$char
        fi
        begun=yes
    done
    [[ $2 ]] || kept=${#word}
    while IFS= read -r text; do
        case $text in
            $'\tfiles') compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "${word:kept}") ;;
            $'\tfolders') compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "${word:kept}") ;;
            *)
                text=${text%%$'\t'*}
                text=${text:kept}
                if [[ $quote ]]; then
                    [[ $text == *[\\\"\'\$\`!]* ]] && continue
                elif [[ $text == *[!a-zA-Z0-9_,.:=/@%+-]* ]]; then
                    printf -v text %q "$text"
                fi
                COMPREPLY+=("$text")
                ;;
        esac
    done < <(command filmgatectl __complete "${words[@]:1}" "$word" 2>/dev/null)
}
complete -F _filmgatectl filmgatectl
