internal import CFilmgateGLib
internal import FilmgateBroker
internal import FilmgatePolicy
internal import Glibc

/// The configuration file: a key file whose keys the manual documents; what it leaves out has a default.
struct Configuration {
    private static let usualPath = "/etc/filmgate/filmgated.conf"

    /// `[owner] tools`: paths, separated by ';'.
    var ownersTools: [String]?
    /// `[render] worker`: the worker program.
    var worker: String?
    /// `[render] workers`: how many at most.
    var workers: Int?
    /// `[policy] folders`: of policy files, separated by ';'.
    var policyFolders: [String]?
    /// `[limits] resource-bytes`.
    var resourceBytes: UInt64?
    /// `[limits] results`: open results of a user.
    var results: Int?
    /// `[limits] result-rows`: rows that these hold, all together.
    var resultRows: Int?
    /// `[limits] fetch-milliseconds`: after which a fetch that takes long is given up.
    var fetchTime: Duration?
    /// `[limits] connections`: those of a user's clients that have called.
    var connections: Int?
    /// `[limits] calls`: those of all clients that are being answered.
    var calls: Int?
    /// `[limits] unread-bytes` and `unread-descriptors`: what one connection may leave untaken.
    var unreadBytes: Int?
    var unreadDescriptors: Int?
    /// `[limits] requests`: those of a user that wait for their response.
    var requests: Int?
    /// `[limits] library-bytes`: of all stored files of one user together.
    var libraryBytes: UInt64?
    /// `[limits] libraries`: those that are open at once.
    var libraries: Int?
    /// `[limits] unkept-bytes` and `unkept-milliseconds`: what a client may have copied and read in vain.
    var unkept = UnkeptLimits()
    /// `[limits] idle-milliseconds`: after which a library that nobody uses is closed.
    var idleTime: Duration?
    /// `[polkit] answer-milliseconds` and `person-milliseconds`: how long polkit may take, and a person whom it asks.
    var authorityTime: Duration?
    var personTime: Duration?
    /// `[trash] days`.
    var trashDays: UInt64?
    /// `[history] days`.
    var historyDays: Int64?
    /// `[audit]`: `days`, `bytes`, `ids-per-day`, `entries-per-day`.
    var audit = AuditLimits()

    /// `[agent] executables`: paths, separated by ';'.
    var agentPrograms: [String]?
    /// `[agent] applications`: folders with desktop files, separated by ';'.
    var applicationFolders: [String]?
    /// `[agent] take-up-milliseconds`, `answer-milliseconds` and `wait-milliseconds`.
    var prompts = PromptLimits()

    /// - Parameter path: nil for the usual place, where there may be none.
    /// - Throws: where the file cannot be read, is no key file, or holds a key that does not exist: a typo must not pass.
    init(path: String?) throws(Complaint) {
        if path == nil, access(Configuration.usualPath, F_OK) != 0 { return }
        let path = path ?? Configuration.usualPath
        do {
            try read(path)
        } catch {
            throw Complaint("\(path): \(error.text)")
        }
    }

    private mutating func read(_ path: String) throws(Complaint) {
        guard let file = g_key_file_new() else { return }
        defer { g_key_file_unref(file) }
        var error: UnsafeMutablePointer<GError>?
        guard g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, &error) != 0 else {
            throw Complaint(taking: error)
        }
        try Self.checkKeys(of: file)
        ownersTools = try Self.value(file, "owner", "tools", Self.list)
        agentPrograms = try Self.value(file, "agent", "executables", Self.list)
        applicationFolders = try Self.value(file, "agent", "applications", Self.list)
        if let time = try Self.duration(file, "agent", "take-up-milliseconds", atMost: 10_000) { prompts.takeUp = time }
        if let time = try Self.duration(file, "agent", "answer-milliseconds", atMost: 300_000) { prompts.answer = time }
        if let waits = try Self.waits(file) { prompts.waits = waits }
        policyFolders = try Self.value(file, "policy", "folders", Self.list)
        worker = try Self.value(file, "render", "worker") { file, group, key, error in
            guard let text = g_key_file_get_string(file, group, key, error) else { return nil }
            defer { g_free(text) }
            return String(cString: text)
        }
        workers = try Self.value(file, "render", "workers", Self.number).map(Int.init(clamping:))
        if let workers, !(1...64).contains(workers) { throw Complaint("[render] workers: it must be from 1 to 64.") }
        resourceBytes = try Self.value(file, "limits", "resource-bytes", Self.number)
        libraryBytes = try Self.value(file, "limits", "library-bytes", Self.number)
        libraries = try Self.limit(file, "libraries", 1...65_536)
        if let bytes = try Self.value(file, "limits", "unkept-bytes", Self.number) {
            // All that is copied counts until it is kept: less would refuse every batch.
            guard bytes >= 1 << 20 else {
                throw Complaint("[limits] unkept-bytes: it must be 1048576 (1 MiB) at least.")
            }
            unkept.bytes = bytes
        }
        if let time = try Self.value(file, "limits", "unkept-milliseconds", Self.number) {
            guard (1...86_400_000).contains(time) else {
                throw Complaint("[limits] unkept-milliseconds: it must be from 1 to 86400000.")
            }
            unkept.milliseconds = time
        }
        idleTime = try Self.duration(file, "limits", "idle-milliseconds", atMost: 86_400_000)
        authorityTime = try Self.duration(file, "polkit", "answer-milliseconds", atMost: 10_000)
        personTime = try Self.duration(file, "polkit", "person-milliseconds", atMost: 300_000)
        results = try Self.value(file, "limits", "results", Self.number).map(Int.init(clamping:))
        resultRows = try Self.value(file, "limits", "result-rows", Self.number).map(Int.init(clamping:))
        if let time = try Self.value(file, "limits", "fetch-milliseconds", Self.number) {
            guard (1...60_000).contains(time) else {
                throw Complaint("[limits] fetch-milliseconds: it must be from 1 to 60000.")
            }
            fetchTime = .milliseconds(time)
        }
        requests = try Self.value(file, "limits", "requests", Self.number).map(Int.init(clamping:))
        connections = try Self.limit(file, "connections", 1...65_536)
        calls = try Self.limit(file, "calls", 1...65_536)
        unreadBytes = try Self.limit(file, "unread-bytes", 65_536...16_777_216)
        unreadDescriptors = try Self.limit(file, "unread-descriptors", 1...16)
        trashDays = try Self.value(file, "trash", "days", Self.number)
        if let trashDays, !(1...36_500).contains(trashDays) {
            throw Complaint("[trash] days: it must be from 1 to 36500.")
        }
        if let days = try Self.value(file, "history", "days", Self.number) {
            guard (1...36_500).contains(days) else { throw Complaint("[history] days: it must be from 1 to 36500.") }
            historyDays = Int64(days)
        }
        if let days = try Self.value(file, "audit", "days", Self.number) {
            guard (1...36_500).contains(days) else { throw Complaint("[audit] days: it must be from 1 to 36500.") }
            audit.days = Int64(days)
        }
        if let bytes = try Self.value(file, "audit", "bytes", Self.number) { audit.bytes = bytes }
        if let ids = try Self.value(file, "audit", "ids-per-day", Self.number) { audit.idsPerDay = Int(clamping: ids) }
        if let entries = try Self.value(file, "audit", "entries-per-day", Self.number) {
            audit.entriesPerDay = Int(clamping: entries)
        }
    }

    private static let keys: [String: Set<String>] = [
        "owner": ["tools"],
        "agent": ["executables", "applications", "take-up-milliseconds", "answer-milliseconds", "wait-milliseconds"],
        "render": ["worker", "workers"],
        "limits": [
            "resource-bytes", "library-bytes", "results", "result-rows", "requests", "fetch-milliseconds",
            "connections", "calls", "unread-bytes", "unread-descriptors", "idle-milliseconds",
            "libraries", "unkept-bytes", "unkept-milliseconds",
        ],
        "polkit": ["answer-milliseconds", "person-milliseconds"],
        "audit": ["days", "bytes", "ids-per-day", "entries-per-day"],
        "policy": ["folders"], "trash": ["days"], "history": ["days"],
    ]

    private typealias Failure = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

    private static func list(_ file: OpaquePointer, _ group: String, _ key: String, _ error: Failure) -> [String]? {
        var count: gsize = 0
        guard let list = g_key_file_get_string_list(file, group, key, &count, error) else { return nil }
        defer { g_strfreev(list) }
        return (0..<Int(count)).compactMap { list[$0].map { String(cString: $0) } }
    }

    /// Times can be made shorter than is promised, and not longer.
    private static func duration(
        _ file: OpaquePointer, _ group: String, _ key: String, atMost most: UInt64
    ) throws(Complaint) -> Duration? {
        guard let milliseconds = try value(file, group, key, number) else { return nil }
        guard (1...most).contains(milliseconds) else {
            throw Complaint("[\(group)] \(key): it must be from 1 to \(most).")
        }
        return .milliseconds(milliseconds)
    }

    private static func limit(
        _ file: OpaquePointer, _ key: String, _ range: ClosedRange<UInt64>
    ) throws(Complaint) -> Int? {
        guard let value = try value(file, "limits", key, number) else { return nil }
        guard range.contains(value) else {
            throw Complaint("[limits] \(key): it must be from \(range.lowerBound) to \(range.upperBound).")
        }
        return Int(value)
    }

    private static func waits(_ file: OpaquePointer) throws(Complaint) -> [Duration]? {
        guard let words = try value(file, "agent", "wait-milliseconds", list) else { return nil }
        let most = PromptLimits().waits
        let waits = words.compactMap { UInt32($0).map { Duration.milliseconds($0) } }
        guard waits.count == most.count, words.count == most.count, zip(waits, most).allSatisfy({ $0 <= $1 }) else {
            throw Complaint(
                "[agent] wait-milliseconds: it must be three numbers, separated by ';', of at most 60000, 300000 and 1800000."
            )
        }
        return waits
    }

    private static func number(_ file: OpaquePointer, _ group: String, _ key: String, _ error: Failure) -> UInt64? {
        let value = g_key_file_get_uint64(file, group, key, error)
        return error.pointee == nil ? UInt64(value) : nil
    }

    private static func value<Value>(
        _ file: OpaquePointer, _ group: String, _ key: String,
        _ get: (OpaquePointer, String, String, Failure) -> Value?
    ) throws(Complaint) -> Value? {
        var error: UnsafeMutablePointer<GError>?
        let value = get(file, group, key, &error)
        guard let error else { return value }
        if fg_is_missing_key(error) != 0 {
            g_error_free(error)
            return nil
        }
        throw Complaint("[\(group)] \(key): " + Complaint(taking: error).text)
    }

    private static func checkKeys(of file: OpaquePointer) throws(Complaint) {
        for group in names(g_key_file_get_groups(file, nil)) {
            guard let known = keys[group] else {
                throw Complaint("There is no group [\(group)]; it knows \(keys.keys.sorted().joined(separator: ", ")).")
            }
            for key in names(g_key_file_get_keys(file, group, nil, nil)) where !known.contains(key) {
                throw Complaint("[\(group)] has no key '\(key)'; it knows \(known.sorted().joined(separator: ", ")).")
            }
        }
    }

    private static func names(_ list: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?) -> [String] {
        guard let list else { return [] }
        defer { g_strfreev(list) }
        var names: [String] = []
        while let name = list[names.count] { names.append(String(cString: name)) }
        return names
    }
}
