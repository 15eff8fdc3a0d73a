import FilmgateTestKit

/// Calls that name one asset, by the rows of `AssetTable`.
enum AssetCalls {
    /// Throws what the call is answered; returns false if the asset was left out.
    typealias Call = @Sendable (MemberScene, String) async throws -> Bool

    static let all: [String: Call] = reading.merging(changing) { $1 }.merging(administering) { $1 }

    private static let everything: [String: BusArgument] = ["include-hidden": true, "include-trashed": true]

    private static func call(
        _ interface: String, _ member: String, _ signature: String,
        _ arguments: @escaping @Sendable (String) -> [BusArgument]
    ) -> Call {
        { scene, asset in
            let reply = try await scene.caller.call(interface, member, signature, list: arguments(asset))
            if let path = reply[0]?.text, reply.signature == "o" {
                try await scene.end(of: OpenRequest(path: path, serial: reply.serial ?? 0))
            }
            return true
        }
    }

    private static let reading: [String: Call] = [
        "Fetch": { scene, asset in
            try await scene.caller.fetch(everything.merging(["identifiers": .texts([asset])]) { $1 }).count == 1
        },
        "IndexOf": { scene, asset in
            let result = try await scene.caller.fetch(everything)
            let index = try await scene.caller.call("FetchResult1", "IndexOf", "s", .text(asset), at: result.path)
            try await scene.caller.close(result)
            return (index[0]?.integer ?? -1) >= 0
        },
        "GetCapabilities": call("Library1", "GetCapabilities", "sas") { ["asset", .list([.text($0)])] },
        "CreateTransient": { scene, asset in
            _ = try await scene.caller.transient("Mine", [asset])
            return true
        },
        "RequestImage": call("Images1", "RequestImage", "sa{sv}") { [.text($0), ["width": .uint32(20)]] },
        "RequestVideo": call("Images1", "RequestVideo", "sa{sv}") { [.text($0), [:]] },
        "RequestLivePhoto": call("Images1", "RequestLivePhoto", "sa{sv}") { [.text($0), [:]] },
        "StartCaching": call("Images1", "StartCaching", "asa{sv}") { [.list([.text($0)]), ["width": .uint32(20)]] },
        "StopCaching": call("Images1", "StopCaching", "asa{sv}") { [.list([.text($0)]), ["width": .uint32(20)]] },
        "ListResources": call("Resources1", "ListResources", "s") { [.text($0)] },
        "OpenResource": call("Resources1", "OpenResource", "ssa{sv}") { [.text($0), "photo", [:]] },
        "RequestResource": call("Resources1", "RequestResource", "ssa{sv}") { [.text($0), "photo", [:]] },
        "GetMetadata": call("Resources1", "GetMetadata", "sa{sv}") { [.text($0), [:]] },
        "BeginEditing": { scene, asset in
            let session = try await scene.caller.beginEditing(asset).session
            try await scene.caller.call("EditSession1", "Cancel", at: session)
            return true
        },
    ]

    private static let administering: [String: Call] = [
        "CreateTicket": call("Editing1", "CreateTicket", "ssa{sv}") {
            [.text($0), .text(MemberScene.neighborID), [:]]
        },
        "GetReceipts": call("Library1", "GetReceipts", "as") { [.list([.text($0)])] },
        "WithdrawAdded": call("Library1", "WithdrawAdded", "as") { [.list([.text($0)])] },
        "ExplainAccess": call("Admin1", "ExplainAccess", "ssa{sv}") {
            [.text(MemberScene.neighborID), .text($0), [:]]
        },
        "AcceptAdded": call("Admin1", "AcceptAdded", "asa{sv}") { [.list([.text($0)]), [:]] },
        "RejectAdded": call("Admin1", "RejectAdded", "asa{sv}") { [.list([.text($0)]), [:]] },
    ]

    private static func change(_ name: String, _ keys: @escaping @Sendable (String) throws -> [String: BusArgument])
        -> Call
    {
        { scene, asset in
            try await scene.caller.perform((name, keys(asset)), interactive: true)
            return true
        }
    }

    private static let changing: [String: Call] = [
        "set-properties": change("set-properties") { ["id": .text($0), "properties": .options(["favorite": true])] },
        "add-keywords": change("add-keywords") { ["ids": .texts([$0]), "keywords": .texts(["word"])] },
        "remove-keywords": change("remove-keywords") { ["ids": .texts([$0]), "keywords": .texts(["word"])] },
        "delete-assets": change("delete-assets") { ["ids": .texts([$0])] },
        "restore-assets": change("restore-assets") { ["ids": .texts([$0])] },
        "purge-assets": change("purge-assets") { ["ids": .texts([$0])] },
        "revert-content": change("revert-content") { ["id": .text($0)] },
        "original-asset": change("create-asset") { asset in
            TestClient.creation(of: .memory(try TestPhoto.small().bytes)).1.merging(["original-asset": .text(asset)]) {
                $1
            }
        },
    ]

    /// After these the asset is not what it was.
    static let spoiling: Set = [
        "WithdrawAdded", "AcceptAdded", "RejectAdded", "delete-assets", "restore-assets", "purge-assets",
        "BeginEditing",
    ]
}
