import FilmgateTestKit
import Foundation

/// Work in one of the libraries and not in the other.
extension Twin {
    mutating func workUnseen() async throws {
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let before = unseenWork.count
            switch Int.random(in: 0..<12, using: &random) {
            case 0...2: try await addUnseen()
            case 3: try await moveToTrash()
            case 4: try await takeFromTrash()
            case 5...6: try await changeUnseen()
            case 7...8: try await changeAlbums()
            case 9: try await changeFolders()
            default: try await workOfOthers()
            }
            if unseenWork.count == before { unseenWork.append("nothing") }
        }
    }

    private mutating func addUnseen() async throws {
        guard unseen.count + trashed.count < 15 else { return }
        made += 1
        // Sometimes one that the app itself adds, has added, or sees.
        let mark = ["unseen \(made)", "own \(Int.random(in: 0..<12, using: &random))", "shared 0"].randomElement(
            using: &random)
        let places: [BusArgument] = [.place(-33, 151), .place(47.5, 19)]
        var properties: [String: BusArgument] = [
            "creation-date": .int64(Self.hour * Int64.random(in: -100..<30_000, using: &random)),
            "rating": .variant("i", .integer(Int64.random(in: 0...5, using: &random))),
            "title": "secret", "keywords": .texts(["secret"]),
        ]
        if Bool.random(using: &random) { properties["location"] = places.randomElement(using: &random) }
        if Bool.random(using: &random) { properties["favorite"] = true }
        if Bool.random(using: &random) { properties["hidden"] = true }
        let client = Bool.random(using: &random) ? owner : other
        if level == "images" || level == "limited-images" {
            let video = try await client.add(Video.small("unseen \(made)"), properties: properties)
            unseen.append(video)
            if level == "limited-images" { try await owner.changeSelection(of: Self.client, add: [video]) }
        } else {
            let photo =
                Int.random(in: 0..<3, using: &random) == 0
                ? try TestPhoto.ofBurst(
                    Self.bursts.randomElement(using: &random) ?? "", isPicked: Bool.random(using: &random), mark)
                : try TestPhoto.small(mark, model: "secret EOS 6")
            unseen.append(try await client.add(photo, properties: properties))
        }
        unseenWork.append("add \(made)")
    }

    private mutating func moveToTrash() async throws {
        guard let id = unseen.randomElement(using: &random) else { return }
        try await owner.delete(id)
        unseen.removeAll { $0 == id }
        trashed.append(id)
        unseenWork.append("trash")
    }

    private mutating func takeFromTrash() async throws {
        guard let id = trashed.randomElement(using: &random) else { return }
        let isPurged = Bool.random(using: &random)
        try await owner.perform((isPurged ? "purge-assets" : "restore-assets", ["ids": .texts([id])]))
        trashed.removeAll { $0 == id }
        if !isPurged { unseen.append(id) }
        unseenWork.append(isPurged ? "purge" : "restore")
    }

    private mutating func changeUnseen() async throws {
        guard let id = (unseen + trashed).randomElement(using: &random) else { return }
        if Int.random(in: 0..<3, using: &random) == 0, !level.hasSuffix("images") { return try await editUnseen(id) }
        let changes: [[String: BusArgument]] = [
            ["hidden": true], ["hidden": false], ["favorite": true], ["title": "title 1"],
            ["creation-date": .int64(Self.hour * Int64.random(in: 0..<20_000, using: &random))],
        ]
        let change = changes.randomElement(using: &random) ?? [:]
        switch Int.random(in: 0..<3, using: &random) {
        case 0: try await owner.set(change, of: id)
        case 1:
            // A new title: otherwise an earlier change would be the last one.
            try await owner.set(["title": .text("secret \(unseenWork.count)")], of: id)
            for _ in 0..<Int.random(in: 1...2, using: &random) { try await undo("", [:]) }
        default:
            let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
            guard unseen.contains(id) else { return try await owner.set(change, of: id) }
            try await other.set(change, of: id)
            try await undo(.text(Self.otherClient), ["since": .int64(now)])
        }
        unseenWork.append("change")
    }

    func undo(_ client: BusArgument, _ options: [String: BusArgument]) async throws {
        try await owner.call("Admin1", "UndoChanges", "sa{sv}", client, .table(options), timeout: nil)
    }

    private mutating func editUnseen(_ id: String) async throws {
        if Bool.random(using: &random) {
            try await owner.edit(id, as: TestPhoto.large(), format: "org.example.secret", data: [1, 2, 3])
            if Bool.random(using: &random) { try await undo("", [:]) }
        } else {
            try await owner.revert(id)
        }
        unseenWork.append("edit")
    }

    /// Albums also contain what the app sees.
    private mutating func changeAlbums() async throws {
        let photos = Array((unseen + shared).shuffled(using: &random).prefix(4))
        if albums.count < 3 {
            albums += try await other.perform(("create-album", ["title": "title 2"]))
        } else if Int.random(in: 0..<5, using: &random) == 0 {
            try await owner.perform(("delete-albums", ["ids": .texts([albums.removeFirst()])]))
        }
        if let album = albums.randomElement(using: &random) {
            let kind = ["add-assets", "remove-assets"].randomElement(using: &random) ?? ""
            try await owner.perform((kind, ["album": .text(album), "ids": .texts(photos)]))
        }
        unseenWork.append("album of \(photos.count)")
    }

    private mutating func changeFolders() async throws {
        if folders.count < 3 {
            folders += try await owner.perform(("create-folder", ["title": "title 0"]))
        } else {
            try await owner.perform(("delete-folders", ["ids": .texts([folders.removeFirst()])]))
        }
        if let folder = folders.last, let album = albums.last {
            try await owner.perform(("add-children", ["folder": .text(folder), "ids": .texts([album])]))
        }
        unseenWork.append("folder")
    }

    /// Work that affects no photo: other apps connect, get and lose access, read, and make lists of what the app sees.
    mutating func workOfOthers() async throws {
        let kind = Int.random(in: 0..<5, using: &random)
        switch kind {
        case 0:
            try await owner.grant(
                "flatpak:org.example.Third", ["none", "limited", "full"].randomElement(using: &random) ?? "none")
        case 1:
            let selection = Array(shared.shuffled(using: &random).prefix(3))
            try await owner.grant("flatpak:org.example.Fourth", "limited", selection: selection)
        case 2:
            let another = try await other.anotherConnection()
            _ = try await another.transient("title 1", Array(shared.prefix(2)))
            _ = try await another.fetch()
            try await another.disconnect()
        case 3: _ = try await other.fetch("album", ["type": "moment"])
        default: _ = try await owner.summary()
        }
        unseenWork.append("others \(kind)")
    }
}
