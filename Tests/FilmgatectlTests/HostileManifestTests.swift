import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// Folders that a stranger gave.
@Suite("Manifests that are not to be trusted", .inProcess)
struct HostileManifestTests {
    @Test("a manifest names no file outside, and makes no folder within itself")
    func places() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.write(TestPhoto.small("a").bytes, to: "a.jpg")
            try folder.write(TestPhoto.small("b").bytes, to: "b.jpg")
            let outside = try PhotoFolder("outside", in: world)
            try outside.write(TestPhoto.small("secret").bytes, to: "secret.jpg")
            let secret = "\(outside.path)/secret.jpg"
            try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link.jpg", withDestinationPath: secret)
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/linked", withDestinationPath: outside.path)
            let paths = [
                "../outside/secret.jpg", secret, "link.jpg", "linked/secret.jpg", "./b.jpg", "b.jpg/", "x/../b.jpg", "",
                "a.jpg\\u0000", "/", "..", ".filmgate-manifest.jsonl", "filmgate-manifest.jsonl",
            ]
            let deep = (0..<40).map { #"{"folder":{"id":"d\#($0)","title":"deep","parent":"d\#($0 - 1)"}}"# }
            let lines =
                paths.enumerated().map { asset("p\($0)", $1) } + [
                    asset("1", "a.jpg", #","title":"ok","keywords":["","k"]"#), asset("1", "b.jpg"),
                    asset("5", "a.jpg"),
                    #"{"folder":{"id":"x","title":"X","parent":"y"}}"#,
                    #"{"folder":{"id":"y","title":"Y","parent":"x"}}"#,
                    #"{"folder":{"id":"z","title":"Z","parent":"z"}}"#, #"{"folder":{"id":"e","title":""}}"#,
                    #"{"album":{"id":"A","title":"A","parent":"nowhere","cover":"9"}}"#,
                    #"{"members":{"album":"A","assets":["1","1","9","2"]}}"#,
                    #"{"members":{"album":"none","assets":["1"]}}"#,
                ] + deep
            try write(lines, to: folder)
            let run = try await world.ctl("import", "-q", folder.path)
            let rows = try await world.ctl("assets", "list", "--json").objects()
            #expect(rows.map { $0["title"] as? String ?? "" } == ["ok"], "\(rows)")
            #expect(run.errors.contains("b.jpg") && run.errors.contains("secret.jpg"), "\(run)")
            let folders = try await world.ctl("folders", "list", "--json").objects()
            #expect(folders.count == 43, "\(folders.count)")
            let album = try await world.ctl("assets", "list", "--album", "A", "--json").objects()
            #expect(album.count == 1)
        }
    }

    @Test("values that the library does not take are left out and reported, and the photo comes")
    func values() async throws {
        let long = String(repeating: "t", count: 64 << 10)
        let cases: [(value: String, key: String)] = [
            (#""rating":99"#, "rating"), (#""rating":-1"#, "rating"), (#""title":"\#(long)""#, "title"),
            (#""title":"a\u0000b""#, "title"), (#""caption":"\#(long)x""#, "caption"),
            (#""alt-text":"\#(long)""#, "alt-text"), (#""alt-text":"a\u0000b""#, "alt-text"),
            (#""keywords":["\#(long)"]"#, "keywords"), (#""keywords":["a\u0000b"]"#, "keywords"),
            (#""keywords":[\#(Array(repeating: "\"k\"", count: 300).joined(separator: ","))]"#, "keywords"),
            (#""latitude":91,"longitude":0"#, "latitude"), (#""latitude":1"#, "latitude"),
            (#""creation-date":9223372036854775807"#, "creation-date"),
            (#""creation-date":-9223372036854775808"#, "creation-date"),
        ]
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            for number in cases.indices { try folder.write(TestPhoto.small("\(number)").bytes, to: "\(number).jpg") }
            try write(cases.enumerated().map { asset("\($0)", "\($0).jpg", "," + $1.value) }, to: folder)
            let run = try await world.ctl("import", "-q", folder.path)
            #expect(try await world.owner.assets().count == cases.count, "\(run)")
            for (number, one) in cases.enumerated() {
                let line = run.errors.split(separator: "\n").first { $0.contains("/\(number).jpg") }
                #expect(line?.contains(one.key) == true, "\(one.key): \(line ?? "")")
            }
            let rows = try await world.ctl("assets", "list", "--json").objects()
            #expect(rows.allSatisfy { ($0["rating"] as? Int ?? 0) == 0 })
        }
    }

    @Test("lines that are no lines of a manifest are counted, and give nobody anything")
    func lines() async throws {
        try await withWorld { world in
            let grants = try await world.ctl("grants", "list", "--json").output
            let folder = try PhotoFolder("card", in: world)
            for name in ["a.jpg", "b.jpg"] { try folder.write(TestPhoto.small(name).bytes, to: name) }
            let nested = String(repeating: #"{"asset":["#, count: 10_000)
            let bad = [
                "no line", #"{"asset":{"id":7}}"#, nested, "[]", "null", "\"\"", "{}",
                asset("b", "b.jpg", #","rating":99999999999999999999"#), asset("b", "b.jpg", #","latitude":1e999"#),
                #"{"asset":{"id":"b","files":[{"path":"b.jpg","role":"photo","size":-1}]}}"#,
                #"{"grant":{"client":"app:org.example.Evil","level":"full"}}"#,
                #"{"client":{"id":"app:org.example.Evil","grant":"full"}}"#,
            ]
            var text = Array((([header] + bad).joined(separator: "\n") + "\n").utf8)
            text += Array(#"{"asset":{"id":"b","title":""#.utf8) + [0xFF, 0xC0, 0x80] + Array("\"}}\n".utf8)
            let grant = #","grants":[{"client":"app:org.example.Evil"}],"client":"app:org.example.Evil","added-by":"x""#
            text += Array((asset("a", "a.jpg", grant) + "\n").utf8)
            try folder.write(text, to: "filmgate-manifest.jsonl")
            let run = try await world.ctl("import", "-q", folder.path)
            #expect(run.errors.contains("\(bad.count + 1) of its lines cannot be read"), "\(run)")
            #expect(run.errors.contains("b.jpg: The manifest does not name it"), "\(run)")
            #expect(try await world.owner.assets().count == 1)
            #expect(try await world.ctl("grants", "list", "--json").output == grants)
            #expect(try await world.ctl("clients", "--json").output.contains("Evil") == false)
        }
    }

    @Test("albums with titles that the library does not take are cut or left out, and all others come")
    func titles() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.write(TestPhoto.small("a").bytes, to: "a.jpg")
            let titles = [String(repeating: "t", count: 64 << 10), #"n\u0000l"#, "", #"\u0000"#, "good", "../up"]
            let albums = titles.enumerated().flatMap { number, title in
                [
                    #"{"album":{"id":"\#(number)","title":"\#(title)"}}"#,
                    #"{"members":{"album":"\#(number)","assets":["1"]}}"#,
                ]
            }
            try write([asset("1", "a.jpg")] + albums, to: folder)
            let run = try await world.ctl("import", "-q", folder.path)
            let made = try await world.ctl("albums", "list", "--type", "album", "--json").objects()
            #expect(made.count == 4 && made.allSatisfy { $0["count"] as? Int == 1 }, "\(made)")
            #expect(run.errors.contains("titles of its albums and folders are cut"), "\(run)")
        }
    }

    @Test(
        "what is no manifest of this version is an error before anything is imported",
        arguments: [
            "", "\n", "{}\n", #"{"filmgate-export":{"version":2,"without":[]}}"#,
            #"{"asset":{"id":"1","files":[]}}"#,
            #"{"filmgate-export":{"version":1,"without":[]}}"# + "\n" + String(repeating: "x", count: 9 << 20),
            #"{"filmgate-export":{"version":1,"without":[]}}"# + "\n"
                + #"{"asset":{"id":"1","files":[{"path":"a.jpg","role":"photo","size":1}]}}"# + "\n"
                + #"{"filmgate-export":{"version":9,"without":[]}}"#,
        ])
    func noManifest(_ text: String) async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.write(TestPhoto.small("a").bytes, to: "a.jpg")
            try folder.write(text, to: "filmgate-manifest.jsonl")
            let run = try await world.ctl("import", "-q", folder.path)
            #expect(run.code == 66 && run.errors.contains("--from folder"), "\(run)")
            #expect(try await world.owner.assets().isEmpty)
        }
    }

    @Test("a manifest whose folders list too much, or whose identifiers are long, takes no memory")
    func lists() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.write(TestPhoto.small("a").bytes, to: "a.jpg")
            let many = (0..<60_000).map { "\"\($0)\"" }.joined(separator: ",")
            let lists = (0..<2).map { #"{"folder":{"id":"f\#($0)","title":"F","children":[\#(many)]}}"# }
            try write([asset("1", "a.jpg")] + lists, to: folder)
            let run = try await world.ctl("import", "-q", folder.path)
            #expect(run.code == 66 && run.errors.contains("more than 100,000"), "\(run)")
            let long = String(repeating: "i", count: 65)
            let lines = [
                asset(long, "a.jpg"), #"{"folder":{"id":"\#(long)","title":"F"}}"#,
                #"{"folder":{"id":"f","title":"F","children":["\#(long)"]}}"#,
                #"{"album":{"id":"\#(long)","title":"A"}}"#, #"{"album":{"id":"a","title":"A","parent":"\#(long)"}}"#,
            ]
            try write(lines, to: folder)
            let second = try await world.ctl("import", "-q", folder.path)
            #expect(second.code == 65 && second.errors.contains("5 of its lines cannot be read"), "\(second)")
            #expect(try await world.ctl("folders", "list", "--json").objects().isEmpty)
        }
    }

    @Test("a manifest that is a link is not read, and one with many lines needs little memory", .asProcesses)
    func size() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.write(TestPhoto.small("a").bytes, to: "a.jpg")
            let text = ([header] + (0..<200_000).map { asset("\($0)", "\($0)-\($0)-\($0).jpg") }).joined(
                separator: "\n")
            try Data(text.utf8).write(to: URL(filePath: "\(world.folder)/large"))
            let manifest = "\(folder.path)/filmgate-manifest.jsonl"
            try FileManager.default.createSymbolicLink(
                atPath: manifest, withDestinationPath: "\(world.folder)/large")
            #expect(
                try await world.ctl("import", "-q", "--dry-run", "--json", folder.path).object()["new"] as? Int == 1)
            try FileManager.default.removeItem(atPath: manifest)
            try FileManager.default.moveItem(atPath: "\(world.folder)/large", toPath: manifest)
            // In kilobytes; the text has about 20 MB.
            let script = #"ulimit -v 400000; exec "$1" import -q "$2""#
            let run = try await world.run(
                "/bin/bash", "-c", script, "bash", BuiltProgram.path("filmgatectl"), folder.path)
            #expect(run.errors.contains("199000 further entries"), "\(run.errors.suffix(2000))")
            #expect(run.errors.count < 1 << 20)
            #expect(try await world.owner.assets().isEmpty)
        }
    }

    private let header = #"{"filmgate-export":{"version":1,"without":[]}}"#

    private func asset(_ id: String, _ path: String, _ rest: String = "") -> String {
        #"{"asset":{"id":"\#(id)","files":[{"path":"\#(path)","role":"photo","size":1}]\#(rest)}}"#
    }

    private func write(_ lines: [String], to folder: PhotoFolder) throws {
        try folder.write(([header] + lines).joined(separator: "\n"), to: "filmgate-manifest.jsonl")
    }
}
