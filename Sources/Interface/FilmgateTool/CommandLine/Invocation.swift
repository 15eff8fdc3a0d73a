import Filmgate
import FilmgateLibraryTools
import FilmgateText
import FoundationEssentials
import Glibc

/// A command with its options and operands, and its environment.
struct Invocation: Sendable {
    let command: Command
    let values: OptionValues
    let arguments: [Argument]
    let surroundings: CommandEnvironment

    /// The operands as strings. For paths, which need not be UTF-8, use `paths`.
    var operands: [String] { arguments.map(\.shown) }

    /// The operands as paths, with their original bytes.
    var paths: [DiskPath] { arguments.map(\.path) }

    func has(_ option: Option) -> Bool { values.has(option) }

    func text(_ option: Option) -> String? { values.text(option) }

    func texts(_ option: Option) -> [String] { values.texts(option) }

    /// Returns the value of an option, or nil if the option is not given.
    ///
    /// - Parameter expected: the expected form, in the person's language, for the error: "a number from 0 to 5".
    func value<Value>(
        _ option: Option, expected: String, _ read: (String) -> Value?
    ) throws(CommandFailure) -> Value? {
        guard let text = text(option) else { return nil }
        guard let value = read(text) else {
            let values = ["option": option.name, "expected": expected, "text": Text.printable(text)]
            throw usage(localized("'--{option}' takes {expected}, not '{text}'.", values))
        }
        return value
    }

    func number(_ option: Option, _ range: ClosedRange<UInt32> = 1...UInt32.max) throws(CommandFailure) -> UInt32? {
        let isTooLarge = text(option).map { $0.count > 9 && $0.allSatisfy("0123456789".contains) } ?? false
        let expected =
            range.upperBound == .max && !isTooLarge
            ? localized("a number of at least {least}", ["least": "\(range.lowerBound)"])
            : localized(
                "a number from {least} to {most}", ["least": "\(range.lowerBound)", "most": "\(range.upperBound)"])
        return try value(option, expected: expected) { UInt32($0).flatMap { range.contains($0) ? $0 : nil } }
    }

    /// Returns the date that an option names. The value is a date, or a period before `now`, such as `2h`.
    func pastDate(_ option: Option, before now: Timestamp) throws(CommandFailure) -> Date? {
        try value(option, expected: localized("a time such as 2h or 3d, or a date such as 2030-12-31")) {
            TimeText.past($0, before: now).map { Date($0) }
        }
    }

    /// Returns the failure of an invalid command line. Its advice is to read the command's help.
    func usage(_ message: String) -> CommandFailure { .usage(message, of: command) }

    /// Throws if more than one of these options is given.
    func exclude(_ options: Option...) throws(CommandFailure) {
        do throws(UsageError) { try values.exclude(options) } catch { throw usage(error.message) }
    }

    // MARK: Clients

    /// Returns the client that an operand names: `KIND:NAME`, or only the identifier of a Flatpak.
    func client(_ text: String) throws(CommandFailure) -> ClientID {
        if let client = ClientID(text) { return client }
        if let flatpak = ClientID(.flatpak, text), flatpak.isPossible { return flatpak }
        throw usage(
            localized(
                "'{text}' is not a client. Write KIND:NAME, such as 'flatpak:org.example.App' or 'exe:/usr/bin/example'. 'filmgatectl clients' lists the connected clients.",
                ["text": Text.printable(text)]))
    }

    /// Returns the client that an operand names, after comparing the name with the clients that the library knows.
    ///
    /// - Throws: `CommandFailure` if the operand has no kind, and a known app of a different kind has the same name.
    func client(_ text: String, _ administration: PhotoLibrary.Administration) async throws -> ClientID {
        let client = try client(text)
        guard ClientID(text) == nil else { return client }
        var known = Set(try await administration.grants().map(\.client))
        known.formUnion(try await administration.clients().compactMap(\.client))
        let others = known.filter { $0.name == client.name && $0 != client }.map { "'\($0)'" }.sorted()
        guard others.isEmpty else {
            throw CommandFailure(
                .usage,
                localized(
                    "'{text}' can be {clients}.",
                    ["text": Text.printable(text), "clients": PhraseJoiner.alternatives(["'\(client)'"] + others)]),
                advice: localized("Write the client with its kind."))
        }
        return client
    }

    /// Returns the client that an option names, like `client(_:_:)`; nil if the option is not given.
    func client(_ option: Option, _ administration: PhotoLibrary.Administration) async throws -> ClientID? {
        guard let text = text(option) else { return nil }
        return try await client(text, administration)
    }

    /// Connects to the library, and returns the library and the client that the first operand names.
    func namedClient() async throws -> (PhotoLibrary, ClientID) {
        _ = try client(operands[0])
        let library = try await library()
        return (library, try await client(operands[0], library.administration))
    }

    // MARK: The library and the person

    var writesJSON: Bool { has(.json) }

    var output: StandardStream { surroundings.output }

    var error: StandardStream { surroundings.error }

    var interruption: Interruption { surroundings.interruption }

    var bus: PhotoLibrary.Bus { text(.bus).map { .address($0) } ?? surroundings.bus }

    /// Connects to the broker. polkit can ask for a password in this terminal.
    func library() async throws(PhotoLibraryError) -> PhotoLibrary {
        try await PhotoLibrary.connect(
            to: bus, administering: try user(), authenticate: surroundings.authenticate)
    }

    /// Connects to the broker without ever asking for a password.
    func libraryWithoutAsking() async throws(PhotoLibraryError) -> PhotoLibrary {
        try await PhotoLibrary.connect(to: bus, administering: try user())
    }

    /// Returns the user that `--user` names; nil if the option is not given.
    private func user() throws(PhotoLibraryError) -> UInt32? {
        guard let text = text(.user) else { return nil }
        guard let user = unsafe UInt32(text) ?? getpwnam(text)?.pointee.pw_uid else {
            throw .invalidArgument(
                localized("There is no user '{user}' on this computer.", ["user": Text.printable(text)]))
        }
        return user
    }
}
