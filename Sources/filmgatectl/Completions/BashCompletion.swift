internal import FilmgateCommandLine

/// Completes in bash, with or without the package bash-completion.
struct BashCompletion {
    let commands: [Command]

    var script: String {
        """
        # Completions for filmgatectl, written by 'filmgatectl completions bash'.
        _filmgatectl() {
            local cur=${COMP_WORDS[COMP_CWORD]} line=${COMP_LINE:0:COMP_POINT}
            local command= noun= option= ended= word last operand=0
            local -a words
            COMPREPLY=()
            # Splits at blanks only: bash splits COMP_WORDS at '=' and ':' too.
            read -r -a words <<<"$line"
            [[ $line == *[[:space:]] ]] && words+=('')
            last=${words[${#words[@]} - 1]}
            for word in "${words[@]:1:${#words[@]} - 2}"; do
                if [[ $option ]]; then
                    option=
                    continue
                fi
                case $word in
                    --) ended=yes ;;
                    \(commands.formsWithValue.joined(separator: " | "))) [[ $ended ]] || option=$word ;;
                    -?*) ;;
                    *)
                        if [[ $command ]]; then
                            ((operand++))
                        elif [[ $noun ]]; then
                            command="$noun $word"
                        else
                            case $word in
                                \(alone.joined(separator: " | "))) command=$word ;;
                                *) noun=$word ;;
                            esac
                        fi
                        ;;
                esac
            done
            [[ ! $option && ! $ended && $last == --*=* ]] && option=${last%%=*}
            if [[ $option ]]; then
                [[ $cur == '=' ]] && cur=
                case "$command $option" in
        \(values)
                esac
            elif [[ $cur == -* && ! $ended ]]; then
                case $command in
        \(commands.map { arm("\"\($0.name)\"", words($0.allOptions.map { "--\($0.name)" })) }.joined(separator: "\n"))
                    *) COMPREPLY=($(compgen -W '--help --version' -- "$cur")) ;;
                esac
            elif [[ ! $command ]]; then
                case $noun in
                    '') COMPREPLY=($(compgen -W '\(commands.nouns.joined(separator: " "))' -- "$cur")) ;;
        \(nouns)
                esac
            else
                case "$command:$operand" in
        \(operands)
                esac
            fi
        }
        complete -F _filmgatectl filmgatectl

        """
    }

    /// Commands of one word.
    private var alone: [String] { commands.filter { $0.words.count == 1 }.map(\.name) }

    private var nouns: String {
        commands.nouns.filter { !alone.contains($0) }.map { noun in
            arm(noun, words(commands.filter { $0.words[0] == noun }.map { $0.words[1] }))
        }.joined(separator: "\n")
    }

    private var values: String {
        var arms: [String] = []
        for command in commands {
            for option in command.options {
                guard let reply = reply(option.completion) else { continue }
                arms.append(arm(option.forms.map { "\"\(command.name) \($0)\"" }.joined(separator: " | "), reply))
            }
        }
        return (arms + [arm("*", ":")]).joined(separator: "\n")
    }

    private var operands: String {
        var arms: [String] = []
        for command in commands {
            for index in command.operands.indices {
                guard let reply = reply(command.completion(ofOperand: index)) else { continue }
                let isRepeated = command.operands[...index].most == nil
                arms.append(arm(isRepeated ? "\"\(command.name)\":*" : "\"\(command.name)\":\(index)", reply))
            }
        }
        return (arms + [arm("*", ":")]).joined(separator: "\n")
    }

    private func arm(_ pattern: String, _ reply: String) -> String { "            \(pattern)) \(reply) ;;" }

    private func words(_ words: [String]) -> String {
        "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$cur\"))"
    }

    /// Returns nil if nothing is offered. `compopt` makes the shell quote blanks in file names.
    private func reply(_ completion: Option.Completion) -> String? {
        switch completion {
        case .nothing: nil
        case .files: "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")"
        case .folders: "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")"
        case .words(let words): self.words(words)
        }
    }
}

extension ArraySlice where Element == Operand {
    fileprivate var most: Int? { Array(self).most }
}
