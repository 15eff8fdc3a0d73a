import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import Glibc

/// Adds photos to a library, edits some, reverts others and undoes what editors did, until it is killed. Prints a line
/// for each batch of photos after it was stored.
///
/// A program of its own, so that a test can kill it. Arguments: the library's folder, the bytes that a file of it may
/// have at most (0: as many as there is room for), and `edit` if it edits, `history` for an `EditHistory` alone, or
/// `undo` to take back the owner's last change, which is an undo from the second time on, again and again.
@main
struct StoreWriter {
    static func main() async throws {
        let limit = UInt64(CommandLine.arguments[2]) ?? 0
        if limit > 0 {
            signal(SIGXFSZ, SIG_IGN)
            try calling { fileSizeLimit(limit) }
        }
        let library = try await Library.open(in: Directory(path: CommandLine.arguments[1]), user: 1000)
        try await library.sweep()
        say("ready")
        switch CommandLine.arguments.last {
        case "history": return try await takeSteps(in: library)
        case "undo": return try await undoAgain(in: library)
        default: break
        }
        await withTaskGroup(of: Void.self) { group in
            for client in ["a", "b", "c"] {
                group.addTask { await add(to: library, as: ClientID(.flatpak, client)) }
                if CommandLine.arguments.last == "edit" {
                    group.addTask { await edit(in: library, as: ClientID(.flatpak, "editor-\(client)")) }
                }
            }
            if CommandLine.arguments.last == "edit" {
                group.addTask { await undo(in: library, as: ClientID(.flatpak, "undoer")) }
            }
        }
        say("stopped")
    }

    private static func takeSteps(in library: Library) async throws {
        guard let client = ClientID(.flatpak, "a") else { return }
        let owner = Client(id: client, user: 1000, isOwnersTool: true, connection: ":1.1")
        guard case .allow(let visibility) = decide(on: .editAssets, by: owner, given: .undetermined) else { return }
        try await EditHistory(in: library, as: client, seeing: visibility) { say($0) }.run()
    }

    private static func undoAgain(in library: Library) async throws {
        guard let client = ClientID(.exe, "/usr/bin/filmgatectl") else { return }
        let owner = Client(id: client, user: 1000, isOwnersTool: true, connection: ":1.1")
        guard case .allow(let visibility) = decide(on: .editAssets, by: owner, given: .undetermined) else { return }
        while true {
            _ = try await library.undo(
                UndoRequest(
                    .lastOfOwner, visibleTo: visibility, by: .client(client), at: Timestamp(rawValue: 20_000_000_000)))
            say("undone")
        }
    }

    private static func add(to library: Library, as client: ClientID?) async {
        guard let client else { return }
        let owner = Client(id: client, user: 1000, isOwnersTool: true, connection: ":1.1")
        guard case .allow(let visibility) = decide(on: .createAssets, by: owner, given: .undetermined) else { return }
        do {
            while true {
                var batch: [StoreChange] = []
                for _ in 0..<3 {
                    let id = AssetID.random()
                    let count = Int(id.bytes[0]) * 1_500
                    let content = id.bytes + [UInt8](repeating: id.bytes[1], count: count)
                    let source = try OwnedDescriptor.sealedMemory(named: "photo", holding: content)
                    let file = try await library.stage(source, for: client)
                    let facts = MediaFacts(mediaType: .image, mimeType: "image/jpeg", pixelWidth: 1, pixelHeight: 1)
                    let resource = StagedResource(.photo, file, filename: nil, mimeType: "image/jpeg")
                    batch.append(
                        .createAsset(id, AssetCreation(StagedAsset(files: [resource], facts: facts))))
                }
                let ids = try await library.apply(
                    batch, visibleTo: visibility, holder: .client(client), at: Timestamp(rawValue: 1),
                    audit: { ids in
                        [
                            AuditEntry(
                                date: Timestamp(rawValue: 1), client: client.description, user: 1000,
                                operation: "create-assets", outcome: .allowed, ids: ids.created.compactMap(\.self))
                        ]
                    })
                say(ids.compactMap { $0?.description }.joined(separator: " "))
            }
        } catch {
            say("failed \(error)")
        }
    }

    /// Edits and reverts what is there, one asset after the other.
    private static func edit(in library: Library, as client: ClientID?) async {
        guard let client, let format = AdjustmentFormat(identifier: "org.example.Format", version: "1") else { return }
        let owner = Client(id: client, user: 1000, isOwnersTool: true, connection: ":1.1")
        guard case .allow(let visibility) = decide(on: .editAssets, by: owner, given: .undetermined) else { return }
        do {
            while true {
                let keys = try await library.fetch(AssetQuery(), visibleTo: visibility)
                let ids = try await library.rows(keys, properties: [], visibleTo: visibility)?.map(\.id) ?? []
                guard let id = ids.randomElement() else { continue }
                if let asset = try await library.editableAsset(id, visibleTo: visibility), Bool.random() {
                    let render = try OwnedDescriptor.sealedMemory(
                        named: "render", holding: [UInt8](repeating: 1, count: Int(id.bytes[2]) * 1_500))
                    let data = try OwnedDescriptor.sealedMemory(named: "data", holding: id.bytes)
                    let facts = MediaFacts(mediaType: .image, mimeType: "image/jpeg", pixelWidth: 2, pixelHeight: 2)
                    let edit = AssetEdit(
                        of: asset,
                        [
                            StagedResource(
                                .fullSizePhoto, try await library.stage(render, for: client), filename: nil,
                                mimeType: "image/jpeg")
                        ], facts, format, data: try await library.stage(data, for: client))
                    _ = try? await library.apply(
                        [.setContent(id, edit)], visibleTo: visibility, holder: .client(client),
                        at: Timestamp(rawValue: 1))
                } else {
                    _ = try await library.apply(
                        [.revertContent(id)], visibleTo: visibility, holder: .client(client), at: Timestamp(rawValue: 1)
                    )
                }
            }
        } catch {
            say("failed \(error)")
        }
    }

    /// Takes back what one of the editors did, again and again.
    private static func undo(in library: Library, as client: ClientID?) async {
        guard let client, let editor = ClientID(.flatpak, "editor-\(["a", "b", "c"].randomElement() ?? "a")") else {
            return
        }
        let owner = Client(id: client, user: 1000, isOwnersTool: true, connection: ":1.1")
        guard case .allow(let visibility) = decide(on: .editAssets, by: owner, given: .undetermined) else { return }
        do {
            while true {
                try await Task.sleep(for: .milliseconds(3))
                for selection in [
                    UndoSelection.client(editor, since: nil, until: nil), .client(client, since: nil, until: nil),
                ] {
                    _ = try await library.undo(
                        UndoRequest(
                            selection, visibleTo: visibility, by: .client(client), at: Timestamp(rawValue: 1)))
                }
                try await library.pruneUndo(keeping: 90, at: Timestamp(rawValue: 1))
            }
        } catch {
            say("failed \(error)")
        }
    }

    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        write(STDOUT_FILENO, bytes, bytes.count)
    }

    private static func fileSizeLimit(_ bytes: UInt64) -> Int32 {
        var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
        return setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }
}
