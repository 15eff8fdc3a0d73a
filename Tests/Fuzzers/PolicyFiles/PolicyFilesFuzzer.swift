import FilmgateModel
import FilmgatePolicy
import FilmgatePolicyFiles

// Feeds the reader of policy files with whatever bytes there are.
//
//     make -C Tests/Fuzzers policy-files            builds and runs it, for SECONDS=60
//     swift run fuzz-policy-files FILE...           runs it once for each file, under a debugger for example

@_cdecl("LLVMFuzzerTestOneInput")
public func readOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let reading = ParsedPolicy(text: bytes, of: "fuzz")
    let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
    for finding in reading.findings {
        precondition((1...lines).contains(finding.place.line ?? 1), "a finding is in the file")
        precondition(!finding.sentence.contains("\0"), "a sentence can travel")
    }
    for client in clients { check(reading, of: client) }
    return 0
}

private let clients = ["flatpak:org.example.App", "snap:firefox", "exe:/usr/bin/cp", "app:a", "system:0"]
    .compactMap { ClientID($0) }

/// A file with a fault gives nobody anything; one without gives, to whom somebody granted something, no more than that.
private func check(_ reading: ParsedPolicy, of client: ClientID) {
    let rules = reading.ruleSet.rules(for: client)
    for addOnly in AddOnlyStatus.allCases {
        for readWrite in ReadWriteStatus.allCases {
            let stored = Grant(addOnly: addOnly, readWrite: readWrite, rights: [.originals], grantor: .person)
            let grant = effective(stored, under: rules, for: client.kind)
            if !reading.faults.isEmpty {
                precondition(
                    grant.addOnly == .restricted && grant.readWrite == .restricted, "a damaged policy is closed")
            } else if addOnly != .notDetermined || readWrite != .notDetermined {
                precondition(grant.readWrite != .authorized || readWrite == .authorized, "policy widens no grant")
                precondition(grant.addOnly != .authorized || addOnly == .authorized, "policy widens no grant")
                precondition(grant.rights.isSubset(of: stored.rights), "policy widens no right")
            }
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
