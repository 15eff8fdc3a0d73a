import FilmgateTestKit
import Foundation
import Testing

/// `filmgatectl assets rotate` and `crop`.
@Suite("Rotating and cropping with the tool")
struct TransformCommandTests {
    private static func size(of id: String, in world: World) async throws -> String {
        let values = try await world.owner.properties(of: id, "pixel-width", "pixel-height")
        return "\(values["pixel-width"]?.integer ?? 0) \(values["pixel-height"]?.integer ?? 0)"
    }

    @Test("changes photos and videos, and can be undone and reverted")
    func rotate() async throws {
        try await withWorld { world in
            var ids: [String] = []
            // More than a connection has sessions.
            for number in 0..<9 {
                ids.append(
                    try await world.owner.add(.memory(TestPhoto.small("\(number)").bytes), filename: "\(number).jpg"))
            }
            let rotated = try await world.ctl("assets", "rotate", "--where", "media-type = 'image'", "--yes", "--json")
            #expect(rotated.code == 0 && rotated.output.contains("9"), "\(rotated)")
            for id in ids { #expect(try await Self.size(of: id, in: world) == "240 320") }
            let left = try await world.ctl("assets", "rotate", ids[0], "--angle", "270")
            #expect(left.code == 0, "\(left)")
            #expect(try await Self.size(of: ids[0], in: world) == "320 240")
            #expect(try await world.owner.resources(of: ids[0]).count == 1, "the original is shown again")
            let cropped = try await world.ctl("assets", "crop", ids[0], "--to", "0,0,0.5,1")
            #expect(cropped.code == 0, "\(cropped)")
            #expect(try await Self.size(of: ids[0], in: world) == "160 240")
            #expect(try await world.ctl("undo").code == 0)
            #expect(try await Self.size(of: ids[0], in: world) == "320 240")
            #expect(try await world.ctl("verify").code == 0)
        }
    }

    @Test("says what is wrong with an option")
    func mistakes() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(TestPhoto.small())
            for angle in ["0", "45", "-90", "right"] {
                #expect(try await world.ctl("assets", "rotate", id, "--angle", angle).code == 64, "\(angle)")
            }
            for part in ["", "1", "0,0,1,1", "0,0,2,1", "nan,0,1,1", "0,0,0,1", "0,0,0.5,1,1"] {
                #expect(try await world.ctl("assets", "crop", id, "--to", part).code == 64, "\(part)")
            }
            #expect(try await world.ctl("assets", "crop", id).code == 64)
            #expect(try await Self.size(of: id, in: world) == "320 240")
        }
    }
}
