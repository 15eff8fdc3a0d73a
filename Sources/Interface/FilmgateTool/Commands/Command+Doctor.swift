import Filmgate
import FilmgateText
import Glibc

extension Command {
    private static let root = Option(
        "root", value: .one("FOLDER"), completion: .folders,
        "Check the files of a system in this folder, and nothing that runs")

    static let doctor = Command(
        "doctor", summary: "Check an installation and suggest fixes",
        details: [
            "Checks the installed files, the bus, polkit and the broker. It changes nothing and needs no privileges; it lists what it may not check. On a private bus, it skips what matters only on the system bus.",
            "The exit code is 78 if something is wrong, and 0 otherwise, also with warnings.",
        ],
        options: [root],
        examples: [
            Example("doctor", "Why does it not work?"),
            Example("doctor --root /srv/image --json", "Is it installed correctly in this image?"),
        ]
    ) { invocation in
        let report = DoctorReport(try await diagnose(invocation, root: invocation.text(root)))
        try invocation.write(report, orText: report.text(columns: invocation.output.columns))
        return report.healthy ? .success : .configuration
    }

    private static func diagnose(_ invocation: Invocation, root: String?) async throws(CommandFailure)
        -> [DiagnosticCheck]
    {
        if let root {
            let files = SystemFiles(root: root.hasSuffix("/") ? String(root.dropLast()) : root)
            // A folder that cannot be read is reported like a missing folder.
            guard (try? files.facts("/"))?.isFolder == true else {
                let folder = ["folder": Text.printable(root)]
                throw CommandFailure(.noInput, localized("'{folder}' is not a folder, or cannot be read.", folder))
            }
            let folders = ["/usr/libexec/filmgate", "/usr/local/libexec/filmgate"]
            return InstalledFileChecker(files: files, programs: folders.first(where: files.exists) ?? folders[0])
                .check()
        }
        let environment = PhotoLibrary.Bus.environmentAddress
        let address = invocation.text(.bus) ?? environment
        let isSystem = address == nil || address == "system"
        let programs = ThisProgram.folder
        let files = SystemFiles(root: "")
        let installed =
            isSystem
            ? InstalledFileChecker(files: files, programs: programs).check()
            : ProgramChecker(files: files, folder: programs, accounts: nil).check()
        let bus: PhotoLibrary.Bus = isSystem ? .system : address.map { .address($0) } ?? .usual
        return await installed
            + SystemChecker(bus: bus, isSystem: isSystem, agent: programs + "/filmgate-agent").check()
    }
}

private struct DoctorReport: Encodable {
    let healthy: Bool
    let checks: [DiagnosticCheck]

    init(_ checks: [DiagnosticCheck]) {
        healthy = !checks.contains { $0.result.state == .fault }
        self.checks = checks
    }

    func text(columns: Int?) -> String {
        let width = (columns ?? 100) - 4
        var text = ""
        for check in checks {
            let result = check.result
            text += paragraph(
                "\(result.state.mark) \(check.check.translation): \(Text.printable(result.finding.translation))", width,
                indent: "    ")
            if let fix = result.fix {
                text += paragraph("    → \(Text.printable(fix.translation))", width, indent: "      ")
            }
        }
        let faults = checks.count { $0.result.state == .fault }
        let warnings = checks.count { $0.result.state == .warning }
        let unknown = checks.count { $0.result.state == .unknown }
        var counts = [
            faults == 0 ? localized("No problems found") : counted("{n} problem found", "{n} problems found", faults)
        ]
        if warnings > 0 { counts.append(counted("{n} warning", "{n} warnings", warnings)) }
        if unknown > 0 { counts.append(counted("{n} check not possible", "{n} checks not possible", unknown)) }
        return text + localized("{sentence}.", ["sentence": counts.joined(separator: localized(", "))]) + "\n"
    }

    private func paragraph(_ words: String, _ width: Int, indent: String) -> String {
        let lead = String(words.prefix { $0 == " " })
        let lines = Text.wrapped(String(words.dropFirst(lead.count)), to: max(20, width - indent.count))
        return lines.enumerated().map { ($0 == 0 ? lead : indent) + $1 + "\n" }.joined()
    }
}

extension CheckResult.State {
    /// The state as a word, because screen readers cannot read a color, and people paste the output into reports.
    fileprivate var mark: String {
        switch self {
        case .fine: localized("ok")
        case .warning: localized("warning")
        case .fault: localized("WRONG")
        case .unknown: localized("unknown")
        }
    }
}
