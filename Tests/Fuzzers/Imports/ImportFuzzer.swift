import Filmgate
import FilmgateLibraryTools
import FilmgateModel
import FilmgateSystem
import Glibc

// Reads whatever files there are as each kind of library that can be imported: photos with sidecars, a Takeout, an
// export of iCloud or of Filmgate, and the databases of digiKam and Shotwell.
//
//     make -C Tests/Fuzzers imports                 builds and runs it, for SECONDS=60 or for RUNS=1000000
//     swift run fuzz-imports FILE...                runs it once for each file, under a debugger for example
//
// An input is a number of files with the byte 0x1E between them, each with its name in the first line.

@_cdecl("LLVMFuzzerTestOneInput")
public func importOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let files = Array(UnsafeBufferPointer(start: start, count: count)).split(separator: 0x1E).prefix(64)
    do {
        let scratch = try Scratch.made.get()
        defer { try? scratch.folder.removeTree("input") }
        let folder = try scratch.folder.makingDirectory("input")
        for file in files { try write(file, into: folder) }
        let paths = [DiskPath(scratch.path + "/input")]
        let walk = ScannedFiles(paths)
        for kind in LibraryKind.allCases {
            let content = try? ImportedLibraryContent(
                kind, walk, in: paths, pairing: !count.isMultiple(of: 3), keepsUnknown: count.isMultiple(of: 2))
            if let content { check(content, kind) }
        }
    } catch { fatalError("a folder in memory: \(error)") }
    return 0
}

private func check(_ content: ImportedLibraryContent, _ kind: LibraryKind) {
    let items = content.plan.items
    precondition(
        kind == .filmgate || Set(items.map(\.file)).count == items.count, "a file belongs to one photo alone")
    for item in items {
        precondition(
            item.fallbackDate.map(ContractLimits.dates.contains) ?? true, "a date is one that the library takes")
        precondition((item.properties.keywords?.count ?? 0) <= ContractLimits.keywords, "keywords are not too many")
        precondition(item.orientation.map { (1...8).contains($0) } ?? true, "a turn is one of Exif's")
    }
}

private func write(_ file: ArraySlice<UInt8>, into folder: Directory) throws(Errno) {
    let lines = file.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    let content = lines.count > 1 ? Array(lines[1]) : []
    if let order = ExportOrderFile(content) {
        precondition((try? order.text()).flatMap { ExportOrderFile($0) } == order, "an order is read as it is written")
    }
    let name = String(decoding: lines[0].prefix(80).filter { $0 != 0 && $0 != UInt8(ascii: "/") }, as: UTF8.self)
    guard !name.isEmpty, name != ".", name != "..", !folder.has(name) else { return }
    try folder.newFile(name).write(content)
}

/// A folder in memory, in which each input is written.
private struct Scratch {
    let folder: Directory
    let path: String

    static let made = Result { () throws(Errno) -> Scratch in
        var template = Array("/dev/shm/filmgate-fuzz-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Errno.current }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return Scratch(folder: try Directory(path: path), path: path)
    }
}

#if !FUZZER
    import FuzzerReplay

    @main
    struct Replay {
        static func main() throws { try replay(importOne) }
    }
#endif
