import Filmgate
import FilmgatePolicyFiles
import FilmgateText
import FoundationEssentials

extension Command {
    static let paths = CommandOperand(
        "PATH", count: .any, completion: .files,
        "Policy files, and folders with policy files (default: the folders of the vendor and the administrator)")

    private static let replay = Option(
        "replay", value: .one("WHEN"),
        "Instead, list the calls since then that these files would have decided differently: 30d, 2h, or a date")

    /// Makes the broker decide the calls in its log again, according to the rules of these files.
    private static func replayed(_ reading: ParsedPolicy, _ invocation: Invocation) async throws -> ExitCode {
        let since = try invocation.pastDate(replay, before: TimeText.now)
        let texts = try reading.files.map { path in
            // The file was readable before, so it must have been removed meanwhile.
            guard let bytes = FileManager.default.contents(atPath: path) else {
                throw CommandFailure(.noInput, localized("'{file}' cannot be read.", ["file": Text.printable(path)]))
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        let decisions = try await invocation.library().administration.replay(policy: texts, since: since)
        if invocation.writesJSON {
            try invocation.write(json: decisions)
        } else if decisions.isEmpty {
            invocation.note(localized("These files would have decided nothing differently."))
        } else {
            try invocation.writeTable(
                [
                    .init(localized("APP"), shrinks: true, isName: true), .init(localized("OPERATION")),
                    .init(localized("COUNT"), numeric: true), .init(localized("WAS")), .init(localized("WOULD BE")),
                ], decisions.map { [$0.client, $0.operation, "\($0.count)", $0.was, $0.wouldBe] })
        }
        return .success
    }

    static let checkPolicy = Command(
        "policy", "check", summary: "Check policy files",
        details: [
            "Reads the files as the broker does, and lists errors and warnings with FILE:LINE. If there is an error, the broker keeps its present policy; a broker that starts serves only the owner. The broker follows rules with warnings, but they probably do not do what they should.",
            "Folders count as layers: later folders override earlier ones, and a file replaces those with the same name in earlier folders. Nothing is changed, and no broker is needed. The exit code is 65 if there is an error, 0 otherwise.",
        ],
        operands: [paths],
        options: [replay, .user, .noHeader],
        examples: [
            Example("policy check --replay 30d ./50-hall.conf", "What would it have changed in the last month?"),
            Example("policy check", "Is the installed policy correct?"),
            Example("policy check ./50-hall.conf", "Is this file correct, before it is installed?"),
        ]
    ) { invocation in
        let reading = invocation.policy()
        if invocation.has(replay), reading.faults.isEmpty { return try await replayed(reading, invocation) }
        let report = PolicyReport(reading)
        try invocation.write(report, orText: report.text)
        if reading.files.isEmpty, reading.findings.isEmpty {
            invocation.note(localized("There are no policy files here. Their names end in '.conf'."))
        }
        return reading.faults.isEmpty ? .success : .badData
    }
}

extension Invocation {
    /// Reads the policy files at the paths, which default to the operands; without paths, reads the installed files.
    func policy(_ paths: [String]? = nil) -> ParsedPolicy {
        let paths = paths ?? operands
        return paths.isEmpty ? PolicyLayers.usual.read() : ParsedPolicy(paths: paths)
    }
}

private struct PolicyReport: Encodable {
    struct Record: Encodable {
        let file: String
        let line: Int?
        let severity: String
        let message: String
    }

    let files: [String]
    let sections: Int
    let findings: [Record]

    init(_ reading: ParsedPolicy) {
        files = reading.files
        sections = reading.rules.count
        findings = reading.findings.map {
            Record(file: $0.place.file, line: $0.place.line, severity: $0.severity.rawValue, message: $0.sentence)
        }
    }

    var text: String {
        let lines = findings.map { finding in
            let place = finding.file + (finding.line.map { ":\($0)" } ?? "")
            let values = ["place": place, "message": finding.message]
            let line =
                finding.severity == "warning"
                ? localized("{place}: warning: {message}", values) : "\(place): \(finding.message)"
            return Text.printable(line) + "\n"
        }
        let checked = counted(
            "{n} file with {sections} checked", "{n} files with {sections} checked", files.count,
            ["sections": counted("{n} section", "{n} sections", sections)])
        let verdict =
            findings.isEmpty ? localized("no problems") : counted("{n} problem", "{n} problems", findings.count)
        return lines.joined() + localized("{checked}: {verdict}.", ["checked": checked, "verdict": verdict]) + "\n"
    }
}

extension ReplayedDecision: JSONOptionEncodable {}
