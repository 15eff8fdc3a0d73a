import CFilmgateDBus
import FilmgateDBus

// Feeds the decoder of messages with whatever libdbus lets through.
//
//     make -C Tests/Fuzzers                         builds and runs it, for SECONDS=60
//     swift run fuzz-message-decoder FILE...        runs it once for each file, under a debugger for example
//
// An input is the length of a signature, the signature, and a body: a header that fits is put before them.

@_cdecl("LLVMFuzzerTestOneInput")
public func decodeOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let length = input.first, input.count > Int(length) else { return -1 }
    let signature = Array(input.dropFirst().prefix(Int(length)))
    decode(message(signature: signature, body: Array(input.dropFirst(1 + Int(length)))))
    return 0
}

/// A signal that carries the body.
private func message(signature: [UInt8], body: [UInt8]) -> [UInt8] {
    var fields: [UInt8] = []
    func add(_ field: UInt8, _ type: Character, _ text: [UInt8], longLength: Bool) {
        while !fields.count.isMultiple(of: 8) { fields.append(0) }
        fields += [field, 1] + Array(String(type).utf8) + [0]
        fields += longLength ? little(text.count) : [UInt8(text.count)]
        fields += text + [0]
    }
    add(1, "o", Array("/a".utf8), longLength: true)
    add(2, "s", Array("a.b".utf8), longLength: true)
    add(3, "s", Array("C".utf8), longLength: true)
    add(8, "g", signature, longLength: false)
    let signal: UInt8 = 4
    var message = [UInt8(ascii: "l"), signal, 0, 1] + little(body.count) + little(1) + little(fields.count) + fields
    while !message.count.isMultiple(of: 8) { message.append(0) }
    return message + body
}

private func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }

private func decode(_ bytes: [UInt8]) {
    let message = bytes.withUnsafeBytes { bytes in
        dbus_message_demarshal(bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), nil)
    }
    guard let message else { return }
    defer { dbus_message_unref(message) }
    for budget in [DecodingBudget(elements: 20, bytes: 50), DecodingBudget()] {
        var decoder = MessageDecoder(budget)
        guard let values = try? decoder.body(of: message) else { continue }
        for value in values { use(value) }
        _ = try? MessageArguments<String, Options>(decoding: values)
        _ = try? MessageArguments<[Structure<String, [Structure<String, UInt32>], Options>]>(decoding: values)
    }
}

/// Decodes to types, and passes on.
private func use(_ value: MessageValue) {
    _ = try? Options(decoding: value)
    _ = try? [[String: Variant]](decoding: value)
    _ = try? [UInt8](decoding: value)
    if let variant = try? Variant(decoding: value) {
        _ = variant.value(as: [ObjectPath].self)
        _ = try? Variant(variant).messageValue()
        precondition(variant.signature == (try? variant.messageValue())?.signature, "a variant knows its type")
    }
}

#if !FUZZER
    import FuzzerReplay

    @main
    struct Replay {
        static func main() throws { try replay(decodeOne) }
    }
#endif
