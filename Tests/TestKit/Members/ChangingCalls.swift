// Members that change what is in the library.

extension MemberCall {
    /// A batch of one change.
    private static func change(
        _ change: String, _ comment: String = "", interactive: Bool = true,
        with prepare: @escaping @Sendable (MemberScene) async throws -> String = { _ in "" },
        _ keys: @escaping @Sendable (MemberScene, String) throws -> [String: BusArgument]
    ) -> MemberCall {
        MemberCall("Library1.PerformChanges \(change)\(comment)", with: prepare) { scene, subject in
            try await scene.caller.perform((change, keys(scene, subject)), interactive: interactive)
        }
    }

    static let changes =
        [
            change("create-asset") { _, _ in
                TestClient.creation(of: .memory(try TestPhoto.small().bytes)).1
            },
            change("set-properties") { scene, _ in
                ["id": .text(scene.library.photo), "properties": .options(["favorite": true])]
            },
            change("add-keywords") { scene, _ in
                ["ids": .texts([scene.library.photo]), "keywords": .texts(["word"])]
            },
            change("remove-keywords") { scene, _ in
                ["ids": .texts([scene.library.photo]), "keywords": .texts(["word"])]
            },
            change("set-burst-pick", with: { try await $0.freshBurst() }) { ["id": .text($1)] },
            change("delete-assets", with: { try await $0.fresh() }) { ["ids": .texts([$1])] },
            change("delete-assets", " without a person", interactive: false, with: { try await $0.fresh() }) {
                ["ids": .texts([$1])]
            },
            change("restore-assets", with: { try await $0.fresh(trashed: true) }) { ["ids": .texts([$1])] },
            change("purge-assets", with: { try await $0.fresh(trashed: true) }) { ["ids": .texts([$1])] },
            change(
                "revert-content",
                with: { scene in
                    let asset = try await scene.fresh()
                    try await scene.owner.edit(asset, as: TestPhoto.small())
                    return asset
                }
            ) { ["id": .text($1)] },
            setContent,
        ] + albums

    /// An edit of the caller's; by one who cannot edit, of the neighbor's session.
    private static let setContent = MemberCall(
        "Library1.PerformChanges set-content",
        with: { scene in
            let asset = try await scene.fresh()
            let session = await scene.session(for: asset)
            if session != scene.neighborSession {
                try await scene.caller.finish(session, ["full-size-photo": .memory(TestPhoto.small().bytes)])
            }
            return "\(asset) \(session)"
        }
    ) { scene, subject in
        let words = subject.split(separator: " ").map(String.init)
        try await scene.caller.setContent(words[1], of: words[0], interactive: true)
    }

    private static let albums =
        [
            change("create-album") { _, _ in ["title": "Mine"] },
            change("create-folder") { _, _ in ["title": "Mine"] },
            change("rename", with: { try await $0.freshAlbum() }) { ["id": .text($1), "title": "Mine"] },
            change(
                "set-rule",
                with: { scene in
                    try await scene.owner.perform(("create-album", ["title": "Rule", "where": "favorite"]))[0]
                }
            ) { ["album": .text($1), "where": "rating > 2"] },
            change("delete-albums", with: { try await $0.freshAlbum() }) { ["ids": .texts([$1])] },
            change("delete-folders", with: { try await $0.freshFolder() }) { ["ids": .texts([$1])] },
            change("set-cover", with: { try await $0.freshAlbum() }) { scene, album in
                ["album": .text(album), "id": .text(scene.library.video)]
            },
        ]
        + [("add-assets", false), ("remove-assets", false), ("insert-assets", true), ("move-assets", true)].map {
            change, hasIndex in
            Self.change(change, with: { try await $0.freshAlbum() }) { scene, album in
                let keys: [String: BusArgument] = ["album": .text(album), "ids": .texts([scene.library.photo])]
                return hasIndex ? keys.merging(["index": .uint32(0)]) { $1 } : keys
            }
        }
        + [("add-children", false), ("remove-children", false), ("insert-children", true), ("move-children", true)].map
    {
        change, hasIndex in
        Self.change(
            change,
            with: { scene in
                let album = try await scene.freshAlbum()
                return try await "\(album) \(scene.freshFolder(holding: [album]))"
            }
        ) { _, subject in
            let words = subject.split(separator: " ").map(String.init)
            let keys: [String: BusArgument] = ["folder": .text(words[1]), "ids": .texts([words[0]])]
            return hasIndex ? keys.merging(["index": .uint32(0)]) { $1 } : keys
        }
    }

    static let editing = [
        MemberCall("Editing1.BeginEditing") { scene in
            let session = try await scene.caller.beginEditing(scene.library.photo).session
            try await scene.caller.call("EditSession1", "Cancel", at: session)
        },
        MemberCall("Editing1.CreateTicket") { scene in
            _ = try await scene.caller.ticket(for: MemberScene.neighborID, toEdit: scene.library.photo)
        },
        MemberCall(
            "Editing1.TakeUp",
            with: { scene in
                await (try? scene.owner.ticket(for: scene.id, toEdit: scene.library.photo)) ?? "unknown"
            }
        ) { scene, ticket in
            let session = try await scene.caller.takeUp(ticket).session
            try await scene.caller.call("EditSession1", "Cancel", at: session)
        },
        MemberCall("Editing1.TakeUp of another client's") { scene in
            let ticket = try await scene.owner.ticket(for: MemberScene.neighborID, toEdit: scene.library.photo)
            _ = try await scene.caller.takeUp(ticket)
        },
        MemberCall("EditSession1.Finish", with: { await $0.session(for: $0.library.photo) }) { scene, session in
            try await scene.caller.finish(session, ["full-size-photo": .memory(TestPhoto.small().bytes)])
        },
        MemberCall("EditSession1.Finish of another client's") { scene in
            try await scene.caller.finish(scene.neighborSession, ["full-size-photo": .memory(TestPhoto.small().bytes)])
        },
        MemberCall("EditSession1.Transform", with: { await $0.session(for: $0.library.photo) }) { scene, session in
            try await scene.caller.transform(session, ["rotate": .variant("u", 90)])
        },
        MemberCall("EditSession1.Transform of another client's") { scene in
            try await scene.caller.transform(scene.neighborSession, ["rotate": .variant("u", 90)])
        },
        MemberCall("EditSession1.Cancel", with: { await $0.session(for: $0.library.photo) }) { scene, session in
            try await scene.caller.call("EditSession1", "Cancel", at: session)
        },
        MemberCall("EditSession1.Cancel of another client's") { scene in
            try await scene.caller.call("EditSession1", "Cancel", at: scene.neighborSession)
        },
    ]
}
