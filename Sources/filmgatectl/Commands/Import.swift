internal import Filmgate

extension Command {
    private static let quiet = Option("quiet", letter: "q", "Show no progress")

    static let importPhotos = Command(
        "import", summary: "Bring photos and videos into the library",
        details: [
            "Folders are walked through; hidden files and links are passed over, and what is neither photo nor video "
                + "is counted by kind. The files themselves stay where they are and as they are.",
            "What the library holds already is not imported again, so that an import that was interrupted goes on "
                + "when it is run again. Files that cannot be read as photos are listed at the end, and the exit "
                + "code is then 65.",
            "Ctrl-C ends it when the files under way are in; a second one at once.",
        ],
        operands: [Operand("PATH", count: .atLeastOne, "Files and folders")], options: [quiet],
        examples: [
            Example("import ~/Pictures", "Everything in that folder and below."),
            Example("import --json --quiet /media/card", "For a program: counts, and every failure with its reason."),
        ]
    ) { invocation in
        let library = try await invocation.library()
        let walk = PhotoWalk(invocation.operands.map { DiskPath($0) })
        Interruption.prepare()
        let display = ProgressDisplay("Importing", quiet: invocation.has(quiet))
        let (report, stop) = await Importer(library: library, display: display).run(walk)
        try invocation.output.write(invocation.writesJSON ? JSON.text(of: report) + "\n" : report.text)
        if !invocation.writesJSON { StandardStream.error.writeIfPossible(report.failureText) }
        if let stop {
            let failure = Failure(stop)
            throw Failure(
                failure.code, "The import stopped with \(Amount.count(report.left, "file")) to go: \(failure.message)",
                advice: [failure.advice, goOn].compactMap { $0 }.joined(separator: " "))
        }
        if report.left > 0 {
            throw Failure(
                .interrupted, "Interrupted with \(Amount.count(report.left, "file")) to go; what was imported stays.",
                advice: goOn)
        }
        return report.failures.isEmpty ? .success : .badData
    }

    private static let goOn =
        "Run the same command again to go on: what is in the library already is not imported twice."
}
