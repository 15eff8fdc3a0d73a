import Filmgate
import FilmgateText

extension Command {
    private static let pictures = Option(
        "pictures", "Also make a small picture of each asset, and list the assets that have none")

    static let verify = Command(
        "verify", summary: "Check the files of the library",
        details: [
            "Reads every original, and compares its size, permissions and SHA-256 with those that were recorded at the import. Also looks for unknown files, and runs the check of the database. Nothing is changed. The exit code is 0 if there are no problems, 70 otherwise."
        ],
        options: [.quiet, pictures, .user],
        examples: [
            Example("verify", "Check the whole library."),
            Example("verify --pictures", "Also find photos and videos that cannot be shown."),
        ]
    ) { invocation in
        if invocation.has(pictures), invocation.has(.user) {
            throw invocation.usage(
                localized("{one} and {other} cannot be combined.", ["one": "--pictures", "other": "--user"]))
        }
        let library = try await invocation.library()
        let display = invocation.progress(localized("Verifying"), quiet: invocation.has(.quiet))
        var report = VerificationReport()
        for try await step in library.maintenance.verify() {
            report.checked = step.checked
            report.total = step.total
            report.findings += step.findings
            await display.show(done: Int(clamping: step.checked), total: Int(clamping: step.total))
        }
        await display.finish()
        if invocation.has(pictures) {
            let display = invocation.progress(localized("Making pictures"), quiet: invocation.has(.quiet))
            report.findings += try await MissingPictureFinder(library: library).find { done, total in
                await display.show(done: done, total: total)
            }
            await display.finish()
        }
        try invocation.write(report, orText: report.text(for: invocation.output))
        return report.findings.isEmpty ? .success : .software
    }
}

private struct VerificationReport: Encodable {
    var checked: UInt64 = 0
    var total: UInt64 = 0
    var findings: [VerificationFinding] = []

    func text(for stream: StandardStream) -> String {
        let verdict =
            findings.isEmpty
            ? localized("no problems found") : counted("{n} problem found", "{n} problems found", findings.count)
        let checked = counted("{n} item checked", "{n} items checked", Int(clamping: checked))
        let end = localized("{checked}: {verdict}.", ["checked": checked, "verdict": verdict]) + "\n"
        guard !findings.isEmpty else { return end }
        var table = Table([.init(localized("KIND")), .init(localized("PROBLEM"))], for: stream, isCut: false)
        return table.lines(findings.map { [$0.kind, $0.detail] }) + end
    }
}
