internal import Filmgate
internal import FilmgateText
internal import Glibc

extension Command {
    private static let root = Option(
        "root", value: .one("FOLDER"), completion: .folders,
        "Look at the files of a system that lies in this folder, and at nothing that runs")

    static let doctor = Command(
        "doctor", summary: "Find out what is wrong with an installation, and how it is mended",
        details: [
            "Looks at the files of the installation, at the bus, at polkit and at the broker, changes nothing, and needs no rights "
                + "of its own; what it may not look at it says. On a bus of one's own it looks at what matters there.",
            "The exit code is 78 where something is wrong, 0 where there are warnings at most.",
        ],
        options: [root],
        examples: [
            Example("doctor", "Why does it not work?"),
            Example("doctor --root /srv/image --json", "Is it installed as it should be in this image?"),
        ]
    ) { invocation in
        let report = DoctorReport(try await diagnose(invocation, root: invocation.text(root)))
        try invocation.output.write(
            invocation.writesJSON ? JSON.text(of: report) + "\n" : report.text(columns: invocation.output.columns))
        return report.healthy ? .success : .configuration
    }

    private static func diagnose(_ invocation: Invocation, root: String?) async throws(Failure) -> [Diagnosis] {
        var found = Diagnoses()
        if let root {
            let files = SystemFiles(root: root.hasSuffix("/") ? String(root.dropLast()) : root)
            guard (try? files.facts("/"))?.isFolder == true else {
                throw Failure(.noInput, "'\(Text.plain(root))' is no folder that can be looked at.")
            }
            let folders = ["/usr/libexec/filmgate", "/usr/local/libexec/filmgate"]
            InstalledFiles(files: files, programs: folders.first(where: files.exists) ?? folders[0]).look(&found)
            return found.all
        }
        let environment = PhotoLibrary.Bus.environmentAddress
        let address = invocation.text(.bus) ?? environment
        let isSystem = address == nil || address == "system"
        let programs = folderOfThis
        let files = SystemFiles(root: "")
        if isSystem {
            InstalledFiles(files: files, programs: programs).look(&found)
        } else {
            InstalledPrograms(files: files, folder: programs, accounts: nil).look(&found)
        }
        let bus: PhotoLibrary.Bus = isSystem ? .system : address.map { .address($0) } ?? .usual
        await RunningSystem(bus: bus, isSystem: isSystem, agent: programs + "/filmgate-agent").look(&found)
        return found.all
    }
}

/// What `doctor` tells.
private struct DoctorReport: Encodable {
    let healthy: Bool
    let checks: [Diagnosis]

    init(_ checks: [Diagnosis]) {
        healthy = !checks.contains { $0.state == .fault }
        self.checks = checks
    }

    func text(columns: Int?) -> String {
        let width = (columns ?? 100) - 4
        var text = ""
        for check in checks {
            text += paragraph("\(check.state.mark) \(check.check): \(Text.plain(check.finding))", width, indent: "    ")
            if let fix = check.fix { text += paragraph("    → \(Text.plain(fix))", width, indent: "      ") }
        }
        let faults = checks.count { $0.state == .fault }
        let warnings = checks.count { $0.state == .warning }
        let unknown = checks.count { $0.state == .unknown }
        text += faults == 0 ? "Nothing is wrong" : "\(Amount.count(faults, "thing is", plural: "things are")) wrong"
        if warnings > 0 { text += ", \(Amount.count(warnings, "warning"))" }
        if unknown > 0 { text += ", \(unknown) could not be looked at" }
        return text + ".\n"
    }

    private func paragraph(_ words: String, _ width: Int, indent: String) -> String {
        let lead = String(words.prefix { $0 == " " })
        let lines = Text.wrapped(String(words.dropFirst(lead.count)), to: max(20, width - indent.count))
        return lines.enumerated().map { ($0 == 0 ? lead : indent) + $1 + "\n" }.joined()
    }
}

extension Diagnosis.State {
    /// A word, and no colour: it is read by screen readers, and pasted into reports.
    fileprivate var mark: String {
        switch self {
        case .fine: "ok"
        case .warning: "warning"
        case .fault: "WRONG"
        case .unknown: "unknown"
        }
    }
}
