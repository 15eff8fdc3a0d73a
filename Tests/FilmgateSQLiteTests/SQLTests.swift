import FilmgateSQLite
import Testing

@Suite("SQL")
struct SQLTests {
    @Test("interpolated values are bound and never part of the text")
    func binding() {
        let name = "'; DROP TABLE asset; --"
        let sql: SQL = "SELECT \(name), \(7), \(nil as String?), \(true)"
        #expect(sql.text == "SELECT ?, ?, ?, ?")
        #expect(sql.values == [.text(name), .integer(7), .null, .integer(1)])
    }

    @Test("a fragment adds its values in the right order")
    func fragments() {
        let condition: SQL = "b = \(2)"
        let sql: SQL = "SELECT \(1) WHERE \(condition) AND c = \(3)"
        #expect(sql.text == "SELECT ? WHERE b = ? AND c = ?")
        #expect(sql.values == [.integer(1), .integer(2), .integer(3)])
        #expect([condition, "c"].joined(by: " OR ").text == "b = ? OR c")
    }
}
