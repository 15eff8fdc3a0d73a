import CFilmgateDBus
import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateWire

// Feeds what reads a new asset of a client with whatever metadata and properties can travel.
//
//     make -C Tests/Fuzzers creations               builds and runs it, for SECONDS=60 or for RUNS=1000000
//     swift run fuzz-creations FILE...              runs it once for each file, under a debugger for example
//
// An input is the body of a message of the signature a{sv}, little-endian.

@_cdecl("LLVMFuzzerTestOneInput")
public func createOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let photo = try? prepared.get() else { fatalError("a memory file") }
    guard let reported = options(in: Array(UnsafeBufferPointer(start: start, count: count))) else { return -1 }
    let resources = [NewAssetResource(.photo, photo)]
    var creation: Options = ["resources": Variant(resources), "metadata": Variant(reported)]
    check(creation)
    creation["metadata"] = nil
    creation["properties"] = Variant(reported)
    check(creation)
    check(reported.merging(["resources": Variant(resources)]) { _, photo in photo })
    return 0
}

/// What was read is within the limits; it can be written, and is then the same.
private func check(_ options: Options) {
    guard let change = try? WireChange(RawChange("create-asset", options)), case .createAsset(_, let creation) = change
    else { return }
    let description = creation.options.description
    precondition(description.isPlausible, "nothing beyond the limits is written into a file")
    precondition(description.ofAnyPixels.isPlausible, "nor into a different one")
    guard let again = try? WireChange(change.raw), case .createAsset(_, let second) = again else {
        preconditionFailure("it is read as it is written")
    }
    precondition(second.options.description == description, "it is read as it is written")
    precondition(second.options.fallbackDate == creation.options.fallbackDate, "it is read as it is written")
}

private let prepared = Result { () throws(Errno) -> OwnedDescriptor in try .memory(named: "photo") }

/// Nil for what the bus would not let through.
private func options(in body: [UInt8]) -> Options? {
    let bytes = message(of: body)
    let message = bytes.withUnsafeBytes { bytes in
        dbus_message_demarshal(bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), nil)
    }
    guard let message else { return nil }
    defer { dbus_message_unref(message) }
    var decoder = MessageDecoder(DecodingBudget())
    guard let values = try? decoder.body(of: message), let first = values.first else { return nil }
    return try? Options(decoding: first)
}

/// A signal that carries the body.
private func message(of body: [UInt8]) -> [UInt8] {
    var fields: [UInt8] = []
    func add(_ field: UInt8, _ type: Character, _ text: String) {
        while !fields.count.isMultiple(of: 8) { fields.append(0) }
        let bytes = Array(text.utf8)
        fields += [field, 1] + Array(String(type).utf8) + [0]
        fields += (type == "g" ? [UInt8(bytes.count)] : little(bytes.count)) + bytes + [0]
    }
    add(1, "o", "/a")
    add(2, "s", "a.b")
    add(3, "s", "C")
    add(8, "g", "a{sv}")
    let signal: UInt8 = 4
    var message = [UInt8(ascii: "l"), signal, 0, 1] + little(body.count) + little(1) + little(fields.count) + fields
    while !message.count.isMultiple(of: 8) { message.append(0) }
    return message + body
}

private func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }

#if !FUZZER
    import FuzzerReplay

    @main
    struct Replay {
        static func main() throws { try replay(createOne) }
    }
#endif
