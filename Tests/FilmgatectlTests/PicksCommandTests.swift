import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@testable import FilmgateTool

@Suite("filmgatectl picks", .inProcess)
struct PicksCommandTests {
    @Test("lists what apps can open again, and takes one item or all of them back")
    func picks() async throws {
        try await withWorld { world in
            #expect(try await world.ctl("picks", "list").errors.contains("No app can open picked photos again."))
            let owner = try await world.owner
            let photo = try await owner.add(.memory(TestPhoto.small().bytes), filename: "IMG_1.jpg")
            let agent = try await world.agent()
            var handles: [String] = []
            for name in ["org.example.App", "org.example.App", "org.example.Other"] {
                let app = try await world.client(flatpak: name)
                let request = try await app.pick(["lasting": true])
                try await agent.pick([photo], ["lasting": true])
                handles.append(try #require(try await app.response(to: request).items?.first?["handle"]?.text))
            }
            let all = try await world.ctl("picks", "list")
            #expect(
                all.code == 0 && handles.allSatisfy(all.output.contains)
                    && all.output.contains("The chain bridge at dusk"), "\(all)")
            // Whoever looks for the app's access, or for who can have the photo, learns of the picks, too.
            let grants = try await world.ctl("grants", "list")
            let row = grants.output.split(separator: "\n").first { $0.contains("org.example.App") }
            #expect(row?.contains("2 picks") == true && row?.contains("1970") == false, "\(grants)")
            let grant = try await world.ctl("grants", "show", "org.example.App", "--json")
            #expect(grant.output.contains("\"kept-items\" : 2"), "\(grant)")
            let who = try await world.ctl("who", photo, "--json")
            #expect(who.output.components(separatedBy: "\"can-reopen\" : true").count == 3, "\(who)")
            let table = try await world.ctl("who", photo)
            #expect(table.output.contains("a copy") && table.output.contains("picked"), "\(table)")
            let json = try await world.ctl("picks", "list", "org.example.Other", "--json")
            #expect(json.output.contains(handles[2]) && !json.output.contains(handles[0]), "\(json)")
            for key in ["client", "handle", "id", "name", "picked-date", "last-used", "expires", "removed"] {
                #expect(json.output.contains("\"\(key)\""), "\(key)")
            }
            let wrong = try await world.ctl("picks", "forget", "org.example.Other", handles[0])
            #expect(wrong.code == 66 && wrong.errors.contains("picks list"), "\(wrong)")
            let one = try await world.ctl("picks", "forget", "org.example.App", handles[0])
            #expect(one.code == 0 && one.output.contains("Took back 1 photo"), "\(one)")
            let list = try await world.ctl("picks", "list")
            #expect(!list.output.contains(handles[0]) && list.output.contains(handles[1]), "\(list)")
            let rest = try await world.ctl("picks", "forget", "flatpak:org.example.App", "--json")
            #expect(rest.output.contains("\"forgotten\" : 1"), "\(rest)")
            #expect(!(try await world.ctl("grants", "list").output.contains("org.example.App")))
            let left = try await world.ctl("picks", "list", "--json")
            #expect(left.output.contains(handles[2]) && !left.output.contains(handles[1]), "\(left)")
            #expect(try await world.ctl("picks", "forget", "org.example.App").output.contains("Took back 0"))
        }
    }
}
