import FilmgateTestKit

/// The app's actions, and their answers.
extension Twin {
    mutating func send(_ attempt: Attempt) async throws -> Transcript.Line {
        let target = Target(self)
        do {
            let lines = try await carryOut(attempt, target)
            return Transcript.Line(attempt: "\(attempt.kind)", reported: renamed(lines.joined(separator: "\n")))
        } catch let error as BusError {
            return Transcript.Line(
                attempt: "\(attempt.kind)", reported: renamed("\(error.kind): \(error.message)"), isRefusal: true)
        }
    }

    /// Signals that came meanwhile: those sent before an answer are here with it.
    mutating func signals() async throws -> String {
        _ = try await app.status()
        let lines = try await app.signals(within: 0).map { signal in
            // It would report changes that `changes` reports already, so there is none.
            signal.member == "LibraryChanged"
                ? signal.member
                : "\(signal.interface).\(signal.member)(\(signal.values.map(\.reported).joined(separator: ", ")))"
        }
        return renamed(lines.joined(separator: "\n"))
    }

    private mutating func carryOut(_ attempt: Attempt, _ target: Target) async throws -> [String] {
        switch attempt.kind {
        case .list(var options, let names, let album):
            if let names { options["identifiers"] = .texts(names.map(target.id)) }
            if let album, names == nil { options["album"] = .text(target.id(album)) }
            return try await list(options, on: app)
        case .collections(let kind, var options, let containing, let folder):
            if let containing { options["containing"] = .text(target.id(containing)) }
            if let folder { options["folder"] = .text(target.id(folder)) }
            let properties = TestClient.collectionProperties + ["cover"]
            let rows = try await app.collections(kind, options, reading: properties)
            return ["\(rows.count)"] + rows.map { Value.table($0).reported }
        case .snapshot: return try await snapshot()
        case .count(let property, let options):
            return try await app.call("Library1", "CountBy", "sa{sv}", .text(property), .table(options)).values
                .map(\.reported)
        case .update: return try await update()
        case .add(let isDryRun): return try await add(isDryRun: isDryRun)
        case .change(let kind, let collection, let photos):
            let keys = target.keys(of: kind, collection, photos)
            return try await app.perform((kind, keys), options: ["dry-run": true])
        case .capabilities(let kind, let names):
            return try await app.call(
                "Library1", "GetCapabilities", "sas", .text(kind), .list(names.map { .text(target.id($0)) })
            ).values.map(\.reported)
        case .files(let name): return try await files(target.id(name))
        case .image(let name, let options): return try await image(target.id(name), options)
        case .video(let member, let name):
            return try await app.call("Images1", member, "sa{sv}", .text(target.id(name)), [:]).values.map(\.reported)
        case .edit(let name): return try await edit(target.id(name))
        case .transient(let names):
            // Belongs to a connection of its own, and ends with it.
            let connection = try await anotherConnection()
            let album: String
            do {
                album = try await connection.transient("title", names.map(target.id))
            } catch {
                try await connection.disconnect()
                throw error
            }
            let lines = try await list(["album": .text(album)], on: connection)
            try await connection.disconnect()
            return lines
        case .pick(let number, let names, let album, var options):
            options["preselected"] = .texts(names.map(target.id))
            if case .smart = album {} else { options["album"] = .text(target.id(album)) }
            return try await pick(number % shared.count, options)
        case .ask(let what): return try await ask(what)
        case .history(let number): return try await history(number)
        }
    }

    private static let read = [
        "id", "rating", "title", "favorite", "hidden", "creation-date", "keywords", "content-hash", "original-asset",
        "burst-id", "file-size", "creator", "location", "place", "camera", "lens", "time-zone", "has-adjustments",
        "adjustment-format", "pixel-width",
    ]

    private func list(_ options: [String: BusArgument], on app: TestClient) async throws -> [String] {
        let result = try await app.fetch(options)
        let names = BusArgument.list(Self.read.map(BusArgument.text))
        let rows = try await app.call("FetchResult1", "Read", "uuas", 0, 1000, names, at: result.path)[0]?.list ?? []
        let found = try await app.call("FetchResult1", "IndexOf", "s", .text(shared[0]), at: result.path)[0]?.integer
        try await app.close(result)
        // Belongs to this connection alone.
        let number = result.path.split(separator: "/").last ?? ""
        return ["\(result.count) at \(number), \(found ?? -2)"] + rows.map(\.reported)
    }

    private func snapshot() async throws -> [String] {
        let result = try await app.fetch()
        let (content, layout) = try await app.snapshot(
            result, "rating", "title", "creation-date", "location", "camera", "time-zone")
        try await app.forget(content)
        try await app.close(result)
        return [
            "\(content.size) \(content.sha256 ?? "") \(content.mode) \(content.isWritable)",
            "\(layout["count"]?.reported ?? "") \(layout["columns"]?.reported ?? "")",
        ]
    }

    /// Updates a result that was opened earlier.
    private mutating func update() async throws -> [String] {
        guard let result = opened else {
            opened = try await app.fetch()
            return ["\(opened?.count ?? 0) to begin with"]
        }
        do {
            let details = try await app.call("FetchResult1", "Update", at: result.path)[0]
            let rows = try await app.read(result, "id", "rating").map { Value.table($0).reported }
            return [details?.reported ?? ""] + rows
        } catch let error as BusError {
            opened = nil
            try? await app.close(result)
            throw error
        }
    }

    private mutating func add(isDryRun: Bool) async throws -> [String] {
        let isDryRun = isDryRun || own.count >= 12
        let photo =
            added.isMultiple(of: 2)
            ? try TestPhoto.small("own \(added % 12)")
            : try TestPhoto.ofBurst(Self.bursts[added % 3], isPicked: added.isMultiple(of: 3), "own \(added % 12)")
        var (kind, keys) = TestClient.creation(
            of: .memory(photo.bytes),
            properties: ["creation-date": .int64(Self.hour * Int64(50_000 + added))])
        keys["unless-present"] = true
        let ids = try await app.perform((kind, keys), options: isDryRun ? ["dry-run": true] : [:])
        if !isDryRun {
            added += 1
            own += ids.filter { !$0.isEmpty }
        }
        return ids
    }

    private func files(_ id: String) async throws -> [String] {
        let list = try await app.resources(of: id).map { Value.table($0).reported }
        let metadata = try await app.call("Resources1", "GetMetadata", "sa{sv}", .text(id), [:]).values.map(\.reported)
        let file = try await app.open(id)
        try await app.forget(file)
        let request = try await app.requestResource(of: id)
        let requested = try await deliveries(of: request)
        return list + metadata + [
            "\(file.size) \(file.sha256 ?? "") \(file.mode) \(file.facts["links"]?.reported ?? "")"
        ]
            + requested
    }

    /// A degraded image that is delivered first is left out: whether it comes depends on time.
    private func image(_ id: String, _ options: [String: BusArgument]) async throws -> [String] {
        try await deliveries(of: try await app.requestImage(of: id, options)).suffix(2)
    }

    private func deliveries(of request: OpenRequest) async throws -> [String] {
        let response = try await app.response(to: request)
        // Whether there was some depends on time.
        _ = try await app.signals("Progress", at: request.path, within: 0)
        var lines: [String] = []
        for delivery in try await app.signals("Delivery", at: request.path, within: 0) {
            guard let content = delivery.values[0].descriptor else { continue }
            lines.append("\(delivery.values[1].reported) \(content.size) \(content.sha256 ?? "") \(content.mode)")
            try await app.forget(content)
        }
        return lines + ["\(response.outcome)"]
    }

    private func edit(_ id: String) async throws -> [String] {
        let handles: BusArgument = .variant("a(ss)", [["org.example.Format", "1"]])
        let editing = try await app.beginEditing(id, ["handles": handles, "display-size": .variant("(uu)", [32, 32])])
        let content = editing.content
        var lines = [
            editing.session,
            "\(content.size) \(content.sha256 ?? "") \(content.mode) \(content.facts["links"]?.reported ?? "")",
        ]
        for (key, value) in editing.input.sorted(by: { $0.key < $1.key }) {
            lines.append(
                value.descriptor.map { "\(key): \($0.size) \($0.sha256 ?? "")" } ?? "\(key): \(value.reported)")
            if let descriptor = value.descriptor { try await app.forget(descriptor) }
        }
        try await app.forget(content)
        try await app.finish(editing.session, ["full-size-photo": .memory(TestPhoto.small("render").bytes)])
        lines += try await app.perform(
            ("set-content", ["id": .text(id), "session": .variant("o", .text(editing.session))]),
            options: ["dry-run": true])
        try await app.call("EditSession1", "Cancel", at: editing.session)
        return lines
    }

    /// Has the person pick a photo that both libraries have.
    private mutating func pick(_ number: Int, _ options: [String: BusArgument]) async throws -> [String] {
        guard picks < 9 else { return ["enough"] }
        picks += 1
        let agent = try await self.agent()
        let request = try await app.pick(options)
        try await agent.pick([shared[number]], ["keep": true])
        let response = try await app.response(to: request)
        try await agent.unregister()
        await agent.client.end()
        // What is kept is selected.
        let keeps = level.hasPrefix("limited") && options["keep"] != nil && response.outcome == "success"
        if keeps { selected.insert(number) }
        var lines = [response.outcome, response.error ?? ""]
        for item in response.items ?? [] {
            lines.append(Value.table(item).reported)
            let handle = item["handle"]?.text ?? ""
            let (file, details) = try await app.openItem(handle)
            lines.append("\(Value.table(details).reported) \(file.size) \(file.sha256 ?? "") \(file.mode)")
            try await app.forget(file)
            lines += try await deliveries(of: try await app.requestItem(handle, ["width": .uint32(64)]))
            let described: [String: BusArgument] = ["width": .uint32(64), "metadata": true]
            lines += try await deliveries(of: try await app.requestItem(handle, described))
        }
        return lines
    }

    private func ask(_ what: String) async throws -> [String] {
        switch what {
        case "status": return [try await app.status(), try await app.status("add-only")]
        case "grants": return ["\(try await app.grants().count)"]
        case "verify": return ["\(try await app.verify().checked)"]
        default: return ["\(try await app.fetch(["x": true]).count)"]
        }
    }

    /// Replaces identifiers, the broker's part of results' paths, and bus names by the order of their first
    /// appearance.
    private mutating func renamed(_ text: some StringProtocol) -> String {
        var reported = ""
        var rest = Substring(text)
        let random = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\/(result|edit)\/[0-9_]+\/[0-9a-z]+\/|:1\.[0-9]+/
        while let match = rest.firstMatch(of: random) {
            let id = String(match.output.0)
            let name = names[id] ?? "#\(names.count)"
            names[id] = name
            reported += rest[..<match.range.lowerBound]
            reported += name
            rest = rest[match.range.upperBound...]
        }
        return reported + rest
    }
}

/// Returns the identifiers of one library for common names.
struct Target {
    private let twin: Twin

    init(_ twin: Twin) { self.twin = twin }

    func id(_ name: Attempt.Name) -> String {
        switch name {
        case .shared(let number): twin.shared[number % twin.shared.count]
        case .own(let number): of(twin.own, number)
        case .unseen(let number): of(twin.unseen + twin.trashed + twin.waiting, number)
        case .album(let number): of(twin.albums, number)
        case .folder(let number): of(twin.folders, number)
        case .unknown: Twin.unknown
        case .smart(let number): of(Self.smart, number)
        }
    }

    private func of(_ ids: [String], _ number: Int) -> String { ids.isEmpty ? Twin.unknown : ids[number % ids.count] }

    /// Everything, recent additions, the hidden, the trash.
    private static let smart = [
        "0b6b2b5c-4e0c-4f0e-9d57-4a1b5e6f0c01", "7f0d4c0e-9b1a-4a53-8c55-1d2f6b3e9a02",
        "2c9b7f5e-6d40-4b7a-8e1c-9f3d5a7b6c10", "8f3e1d6a-9c57-4d8b-a5e0-4b6c2f9d7e11",
    ]

    func keys(of kind: String, _ collection: Attempt.Name?, _ photos: [Attempt.Name]) -> [String: BusArgument] {
        let ids = BusArgument.texts(photos.map(id))
        let collection = BusArgument.text(id(collection ?? .unknown))
        return switch kind {
        case "revert-content", "set-burst-pick": ["id": .text(id(photos.first ?? .unknown))]
        case "set-properties":
            ["id": .text(id(photos.first ?? .unknown)), "properties": .options(["favorite": true])]
        case "create-album", "create-folder": ["title": "title", "parent": collection]
        case "rename": ["id": collection, "title": "title"]
        case "delete-assets", "restore-assets", "purge-assets": ["ids": ids]
        case "delete-albums", "delete-folders": ["ids": .variant("as", .list([collection]))]
        case "add-children": ["folder": collection, "ids": ids]
        case "insert-children", "move-children": ["folder": collection, "ids": ids, "index": .uint32(0)]
        case "set-rule": ["album": collection, "where": "favorite"]
        case "set-cover": ["album": collection, "id": .text(id(photos.first ?? .unknown))]
        case "add-keywords", "remove-keywords": ["ids": ids, "keywords": .texts(["secret"])]
        case "insert-assets", "move-assets": ["album": collection, "ids": ids, "index": .uint32(0)]
        default: ["album": collection, "ids": ids]
        }
    }
}

extension Value {
    /// Returns a text that is equal for equal values.
    fileprivate var reported: String {
        switch self {
        case .flag(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let value): "'\(value)'"
        case .list(let values): "[\(values.map(\.reported).joined(separator: ", "))]"
        case .table(let values):
            "{\(values.keys.sorted().map { "\($0): \(values[$0]?.reported ?? "")" }.joined(separator: ", "))}"
        }
    }
}
