import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

extension WorkerPool {
    func image(
        of file: URL, _ specification: ImageSpecification = ImageSpecification()
    ) async throws -> (WorkerImage, [UInt8]) {
        try await image(of: [UInt8](try Data(contentsOf: file)), specification)
    }

    func image(
        of bytes: some Collection<UInt8>, _ specification: ImageSpecification = ImageSpecification(),
        takesDamaged: Bool = false
    ) async throws -> (WorkerImage, [UInt8]) {
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write(bytes)
        let image = try await withCheckedContinuation { continuation in
            _ = render(file, as: specification, takesDamaged: takesDamaged, room: 1 << 26, for: .somebody) {
                continuation.resume(returning: $0)
            }
        }.get()
        return (image, try #require(try image.content.contents(upTo: 1 << 26)))
    }

    /// Returns packed RGBA of a picture that fits into a box.
    func pixels(
        of file: URL, _ box: UInt32? = nil, version: ImageSpecification.Version = .current
    ) async throws -> (WorkerImage, [UInt8]) {
        var specification = ImageSpecification()
        specification.format = .pixels
        (specification.width, specification.height) = (box, box)
        specification.version = version
        return try await image(of: file, specification)
    }

    /// Returns packed RGBA of a picture that decodes faster; nil if there is none.
    func degradedPixels(
        of bytes: some Collection<UInt8>, _ box: UInt32? = nil, crop: UnitRectangle = .whole
    ) async throws -> (WorkerImage, [UInt8])? {
        var specification = ImageSpecification()
        specification.format = .pixels
        (specification.width, specification.height) = (box, box)
        specification.crop = crop
        let (file, asked) = (try OwnedDescriptor.memory(named: "test"), specification)
        try file.write(bytes)
        let image = try await withCheckedContinuation { continuation in
            _ = renderDegraded(file, as: asked, room: 1 << 26, for: .somebody) { continuation.resume(returning: $0) }
        }.get()
        guard let image else { return nil }
        return (image, try #require(try image.content.contents(upTo: 1 << 26)))
    }

    func degradedPixels(of file: URL, _ box: UInt32? = nil) async throws -> (WorkerImage, [UInt8])? {
        try await degradedPixels(of: [UInt8](try Data(contentsOf: file)), box)
    }
}

/// Returns packed RGBA of the first frame, decoded by ffmpeg. ffmpeg turns videos, but not pictures.
///
/// - Parameter filter: an ffmpeg filter for the frames.
func decodedByFFmpeg(_ file: URL, filter: String = "null") throws -> [UInt8] {
    let target = FileManager.default.temporaryDirectory.appending(path: "raw-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: target) }
    let run = try ChildProcess.run([
        "/usr/bin/ffmpeg", "-nostdin", "-v", "error", "-i", file.path, "-vf", filter, "-frames:v", "1", "-sws_flags",
        "bicubic+accurate_rnd+full_chroma_int", "-f", "rawvideo", "-pix_fmt", "rgba", target.path,
    ])
    #expect(run.code == 0)
    return [UInt8](try Data(contentsOf: target))
}

/// Returns the brightness of RGBA pixels.
func luma(_ pixels: [UInt8]) -> [UInt8] {
    stride(from: 0, to: pixels.count - 3, by: 4).map { index in
        let (red, green, blue) = (Int(pixels[index]), Int(pixels[index + 1]), Int(pixels[index + 2]))
        let sum: Int = 299 * red + 587 * green + 114 * blue
        return UInt8(sum / 1000)
    }
}

/// Returns the peak signal-to-noise ratio in decibels.
func signalToNoise(_ one: [UInt8], _ other: [UInt8]) -> Double {
    guard one.count == other.count, !one.isEmpty else { return 0 }
    let squares = zip(one, other).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
    return squares == 0 ? .infinity : 10 * log10(255 * 255 * Double(one.count) / squares)
}
