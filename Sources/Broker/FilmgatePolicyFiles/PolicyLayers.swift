public import FilmgatePolicy
// Exports the types of this module's API, so that a caller needs no second import.
@_exported public import struct FilmgatePolicy.ClientRules
@_exported public import struct FilmgatePolicy.Rule
@_exported public import struct FilmgatePolicy.RuleSet
@_exported public import struct FilmgatePolicy.RuleFinding
@_exported public import enum FilmgatePolicy.PolicyKey
@_exported public import struct FilmgatePolicy.PolicyFileLocation
import FilmgateSystem

/// The folders of policy files. Later folders override earlier ones.
public struct PolicyLayers: Hashable, Sendable {
    /// The vendor's folder and the administrator's folder.
    public static let usual = PolicyLayers(["/usr/share/filmgate/policy.d", "/etc/filmgate/policy.d"])

    public let folders: [String]

    public init(_ folders: [String]) { self.folders = folders }

    /// Reads all files of all folders.
    public func read() -> ParsedPolicy {
        var masked: Set<String> = []
        var readings: [ParsedPolicy] = []
        // Reads from the last folder to the first, because a file masks files of the same name in earlier folders.
        for folder in folders.reversed().map(PolicyFolder.init(path:)) {
            do {
                let names = try folder.names()
                guard names.count <= PolicyFileLimits.filesInFolder else {
                    readings.append(
                        ParsedPolicy(fault: folder.path, "It holds more than \(PolicyFileLimits.filesInFolder) files."))
                    continue
                }
                let unmasked = names.filter { !masked.contains($0) }
                masked.formUnion(names)
                if unmasked.isEmpty { continue }
                let (rules, findings) = folder.read(unmasked)
                readings.append(
                    ParsedPolicy(files: unmasked.map(folder.pathOf), rules: rules, findings: findings))
            } catch {
                readings.append(ParsedPolicy(fault: folder.path, "The folder cannot be read: \(error)."))
            }
        }
        return ParsedPolicy(readings.reversed())
    }
}

/// The result of reading policy files: their rules and the findings about them.
public struct ParsedPolicy: Sendable {
    /// The paths of the files, in the order in which they are read.
    public let files: [String]
    /// The findings of all files and of the rule set, ordered by place.
    public let findings: [RuleFinding]
    /// The rules that could be read. Use `ruleSet` instead, which contains these rules only if there are no faults.
    public let rules: [Rule]

    /// The rules in force. If there is a fault, they restrict every client, so that a damaged file never allows more.
    public var ruleSet: RuleSet {
        guard let fault = faults.first else { return RuleSet(rules) }
        return .closed(by: fault.place)
    }

    /// The errors. If there are any, the rules do not come into force.
    public var faults: [RuleFinding] { findings.filter { $0.severity == .error } }

    fileprivate init(files: [String], rules: [Rule], findings: [RuleFinding]) {
        self.files = files
        self.rules = rules
        self.findings = findings
    }

    fileprivate init(fault path: String, _ sentence: String) {
        self.init(files: [], rules: [], findings: [PolicyFileReader.fault(path, sentence)])
    }

    /// Joins several parsed policies in order.
    fileprivate init(_ parts: [ParsedPolicy]) {
        let rules = parts.flatMap(\.rules)
        var findings = parts.flatMap(\.findings)
        if rules.count > PolicyFileLimits.rules, let last = rules.last {
            findings.append(
                RuleFinding(.error, at: last.place, "There are more than \(PolicyFileLimits.rules) sections in all."))
        } else {
            findings += RuleSet(rules).findings
        }
        self.init(files: parts.flatMap(\.files), rules: rules, findings: findings.sorted())
    }

    /// Reads files and folders that an administrator names, even if they are not in use. Later paths override earlier
    /// ones. If all paths are folders, they are layers: a file masks files of the same name in earlier folders.
    public init(paths: [String]) {
        // A path that cannot be opened counts as a file, and reading it reports the reason.
        let isFolder = paths.map { (try? Directory(path: $0)) != nil }
        if isFolder.allSatisfy({ $0 }) {
            self = PolicyLayers(paths).read()
            return
        }
        self.init(
            zip(paths, isFolder).map { path, isFolder in
                isFolder ? PolicyLayers([path]).read() : ParsedPolicy(file: path)
            })
    }

    private init(file path: String) {
        let slash = path.lastIndex(of: "/")
        let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        do {
            let (rules, findings) = PolicyFileReader.read(name, in: try Directory(path: parent), at: path)
            self.init(files: [path], rules: rules, findings: findings)
        } catch {
            self.init(fault: path, "It cannot be read: \(error).")
        }
    }

    /// Parses the text of one file.
    ///
    /// - Parameter file: the path of the file, which findings contain.
    public init(text bytes: [UInt8], of file: String) {
        let text = ParsedPolicyFile(bytes, of: file)
        self.init([ParsedPolicy(files: [file], rules: text.rules, findings: text.findings)])
    }
}
