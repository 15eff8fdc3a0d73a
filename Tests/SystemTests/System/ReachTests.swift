import FilmgateTestKit
import Foundation
import FoundationXML
import Testing

/// Every member of every interface, as the XML under `dbus/` has them.
@Suite("Another user's reach", .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"))
struct ReachTests {
    struct Method {
        let interface: String
        let name: String
        let signature: String
    }

    /// Every member that the broker serves.
    static func methods() throws -> [Method] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "dbus")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "xml" }.flatMap { file -> [Method] in
            let document = try XMLDocument(contentsOf: file)
            return try document.nodes(forXPath: "//interface/method").compactMap { $0 as? XMLElement }.map { method in
                let types = method.elements(forName: "arg").filter {
                    $0.attribute(forName: "direction")?.stringValue != "out"
                }.compactMap { $0.attribute(forName: "type")?.stringValue }
                let interface = (method.parent as? XMLElement)?.attribute(forName: "name")?.stringValue ?? ""
                return Method(
                    interface: interface, name: method.attribute(forName: "name")?.stringValue ?? "",
                    signature: types.joined())
            }
        }.filter { method in !["Agent1", "Editor1", "Identify1"].contains { method.interface.hasSuffix(".\($0)") } }
            .sorted { ($0.interface, $0.name) < ($1.interface, $1.name) }
    }

    /// Anna's objects, as far as Ben can know them.
    struct Treasure {
        let asset: String
        let album: String
        let result: String
        let words: [String]
    }

    @Test("a second user reaches nothing of the first user's, with any member, by any name")
    func nothing() async throws {
        let methods = try Self.methods()
        #expect(methods.count > 30)
        try await withSystem { system in
            // Ben may have all that is his own; of Anna's, what the rules allow every user.
            try system.answer([
                "*": "yes", "org.filmgate.manage-grants": "no", "org.filmgate.read-audit": "no",
                "org.filmgate.manage-backups": "no", "org.filmgate.manage-inbox": "no",
            ])
            let anna = try await system.client(.anna, "tool")
            let asset = try await anna.add(TestPhoto.small())
            let album = try await anna.perform(("create-album", ["title": "Annas secret"]))[0]
            try await anna.grant("flatpak:org.example.AnnasOwn", "limited", selection: [asset])
            let result = try await anna.fetch()
            let treasure = Treasure(
                asset: asset, album: album, result: result.path,
                words: [asset, album, "Annas secret", "AnnasOwn", anna.name])
            let before = try await Self.state(of: anna)

            for ben in [try await system.client(.ben, "tool"), try await system.client(.ben, "any")] {
                for method in methods {
                    for isByName in [false, true] where !isByName || method.signature.hasSuffix("a{sv}") {
                        let arguments = Self.arguments(of: method, treasure, isByName: isByName)
                        for path in [TestClient.root, treasure.result] {
                            await Self.attempt(method, arguments, isByName: isByName, at: path, by: ben, treasure)
                        }
                    }
                }
            }
            #expect(try await Self.state(of: anna) == before)
            #expect(try await anna.read(result).count == 1)
        }
    }

    private static func attempt(
        _ method: Method, _ arguments: [BusArgument], isByName: Bool, at path: String, by ben: TestClient,
        _ treasure: Treasure
    ) async {
        do {
            let reply = try await ben.call(
                method.interface, method.name, method.signature, list: arguments, at: path, interactive: true)
            #expect(path != treasure.result, "\(method.interface).\(method.name) was answered on Anna's result")
            let text = "\(reply.values)"
            // What Ben himself has named is in his own log.
            for word in treasure.words where method.name != "ReadAudit" || word != treasure.asset {
                #expect(!text.contains(word), "\(method.interface).\(method.name) \(arguments) told \(word)")
            }
            #expect(!isByName, "\(method.interface).\(method.name) took Anna's number")
        } catch let error as BusError {
            // Calls that the bus refuses do not reach the broker.
            if path == treasure.result, error.name != "org.freedesktop.DBus.Error.AccessDenied" {
                #expect(error.kind == "UnknownObject", "\(method.name): \(error)")
            }
        } catch {
            Issue.record("\(method.interface).\(method.name) \(arguments): \(error)")
        }
    }

    private static func state(of anna: TestClient) async throws -> [String] {
        let assets = try await anna.assets()
        let albums = try await anna.albums().count
        let grants = try await anna.grants().map { "\($0["client"]?.text ?? "") \($0["level"]?.text ?? "")" }
        let selection = try await anna.selection(of: "flatpak:org.example.AnnasOwn")
        return assets + ["\(albums)"] + grants + selection
    }

    /// Arguments that name Anna's objects wherever something can be named.
    ///
    /// - Parameter isByName: whether the options name her library.
    static func arguments(of method: Method, _ treasure: Treasure, isByName: Bool) -> [BusArgument] {
        split(method.signature).enumerated().map { index, type in
            type == "a{sv}" && isByName
                ? .table(["user": .uint32(SystemWorld.User.anna.id)]) : argument(type, index, of: method, treasure)
        }
    }

    private static func argument(_ type: String, _ index: Int, of method: Method, _ treasure: Treasure) -> BusArgument {
        switch type {
        case "s":
            switch (method.name, index) {
            case ("Fetch", _), ("GetCapabilities", _): .text("asset")
            case ("GetStatus", _), ("RequestAccess", _): .text("read-write")
            case ("SetGrant", 1): .text("full")
            case ("SetGrant", _), ("ResetGrant", _), ("GetSelection", _), ("ChangeSelection", _), ("ExplainAccess", 0):
                .text("flatpak:org.example.BensOwn")
            case ("OpenResource", 1), ("RequestResource", 1): .text("photo")
            case ("Verify", _), ("VerifyAudit", _): .text("")
            default: .text(treasure.asset)
            }
        case "as": .list([.text(method.name == "Read" || method.name == "Snapshot" ? "id" : treasure.asset)])
        case "a(sa{sv})": .list([.list([.text("delete-assets"), .table(["ids": .texts([treasure.asset])])])])
        case "u", "t", "i", "x": .integer(0)
        case "b": false
        case "o": .text(treasure.result)
        case "a{sv}", "a{sh}": .table([:])
        case "h": .descriptor(.memory(Array("no database".utf8)))
        default: .list([])
        }
    }

    private static func split(_ signature: String) -> [String] {
        var types: [String] = []
        var rest = Array(signature)
        while !rest.isEmpty {
            var end = 0
            while rest[end] == "a" { end += 1 }
            if rest[end] == "(" || rest[end] == "{" {
                var depth = 0
                repeat {
                    if "({".contains(rest[end]) { depth += 1 }
                    if ")}".contains(rest[end]) { depth -= 1 }
                    end += 1
                } while depth > 0
            } else {
                end += 1
            }
            types.append(String(rest[..<end]))
            rest.removeFirst(end)
        }
        return types
    }
}
