import CFilmgateCrypto

/// Computes HMAC-SHA256 with libcrypto.
///
/// - Returns: 32 bytes.
public func keyedHash(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    // Prevents libcrypto from loading its configuration file. Loading costs memory and does not affect the hash.
    OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil)
    var code = [UInt8](repeating: 0, count: 32)
    var count: UInt32 = 0
    let done = HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &code, &count)
    guard done != nil, count == 32 else { preconditionFailure("libcrypto lacks HMAC, or memory") }
    return code
}
