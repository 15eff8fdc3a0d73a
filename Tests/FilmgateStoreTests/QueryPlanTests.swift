import FilmgateModel
import FilmgateSQLite
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Query plans")
struct QueryPlanTests {
    @Test("go from an asset to its file, but from a file to its asset for a content hash")
    func resources() async throws {
        let fixture = try await Fixture()
        try await fixture.add()
        var query = AssetQuery()
        query.sort = [.init(by: .filename, ascending: true)]
        #expect(try await fixture.plan(query, in: .everything).contains("SEARCH r USING PRIMARY KEY"))
        query.sort = []
        query.predicate = .compares(.contentHash, .equal, .contentHash(ContentHash(bytes: Array(0..<32)).orTrap))
        let plan = try await fixture.plan(query, in: .everything)
        #expect(plan.contains("SEARCH r USING COVERING INDEX resource_hash"), "\(plan)")
        #expect(plan.contains("SEARCH a USING INTEGER PRIMARY KEY"), "\(plan)")
    }

    @Test("for the default orders read one index without sorting, so that the cost depends on the page alone")
    func orders() async throws {
        let fixture = try await Fixture()
        try await fixture.add(by: .client(Fixture.app))
        for (scope, index) in [
            (SQLScope.everything, "COVERING INDEX asset_listed"), (.members(of: 1), "PRIMARY KEY"),
        ] {
            let plan = try await fixture.plan(AssetQuery(), in: scope)
            #expect(plan.contains(index), "\(plan)")
            #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
        }
        var query = AssetQuery()
        query.sort = [.init(by: .creationDate, ascending: true)]
        #expect(try await fixture.plan(query, in: .everything).contains("COVERING INDEX asset_listed"))
        #expect(try await !fixture.plan(query, in: .everything).contains("TEMP B-TREE"))
        query.sort = []
        query.includesHidden = true
        #expect(try await fixture.plan(query, in: .everything).contains("COVERING INDEX asset_by_date"))
        #expect(try await !fixture.plan(query, in: .everything).contains("TEMP B-TREE"))
    }

    @Test("for a burst read its first photo that the client sees from an index, however many it does not see")
    func bursts() async throws {
        let fixture = try await Fixture()
        var query = AssetQuery()
        query.predicate = .isNull(.burstID)
        for (scope, index) in [
            (SQLScope.everything, "SEARCH o USING COVERING INDEX burst_order (burst=?"),
            (.assets(of: .image), "SEARCH o USING COVERING INDEX burst_order (burst=?"),
            (.members(of: 1), "SEARCH o USING COVERING INDEX member_burst (client=? AND burst=? AND trashed=?"),
        ] {
            let plan = try await fixture.plan(AssetQuery(), in: scope)
            #expect(plan.contains(index), "\(plan)")
            #expect(!plan.contains("TEMP B-TREE") && !plan.contains("SCAN o") && !plan.contains("SCAN s"), "\(plan)")
            let property = try await fixture.plan(query, in: scope)
            #expect(!property.contains("SCAN o") && !property.contains("SCAN s"), "\(property)")
            #expect(property.ranges(of: index).count == 2, "\(property)")
        }
    }

    @Test("for the trash use its own index, the oldest first")
    func trash() async throws {
        let fixture = try await Fixture()
        let plan = try await fixture.plan(DueAsset.statement(before: .seconds(1), limit: 10))
        #expect(plan.contains("SEARCH a USING INDEX smart_trash (trashed_date<?)"), "\(plan)")
        #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
    }

    @Test("for an equal photo, and for an identifier, use an index")
    func lookUps() async throws {
        let fixture = try await Fixture()
        for query: SQL in [
            "SELECT 1 FROM resource AS r WHERE r.hash = \([0] as [UInt8]) AND r.type IN ('photo', 'video')",
            "SELECT a.row FROM asset AS a WHERE a.id = \([0] as [UInt8])",
            "UPDATE member SET hidden = 1 WHERE asset = 1",
        ] {
            #expect(try await !fixture.plan(query).contains("SCAN"), "\(query.text)")
        }
    }
}

extension Fixture {
    fileprivate func plan(_ query: AssetQuery, in scope: SQLScope) async throws -> String {
        var query = query
        query.limit = 200
        return try await plan(query.statement(in: scope, visibleTo: .everything))
    }

    fileprivate func plan(_ statement: SQL) async throws -> String {
        try await library.database.read { database in
            try database.all("EXPLAIN QUERY PLAN \(statement)") { $0.text(3) }.joined(separator: "; ")
        }
    }
}
