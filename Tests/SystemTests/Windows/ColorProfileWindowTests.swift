import FilmgateTestKit
import Foundation
import Testing

/// Photos whose color profile cannot be used.
@Suite("Photos with an unusable color profile, in the library's window")
struct ColorProfileWindowTests {
    /// Returns a JPEG of one color that contains a color profile.
    private static func photo(_ color: String, profile: [UInt8], in folder: String) throws -> TestPhoto {
        var content: [UInt8] = Array("ICC_PROFILE\0".utf8)
        content += [1, 1] as [UInt8]
        content += profile
        let length = content.count + 2
        let marker: [UInt8] = [0xFF, 0xE2, UInt8(length / 256), UInt8(length % 256)]
        var bytes = try TestPhoto.plain(color).bytes
        bytes.insert(contentsOf: marker + content, at: 2)
        let path = "\(folder)/\(color).jpg"
        try Data(bytes).write(to: URL(filePath: path))
        return try TestPhoto(contentsOf: path)
    }

    /// The header of a profile for printers, without any table.
    private static var printerProfile: [UInt8] {
        var header = [UInt8](repeating: 0, count: 132)
        header[3] = 132
        header[8] = 2
        let marks: [(String, Int)] = [("prtr", 12), ("CMYK", 16), ("Lab ", 20), ("acsp", 36)]
        for (text, place) in marks { header.replaceSubrange(place..<place + 4, with: text.utf8) }
        return header
    }

    @Test("the grid and the viewer show them without the profile")
    func shows() async throws {
        try await withWorld { world in
            let noise: [UInt8] = (0..<600).map { (number: Int) in UInt8(truncatingIfNeeded: number * 37) }
            try await world.owner.add(Self.photo("00FF00", profile: noise, in: world.folder))
            try await world.owner.add(Self.photo("FFFF00", profile: Self.printerProfile, in: world.folder))
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "2 photos")
            func green() throws -> Int { try display.pixels(red: 0, green: 0xFF, blue: 0) }
            func yellow() throws -> Int { try display.pixels(red: 0xFF, green: 0xFF, blue: 0) }
            try await eventually { try green() > 10_000 && yellow() > 10_000 }
            // The newest one is the first.
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await eventually { try yellow() > 50_000 }
            try await display.type("Right")
            try await eventually { try green() > 50_000 }
        }
    }
}
