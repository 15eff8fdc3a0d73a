internal import Filmgate
internal import FilmgateText
internal import FoundationEssentials
internal import Glibc

/// A command as it was called: its options, its operands, and the way to the library and the person.
struct Invocation: Sendable {
    let command: Command
    /// One text for each time that the option was given, empty for those without a value.
    let values: [Option: [String]]
    let operands: [String]

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

    // MARK: Identifiers

    /// Splits lists at commas and blanks, so that both `--select A,B` and `--select "$(cat ids)"` work.
    func identifiers(_ option: Option) throws(Failure) -> [AssetID]? {
        values[option] == nil ? nil : try identifiers(texts(option))
    }

    /// Each once, where it stands first.
    func identifiers(_ texts: [String]) throws(Failure) -> [AssetID] {
        var identifiers: [AssetID] = []
        var known: Set<AssetID> = []
        for word in texts.flatMap({ $0.split { ", \n\t".contains($0) } }) {
            guard let id = AssetID(word.lowercased()) else {
                throw .usage(
                    "'\(Text.plain(String(word)))' is not an asset's identifier; 'filmgatectl assets list' shows them.",
                    of: command)
            }
            if known.insert(id).inserted { identifiers.append(id) }
        }
        return identifiers
    }

    /// The client that an operand names.
    func client(_ text: String) throws(Failure) -> ClientID {
        guard let client = ClientID(text) else {
            throw .usage(
                "'\(Text.plain(text))' is not a client: write KIND:NAME, as 'flatpak:org.example.App' or "
                    + "'exe:/usr/bin/example'; 'filmgatectl clients' shows who is connected.", of: command)
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
