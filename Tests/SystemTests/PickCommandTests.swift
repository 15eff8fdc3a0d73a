import FilmgateTestKit
import Foundation
import Testing

/// `filmgatectl pick` and the agent's rules, as processes.
@Suite("Picking with the tool")
struct PickCommandTests {
    @Test("names what was picked, and writes its files into a folder")
    func pick() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let ids = try await world.addPhotos(3)
            let video = try await world.owner.add(Video.small())
            try await world.owner.set(["alt-text": "A boat at a pier"], of: ids[0])
            let none = try await world.ctl("pick")
            #expect(none.code == 69 && none.output.isEmpty, "\(none)")
            _ = try world.start([BuiltProgram.path("filmgate-agent"), "--answer", "exe:* pick=done select=newest:9"])
            var picked = none
            try await eventually {
                picked = try await world.ctl("pick", "--limit", "2", "--filter", "media-type = 'image'")
                return picked.code != 69
            }
            #expect(picked.code == 0 && picked.lines == Array(ids.prefix(2)), "\(picked)")
            let folder = "\(world.folder)/picked"
            let written = try await world.ctl(
                "pick", "--limit", "0", "--without", "location,metadata", "--output", folder, "--json")
            #expect(written.code == 0, "\(written)")
            let records = try #require(
                try JSONSerialization.jsonObject(with: Data(written.output.utf8)) as? [[String: Any]])
            #expect(records.count == 4)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(Set(records.compactMap { $0["file"] as? String }) == Set(names))
            #expect(records.contains { $0["id"] as? String == video && $0["media-type"] as? String == "video" })
            let described = records.filter { $0["alt-text"] as? String == "A boat at a pier" }
            #expect(described.map { $0["id"] as? String } == [ids[0]])
            #expect(records.allSatisfy { $0["removed"] as? [String] == ["location", "metadata"] })
            for words in [["--limit", "-1"], ["--without", "places"], ["--max-duration", "x"]] {
                #expect(try await world.ctl(["pick"] + words).code == 64, "\(words)")
            }
            #expect(try await world.ctl("pick", "--album", "nothing").code == 66)
            #expect(try await world.ctl("pick", "--album", "favorites").code == 0)
            let wrong = try await world.ctl("pick", "--filter", "title = 'x'")
            #expect(wrong.code != 0 && wrong.errors.contains("'filter'"), "\(wrong)")
        }
    }
}
