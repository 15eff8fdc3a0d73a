internal import Filmgate

extension Command {
    private static let quiet = Option("quiet", letter: "q", "Show no progress")

    static let verify = Command(
        "verify", summary: "Compare what the library believes with what is on the disk",
        details: [
            "Reads every original and compares its size, permissions and SHA-256 with what was recorded when it came "
                + "in, looks for files that nobody knows, and runs the database's own check. Nothing is changed. The "
                + "exit code is 0 where all is well, 70 where something is wrong."
        ],
        options: [quiet, .user], examples: [Example("verify", "Check the whole library.")]
    ) { invocation in
        let library = try await invocation.library()
        let display = ProgressDisplay("Verifying", quiet: invocation.has(quiet))
        var report = VerificationReport()
        for try await step in library.maintenance.verify() {
            report.checked = step.checked
            report.total = step.total
            report.findings += step.findings.map { VerificationReport.Record(kind: $0.kind, detail: $0.detail) }
            await display.show(done: Int(clamping: step.checked), total: Int(clamping: step.total))
        }
        await display.finish()
        try invocation.output.write(invocation.writesJSON ? JSON.text(of: report) + "\n" : report.text)
        return report.findings.isEmpty ? .success : .software
    }
}

/// What `verify` tells.
private struct VerificationReport: Encodable {
    struct Record: Encodable {
        let kind: String
        let detail: String
    }

    var checked: UInt64 = 0
    var total: UInt64 = 0
    var findings: [Record] = []

    var text: String {
        let checked = "\(Amount.count(checked, "item")) checked"
        guard !findings.isEmpty else { return "\(checked): nothing is wrong.\n" }
        var table = Table([.init("KIND"), .init("WHAT IS WRONG")], width: nil)
        return table.lines(findings.map { [$0.kind, $0.detail] })
            + "\(checked): \(Amount.count(findings.count, "thing is", plural: "things are")) wrong.\n"
    }
}
