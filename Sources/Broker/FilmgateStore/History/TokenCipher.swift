import CFilmgateCrypto
import FilmgateHashing
import FilmgateModel

/// Encrypts positions as change tokens. Tokens are opaque, cannot be forged, and work only for one holder.
///
/// AES-SIV is deterministic: equal positions give equal tokens, so a client can recognize that nothing has changed.
struct TokenCipher: Sendable {
    private let key: [UInt8]
    private static let tagSize = 16

    /// - Parameter secret: the secret of the library, which its backups contain.
    init(secret: [UInt8]) {
        key = SHA256Hasher.hash(of: [Array("filmgate change tokens".utf8), secret])
    }

    func token(of position: ViewPosition, for holder: Holder) -> ChangeToken {
        let content = position.bytes
        guard let context = SIVContext(key: key, isSealing: true) else {
            preconditionFailure("libcrypto lacks AES-SIV, or memory")
        }
        let sealed = context.update(associating: holder.associatedData).flatMap { context.update(with: content) }
        guard let sealed, let tag = context.tag(of: TokenCipher.tagSize) else {
            preconditionFailure("sealing does not fail")
        }
        return ChangeToken(Hexadecimal.text(of: tag + sealed))
    }

    /// Returns the position of a token, or nil if the token is invalid or belongs to a different holder.
    func position(of token: ChangeToken, for holder: Holder) -> ViewPosition? {
        let sizes = ViewPosition.byteCounts.map { 2 * (TokenCipher.tagSize + $0) }
        guard sizes.contains(token.text.utf8.count),
            let bytes = Hexadecimal.bytes(of: token.text),
            let context = SIVContext(key: key, isSealing: false),
            context.expect(tag: Array(bytes.prefix(TokenCipher.tagSize))),
            context.update(associating: holder.associatedData) != nil,
            let content = context.update(with: Array(bytes.dropFirst(TokenCipher.tagSize)))
        else { return nil }
        return ViewPosition(bytes: content)
    }
}

extension Holder {
    fileprivate var associatedData: [UInt8] { Array("1\n\(key)".utf8) }
}

/// A libcrypto context for one encryption or decryption.
private struct SIVContext: ~Copyable {
    private let raw: OpaquePointer

    init?(key: [UInt8], isSealing: Bool) {
        // Prevents libcrypto from loading a configuration file. It would use memory, and cannot affect the cipher.
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil)
        guard let cipher = EVP_CIPHER_fetch(nil, "AES-128-SIV", nil) else { return nil }
        defer { EVP_CIPHER_free(cipher) }
        guard let raw = EVP_CIPHER_CTX_new() else { return nil }
        guard EVP_CipherInit_ex(raw, cipher, nil, key, nil, isSealing ? 1 : 0) == 1 else {
            EVP_CIPHER_CTX_free(raw)
            return nil
        }
        self.raw = raw
    }

    deinit { EVP_CIPHER_CTX_free(raw) }

    /// Adds bytes to authenticate but not encrypt. Returns nil on failure.
    func update(associating bytes: [UInt8]) -> Void? {
        var count: Int32 = 0
        return EVP_CipherUpdate(raw, nil, &count, bytes, Int32(bytes.count)) == 1 ? () : nil
    }

    /// Returns the encrypted or decrypted bytes, or nil if the authentication fails.
    func update(with bytes: [UInt8]) -> [UInt8]? {
        var result = [UInt8](repeating: 0, count: bytes.count)
        var count: Int32 = 0
        guard EVP_CipherUpdate(raw, &result, &count, bytes, Int32(bytes.count)) == 1, Int(count) == bytes.count
        else { return nil }
        return result
    }

    func tag(of size: Int) -> [UInt8]? {
        var tag = [UInt8](repeating: 0, count: size)
        return EVP_CIPHER_CTX_ctrl(raw, EVP_CTRL_AEAD_GET_TAG, Int32(size), &tag) == 1 ? tag : nil
    }

    func expect(tag: [UInt8]) -> Bool {
        var tag = tag
        return EVP_CIPHER_CTX_ctrl(raw, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
    }
}
