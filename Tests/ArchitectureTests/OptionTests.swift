import Foundation
import Testing

/// No option of the contract is decoded and then dropped.
@Suite("The options of the contract")
struct OptionTests {
    private static let sources = Repository.root.appending(path: "Sources")

    private static func files(_ module: String) throws -> [(name: String, text: String)] {
        let folder = sources.appending(path: module)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        return try names.map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
    }

    @Test("are not decoded in vain: only 'network' has no effect, because everything is at hand")
    func discarded() throws {
        for (name, text) in try Self.files("Contract/FilmgateWire") {
            for line in text.split(separator: "\n")
            where line.contains("_ = try reader.") || line.contains("_ = try options.") {
                #expect(line.contains("network"), "\(name): \(line)")
            }
        }
    }

    @Test("are each used where the contract is served")
    func used() throws {
        let modules = ["Broker/FilmgateBroker", "Contract/FilmgatePolicy", "Broker/FilmgateStore"]
        let server = try modules.flatMap(Self.files).map(\.text).joined()
        // The members that are used, by their whole names.
        let members = Set(server.split(separator: ".").map { $0.prefix { $0.isLetter } })
        var options = 0
        for (name, text) in try Self.files("Contract/FilmgateWire") {
            for type in text.components(separatedBy: "\npublic struct ").dropFirst() {
                let typeName = type.prefix { $0.isLetter }
                guard ["Options", "Option", "Filter"].contains(where: { typeName.hasSuffix($0) }) else { continue }
                let body = type.components(separatedBy: "\n}\n")[0]
                for line in body.split(separator: "\n") where line.hasPrefix("    public var ") && !line.hasSuffix("{")
                {
                    let property = line.dropFirst("    public var ".count).prefix { $0.isLetter }
                    guard property != "representation", !line.contains(" { ") else { continue }
                    options += 1
                    #expect(members.contains(property), "\(name): '\(property)' of \(typeName) is used nowhere")
                }
            }
        }
        #expect(options > 30, "the test finds the options: \(options)")
    }
}
