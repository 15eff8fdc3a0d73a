import FilmgateSystem
import Foundation
import Testing

@testable import FilmgateSQLite
@testable import FilmgateStore

@Suite("A library with a newer or older schema, or one of something else")
struct SchemaTests {
    @Test(
        "is refused with a sentence, and nothing is changed",
        arguments: [
            (1_000, "a newer program wrote the database"), (30, "an older program wrote the database"),
            (1, "an older program wrote the database"), (0, "the database belongs to another program"),
        ])
    func unknown(_ version: Int, _ sentence: String) async throws {
        let fixture = try await Fixture()
        try await fixture.add("a photo")
        await fixture.library.close()
        let path = fixture.path + "/library.sqlite3"
        let database = try Database(path: path, access: .readWrite, named: "version")
        try await database.write { try $0.script("PRAGMA user_version = \(version)") }
        await database.close()

        let before = try Data(contentsOf: URL(filePath: path))
        let error = await #expect(throws: UnknownSchema.self) {
            try await Library.open(in: Directory(path: fixture.path), user: 1000)
        }
        #expect(error?.description.hasPrefix(sentence) == true, "\(String(describing: error))")
        #expect(error.map { Library.isDamage($0) } == false, "no backup takes its place without a question")
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        #expect(try fixture.originals().count == 1)
    }
}
