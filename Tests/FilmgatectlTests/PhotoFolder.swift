import FilmgateTestKit
import Foundation

/// A folder with photos of a test's own, gone with the test's world.
struct PhotoFolder {
    let path: String

    init(_ name: String, in world: World) throws {
        path = "\(world.folder)/\(name)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Photos that all differ, called `NAME-0001.jpg` and so on.
    func add(_ count: Int, _ name: String = "photo") throws {
        for number in 1...count {
            let digits = String(String(10_000 + number).dropFirst())
            try write(TestPhoto.small("\(name) \(number)").bytes, to: "\(name)-\(digits).jpg")
        }
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let file = URL(filePath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }
}

extension RunResult {
    /// Standard output as JSON.
    func json() throws -> Any { try JSONSerialization.jsonObject(with: Data(output.utf8)) }

    func object() throws -> [String: Any] { try json() as? [String: Any] ?? [:] }

    func objects() throws -> [[String: Any]] { try json() as? [[String: Any]] ?? [] }
}
