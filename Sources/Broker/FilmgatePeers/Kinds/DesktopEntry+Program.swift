extension DesktopEntry {
    /// Returns the program in the value of `Exec`. Returns nil if it has arguments other than long options and codes
    /// for files, or quotation marks.
    static func program(in command: String) -> String? {
        guard !command.contains(where: { "\"\\".contains($0) }) else { return nil }
        let words = command.split(separator: " ")
        guard let program = words.first, words.dropFirst().allSatisfy({ $0.hasPrefix("--") || $0.hasPrefix("%") })
        else { return nil }
        return String(program)
    }

    /// Returns whether the application starts the program at a path. Programs in the folders of the system are also
    /// found by their file name, because a script often starts them.
    func starts(_ path: String) -> Bool {
        if program == path { return true }
        // The windows of an interpreter's program can have the class of the interpreter.
        guard let program, ["/usr/", "/opt/"].contains(where: { path.hasPrefix($0) }),
            let file = path.split(separator: "/").last
        else { return false }
        let names = [program.split(separator: "/").last, windowClass.map { $0[...] }]
        return names.contains { $0?.lowercased() == file.lowercased() }
    }
}
