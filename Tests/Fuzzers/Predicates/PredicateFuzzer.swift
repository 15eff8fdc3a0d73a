import FilmgateModel
import FilmgatePredicates

// Feeds the reader of predicates with whatever bytes there are: on the first line the predicate, on the others an
// argument each.
//
//     make -C Tests/Fuzzers predicates              builds and runs it, for SECONDS=60
//     swift run fuzz-predicates FILE...             runs it once for each file, under a debugger for example

@_cdecl("LLVMFuzzerTestOneInput")
public func readOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let lines = UnsafeBufferPointer(start: start, count: count)
        .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    let text = lines[0]
    let arguments = lines.dropFirst().map { PredicateArgument(line: $0) }
    do throws(PredicateError) {
        let predicate = try Predicate<AssetProperty>(parsing: text, arguments: arguments)
        check(predicate)
    } catch {
        let columns = 1...max(1, text.unicodeScalars.count + 1)
        precondition(columns.contains(error.column ?? 1), "an error is about a place in the text, or at its end")
        precondition(error.message.utf8.count < 2_000 && !error.message.utf8.contains(0), "an error can travel")
    }
    return 0
}

/// What was read can be written and read again, as far as the text may be so long.
private func check(_ predicate: Predicate<AssetProperty>) {
    let written = predicate.text
    guard written.utf8.count <= ContractLimits.predicateBytes else { return }
    do throws(PredicateError) {
        let again = try Predicate<AssetProperty>(parsing: written)
        precondition(again == predicate, "it reads as it was written")
    } catch {
        preconditionFailure("what was written cannot be read: \(error)")
    }
    precondition(
        predicate.properties.allSatisfy { $0.type != .unasked }, "it asks for nothing that may not be asked for")
}

extension PredicateArgument {
    /// By its first letter, the rest is its value.
    fileprivate init(line: String) {
        let value = String(line.dropFirst())
        self =
            switch line.first {
            case "i": .integer(Int64(value) ?? .max)
            case "d": .real(Double(value) ?? .nan)
            case "b": .boolean(value == "1")
            default: .text(value)
            }
    }
}

#if !FUZZER
    import FuzzerReplay

    @main
    struct Replay {
        static func main() throws { try replay(readOne) }
    }
#endif
