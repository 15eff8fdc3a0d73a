import Foundation

/// What polkit answers, and what it was asked.
extension SystemWorld {
    /// Has polkit answer so from now on: by action, `*` for all; what is left out has its default.
    ///
    /// - Parameter answers: `yes`, `no`, `auth_self`, `auth_admin`.
    public func answer(_ answers: [String: String]) throws {
        let text = answers.map { "\($0.key) \($0.value)\n" }.joined()
        try text.write(toFile: "\(folder)/answers", atomically: true, encoding: .utf8)
        if !FileManager.default.fileExists(atPath: "\(folder)/asked") {
            try "".write(toFile: "\(folder)/asked", atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: "\(folder)/asked")
        }
    }

    /// What polkit was asked so far, a line each: action, user, `active` or `inactive`, client, level, change; parted
    /// by `|`.
    public var asked: [[String]] {
        get throws {
            try String(contentsOfFile: "\(folder)/asked", encoding: .utf8).split(separator: "\n").map {
                $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            }
        }
    }

    public func forgetAsked() throws {
        try "".write(toFile: "\(folder)/asked", atomically: false, encoding: .utf8)
    }

    /// It reads its answers each time, for polkitd takes its own while to notice that rules have changed.
    static func rule(in folder: String) -> String {
        """
        polkit.addRule(function (action, subject) {
            if (action.id.indexOf("org.filmgate.") != 0) { return polkit.Result.NOT_HANDLED; }
            polkit.spawn(["/bin/sh", "-c", "echo \\"$1\\" >>\(folder)/asked", "sh",
                [action.id, subject.user, subject.active ? "active" : "inactive", action.lookup("client"), action.lookup("level"),
                    action.lookup("change")].join("|")]);
            var lines = polkit.spawn(["/bin/cat", "\(folder)/answers"]).split("\\n");
            var answer = polkit.Result.NOT_HANDLED;
            for (var i = 0; i < lines.length; i++) {
                var words = lines[i].split(" ");
                if (words[0] == action.id) { return words[1]; }
                if (words[0] == "*") { answer = words[1]; }
            }
            return answer;
        });
        """
    }
}
