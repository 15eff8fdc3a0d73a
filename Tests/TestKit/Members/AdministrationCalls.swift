// Members for administrators.

extension MemberCall {
    private static let victim = BusArgument.text(MemberScene.victimID)

    /// A call whose last argument are options without content.
    private init(
        _ interface: String, _ member: String, _ signature: String, _ arguments: BusArgument...,
        comment: String = ""
    ) {
        self.init("\(interface).\(member)\(comment)") { scene in
            try await scene.caller.call(interface, member, signature, list: arguments)
        }
    }

    static let administration = [
        MemberCall("Admin1", "ListGrants", "a{sv}", [:]),
        MemberCall("Admin1", "GetSelection", "sa{sv}", victim, [:]),
        MemberCall("Admin1", "ChangeSelection", "sasasa{sv}", victim, [], [], [:]),
        MemberCall("Admin1", "PauseClient", "sa{sv}", victim, ["until": .int64(Moments.inSeconds(86_400))]),
        MemberCall("Admin1", "SetGrant", "ssa{sv}", victim, "full", [:]),
        MemberCall("Admin1", "SetGrant", "ssa{sv}", victim, "none", [:], comment: " that takes back"),
        MemberCall("Admin1", "ResetGrant", "sa{sv}", victim, [:]),
        MemberCall("Admin1", "ListClients", ""),
        MemberCall("Admin1", "ReadAudit", "a{sv}", [:]),
        MemberCall("Admin1.ExplainAccess") { scene in
            try await scene.caller.call("Admin1", "ExplainAccess", "ssa{sv}", victim, .text(scene.library.photo), [:])
        },
        MemberCall("Admin1", "UndoChanges", "sa{sv}", victim, [:]),
        MemberCall("Admin1", "ReplayPolicy", "sa{sv}", "[*]\nhighest=none\n", [:]),
        MemberCall("Admin1", "ListInbox", "a{sv}", [:]),
        decision("AcceptAdded"), decision("RejectAdded"),
        MemberCall("Admin1", "ListKeptItems", "a{sv}", [:]),
        MemberCall("Admin1", "ForgetKeptItems", "sasa{sv}", victim, [], [:]),
        MemberCall(signal: "Admin1.GrantsChanged", after: { _ = try await $0.caller.grants() }) { scene in
            try await scene.owner.grant(MemberScene.victimID, "full")
            try await scene.owner.resetGrant(MemberScene.victimID)
        },
        MemberCall(
            signal: "Admin1.InboxChanged", after: { try await $0.caller.call("Admin1", "ListInbox", "a{sv}", [:]) }
        ) { scene in
            try await scene.scanner.add(TestPhoto.small())
        },
    ]

    private static func decision(_ member: String) -> MemberCall {
        MemberCall("Admin1.\(member)", with: { try await $0.scanner.add(TestPhoto.small()) }) { scene, asset in
            try await scene.caller.call("Admin1", member, "asa{sv}", .list([.text(asset)]), [:])
        }
    }

    static let maintenance = [
        MemberCall("Maintenance1", "GetSummary", "a{sv}", [:]),
        MemberCall("Maintenance1", "Verify", "sa{sv}", "", [:]),
        MemberCall("Maintenance1", "VerifyAudit", "sa{sv}", "", [:]),
        MemberCall("Maintenance1", "ClearCache", "a{sv}", [:]),
    ]

    static let backup =
        [
            MemberCall("Backup1", "BeginBackup", "a{sv}", [:]),
            MemberCall("Backup1", "OpenFiles", "asa{sv}", [], [:]),
            MemberCall("Backup1", "FinishBackup", "a{sv}", [:]),
            MemberCall("Backup1.BeginRestore") { scene in
                try await scene.beginRestore()
                try await scene.caller.call("Backup1", "CancelRestore", "a{sv}", [:])
            },
        ]
        + [("AddFiles", "a{sh}a{sv}", [[:], [:]]), ("CancelRestore", "a{sv}", [[:]])].map {
            (member: String, signature: String, arguments: [BusArgument]) in
            MemberCall("Backup1.\(member)", with: { await $0.tryToRestore() }) { scene, _ in
                try await scene.caller.call("Backup1", member, signature, list: arguments)
                if member != "CancelRestore" { try await scene.caller.call("Backup1", "CancelRestore", "a{sv}", [:]) }
            }
        }

    /// What changes the caller's own grant, or replaces the library.
    static let last = [
        MemberCall(
            signal: "Authorization1.StatusChanged", after: { try await $0.caller.call("Authorization1", "GetClient") }
        ) {
            scene in
            guard !scene.id.isEmpty else { return }
            for level in ["none", "full"] { try await scene.owner.grant(scene.id, level) }
        },
        MemberCall("Backup1.FinishRestore", with: { await $0.tryToRestore() }) { scene, failure in
            do {
                try await scene.caller.call("Backup1", "FinishRestore", "a{sv}", [:])
            } catch let error as BusError where error.kind == "InvalidArgument" && failure.isEmpty {
                throw ClientFailure("a restore had begun: \(error)")
            }
        },
    ]
}

extension MemberScene {
    /// Begins to restore a backup that was made just now: no file is missing.
    fileprivate func beginRestore() async throws {
        let backup = try await caller.call("Backup1", "BeginBackup", "a{sv}", [:])
        guard let database = backup[0]?.descriptor else { throw ClientFailure("no database") }
        try await caller.call(
            "Backup1", "BeginRestore", "ha{sv}", .descriptor(.kept(database.number)), ["replace": true], timeout: nil)
    }

    /// - Returns: why the restore did not begin.
    fileprivate func tryToRestore() async -> String {
        do { try await beginRestore() } catch { return "\(error)" }
        return ""
    }
}
