import FilmgateHashing
import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite

/// Makes the content tokens of one reader: keyed hashes of originals, which need no right.
///
/// A file's hash confirms a guess of the file's whole content. A token that equals the token of a file that an app has
/// added, for itself or for a different app, would do the same. So tokens can be compared only among the additions of
/// one app, and among those of the owner's tools. The owner knows every file, and can compare all tokens.
struct ContentTokens {
    private let comparesAll: Bool
    private let key: [UInt8]
    /// The key for the additions of the owner's tools, which are most assets.
    private let toolsKey: [UInt8]

    /// - Parameter secret: the library's secret. A backup includes it, so that tokens stay the same after a restore.
    init(of reader: TokenReader, secret: [UInt8]) {
        let name: String
        switch reader {
        case .owner: (comparesAll, name) = (true, "")
        case .client(let id): (comparesAll, name) = (false, id.description)
        }
        key = keyedHash(of: Array("filmgate content tokens\n\(name)".utf8), key: secret)
        toolsKey = comparesAll ? key : ContentTokens.key(for: "", key)
    }

    private static func key(for app: String, _ key: [UInt8]) -> [UInt8] {
        keyedHash(of: Array("creator\n\(app)".utf8), key: key)
    }

    /// - Parameter app: the app that added the asset; nil if it was one of the owner's tools.
    func token(of hash: ContentHash, addedBy app: String?) -> String {
        let own = comparesAll ? key : app.map { ContentTokens.key(for: $0, key) } ?? toolsKey
        return Hexadecimal.text(of: keyedHash(of: hash.bytes, key: own))
    }
}

extension Row {
    /// Returns the token of an asset. The columns of its hash and of the app that added it begin at `column`.
    ///
    /// - Parameter tokens: the tokens of the reading client; nil if it reads none.
    borrowing func contentToken(_ column: Int, _ tokens: ContentTokens?) -> PropertyValue? {
        guard let tokens, let hash = ContentHash(bytes: blob(column)) else { return nil }
        return .text(tokens.token(of: hash, addedBy: optionalText(column + 1)))
    }
}
