import FilmgateModel

// Reads whatever text there is as a name of a file and as a value of metadata.
//
//     make -C Tests/Fuzzers names                   builds and runs it, for SECONDS=60 or for RUNS=1000000
//     swift run fuzz-names FILE...                  runs it once for each file, under a debugger for example

@_cdecl("LLVMFuzzerTestOneInput")
public func readOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    checkName(text)
    checkValue(text)
    return 0
}

private func checkName(_ text: String) {
    if let date = FileNameDate(text) {
        precondition((1900...2100).contains(date.time.date.year), "a name tells no other years")
        let time = date.time
        precondition(
            CivilTime(
                year: time.date.year, month: time.date.month, day: time.date.day, hour: time.hour, minute: time.minute,
                second: time.second) == time, "a clock shows it")
    }
    let (name, number) = PhotoBaseName.splitNumber(text)
    precondition((name + number).utf8.elementsEqual(text.utf8), "nothing of a name is lost")
    precondition(PhotoBaseName.withoutExtension(text).utf8.count <= text.utf8.count, "an extension is taken off")
    let related = PhotoBaseName(text)
    _ = (related.mayEdit(PhotoBaseName(name)), PhotoBaseName(name).edits(related))
}

private func checkValue(_ text: String) {
    precondition(!XMLText.escaped(text).contains { "<\">".contains($0) }, "a text is no markup")
    for axis in [XMPCoordinate.Axis.latitude, .longitude] {
        guard let place = XMPCoordinate(text, side: nil, axis) else { continue }
        guard let again = XMPCoordinate(place.text, axis) else { preconditionFailure("it is read as it is written") }
        precondition(abs(again.degrees - place.degrees) < 0.000_001, "it is the same place")
    }
    if let name = XMPName(text) { precondition(!name.steps.isEmpty, "a name has a property") }
    if let bytes = Hexadecimal.bytes(of: text) {
        precondition(Hexadecimal.text(of: bytes) == text, "it is read as it is written")
    }
    let tags = [FileMetadata.Tag("tiff:Orientation", text), FileMetadata.Tag(text, "1")]
    for tag in tags where FileMetadata([tag]).isPlausible {
        precondition(NewFileMetadata(FileMetadata([tag])).ofAnyPixels.isPlausible, "it stays within the limits")
        _ = tag.isPlain
    }
}

#if !FUZZER
    import FuzzerReplay

    @main
    struct Replay {
        static func main() throws { try replay(readOne) }
    }
#endif
