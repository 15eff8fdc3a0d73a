import FilmgateTestKit
import Foundation
import FoundationXML
import Testing

/// Clients that share no code with Filmgate, used like app developers use them.
@Suite("Foreign clients")
struct ForeignClientTests {
    static let gdbus = [
        "/usr/bin/gdbus", "call", "--session", "--dest", TestClient.service, "--object-path", TestClient.root,
        "--method",
    ]
    static let interfaces = [
        "Admin1", "AgentManager1", "Authorization1", "Backup1", "Delegation1", "Editing1", "Images1", "Library1",
        "Maintenance1",
        "Observation1", "Picker1", "Resources1",
    ]

    @Test("gdbus fetches and reads, inside and outside a sandbox")
    func gdbusFetches() async throws {
        try await withWorld { world in
            try await world.owner.add(TestPhoto.small())
            for client in ["flatpak:org.example.App", "exe:/usr/bin/gdbus"] {
                try await world.owner.grant(client, "full")
            }
            for place in [ProgramOrigin.flatpak("org.example.App"), .host] {
                let call = try world.start(
                    Self.gdbus + ["org.filmgate.Library1.Fetch", "asset", "{'limit': <uint32 10>}"], in: place)
                let result = await call.result()
                #expect(result.code == 0, "\(result)")
                #expect(result.output.hasPrefix("(objectpath '/org/filmgate/Library1/result/"))
                #expect(result.output.contains(", uint32 1)"))
            }
        }
    }

    @Test("gdbus makes every change that needs no file, in one line")
    func gdbusChanges() async throws {
        try await withWorld { world in
            let photos = try await world.owner.add(TestPhoto.several(2))
            try await world.owner.delete(photos[1])
            try await world.owner.grant("exe:/usr/bin/gdbus", "full")
            let changes = """
                [('create-folder', {'title': <'Years'>, 'placeholder': <'@years'>}),
                ('create-folder', {'title': <'2024'>, 'parent': <'@years'>, 'placeholder': <'@2024'>}),
                ('create-album', {'title': <'Summer'>, 'placeholder': <'@summer'>}),
                ('add-children', {'folder': <'@2024'>, 'ids': <['@summer']>}),
                ('restore-assets', {'ids': <['\(photos[1])']>}),
                ('add-assets', {'album': <'@summer'>, 'ids': <['\(photos[0])']>}),
                ('insert-assets', {'album': <'@summer'>, 'ids': <['\(photos[1])']>, 'index': <uint32 0>}),
                ('move-assets', {'album': <'@summer'>, 'ids': <['\(photos[0])']>, 'index': <uint32 0>}),
                ('remove-assets', {'album': <'@summer'>, 'ids': <['\(photos[1])']>}),
                ('set-properties', {'id': <'\(photos[0])'>, 'properties': <{'favorite': <true>}>}),
                ('rename', {'id': <'@summer'>, 'title': <'Autumn'>}),
                ('remove-children', {'folder': <'@2024'>, 'ids': <['@summer']>}),
                ('delete-folders', {'ids': <['@2024', '@years']>})]
                """
            let call = try world.start(Self.gdbus + ["org.filmgate.Library1.PerformChanges", changes, "{}"])
            let result = await call.result()
            #expect(result.code == 0, "\(result)")
            let album = try #require(await world.owner.albums().first)
            #expect(album["title"]?.text == "Autumn")
            let id = try #require(album["id"]?.text)
            #expect(result.output.contains("'\(id)'"))
            #expect(try await world.owner.assets(["album": .variant("s", .text(id))]) == [photos[0]])
            #expect(try await world.owner.collections("folder", ["type": "folder"]).isEmpty)
            // Deletions need the person's confirmation, and a flag that gdbus does not set.
            for kind in ["delete-assets", "purge-assets"] {
                let trashed = kind == "purge-assets"
                if trashed { try await world.owner.delete(photos[1]) }
                let change = "[('\(kind)', {'ids': <['\(photos[1])']>})]"
                let refused = try world.start(Self.gdbus + ["org.filmgate.Library1.PerformChanges", change, "{}"])
                #expect(await refused.result().errors.contains("InteractiveAuthorizationRequired"))
                let dry = try world.start(
                    Self.gdbus + ["org.filmgate.Library1.PerformChanges", change, "{'dry-run': <true>}"])
                #expect(await dry.result().output == "([''],)\n")
            }
            let albums = try world.start(
                Self.gdbus + [
                    "org.filmgate.Library1.PerformChanges", "[('delete-albums', {'ids': <['\(id)']>})]", "{}",
                ])
            #expect(await albums.result().output == "([''],)\n")
            let asked = try world.start(
                Self.gdbus + ["org.filmgate.Library1.GetCapabilities", "asset", "['\(photos[0])']"])
            #expect(await asked.result().output.contains("'set-properties'"))
        }
    }

    @Test("gdbus shows errors by their names")
    func gdbusErrors() async throws {
        try await withWorld { world in
            let call = try world.start(Self.gdbus + ["org.filmgate.Library1.Fetch", "asset", "{}"])
            let result = await call.result()
            #expect(result.code == 1)
            #expect(result.errors.contains("GDBus.Error:org.filmgate.Error.NotDetermined: "))
        }
    }

    @Test("busctl calls, reads properties and lists objects, outside of sandboxes")
    func busctl() async throws {
        try await withWorld { world in
            func busctl(_ arguments: String...) async throws -> RunResult {
                try await world.start(["/usr/bin/busctl", "--address=\(world.bus.address)"] + arguments).result()
            }
            let status = try await busctl(
                "call", TestClient.service, TestClient.root, "org.filmgate.Authorization1", "GetStatus", "s",
                "read-write")
            #expect(status.output == "s \"not-determined\"\n", "\(status)")
            let version = try await busctl(
                "get-property", TestClient.service, TestClient.root, "org.filmgate.Library1", "Version")
            #expect(version.output == "u 1\n", "\(version)")
            let tree = try await busctl("tree", "--list", TestClient.service)
            #expect(tree.lines.contains(TestClient.root))
            let introspection = try await busctl("introspect", TestClient.service, TestClient.root)
            for interface in Self.interfaces { #expect(introspection.output.contains("org.filmgate.\(interface)")) }
        }
    }

    @Test("every property has the contract's type")
    func types() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(
                .memory(TestPhoto.small().bytes), filename: "a.jpg",
                properties: ["keywords": .texts(["a", "b"]), "caption": "b", "favorite": true])
            try await world.owner.grant("exe:/usr/bin/python3.11", "full")
            let row = try await world.owner.properties(
                of: id, "creation-date", "location", "title", "caption", "keywords", "favorite", "filename",
                "mime-type", "pixel-width", "pixel-height", "orientation", "media-type", "content-hash", "file-size")
            #expect(row["creation-date"]?.integer == TestPhoto.date)
            #expect(row["title"]?.text == TestPhoto.title)
            #expect(row["caption"]?.text == "b")
            #expect(row["keywords"]?.texts == ["a", "b"])
            #expect(row["favorite"]?.flag == true)
            #expect(row["pixel-width"]?.integer == TestPhoto.size.width)
            #expect(row["pixel-height"]?.integer == TestPhoto.size.height)
            #expect(row["mime-type"]?.text == "image/jpeg")
            let numbers = row["location"]?.list?.compactMap { $0.number }
            let place = try #require(numbers)
            #expect(abs(place[0] - TestPhoto.latitude) < 1e-6 && abs(place[1] - TestPhoto.longitude) < 1e-6)
        }
    }

    @Test("Introspect returns the files under dbus/")
    func introspection() async throws {
        try await withWorld { world in
            try await world.owner.add(TestPhoto.small())
            let owner = try await world.owner
            let result = try await owner.fetch()
            let root = try await Self.introspect(TestClient.root, owner)
            let open = try await Self.introspect(result.path, owner)
            #expect(Set(root.keys) == Set((Self.interfaces + Self.standard).map { $0 }))
            #expect(Set(open.keys) == Set(["FetchResult1"] + Self.standard))
            let agent = try await world.agent()
            let program = try await world.program()
            let waiting = try await Self.introspect(program.requestAccess().path, program)
            #expect(Set(waiting.keys) == Set(["Request1"] + Self.standard))
            _ = try await agent.asked()
            let all = [root, open, waiting].reduce(into: [:]) { $0.merge($1) { one, _ in one } }
            for (name, element) in all {
                guard !Self.standard.contains(name) else { continue }
                let file = "\(Self.source)/dbus/org.filmgate.\(name).xml"
                let document = try XMLDocument(contentsOf: URL(filePath: file))
                let stated = try #require(document.rootElement()?.elements(forName: "interface").first)
                #expect(Self.canonical(element) == Self.canonical(stated), "\(name)")
            }
        }
    }

    private static let standard = [
        "org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus.Peer", "org.freedesktop.DBus.Properties",
    ]
    private static let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The interfaces of an object, by name, ours by their short names.
    private static func introspect(_ path: String, _ client: TestClient) async throws -> [String: XMLElement] {
        let text = try await client.call("org.freedesktop.DBus.Introspectable", "Introspect", at: path)[0]?.text ?? ""
        let document = try XMLDocument(data: Data(text.utf8))
        let interfaces = document.rootElement()?.elements(forName: "interface") ?? []
        return Dictionary(
            uniqueKeysWithValues: interfaces.map { element in
                let name = element.attribute(forName: "name")?.stringValue ?? ""
                return (name.hasPrefix("org.filmgate.") ? String(name.dropFirst(13)) : name, element)
            })
    }

    /// Elements and attributes in order, without comments and white space.
    private static func canonical(_ element: XMLElement) -> String {
        let attributes = (element.attributes ?? []).map { "\($0.name ?? "")=\($0.stringValue ?? "")" }.sorted()
        let children = (element.children ?? []).compactMap { $0 as? XMLElement }.map(canonical)
        return "\(element.name ?? "")(\(attributes.joined(separator: ",")))[\(children.joined())]"
    }
}
