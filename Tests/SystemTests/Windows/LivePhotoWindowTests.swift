import FilmgateTestKit
import Foundation
import Testing

/// Live photos, and what grids mark.
@Suite("Live photos and marks in the library's window")
struct LivePhotoWindowTests {
    private func addLivePhoto(to world: World) async throws -> String {
        // The photo is a test card, a part of which is yellow.
        let source = try SampleVideo(
            ["-f", "lavfi", "-i", "color=0x0000FF:s=320x240:r=25:d=8", "-c:v", "libx264", "-pix_fmt", "yuv420p"])
        let clip = BusArgument.Content.memory([UInt8](try Data(contentsOf: source.file)))
        withExtendedLifetime(source) {}
        let pair: BusArgument = .variant(
            "a(sha{sv})",
            [
                ["photo", .descriptor(.memory(try TestPhoto.small().bytes)), .table([:])],
                ["paired-video", .descriptor(clip), .table([:])],
            ])
        return try await world.owner.perform(("create-asset", ["resources": pair]))[0]
    }

    @Test("a live photo plays at the press of Space, or while it is held, and the picture comes back to the same place")
    func playing() async throws {
        try await withWorld { world in
            _ = try await addLivePhoto(to: world)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, 1 May 2024, 19:12 · Live photo")
            try await display.type("Return")
            try await display.shows("push button", "Play the Live Photo")
            try await display.focuses("image", "Photo, 1 May 2024")
            func yellow() throws -> Int { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) }
            // A better picture may follow the first one.
            let still = try await display.resting(every: .milliseconds(500)) {
                let count = try yellow()
                return count > 10_000 ? count : nil
            }
            let place = try await display.restingPlace("label", "Photo, 1 May 2024")
            for _ in 1...2 {
                try await display.type("space")
                try await eventually { try yellow() < still / 2 }
                #expect(try await display.place("label", "Photo, 1 May 2024") == place)
                try await eventually { try yellow() > still * 9 / 10 }
            }
            // A second press shows the picture again.
            try await display.type("space")
            try await eventually { try yellow() < still / 2 }
            try await display.type("space")
            try await eventually { try yellow() > still * 9 / 10 }
            try await display.hold("image", "Photo, 1 May 2024") {
                try await eventually { try yellow() < still / 2 }
            }
            try await eventually { try yellow() > still * 9 / 10 }
            try await display.type("Escape")
            try await display.focuses("table cell", "Photo, 1 May 2024")
        }
    }

    @Test("grids say which photos are favorites or live, and say it again when that changes")
    func marks() async throws {
        try await withWorld { world in
            let live = try await addLivePhoto(to: world)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("table cell", "Photo, 1 May 2024, 19:12 · Live photo")
            try await world.owner.set(["favorite": true], of: live)
            try await display.shows("table cell", "Photo, 1 May 2024, 19:12 · Favorite · Live photo")
            try await world.owner.set(["favorite": false], of: live)
            try await display.shows("table cell", "Photo, 1 May 2024, 19:12 · Live photo")
        }
    }
}
