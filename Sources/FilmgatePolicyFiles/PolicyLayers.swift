public import FilmgatePolicy
internal import FilmgateSystem

/// The folders of policy files, each of which goes before those ahead of it.
public struct PolicyLayers: Hashable, Sendable {
    /// The vendor's and the administrator's.
    public static let usual = PolicyLayers(["/usr/share/filmgate/policy.d", "/etc/filmgate/policy.d"])

    public let folders: [String]

    public init(_ folders: [String]) { self.folders = folders }

    /// Reads all of them, from the disk.
    public func read() -> PolicyReading {
        var masked: Set<String> = []
        var readings: [PolicyReading] = []
        // From the strongest down, for its names mask those of the others.
        for folder in folders.reversed().map(PolicyFolder.init(path:)) {
            do {
                let names = try folder.names()
                guard names.count <= PolicyBounds.filesInFolder else {
                    readings.append(
                        PolicyReading(fault: folder.path, "It holds more than \(PolicyBounds.filesInFolder) files."))
                    continue
                }
                let unmasked = names.filter { !masked.contains($0) }
                masked.formUnion(names)
                if unmasked.isEmpty { continue }
                let (rules, findings) = folder.read(unmasked)
                readings.append(
                    PolicyReading(files: unmasked.map(folder.pathOf), rules: rules, findings: findings))
            } catch {
                readings.append(PolicyReading(fault: folder.path, "The folder cannot be read: \(error)."))
            }
        }
        return PolicyReading(readings.reversed())
    }
}

/// What was read, and what is wrong with it.
public struct PolicyReading: Sendable {
    /// Paths, in the order in which they count.
    public let files: [String]
    /// Of all files, those of single lines first; the rules' own among them.
    public let findings: [RuleFinding]
    /// What could be understood; to be followed only where there are no faults, as `book` sees to.
    public let rules: [Rule]

    /// What is to be followed: where anything is wrong it restricts everybody, so that no damage ever widens a policy.
    public var book: RuleBook {
        guard let fault = faults.first else { return RuleBook(rules) }
        return .closed(by: fault.place)
    }

    /// Why it cannot be followed; empty where it can.
    public var faults: [RuleFinding] { findings.filter { $0.severity == .error } }

    fileprivate init(files: [String], rules: [Rule], findings: [RuleFinding]) {
        self.files = files
        self.rules = rules
        self.findings = findings
    }

    fileprivate init(fault path: String, _ sentence: String) {
        self.init(files: [], rules: [], findings: [PolicyFile.fault(path, sentence)])
    }

    /// Several as one, in the order in which they count.
    fileprivate init(_ parts: [PolicyReading]) {
        let rules = parts.flatMap(\.rules)
        var findings = parts.flatMap(\.findings)
        if rules.count > PolicyBounds.rules, let last = rules.last {
            findings.append(
                RuleFinding(.error, at: last.place, "There are more than \(PolicyBounds.rules) sections in all."))
        } else {
            findings += RuleBook(rules).findings
        }
        self.init(files: parts.flatMap(\.files), rules: rules, findings: findings.sorted())
    }

    /// Reads what an administrator names, whether it is installed or not: files, each of which counts before those ahead
    /// of it, and folders with all their policy files. Folders alone are layers: a file's name masks the same of those before.
    public init(paths: [String]) {
        let isFolder = paths.map { (try? Folder(path: $0)) != nil }
        if isFolder.allSatisfy({ $0 }) {
            self = PolicyLayers(paths).read()
            return
        }
        self.init(
            zip(paths, isFolder).map { path, isFolder in
                isFolder ? PolicyLayers([path]).read() : PolicyReading(file: path)
            })
    }

    private init(file path: String) {
        let slash = path.lastIndex(of: "/")
        let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        do {
            let (rules, findings) = PolicyFile.read(name, in: try Folder(path: parent), at: path)
            self.init(files: [path], rules: rules, findings: findings)
        } catch {
            self.init(fault: path, "It cannot be read: \(error).")
        }
    }

    /// Takes one file's text, wherever it comes from.
    public init(text bytes: [UInt8], of file: String) {
        let text = PolicyText(bytes, of: file)
        self.init([PolicyReading(files: [file], rules: text.rules, findings: text.findings)])
    }
}
