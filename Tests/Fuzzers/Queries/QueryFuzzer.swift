import FilmgateModel
import FilmgatePolicy
import FilmgatePredicates
import FilmgateStore
import FilmgateSystem
import Glibc
import Synchronization

// Has a library carry out whatever predicates there are: each is compiled to SQL and run, for one who sees everything
// and one who sees a part. SQLite must understand each of them.
//
//     make -C Tests/Fuzzers queries                 builds and runs it, for SECONDS=60
//     swift run fuzz-queries 'PREDICATE'            carries one out

@_cdecl("LLVMFuzzerTestOneInput")
public func carryOutOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    // As many as there may be, of each kind in turn: one too many is an error, and takes itself away.
    var arguments: [PredicateArgument] = []
    let kinds: [PredicateArgument] = [.text("a%"), .integer(3), .real(0.5), .boolean(true)]
    for (index, _) in text.utf8.filter({ $0 == UInt8(ascii: "?") }).enumerated() {
        arguments.append(kinds[(index + count) % kinds.count])
    }
    guard let predicate = try? Predicate<AssetProperty>(parsing: text, arguments: arguments) else { return 0 }
    waiting { await carryOut(predicate) }
    return 0
}

private func carryOut(_ predicate: Predicate<AssetProperty>) async {
    do {
        let library = try await Scratch.library.value
        for visibility in Scratch.visibilities {
            var query = AssetQuery()
            query.predicate = predicate
            query.includesHidden = true
            query.sort = predicate.properties.sorted { $0.rawValue < $1.rawValue }.prefix(3).map {
                AssetQuery.Order(by: $0, ascending: true)
            }
            let found = try await library.fetch(query, visibleTo: visibility)
            query.predicate = .not(predicate)
            let others = try await library.fetch(query, visibleTo: visibility)
            precondition(Set(found).isDisjoint(with: others), "nothing is found by a predicate and by its opposite")
            precondition(found.count + others.count <= Scratch.assets, "nothing is found twice")
        }
    } catch {
        preconditionFailure("\(predicate.text): \(error)")
    }
}

/// A library of a few assets, in memory where there is some for files.
private enum Scratch {
    static let assets = 6

    static let library = Task {
        var template = Array("/dev/shm/filmgate-fuzz-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Errno.current }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let library = try await Library.open(in: Directory(path: path), user: 1000)
        for number in 0..<assets {
            let file = try await library.stage(
                try OwnedDescriptor.sealedMemory(named: "photo", holding: "\(number)".utf8), for: owner.id)
            var facts = MediaFacts(mediaType: .image, mimeType: "image/jpeg", pixelWidth: 40, pixelHeight: 30)
            facts.subtypes = number % 2 == 0 ? [.raw] : []
            var properties = AssetChanges()
            (properties.title, properties.keywords) = ("a%\(number)", number % 2 == 0 ? ["a%", "b"] : [])
            (properties.rating, properties.isFavorite) = (Int32(number % 6), number % 2 == 1)
            properties.location = number % 3 == 0 ? Location(latitude: 0.5, longitude: 3) : nil
            let resource = StagedResource(.photo, file, filename: "a", mimeType: "image/jpeg")
            _ = try await library.apply(
                [
                    .createAsset(
                        .random(),
                        AssetCreation(StagedAsset(files: [resource], facts: facts), properties: properties))
                ], visibleTo: visibilities[0], holder: .client(number < 3 ? app.id : owner.id),
                at: Timestamp(rawValue: Int64(number)))
        }
        return library
    }

    static let owner = client(ClientID(.exe, "/owner"), isOwnersTool: true)
    static let app = client(ClientID(.flatpak, "app"), isOwnersTool: false)

    static let visibilities = [
        visibility(of: owner, .undetermined),
        visibility(
            of: app, Grant(addOnly: .authorized, readWrite: .limited, rights: .all, grantor: .person)),
    ]

    private static func client(_ id: ClientID?, isOwnersTool: Bool) -> Client {
        guard let id else { preconditionFailure("a name without fault") }
        return Client(id: id, user: 1000, isOwnersTool: isOwnersTool, connection: ":1.1")
    }

    private static func visibility(of client: Client, _ grant: Grant) -> Visibility {
        guard case .allow(let visibility) = decide(on: .readAssets, by: client, given: grant) else {
            preconditionFailure("they may read")
        }
        return visibility
    }
}

/// Has this thread wait for what others do.
private func waiting(_ body: @escaping @Sendable () async -> Void) {
    let done = Semaphore()
    Task {
        await body()
        done.signal()
    }
    while !done.wait(atMost: .seconds(1)) {}
}

#if !FUZZER
    @main
    struct Replay {
        static func main() async throws {
            for text in CommandLine.arguments.dropFirst() {
                await carryOut(try Predicate<AssetProperty>(parsing: text))
            }
        }
    }
#endif
