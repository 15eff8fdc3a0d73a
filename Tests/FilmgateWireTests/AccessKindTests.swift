import FilmgateModel
import FilmgateWire
import Testing

/// What the audit log says about who saw an asset, and who took its file.
@Suite("The use of an asset")
struct AccessKindTests {
    /// Every method of the interfaces that clients call, and what an allowed call gives of an asset.
    private static let uses: [String: AuditEntry.AccessKind?] = [
        "read": .read, "snapshot": .read, "index-of": .read, "list-resources": .read, "get-metadata": .read,
        "get-item-metadata": .read,
        "request-image": .seen,
        "open-resource": .taken, "request-resource": .taken, "request-video": .taken, "request-live-photo": .taken,
        "open-item": .taken, "request-item": .taken, "begin-editing": .taken, "take-up": .taken,
        // They give a number, an identifier that the client had, or nothing.
        "fetch": nil, "count-by": nil, "create-transient": nil, "get-capabilities": nil, "get-receipts": nil,
        "withdraw-added": nil, "perform-changes": nil, "cancel-changes": nil, "update": nil, "close": nil,
        "subscribe": nil, "unsubscribe": nil, "changes-since": nil, "create-ticket": nil, "finish": nil, "cancel": nil,
        "transform": nil,
        "start-caching": nil, "stop-caching": nil, "stop-caching-all": nil, "get-status": nil, "request-access": nil,
        "edit-selection": nil, "open-settings": nil, "get-client": nil,
        // The person's answer counts, not the request.
        "pick": nil, "kept-items": nil, "forget-items": nil,
    ]

    @Test("is decided for every method that a client can call")
    func methods() {
        let interfaces: [any ContractInterface.Type] = [
            AuthorizationInterface.self, LibraryInterface.self, FetchResultInterface.self, ResourcesInterface.self,
            ImagesInterface.self, PickerInterface.self, EditingInterface.self, EditSessionInterface.self,
            ObservationInterface.self, RequestInterface.self,
        ]
        for interface in interfaces {
            for case .method(let name, _, _) in interface.members {
                let operation = AuditEntry.Operation(member: name)
                guard let expected = Self.uses[operation.rawValue] else {
                    Issue.record("\(interface.name).\(name) is not decided")
                    continue
                }
                #expect(use(operation, .allowed) == expected, "\(name)")
                #expect(use(operation, "access-denied") == nil, "\(name)")
            }
        }
    }

    @Test("includes what a person or a rule picked, and no other answer")
    func answers() {
        for outcome in ["allow", "allow-by-rule"] as [AuditEntry.Outcome] {
            #expect(use("pick", outcome) == .seen)
            #expect(use("request-access", outcome) == nil && use("edit-selection", outcome) == nil)
        }
        #expect(use("pick", "dismiss") == nil)
    }

    @Test("has an order: who took a file saw the asset, and who saw it read of it")
    func order() { #expect(AuditEntry.AccessKind.allCases.sorted() == [.read, .seen, .taken]) }

    private func use(_ operation: AuditEntry.Operation, _ outcome: AuditEntry.Outcome) -> AuditEntry.AccessKind? {
        AuditEntry(date: Timestamp(rawValue: 0), client: "", user: 0, operation: operation, outcome: outcome).use
    }
}
