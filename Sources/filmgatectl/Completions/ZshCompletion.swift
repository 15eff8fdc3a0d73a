internal import FilmgateCommandLine
internal import FilmgateText

/// Completes in zsh.
struct ZshCompletion {
    let commands: [Command]

    var script: String {
        """
        #compdef filmgatectl
        # Completions for filmgatectl, written by 'filmgatectl completions zsh'.
        _filmgatectl() {
            local curcontext=$curcontext state line noun=
            typeset -A opt_args
            local -a nouns=(
        \(list(commands.nouns.map { ($0, commands.summary(ofNoun: $0)) }))
            )
            # Options can be before the command.
            while ((CURRENT > 2)) && [[ $words[2] == -* ]]; do
                if [[ $words[2] == (\(commands.formsWithValue.joined(separator: "|"))) ]]; then
                    ((CURRENT == 3)) && return
                    words[2,3]=()
                    ((CURRENT -= 2))
                else
                    words[2]=()
                    ((CURRENT--))
                fi
            done
            noun=$words[2]
            if ((CURRENT == 2)); then
                _describe -t commands 'filmgatectl command' nouns
                _arguments '--help[\(escaped(Option.help.help))]' '--version[Show the version]'
                return
            fi
            case $noun in
        \(commands.nouns.map(arm).joined(separator: "\n"))
            esac
        }
        if [[ $funcstack[1] == _filmgatectl ]]; then _filmgatectl "$@"; else compdef _filmgatectl filmgatectl; fi

        """
    }

    private func arm(_ noun: String) -> String {
        let own = commands.filter { $0.words[0] == noun }
        if own.count == 1, own[0].words.count == 1 {
            return "        \(noun))\n            shift words; ((CURRENT--))\n\(arguments(own[0]))\n            ;;"
        }
        let verbs = own.map { command in
            "                \(command.words[1]))\n                    shift 2 words; ((CURRENT -= 2))\n\(arguments(command))\n                    ;;"
        }
        return """
                    \(noun))
                        local -a verbs=(
            \(list(own.map { ($0.words[1], $0.summary.english) }))
                        )
                        if ((CURRENT == 3)); then
                            _describe -t commands '\(noun) command' verbs
                            return
                        fi
                        case $words[3] in
            \(verbs.joined(separator: "\n"))
                        esac
                        ;;
            """
    }

    private func list(_ entries: [(String, String)]) -> String {
        entries.map { "            '\($0.0):\(escaped($0.1))'" }.joined(separator: "\n")
    }

    private func arguments(_ command: Command) -> String {
        let options = command.allOptions.map(specification)
        let operands = command.operands.map { operand in
            let marker =
                switch operand.count {
                case .one: ""
                case .optional: ":"
                case .any, .atLeastOne: "*"
                }
            let head = marker == "*" ? "*" : marker
            return "'\(head):\(escaped(operand.name)):\(action(operand.completion))'"
        }
        return "                    _arguments -s -S \\\n"
            + (options + operands).map { "                        \($0)" }.joined(separator: " \\\n")
    }

    private func specification(_ option: Option) -> String {
        let repeats: Bool
        if case .many = option.value { repeats = true } else { repeats = false }
        let value = option.value.placeholder.map { ":\(escaped($0)):\(action(option.completion))" } ?? ""
        let long = "--\(option.name)\(option.value.placeholder == nil ? "" : "=")[\(escaped(option.help))]\(value)"
        let star = repeats ? "*" : ""
        guard let letter = option.letter else { return "'\(star)\(long)'" }
        let short = "-\(letter)\(option.value.placeholder == nil ? "" : "+")[\(escaped(option.help))]\(value)"
        let others = repeats ? "*" : "(-\(letter) --\(option.name))"
        return "'\(others)\(short)' '\(others)\(long)'"
    }

    private func action(_ completion: Option.Completion) -> String {
        switch completion {
        case .nothing: " "
        case .files: "_files"
        case .folders: "_files -/"
        case .words(let words): "(\(words.joined(separator: " ")))"
        }
    }

    /// Escapes single quotes and the characters with a meaning for `_arguments`.
    private func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "'": result += "'\\''"
            case ":", "[", "]", "\\": result += "\\\(character)"
            default: result.append(character)
            }
        }
    }
}
