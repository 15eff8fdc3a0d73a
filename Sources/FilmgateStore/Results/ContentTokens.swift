internal import FilmgateHashing
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateSQLite

/// Makes the content tokens of one reader: keyed hashes of originals, which need no right.
///
/// The hash of a file confirms a guess of all that the file tells, and so would a token that a client could get for a file of its own
/// making. So the tokens of what the client itself added are comparable with each other alone: it knows those files anyway.
struct ContentTokens {
    private let reader: ClientID?
    private let key: [UInt8]
    /// The key for what the reader added.
    private let ownKey: [UInt8]

    /// - Parameter secret: the library's secret. A backup includes it, so that tokens outlast a restore.
    init(of reader: TokenReader, secret: [UInt8]) {
        let name: String
        switch reader {
        case .owner: (self.reader, name) = (nil, "")
        case .client(let id): (self.reader, name) = (id, id.description)
        }
        func derived(for purpose: String) -> [UInt8] {
            keyedHash(of: Array("filmgate content tokens\n\(purpose)\n\(name)".utf8), key: secret)
        }
        (key, ownKey) = (derived(for: "others"), derived(for: "own"))
    }

    func token(of hash: ContentHash, addedBy creator: ClientID?) -> String {
        let isOwn = reader != nil && creator == reader
        return Hexadecimal.text(of: keyedHash(of: hash.bytes, key: isOwn ? ownKey : key))
    }
}

extension Row {
    /// Returns the token of an asset whose hash and creator begin at `column`.
    ///
    /// - Parameter tokens: those of the client that reads; nil if it reads none.
    borrowing func contentToken(_ column: Int, _ tokens: ContentTokens?) -> PropertyValue? {
        guard let tokens, let hash = ContentHash(bytes: blob(column)) else { return nil }
        return .text(tokens.token(of: hash, addedBy: ClientID(text(column + 1))))
    }
}
