import Foundation

/// A photo that tests add: a small JPEG with metadata that is known.
public struct TestPhoto: Sendable {
    public let bytes: [UInt8]

    /// What its metadata says, as the library tells it.
    public static let date = 1_714_583_560_000_000
    public static let latitude = 47.4989
    public static let longitude = 19.0437
    public static let title = "The chain bridge at dusk"
    public static let size = (width: 320, height: 240)

    public static let camera = "Canon EOS R6"
    public static let lens = "RF24-105mm F4 L IS USM"

    /// A photo of some 10 kB that differs from all with another mark.
    ///
    /// - Parameter model: the camera's, of 12 bytes.
    public static func small(_ mark: String? = nil, model: String = camera) throws -> TestPhoto {
        var bytes = try made.get()
        if model != camera { bytes = bytes.replacing(camera.utf8, with: model.utf8) }
        return TestPhoto(bytes: withComment(mark ?? UUID().uuidString, in: bytes))
    }

    /// Puts a comment behind the JPEG's start.
    private static func withComment(_ text: String, in bytes: [UInt8]) -> [UInt8] {
        let comment = Array(text.utf8.prefix(1000))
        let length = comment.count + 2
        let segment = [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 0xFF)] + comment
        return bytes[..<2] + segment + bytes[2...]
    }

    /// A photo whose metadata is what exiftool makes of the arguments.
    public static func tagged(_ arguments: [String]) throws -> TestPhoto {
        let file = FileManager.default.temporaryDirectory.appending(path: "filmgate-photo-\(UUID().uuidString).jpg")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(madeUntagged.get()).write(to: file)
        let command = ["exiftool", "-quiet", "-overwrite_original"] + arguments + [file.path]
        guard try ChildProcess.run(command).code == 0 else { throw ClientFailure("exiftool failed") }
        return try TestPhoto(contentsOf: file.path)
    }

    /// A photo that differs from all with another mark, from a burst with an identifier of 12 bytes.
    public static func ofBurst(_ identifier: String, isPicked: Bool = false, _ mark: String? = nil) throws -> TestPhoto
    {
        var bytes = try madeOfBurst.get().replacing("BURSTIDBURST".utf8, with: identifier.utf8)
        if !isPicked { bytes = bytes.replacing("BurstPrimary>1<".utf8, with: "BurstPrimary>0<".utf8) }
        return TestPhoto(bytes: withComment(mark ?? UUID().uuidString, in: bytes))
    }

    private static let madeOfBurst = Result {
        try tagged([
            "-DateTimeOriginal=2024:05:01 19:12:40", "-OffsetTimeOriginal=+02:00",
            "-XMP-GCamera:BurstID=BURSTIDBURST", "-XMP-GCamera:BurstPrimary=1",
        ]).bytes
    }

    /// A photo of one color, `RRGGBB`.
    public static func plain(_ color: String) throws -> TestPhoto {
        let file = FileManager.default.temporaryDirectory.appending(path: "filmgate-photo-\(UUID().uuidString).jpg")
        defer { try? FileManager.default.removeItem(at: file) }
        try run(
            "ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "color=0x\(color):size=320x240",
            "-frames:v", "1", file.path)
        return try TestPhoto(contentsOf: file.path)
    }

    /// A photo of 1600 × 1200 pixels, which takes a while to decode.
    public static func large() throws -> TestPhoto { TestPhoto(bytes: try madeLarge.get()) }

    /// A photo of 24 million pixels, of which a PNG takes seconds.
    public static func huge() throws -> TestPhoto { TestPhoto(bytes: try madeHuge.get()) }

    public static func several(_ count: Int) throws -> [TestPhoto] {
        try (0..<count).map { _ in try small() }
    }

    private static let madeUntagged = Result { try picture(of: "\(size.width)x\(size.height)") }
    private static let madeLarge = Result { try picture(of: "1600x1200") }
    private static let madeHuge = Result { try picture(of: "6000x4000") }

    private static func picture(of size: String) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "filmgate-photo-\(UUID().uuidString).jpg")
        defer { try? FileManager.default.removeItem(at: file) }
        try run(
            "ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc=size=\(size)", "-frames:v", "1",
            file.path)
        return try Array(Data(contentsOf: file))
    }

    private static let made = Result {
        try tagged([
            "-DateTimeOriginal=2024:05:01 19:12:40", "-OffsetTimeOriginal=+02:00", "-Make=Canon", "-Model=\(camera)",
            "-LensModel=\(lens)", "-SerialNumber=SERIAL1", "-Artist=Somebody", "-ExposureTime=1/200", "-FNumber=4",
            "-ISO=400", "-FocalLength=50", "-XMP-photoshop:City=Budapest", "-XMP-iptcCore:Location=Chain Bridge",
            "-XMP-iptcExt:PersonInImage=Somebody", "-XMP-dc:Subject=bridge", "-XMP-dc:Subject=dusk",
            "-GPSLatitudeRef=N", "-GPSLongitudeRef=E", "-GPSAltitude=96", "-GPSLatitude*=\(latitude)",
            "-GPSLongitude*=\(longitude)", "-XMP-dc:Title=\(title)",
        ]).bytes
    }

    private static func run(_ command: String...) throws {
        guard try ChildProcess.run(command).code == 0 else { throw ClientFailure("\(command[0]) failed") }
    }

    public init(contentsOf path: String) throws { bytes = try Array(Data(contentsOf: URL(filePath: path))) }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Its hash as `content-hash` tells it, without the prefix.
    public var sha256: String {
        get throws {
            let path = FileManager.default.temporaryDirectory.appending(path: "filmgate-\(UUID().uuidString)").path
            try write(to: path)
            defer { try? FileManager.default.removeItem(atPath: path) }
            return String(try ChildProcess.run(["sha256sum", path]).output.prefix(64))
        }
    }

    /// The same, cut off in its middle.
    public var truncated: TestPhoto { TestPhoto(bytes: Array(bytes[..<(bytes.count / 2)])) }

    /// Writes it to a file.
    public func write(to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }
}
