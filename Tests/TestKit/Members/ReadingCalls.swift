// Members that show what is in the library.

extension MemberCall {
    static let library = [
        MemberCall("Library1.Fetch") { _ = try await $0.caller.fetch() },
        MemberCall("Library1.Fetch of albums") { _ = try await $0.caller.fetch("album", [:]) },
        MemberCall("Library1.CountBy") { scene in
            try await scene.caller.call("Library1", "CountBy", "sa{sv}", "media-type", [:])
        },
        MemberCall("Library1.GetCapabilities") { scene in
            try await scene.caller.call(
                "Library1", "GetCapabilities", "sas", "asset", .list([.text(scene.library.photo)]))
        },
        MemberCall("Library1.CreateTransient") { scene in
            _ = try await scene.caller.transient("Mine", [scene.library.photo])
        },
        MemberCall("Library1.CancelChanges") { scene in
            try await scene.caller.call("Library1", "CancelChanges", "u", 1)
        },
        MemberCall("Library1.GetReceipts") { scene in
            try await scene.caller.call("Library1", "GetReceipts", "as", .list([.text(MemberScene.nothing)]))
        },
        MemberCall(
            "Library1.WithdrawAdded", with: { await (try? $0.caller.add(TestPhoto.small())) ?? MemberScene.nothing }
        ) { scene, asset in
            try await scene.caller.call("Library1", "WithdrawAdded", "as", .list([.text(asset)]))
        },
    ]

    static let observation = [
        MemberCall("Observation1.Subscribe") { try await $0.caller.subscribe() },
        MemberCall("Observation1.Unsubscribe") { try await $0.caller.unsubscribe() },
        MemberCall("Observation1.ChangesSince", with: { await (try? $0.caller.subscribe()) ?? "0" }) { scene, token in
            _ = try await scene.caller.changes(since: token)
        },
        MemberCall(signal: "Observation1.LibraryChanged", after: { try await $0.caller.subscribe() }) { scene in
            try await scene.owner.set(["rating": .variant("i", 3)], of: scene.library.photo)
            try await scene.owner.set(["rating": .variant("i", 0)], of: scene.library.photo)
        },
    ]

    static let results =
        [
            ("Read", "uuas", [0, 1, .list([])]), ("Snapshot", "asa{sv}", [.list([]), [:]]),
            ("IndexOf", "s", [.text(MemberScene.nothing)]), ("Update", "", []), ("Close", "", []),
        ].flatMap { (member: String, signature: String, arguments: [BusArgument]) in
            [
                MemberCall("FetchResult1.\(member)", with: { await $0.result() }) { scene, path in
                    try await scene.caller.call("FetchResult1", member, signature, list: arguments, at: path)
                },
                MemberCall("FetchResult1.\(member) of another client's") { scene in
                    try await scene.caller.call(
                        "FetchResult1", member, signature, list: arguments, at: scene.neighborResult)
                },
            ]
        } + [
            MemberCall("FetchResult1.Count", with: { await $0.result() }) { scene, path in
                _ = try await scene.caller.property("Count", of: "FetchResult1", at: path)
            }
        ]

    private static let small: [String: BusArgument] = ["width": .uint32(20)]

    static let images = [
        MemberCall("Images1.RequestImage") { scene in
            try await scene.end(of: scene.caller.requestImage(of: scene.library.photo, small))
        },
        MemberCall("Images1.RequestVideo") { scene in
            try await scene.end(of: scene.caller.requestVideo(of: scene.library.video))
        },
        MemberCall("Images1.RequestLivePhoto") { scene in
            let reply = try await scene.caller.call(
                "Images1", "RequestLivePhoto", "sa{sv}", .text(scene.library.live), .table(small))
            try await scene.end(of: OpenRequest(path: reply[0]?.text ?? "", serial: reply.serial ?? 0))
        },
        MemberCall("Images1.StartCaching") { scene in
            try await scene.caller.call(
                "Images1", "StartCaching", "asa{sv}", .list([.text(scene.library.photo)]), .table(small))
        },
        MemberCall("Images1.StopCaching") { scene in
            try await scene.caller.call(
                "Images1", "StopCaching", "asa{sv}", .list([.text(scene.library.photo)]), .table(small))
        },
        MemberCall("Images1.StopCachingAll") { try await $0.caller.call("Images1", "StopCachingAll") },
    ]

    static let resources = [
        MemberCall("Resources1.ListResources") { scene in
            _ = try await scene.caller.resources(of: scene.library.photo)
        },
        MemberCall("Resources1.OpenResource") { scene in _ = try await scene.caller.open(scene.library.photo) },
        MemberCall("Resources1.RequestResource") { scene in
            try await scene.end(of: scene.caller.requestResource(of: scene.library.photo))
        },
        MemberCall("Resources1.GetMetadata") { scene in
            try await scene.caller.call("Resources1", "GetMetadata", "sa{sv}", .text(scene.library.photo), [:])
        },
    ]
}
