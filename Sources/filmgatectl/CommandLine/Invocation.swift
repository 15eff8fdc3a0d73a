internal import Filmgate
internal import FilmgateText
internal import FoundationEssentials
internal import Glibc

/// A command as it was called: its options, its operands, and the way to the library and the person.
struct Invocation: Sendable {
    let command: Command
    /// One text for each time that the option was given, empty for those without a value.
    let values: [Option: [String]]
    let arguments: [Argument]

    /// The operands as texts; what is a path may be none, and is one of `paths`.
    var operands: [String] { arguments.map(\.shown) }

    /// The operands as the kernel takes them.
    var paths: [DiskPath] { arguments.map(\.path) }

    func has(_ option: Option) -> Bool { values[option] != nil }

    func text(_ option: Option) -> String? { values[option]?.last }

    func texts(_ option: Option) -> [String] { values[option] ?? [] }

    /// The option's value where it is there.
    ///
    /// - Parameter expected: what it should have been, for the error: "a number from 0 to 5".
    func value<Value>(
        _ option: Option, expected: String, _ read: (String) -> Value?
    ) throws(Failure) -> Value? {
        guard let text = text(option) else { return nil }
        guard let value = read(text) else {
            throw .usage("'--\(option.name)' takes \(expected), not '\(Text.plain(text))'.", of: command)
        }
        return value
    }

    func number(_ option: Option, _ range: ClosedRange<UInt32> = 1...UInt32.max) throws(Failure) -> UInt32? {
        let isTooLarge = text(option).map { $0.count > 9 && $0.allSatisfy("0123456789".contains) } ?? false
        let expected =
            range.upperBound == .max && !isTooLarge
            ? "a number from \(range.lowerBound) up"
            : "a number from \(range.lowerBound) to \(range.upperBound)"
        return try value(option, expected: expected) { UInt32($0).flatMap { range.contains($0) ? $0 : nil } }
    }

    /// Refuses options that say two things at once.
    func exclude(_ options: Option...) throws(Failure) {
        let given = options.filter { has($0) }
        guard given.count > 1 else { return }
        throw .usage("'--\(given[0].name)' and '--\(given[1].name)' cannot stand together.", of: command)
    }

    // MARK: Clients

    /// The client that an operand names: `KIND:NAME`, or a Flatpak's identifier alone.
    func client(_ text: String) throws(Failure) -> ClientID {
        if let client = ClientID(text) { return client }
        if let flatpak = ClientID(.flatpak, text), flatpak.isPossible { return flatpak }
        throw .usage(
            "'\(Text.plain(text))' is not a client: write KIND:NAME, as 'flatpak:org.example.App' or "
                + "'exe:/usr/bin/example'; 'filmgatectl clients' shows who is connected.", of: command)
    }

    /// The same, where the library can be asked.
    ///
    /// - Throws: where a name stands without its kind, and an app of another kind is known by it.
    func client(_ text: String, _ administration: PhotoLibrary.Administration) async throws -> ClientID {
        let client = try client(text)
        guard ClientID(text) == nil else { return client }
        var known = Set(try await administration.grants().map(\.client))
        known.formUnion(try await administration.clients().compactMap(\.client))
        let others = known.filter { $0.name == client.name && $0 != client }.map { "'\($0)'" }.sorted()
        guard others.isEmpty else {
            throw Failure(
                .usage,
                "'\(Text.plain(text))' may be '\(client)' or \(others.joined(separator: " or ")).",
                advice: "Write which is meant.")
        }
        return client
    }

    // MARK: The library and the person

    var writesJSON: Bool { has(.json) }

    var output: StandardStream { .output }

    var bus: PhotoLibrary.Bus { text(.bus).map { .address($0) } ?? .usual }

    /// The broker, with whoever sits at the terminal to be asked who they are.
    func library() async throws(PhotoLibraryError) -> PhotoLibrary {
        try await PhotoLibrary.connect(
            to: bus, administering: try user(), authenticate: { await TerminalAuthentication.begin() })
    }

    /// Whose library `--user` says is administered, by name or number; nil: one's own.
    private func user() throws(PhotoLibraryError) -> UInt32? {
        guard let text = text(.user) else { return nil }
        guard let user = unsafe UInt32(text) ?? getpwnam(text)?.pointee.pw_uid else {
            throw .invalidArgument("There is no user '\(Text.plain(text))' on this computer.")
        }
        return user
    }
}
