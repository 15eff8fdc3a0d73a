import Filmgate
import FilmgateLibraryTools
import FilmgateText

private enum BackupOption {
    static let verify = Option(
        "verify", "Check the backup in FOLDER instead of writing one: every file against its SHA-256")
    static let check = Option(
        "check", "Read the files that are there already, too, and copy damaged ones again")
    static let replaceBackup = Option(
        "replace", "Replace the backup of a different library, or of a later state of this one")
    static let replaceLibrary = Option(
        "replace", "Replace a library that is not empty; what it holds is lost")
}

extension Command {
    static let backup = Command(
        "backup", summary: "Copy the whole library to a folder",
        details: [
            "The library can be used meanwhile. The copy holds everything: photos, albums, edits, what apps may do, the trash and the log of access. So only you can read the folder. A second backup to the same folder copies new photos only, and removes those that are permanently deleted in the library.",
            "Each file is compared with its SHA-256 while it is copied. If the command is interrupted, or the disk is full, the folder holds the earlier backup, and the next run continues. A folder with the backup of a different library, or of a later state of this one, is left as it is.",
            "'filmgatectl restore' brings a backup back. For a backup every day, write FILMGATE_BACKUP_FOLDER=FOLDER to ~/.config/filmgate/backup.conf and run 'systemctl --user enable --now filmgate-backup.timer'.",
        ],
        operands: [
            CommandOperand(
                "FOLDER", completion: .folders, isPath: true, "The folder of the backup; it is created if it is missing"
            )
        ],
        options: [BackupOption.verify, BackupOption.check, BackupOption.replaceBackup, .quiet, .user],
        examples: [
            Example("backup /media/disk/photos", "Back up what is new."),
            Example("backup --verify /media/disk/photos", "Is the backup intact?"),
        ]
    ) { invocation in
        invocation.interruption.prepare()
        if invocation.has(BackupOption.verify) { return try await verifyBackup(invocation) }
        let library = try await invocation.library()
        _ = try await report(localized("Backing up"), invocation, \.text) { path, display in
            let writer = BackupWriter(
                library, to: try BackupFolder.writing(to: path), replacing: invocation.has(BackupOption.replaceBackup),
                checking: invocation.has(BackupOption.check))
            return try await writer.write(isInterrupted: { invocation.interruption.isRequested }) { done, total in
                await display.show(done: done, total: total)
            }
        }
        return .success
    }

    private static func verifyBackup(_ invocation: Invocation) async throws -> ExitCode {
        let report = try await report(localized("Verifying"), invocation, \.text) { path, display in
            let (folder, manifest) = try BackupFolder.reading(path)
            let damaged = try await BackupCheck(of: folder, manifest).damaged(
                isInterrupted: { invocation.interruption.isRequested }
            ) { done, total in await display.show(done: done, total: total) }
            return BackupCheckReport(files: Int(clamping: manifest.count), damaged: damaged)
        }
        return report.damaged.isEmpty ? .success : .badData
    }

    /// Runs `body`, shows its progress, and writes its report.
    private static func report<Report: Encodable>(
        _ verb: String, _ invocation: Invocation, _ text: (Report) -> String,
        _ body: (_ path: String, _ display: ProgressDisplay) async throws -> Report
    ) async throws -> Report {
        let path = invocation.paths[0].description
        let display = invocation.progress(verb, quiet: invocation.has(.quiet))
        do {
            let report = try await body(path, display)
            await display.finish()
            try invocation.write(report, orText: text(report))
            return report
        } catch let error as BackupFailure {
            await display.finish()
            throw CommandFailure(error, of: path)
        }
    }

    static let restore = Command(
        "restore", summary: "Restore the library from a backup",
        details: [
            "Brings back everything that 'filmgatectl backup' copied: photos, albums, edits, the trash, what each app may do and what it was shown. Identifiers stay the same, so apps continue where they were. Grants that were revoked after the backup are in force again; 'filmgatectl grants list' shows them.",
            "The library must be empty, unless '--replace' is given; in a terminal, the tool then asks first. It is replaced only when the whole backup has been copied and compared with its SHA-256. If the command is interrupted before, the library stays as it is, and the next run continues.",
        ],
        operands: [CommandOperand("FOLDER", completion: .folders, isPath: true, "The folder of the backup")],
        options: [BackupOption.replaceLibrary, ConfirmationPrompt.option, .quiet, .user],
        examples: [Example("restore /media/disk/photos", "Restore into an empty library.")]
    ) { invocation in
        invocation.interruption.prepare()
        let replaces = invocation.has(BackupOption.replaceLibrary)
        _ = try await report(localized("Restoring"), invocation, \.text) { path, display in
            let (folder, manifest) = try BackupFolder.reading(path)
            let library = try await invocation.library()
            if replaces {
                let question = localized(
                    "Replace the whole library by the backup of {date}?",
                    ["date": TimeText.local(Timestamp(rawValue: manifest.date))])
                try ConfirmationPrompt.require(
                    question, because: localized("What the library holds now is lost"),
                    otherwise: localized("Nothing was restored."), invocation)
            }
            return try await BackupRestorer(library, from: folder, manifest).restore(
                replacing: replaces, isInterrupted: { invocation.interruption.isRequested }
            ) { done, total in await display.show(done: done, total: total) }
        }
        return .success
    }
}

extension BackupWriter.Report {
    fileprivate var text: String {
        let whole = [
            "size": AmountText.bytes(bytes), "copied": Text.number(copied), "more": AmountText.bytes(copiedBytes),
        ]
        let line = counted(
            "The backup is complete: {n} file ({size}). Copied now: {copied} ({more}).",
            "The backup is complete: {n} files ({size}). Copied now: {copied} ({more}).", files, whole)
        let last = removed == 0 ? "" : counted("Removed: {n} file.", "Removed: {n} files.", removed) + "\n"
        return line + "\n" + last
    }
}

extension BackupRestorer.Report {
    fileprivate var text: String {
        counted(
            "Restored {n} file ({size}).", "Restored {n} files ({size}).", files, ["size": AmountText.bytes(bytes)])
            + "\n"
    }
}

private struct BackupCheckReport: Encodable {
    let files: Int
    let damaged: [String]

    var text: String {
        guard !damaged.isEmpty else {
            return counted("{n} file checked, none damaged.", "{n} files checked, none damaged.", files) + "\n"
        }
        return counted("Damaged or missing: {n} file", "Damaged or missing: {n} files", damaged.count) + "\n"
            + damaged.map { "  \(Text.printable($0))\n" }.joined()
    }
}

extension CommandFailure {
    fileprivate init(_ failure: BackupFailure, of path: String) {
        let folder = ["folder": Text.printable(path)]
        func values(_ name: String, _ value: String) -> [String: String] { folder.merging([name: value]) { $1 } }
        switch failure {
        case .noBackup:
            self.init(.noInput, localized("'{folder}' holds no backup of Filmgate.", folder))
        case .occupied(let other):
            self.init(
                .cannotCreate,
                localized(
                    "'{folder}' holds something that is no backup: '{file}'.", values("file", Text.printable(other))),
                advice: localized("Name an empty folder, or one that does not exist."))
        case .otherLibrary:
            self.init(
                .cannotCreate, localized("'{folder}' holds the backup of a different library.", folder),
                advice: localized(
                    "To bring that library back, use 'filmgatectl restore'. To replace its backup, give '--replace'."))
        case .newerBackup:
            self.init(
                .cannotCreate, localized("'{folder}' holds a later state of this library.", folder),
                advice: localized("Name a different folder, or give '--replace'."))
        case .newerFormat:
            self.init(
                .badData, localized("A newer version of Filmgate wrote the backup in '{folder}'.", folder),
                advice: localized("Update Filmgate."))
        case .inUse:
            self.init(.temporary, localized("A different program uses the backup in '{folder}'.", folder))
        case .damaged(let file):
            self.init(
                .badData,
                localized("The backup in '{folder}' is damaged: '{file}'.", values("file", Text.printable(file))),
                advice: localized("'filmgatectl backup --verify' lists everything that is damaged."))
        case .damagedOriginal(let name):
            self.init(
                .software,
                localized("The library is damaged: the file {file} has changed.", ["file": Text.printable(name)]),
                advice: localized("'filmgatectl verify' lists everything that is damaged."))
        case .changing:
            self.init(
                .temporary, localized("Photos were deleted permanently again and again during the backup."),
                advice: localized("Try again in a moment."))
        case .unusable(let reason):
            self.init(
                .cannotCreate,
                localized("The folder '{folder}' cannot be used: {reason}.", values("reason", reason)))
        case .interrupted:
            self.init(
                .interrupted, localized("Interrupted. What was complete before stays."),
                advice: localized("Run the same command again to continue."))
        }
    }
}
