import CFilmgateDBus
import FilmgateSystem
import Glibc

/// The reason why a message could not be encoded.
public enum EncodingFailure: Error, Hashable, Sendable {
    /// A string contains a NUL character, or a signature is invalid.
    case invalidString
    /// Containers, including variants, are nested more than 64 levels deep.
    case tooDeep
    /// The body is larger than `limit` bytes.
    case tooLarge(limit: Int)
    /// The message has more than 16 file descriptors.
    case tooManyDescriptors
    /// libdbus has no more memory or file descriptors, or the transport cannot pass descriptors.
    case outOfResources
}

/// An encoder that writes values directly into a message, and counts their bytes. After a failure, the encoder writes
/// nothing more; the message is then not sent.
public struct MessageEncoder {
    /// The maximum number of file descriptors in one message.
    static let mostDescriptors = 16
    /// The maximum nesting of containers. The bus disconnects a client that sends a message with deeper nesting.
    static let deepest = 64

    private var iterator: UnsafeMutablePointer<DBusMessageIter>
    private let limit: Int
    private var position = 0
    private var descriptors = 0
    private var depth = 0
    private(set) var failure: EncodingFailure?
    /// The size of the values written so far.
    var load: UnreadMessageSize { UnreadMessageSize(bytes: position, descriptors: descriptors) }

    /// - Parameter iterator: an iterator at the end of a message's body. It must be valid as long as this value is
    ///   used.
    init(_ iterator: UnsafeMutablePointer<DBusMessageIter>, limit: Int) {
        self.iterator = iterator
        self.limit = limit
    }

    // MARK: Basic types

    mutating func appendSignature(_ value: String) {
        guard isValid(value, dbus_signature_validate) else { return fail(.invalidString) }
        count(1 + value.utf8.count + 1, alignedTo: 1)
        appendCString(fgd_signature, value)
    }

    mutating func append(_ value: OwnedDescriptor) {
        descriptors += 1
        guard descriptors <= Self.mostDescriptors else { return fail(.tooManyDescriptors) }
        // libdbus adds a duplicate of the descriptor to the message.
        appendFixed(fgd_unix_fd, value.rawValue)
    }

    mutating func append(_ bytes: [UInt8]) {
        appendArray(of: "y") { encoder in
            encoder.count(bytes.count, alignedTo: 1)
            guard encoder.failure == nil, !bytes.isEmpty else { return }
            bytes.withUnsafeBufferPointer { buffer in
                var start = buffer.baseAddress
                let appended = dbus_message_iter_append_fixed_array(
                    encoder.iterator, fgd_byte, &start, Int32(buffer.count))
                if appended == 0 { encoder.fail(.outOfResources) }
            }
        }
    }

    mutating func appendFixed<Value: BitwiseCopyable>(_ type: Int32, _ value: Value) {
        count(MemoryLayout<Value>.size, alignedTo: MemoryLayout<Value>.size)
        guard failure == nil else { return }
        var value = value
        if dbus_message_iter_append_basic(iterator, type, &value) == 0 { fail(.outOfResources) }
    }

    mutating func appendText(_ type: Int32, _ text: String) {
        count(4 + text.utf8.count + 1, alignedTo: 4)
        appendCString(type, text)
    }

    private mutating func appendCString(_ type: Int32, _ text: String) {
        guard failure == nil else { return }
        text.withCString { characters in
            // libdbus would end the string at the first NUL character.
            guard strlen(characters) == text.utf8.count else { return fail(.invalidString) }
            var characters: UnsafePointer<CChar>? = characters
            if dbus_message_iter_append_basic(iterator, type, &characters) == 0 { fail(.outOfResources) }
        }
    }

    // MARK: Containers

    mutating func appendArray(of element: String, _ body: (inout MessageEncoder) -> Void) {
        count(4, alignedTo: 4)
        // The position is aligned for an element even if the array is empty.
        count(0, alignedTo: alignment(of: element))
        appendContainer(fgd_array, element, body)
    }

    mutating func appendEntry(_ body: (inout MessageEncoder) -> Void) {
        count(0, alignedTo: 8)
        appendContainer(fgd_dict_entry, nil, body)
    }

    mutating func appendStructure(_ body: (inout MessageEncoder) -> Void) {
        count(0, alignedTo: 8)
        appendContainer(fgd_struct, nil, body)
    }

    mutating func appendVariant(of signature: String, _ body: (inout MessageEncoder) -> Void) {
        // A signature of one letter is always valid here. Other signatures must be checked, because libdbus aborts the
        // process for an invalid one.
        guard signature.utf8.count == 1 || isValid(signature, dbus_signature_validate_single) else {
            return fail(.invalidString)
        }
        count(1 + signature.utf8.count + 1, alignedTo: 1)
        appendContainer(fgd_variant, signature, body)
    }

    private mutating func appendContainer(
        _ type: Int32, _ signature: String?, _ body: (inout MessageEncoder) -> Void
    ) {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.deepest { fail(.tooDeep) }
        guard failure == nil else { return }
        var inner = DBusMessageIter()
        let opened = withUnsafeMutablePointer(to: &inner) { inner in
            guard dbus_message_iter_open_container(iterator, type, signature, inner) != 0 else { return false }
            let outer = iterator
            iterator = inner
            body(&self)
            iterator = outer
            if failure == nil { return dbus_message_iter_close_container(outer, inner) != 0 }
            dbus_message_iter_abandon_container(outer, inner)
            return true
        }
        if !opened { fail(.outOfResources) }
    }

    // MARK: Counting

    private mutating func count(_ bytes: Int, alignedTo alignment: Int) {
        position = (position + alignment - 1) / alignment * alignment + bytes
        if position > limit { fail(.tooLarge(limit: limit)) }
    }

    private func alignment(of type: String) -> Int {
        switch type.utf8.first {
        case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("), UInt8(ascii: "{"): 8
        default: 1  // At most 4: the array's length is already aligned to 4.
        }
    }

    private mutating func fail(_ reason: EncodingFailure) { if failure == nil { failure = reason } }
}
