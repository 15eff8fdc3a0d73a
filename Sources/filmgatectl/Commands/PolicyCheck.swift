internal import Filmgate
internal import FilmgatePolicyFiles
internal import FilmgateText

extension Command {
    static let paths = Operand(
        "PATH", count: .any, completion: .files,
        "Policy files, and folders of them; without any, the vendor's and the administrator's")

    static let checkPolicy = Command(
        "policy", "check", summary: "Look for mistakes in policy files",
        details: [
            "Reads the files as the broker does and tells FILE:LINE and what is wrong. With an error anywhere the broker "
                + "goes on with the policy that it has, and at its start lets nobody in but the owner; what is marked as a "
                + "warning is followed, though it hardly does what was meant.",
            "Folders that are named count as layers: each goes before those ahead of it, and a file masks those of the "
                + "same name. Nothing is changed, and no broker is needed. The exit code is 0 where there is no error, 65 "
                + "where there is.",
        ],
        operands: [paths],
        examples: [
            Example("policy check", "Is the installed policy all right?"),
            Example("policy check ./50-hall.conf", "Is this file, before it is installed?"),
        ]
    ) { invocation in
        let reading = invocation.policy()
        let report = PolicyReport(reading)
        try invocation.output.write(invocation.writesJSON ? JSON.text(of: report) + "\n" : report.text)
        return reading.faults.isEmpty ? .success : .badData
    }
}

extension Invocation {
    /// The policy files that the operands name.
    func policy(_ paths: [String]? = nil) -> PolicyReading {
        let paths = paths ?? operands
        return paths.isEmpty ? PolicyLayers.usual.read() : PolicyReading(paths: paths)
    }
}

/// What `policy check` tells.
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

    init(_ reading: PolicyReading) {
        files = reading.files
        sections = reading.rules.count
        findings = reading.findings.map {
            Record(file: $0.place.file, line: $0.place.line, severity: $0.severity.rawValue, message: $0.sentence)
        }
    }

    var text: String {
        let lines = findings.map { finding in
            let place = finding.file + (finding.line.map { ":\($0)" } ?? "")
            return Text.plain("\(place): \(finding.severity == "warning" ? "warning: " : "")\(finding.message)") + "\n"
        }
        let checked = "\(Amount.count(files.count, "file")) with \(Amount.count(sections, "section")) checked"
        let verdict =
            findings.isEmpty
            ? "nothing is wrong"
            : "\(Amount.count(findings.count, "thing is", plural: "things are")) wrong or in vain"
        return lines.joined() + "\(checked): \(verdict).\n"
    }
}
