/// The table of access, as a client meets it on the bus.
public enum AccessTable {
    /// How every row of the table is answered to this client, for an asset that is there; nil where it is allowed.
    public static func answers(to app: TestClient, about asset: String) async throws -> [String: String?] {
        try await [
            "create": kind { try await app.add(TestPhoto.small()) },
            "fetch": kind { try await app.fetch() },
            "list resources": kind { try await app.resources(of: asset) },
            "open a resource": kind { try await app.open(asset) },
            "set properties": kind { try await app.set(["favorite": true], of: asset) },
            "delete": kind { try await app.delete(asset) },
            "delete, allowing to ask": kind { try await app.delete(asset, interactive: true) },
            "observe": kind { try await app.changes(since: app.subscribe()) },
            "observe from a token": kind { try await app.changes(since: "0") },
            "administer": kind { try await app.grants() },
            "maintain": kind { try await app.verify() },
        ]
    }

    /// Returns the error that a call is answered, and nil if it is allowed.
    public static func kind<Outcome>(_ body: () async throws -> Outcome) async throws -> String? {
        do {
            _ = try await body()
            return nil
        } catch let error as BusError {
            return error.kind
        }
    }
}
