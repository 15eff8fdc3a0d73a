import FilmgateSystem

/// Hands the files that the command line names to what a fuzzer calls, one after the other.
public func replay(_ read: (UnsafePointer<UInt8>?, Int) -> Int32) throws {
    for path in CommandLine.arguments.dropFirst() {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        let bytes = try Directory(path: folder).file(name).contents(upTo: 1 << 20) ?? []
        _ = bytes.withUnsafeBufferPointer { read($0.baseAddress, $0.count) }
    }
}
