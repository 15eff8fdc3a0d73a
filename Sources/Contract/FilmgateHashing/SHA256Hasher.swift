import CFilmgateCrypto
public import FilmgateModel
public import FilmgateSystem

/// Computes SHA-256 block by block, with libcrypto.
public struct SHA256Hasher: ~Copyable {
    private let context: OpaquePointer

    public init() {
        // Prevents libcrypto from loading its configuration file. Loading costs memory and does not affect the hash.
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil)
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            preconditionFailure("libcrypto lacks SHA-256, or memory")
        }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        let done = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        precondition(done == 1, "updating a digest does not fail")
    }

    public consuming func finish() -> ContentHash {
        var digest = [UInt8](repeating: 0, count: 32)
        let done = EVP_DigestFinal_ex(context, &digest, nil)
        guard done == 1, let hash = ContentHash(bytes: digest) else { preconditionFailure("SHA-256 has 32 bytes") }
        return hash
    }

    /// Hashes a whole file, on the calling thread.
    public static func hash(of file: OwnedDescriptor) throws(Errno) -> ContentHash {
        var digest = SHA256Hasher()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 4096)
        defer { buffer.deallocate() }
        var offset: UInt64 = 0
        while true {
            let count = try file.read(into: buffer, at: offset)
            guard count > 0 else { return digest.finish() }
            digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += UInt64(count)
        }
    }
}

extension OwnedDescriptor {
    /// Returns whether the file has this size and this SHA-256; false if it cannot be read.
    public func hasContent(ofSize size: UInt64, hash: [UInt8]) -> Bool {
        // A file that cannot be read counts as different. The caller then makes the file again.
        (try? facts().size == size && SHA256Hasher.hash(of: self).bytes == hash) ?? false
    }
}
