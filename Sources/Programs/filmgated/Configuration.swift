import FilmgateBroker
import FilmgateDBus
import FilmgateKeyFiles
import FilmgatePolicy
import FilmgateTimeZones
import Glibc

/// The configuration file, as filmgated.conf(5) documents it. Each missing key has a default.
struct Configuration {
    static let usualPath = "/etc/filmgate/filmgated.conf"

    /// The configuration file; nil if it does not exist.
    private let file: KeyFile?

    /// - Parameter path: the path of the file; nil means the usual file, which may be missing.
    /// - Throws: an error if the file cannot be read, is not a key file, or has an unknown group or key.
    init(path: String?) throws(KeyFileError) {
        if path == nil, access(Configuration.usualPath, F_OK) != 0 {
            file = nil
            return
        }
        let file = try KeyFile(path: path ?? Configuration.usualPath)
        self.file = file
        for group in file.groups {
            guard let known = Configuration.keys[group] else {
                let groups = Configuration.keys.keys.sorted().joined(separator: ", ")
                throw KeyFileError("There is no group [\(group)]. The groups are: \(groups).")
            }
            for key in file.keys(of: group) where !known.contains(key) {
                throw KeyFileError(
                    "[\(group)] has no key '\(key)'. The keys are: \(known.sorted().joined(separator: ", ")).")
            }
        }
    }

    /// Applies the configuration to the settings. Throws an error if a key has an invalid value.
    func apply(to settings: inout Settings) throws(KeyFileError) {
        guard let file else { return }
        if let paths = try file.strings("tools", in: "owner") { settings.ownersTools = Set(paths) }
        if let paths = try file.strings("executables", in: "agent") { settings.agentPrograms = Set(paths) }
        if let paths = try file.strings("executables", in: "delegates") { settings.delegates = Set(paths) }
        if let folders = try file.strings("applications", in: "agent") { settings.applicationFolders = folders }
        if let folders = try file.strings("folders", in: "policy") { settings.policyFolders = folders }
        if let path = try file.string("worker", in: "render") { settings.worker = path }
        try apply(file, &settings.workers, "render", "workers", 1...64)

        try apply(file, &settings.prompts.takeUp, "agent", "take-up-milliseconds", atMost: 10_000)
        try apply(file, &settings.prompts.answer, "agent", "answer-milliseconds", atMost: 300_000)
        if let waits = try waits(file) { settings.prompts.waits = waits }
        try apply(file, &settings.authorityTime, "polkit", "answer-milliseconds", atMost: 10_000)
        try apply(file, &settings.personTime, "polkit", "person-milliseconds", atMost: 300_000)

        try apply(file, &settings.resourceBytes, "limits", "resource-bytes")
        if let bytes = try file.number("library-bytes", in: "limits") { settings.libraryBytes = bytes }
        // All copied content counts toward this limit until it is kept. So a lower limit would refuse every batch.
        try apply(file, &settings.unkept.bytes, "limits", "unkept-bytes", 1_048_576...UInt64.max)
        try apply(file, &settings.unkept.milliseconds, "limits", "unkept-milliseconds", 1...86_400_000)
        try apply(file, &settings.results.open, "limits", "results")
        try apply(file, &settings.results.rows, "limits", "result-rows")
        try apply(file, &settings.requests, "limits", "requests")
        try apply(file, &settings.connections, "limits", "connections", 1...65_536)
        try apply(file, &settings.calls, "limits", "calls", 1...65_536)
        try apply(file, &settings.backlog.ofConnection.bytes, "limits", "unread-bytes", 65_536...16_777_216)
        try apply(file, &settings.backlog.ofConnection.descriptors, "limits", "unread-descriptors", 1...16)
        try apply(file, &settings.libraries, "limits", "libraries", 1...65_536)
        try apply(file, &settings.fetchTime, "limits", "fetch-milliseconds", atMost: 60_000)
        try apply(file, &settings.idleTime, "limits", "idle-milliseconds", atMost: 86_400_000)

        if let zone = try file.string("time-zone", in: "library") {
            guard TimeZoneRules(named: zone) != nil else {
                throw KeyFileError(
                    "[library] time-zone: This computer knows no time zone '\(zone)'. Names are such as 'Europe/Budapest'."
                )
            }
            settings.timeZone = zone
        }

        try apply(file, &settings.imageCacheBytes, "cache", "bytes")
        if let ahead = try file.flag("ahead", in: "cache") { settings.preparesImages = ahead }

        try apply(file, &settings.trashDays, "trash", "days", 1...36_500)
        try apply(file, &settings.historyDays, "history", "days", 1...36_500)
        try apply(file, &settings.pickDays, "picker", "keep-days", 1...36_500)
        try apply(file, &settings.audit.days, "audit", "days", 1...36_500)
        try apply(file, &settings.audit.bytes, "audit", "bytes")
        try apply(file, &settings.audit.idsPerDay, "audit", "ids-per-day")
        try apply(file, &settings.audit.entriesPerDay, "audit", "entries-per-day")
    }

    private static let keys: [String: Set<String>] = [
        "owner": ["tools"],
        "agent": ["executables", "applications", "take-up-milliseconds", "answer-milliseconds", "wait-milliseconds"],
        "delegates": ["executables"],
        "render": ["worker", "workers"],
        "limits": [
            "resource-bytes", "library-bytes", "results", "result-rows", "requests", "fetch-milliseconds",
            "connections", "calls", "unread-bytes", "unread-descriptors", "idle-milliseconds",
            "libraries", "unkept-bytes", "unkept-milliseconds",
        ],
        "library": ["time-zone"], "cache": ["bytes", "ahead"],
        "polkit": ["answer-milliseconds", "person-milliseconds"],
        "audit": ["days", "bytes", "ids-per-day", "entries-per-day"],
        "policy": ["folders"], "trash": ["days"], "history": ["days"],
        "picker": ["keep-days"],
    ]

    /// Applies a number. If the key is missing, the setting stays unchanged.
    private func apply<Number: FixedWidthInteger>(
        _ file: KeyFile, _ setting: inout Number, _ group: String, _ key: String,
        _ range: ClosedRange<UInt64> = 0...UInt64.max
    ) throws(KeyFileError) {
        if let number = try file.number(key, in: group, of: range) { setting = Number(clamping: number) }
    }

    /// Applies a duration, from one millisecond to a maximum. If the key is missing, the setting stays unchanged.
    private func apply(
        _ file: KeyFile, _ setting: inout Duration, _ group: String, _ key: String, atMost most: UInt64
    ) throws(KeyFileError) {
        if let number = try file.number(key, in: group, of: 1...most) { setting = .milliseconds(number) }
    }

    private func waits(_ file: KeyFile) throws(KeyFileError) -> [Duration]? {
        guard let words = try file.strings("wait-milliseconds", in: "agent") else { return nil }
        let most = PromptLimits().waits
        let waits = words.compactMap { UInt32($0).map { Duration.milliseconds($0) } }
        guard waits.count == most.count, words.count == most.count, zip(waits, most).allSatisfy({ $0 <= $1 }) else {
            throw KeyFileError(
                "[agent] wait-milliseconds: The value must be three numbers with ';' between them, of at most 60000, 300000 "
                    + "and 1800000.")
        }
        return waits
    }
}
