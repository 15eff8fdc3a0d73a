internal import FilmgateCommandLine
internal import FilmgateText

/// Completes in fish.
struct FishCompletion {
    let commands: [Command]

    var script: String {
        var lines = [
            """
            # Completions for filmgatectl, written by 'filmgatectl completions fish'.

            # Prints the words before the cursor, without options and their values.
            function __filmgatectl_words
                set -l skip
                for word in (commandline -opc)[2..]
                    if set -q skip[1]
                        set -e skip[1]
                        continue
                    end
                    switch $word
                        case \(commands.formsWithValue.joined(separator: " "))
                            set skip yes
                        case '-*'
                        case '*'
                            echo -- $word
                    end
                end
            end

            # Checks whether the line begins with these words and, with a number at the end, that many operands follow them.
            function __filmgatectl_at
                set -l count
                if string match -qr '^[0-9]+$' -- $argv[-1]
                    set count $argv[-1]
                    set -e argv[-1]
                end
                set -l words (__filmgatectl_words)
                set -l size (count $argv)
                test (count $words) -ge $size; or return 1
                if test $size -gt 0
                    test "$words[1..$size]" = "$argv"; or return 1
                end
                set -q count[1]; or return 0
                test (count $words) -eq (math $size + $count)
            end

            complete -c filmgatectl -f
            """
        ]
        lines += commands.nouns.map { line(at: "0", "-a \($0)", commands.summary(ofNoun: $0)) }
        for command in commands where command.words.count > 1 {
            lines.append(line(at: "\(command.words[0]) 0", "-a \(command.words[1])", command.summary.english))
        }
        for command in commands {
            for option in command.allOptions { lines.append(line(at: command.name, flags(option), option.help)) }
            lines += operands(of: command)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(at words: String, _ what: String, _ help: String?) -> String {
        let description = help.map { " -d '\(escaped($0))'" } ?? ""
        return "complete -c filmgatectl -n '__filmgatectl_at \(words)' \(what)\(description)"
    }

    private func flags(_ option: Option) -> String {
        var flags = "-l \(option.name)" + (option.letter.map { " -s \($0)" } ?? "")
        guard option.value != .none else { return flags }
        flags += " -r"
        switch option.completion {
        case .nothing: flags += " -f"
        case .files: flags += " -F"
        case .folders: flags += " -f -a '(__fish_complete_directories)'"
        case .words(let words): flags += " -f -a '\(words.joined(separator: " "))'"
        }
        return flags
    }

    private func operands(of command: Command) -> [String] {
        command.operands.indices.compactMap { index in
            let isRepeated = Array(command.operands[...index]).most == nil
            let place = isRepeated ? command.name : "\(command.name) \(index)"
            switch command.completion(ofOperand: index) {
            case .nothing: return nil
            case .files: return line(at: place, "-F", nil)
            case .folders: return line(at: place, "-a '(__fish_complete_directories)'", nil)
            case .words(let words): return line(at: place, "-a '\(words.joined(separator: " "))'", nil)
            }
        }
    }

    private func escaped(_ text: String) -> String {
        text.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : String($1) }
    }
}
