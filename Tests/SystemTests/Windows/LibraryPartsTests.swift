import FilmgateTestKit
import Foundation
import Testing

/// What a person does in the library's window for the first time.
@Suite("Parts of the library's window")
struct LibraryPartsTests {
    @Test("an album is made, renamed and deleted by keyboard, and its deletion is undone")
    func albums() async throws {
        try await withWorld { world in
            try await world.addPhotos(2)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+space", "ctrl+n")
            try await display.focuses("text", "Title")
            try await display.write("Trip")
            try await display.type("Return")
            try await display.shows("list item", "Trip")
            try await display.click("list item", "Trip")
            try await display.shows("push button", "Rename")
            try await display.press("push button", "Rename")
            try await display.focuses("text", "Title")
            try await display.type("ctrl+a")
            try await display.write("Journey")
            try await display.type("Return")
            try await display.shows("list item", "Journey")
            try await display.press("push button", "Delete")
            try await display.showsNo("list item", "Journey")
            try await display.getsKeys()
            try await display.type("ctrl+z")
            try await display.shows("list item", "Journey")
        }
    }

    @Test("the page of a deleted album or folder goes: its folder is shown, or all photos")
    func deletedPages() async throws {
        try await withWorld { world in
            try await world.addPhotos(2)
            let ids = try await world.owner.perform(
                ("create-folder", ["title": "Journeys", "placeholder": "@f"]),
                ("create-album", ["title": "Trip", "parent": "@f"]))
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "2 photos")
            try await display.click("list item", "Trip")
            try await display.shows("label", "No Photos Here")
            try await display.press("push button", "Delete")
            try await display.showsNo("list item", "Trip")
            // The folder has no photos of its own.
            try await display.shows("label", "Drag albums and folders onto it in the sidebar to put them inside.")
            try await eventually { try await display.tree().contains(/list item 'Journeys'.* selected/) }
            // Also if something else deletes it.
            try await world.owner.perform(("delete-folders", ["ids": .texts([ids[0]])]))
            try await display.showsNo("list item", "Journeys")
            try await display.shows("label", "2 photos")
            try await eventually { try await display.tree().contains(/list item 'Photos'.* selected/) }
        }
    }

    @Test("undo brings a deleted folder and album back with their identifiers, and leaves what was imported meanwhile")
    func undoes() async throws {
        try await withWorld { world in
            let photos = try await world.addPhotos(2)
            let ids = try await world.owner.perform(
                ("create-folder", ["title": "Journeys", "placeholder": "@f"]),
                ("create-album", ["title": "Trip", "parent": "@f", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts(photos)]),
                ("set-cover", ["album": "@a", "id": .text(photos[1])]))
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "2 photos")
            for (title, id, type, isByKey) in [
                ("Trip", ids[1], "album", false), ("Journeys", ids[0], "folder", false),
                ("Trip", ids[1], "album", true), ("Journeys", ids[0], "folder", true),
            ] {
                func exists() async throws -> Bool {
                    try await world.owner.collections(type, ["type": .text(type)]).contains { $0["id"]?.text == id }
                }
                func delete() async throws {
                    try await display.click("list item", title)
                    try await display.press("push button", type == "folder" ? "Delete Folder" : "Delete")
                    try await eventually { try await !exists() }
                }
                try await delete()
                // The button goes after some seconds, which an import can take, or a machine that is very busy. The key
                // always works.
                if !isByKey, (try? await display.shows("push button", "Undo")) == nil {
                    try await display.type("ctrl+z")
                    try await eventually { try await exists() }
                    try await delete()
                }
                let before = try await world.owner.assets().count
                if isByKey {
                    try await world.owner.add(TestPhoto.large())
                    try await display.type("ctrl+z")
                } else {
                    try await display.press("push button", "Undo")
                }
                try await eventually { try await exists() }
                #expect(try await world.owner.assets().count == before + (isByKey ? 1 : 0))
            }
            let albums = try await world.owner.collections(
                "album", ["type": "album"], reading: ["parent", "cover"])
            #expect(albums.first?["parent"]?.text == ids[0] && albums.first?["cover"]?.text == photos[1])
        }
    }

    @Test("messages that come faster than the eye replace each other, and the window lives on")
    func messages() async throws {
        try await withWorld { world in
            try await world.addPhotos(1)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.repeating("key ctrl+z") { presses in
                for _ in 0..<3 { try await presses.goOn() }
            }
            try await display.shows("label", "There is nothing to undo.")
            try await display.type("f")
            try await eventually { try await world.owner.assets(["where": "favorite = true"]).count == 1 }
        }
    }

    @Test("hidden photos are shown after a click, and a search finds by title")
    func hiddenAndSearch() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(4)
            try await world.owner.perform(
                ("set-properties", ["id": .text(ids[0]), "properties": .options(["hidden": true])]))
            try await world.owner.perform(
                ("set-properties", ["id": .text(ids[1]), "properties": .options(["title": "A needle"])]))
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "3 photos")
            try await display.type("ctrl+f")
            try await display.focuses("entry", "Search")
            try await display.write("needle")
            try await display.shows("label", "1 photo")
            try await display.click("list item", "Hidden")
            try await display.shows("push button", "Show Hidden Photos")
            try await display.showsNo("table cell", "Photo")
            try await display.press("push button", "Show Hidden Photos")
            try await display.shows("table cell", "Photo, ")
            try await display.shows("label", "1 photo")
        }
    }

    @Test("hidden photos are in no album, count or search outside their list, and moving leaves them where they are")
    func hiddenInAlbum() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(4)
            try await world.owner.set(["hidden": true], of: ids[1])
            let album = try await world.owner.perform(
                ("create-album", ["title": "Trip", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts(ids)]))[0]
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "3 photos")
            try await display.click("list item", "Trip")
            try await display.focuses("table cell", "Photo, ")
            try await eventually { try await display.tree().matches(of: /table cell 'Photo/).count == 3 }
            #expect(try await !display.tree().contains("label '4 photos'"))
            try await display.focusesPhoto(0)
            try await display.type("Right")
            try await display.focusesPhoto(1)
            try await display.type("ctrl+shift+Left")
            try await eventually {
                try await world.owner.assets(["album": .text(album), "include-hidden": true])
                    == [ids[2], ids[0], ids[1], ids[3]]
            }
        }
    }

    @Test("the list of hidden photos is searched and shown only after a click, and closes when one leaves it")
    func hiddenCloses() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(3)
            for id in ids[1...] { try await world.owner.set(["hidden": true, "title": "A needle"], of: id) }
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "1 photo")
            try await display.click("list item", "Hidden")
            try await display.shows("push button", "Show Hidden Photos")
            try await display.type("ctrl+f")
            try await display.write("needle")
            // Nothing was searched: the keys went to the button.
            try await display.focuses("push button", "Show Hidden Photos")
            try await display.type("Return")
            try await display.shows("label", "2 photos")
            try await display.focuses("table cell", "Photo, ")
            try await display.resize(width: 360, height: 700)
            try await display.focuses("table cell", "Photo, ")
            try await display.type("F6")
            try await display.focuses("list item", "Hidden")
            try await display.click("list item", "Hidden")
            try await display.offers("push button", "Show Hidden Photos")
            try await display.showsNo("table cell", "Photo")
            try await display.press("push button", "Show Hidden Photos")
            try await display.focuses("table cell", "Photo, ")
            // The keys lead there and back.
            try await display.type("F6")
            try await display.focuses("list item", "Hidden")
            try await display.type("F6")
            try await display.offers("push button", "Show Hidden Photos")
            try await display.showsNo("table cell", "Photo")
        }
    }

    @Test("a photo in the trash is restored from its preview, where it cannot be deleted again")
    func restoring() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(3)
            try await world.owner.delete(ids[1], ids[2])
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "1 photo")
            try await display.click("list item", "Trash")
            try await display.shows("label", "2 photos")
            try await display.shows("label", "30 days left")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.focuses("image", "Photo, ")
            // Its mnemonic: the bar of the list has a button of that name, too.
            try await display.type("Delete", "alt+r")
            try await eventually { try await world.owner.assets().count == 2 }
            try await display.click("list item", "Photos")
            try await display.shows("label", "2 photos")
            try await display.showsNo("label", "30 days left")
            try await display.type("ctrl+z")
            try await eventually { try await world.owner.assets().count == 1 }
        }
    }

    @Test("an app's page shows what the app opened, and the access of all apps is reset at once")
    func apps() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(3)
            for app in ["org.example.Frame", "org.example.Other"] {
                try await world.owner.grant("flatpak:\(app)", "full")
            }
            let app = try await world.client(flatpak: "org.example.Frame")
            _ = try await app.response(to: app.requestImage(of: ids[1], ["width": .uint32(64), "height": .uint32(64)]))
            let display = try await Display(in: world)
            try await display.startLibrary("--app", "flatpak:org.example.Frame")
            // The log gathers what apps read for a second.
            try await eventually { try await display.tree().contains("'Photos That It Saw'") }
            #expect(try await display.tree().contains(/image '\d+ access(es)?, on 1 day\. From .*\d{4} to .*\d{4}/))
            try await display.offers("push button", "Deny Access")
            try await display.press("push button", "Back to All Apps")
            try await display.offers("push button", "Reset the Access of All Apps")
            try await display.shows(
                "label", "Then no app sees anything, and each loses its selected and picked photos.")
            // The key that opens the question does not answer it. That nothing happens takes a while.
            try await display.type("alt+r", "alt+r")
            try await display.shows("label", "Reset the access of all apps?")
            try await Task.sleep(for: .milliseconds(900))
            #expect(try await app.status() == "authorized")
            try await display.answer("Reset All", with: "alt+a")
            try await eventually { try await app.status() == "not-determined" }
            // One app after the other.
            try await eventually {
                try await world.owner.grants().allSatisfy { $0["level"]?.text == "undetermined" }
            }
        }
    }

    @Test("what an app added waits in a part of its own, and is looked at, kept and rejected by keyboard")
    func inbox() async throws {
        try await withWorld(WorldSettings(policy: "[flatpak:org.example.Scanner]\nquarantine=yes\n")) { world in
            try await world.addPhotos(1)
            try await world.owner.grant("flatpak:org.example.Scanner", "add-only")
            let app = try await world.client(flatpak: "org.example.Scanner")
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "1 photo")
            #expect(try await !display.tree().contains("list item 'Inbox"))
            let added = try await app.add(TestPhoto.several(4))
            try await display.shows("list item", "Inbox, 4 items")
            try await display.click("list item", "Inbox, 4 items")
            try await display.shows("label", "4 items")
            try await eventually {
                let tree = try await display.tree()
                return ["push button 'Keep'", "push button 'Reject'", "· org.example.Scanner"].allSatisfy(tree.contains)
            }
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+space")
            try await display.shows("label", "1 selected")
            try await display.type("alt+k")
            try await display.shows("list item", "Inbox, 3 items")
            #expect(try await world.owner.assets().contains(added[0]))
            // In large, the buttons are about the one that is shown.
            try await display.focuses("table cell", "Photo, ")
            try await display.type("Return")
            try await display.shows("push button", "Back to the Inbox")
            try await display.focuses("image", "Photo, ")
            func waiting() async throws -> [String] {
                let rows = try await world.owner.call("Admin1", "ListInbox", "a{sv}", [:])[0]?.list ?? []
                return rows.compactMap { $0.table?["id"]?.text }
            }
            let before = try await waiting()
            // The picture of one that is shown again is there already.
            try await display.type("Right", "Left")
            try await display.press("push button", "Reject")
            try await display.shows("list item", "Inbox, 2 items")
            let after = try await waiting()
            // The next one is shown. If the app takes that back, none takes its place.
            let place = try #require(before.firstIndex { !after.contains($0) })
            try await app.call("Library1", "WithdrawAdded", "as", .list([.text(after[min(place, 1)])]))
            try await display.shows("list item", "Inbox, 1 item")
            try await display.showsNo("push button", "Back to the Inbox")
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+a", "alt+k")
            try await display.shows("label", "Nothing Waits")
            #expect(try await world.owner.assets().count == 3)
            try await display.click("list item", "Photos")
            try await display.shows("label", "3 photos")
            try await display.showsNo("list item", "Inbox")
        }
    }

    @Test("the viewer says who can see a photo and who has seen it, before what is in its file")
    func whoSaw() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(2)
            try await world.owner.grant("flatpak:org.example.Frame", "limited", selection: [ids[0]])
            let app = try await world.client(flatpak: "org.example.Frame")
            _ = try await app.response(to: app.requestImage(of: ids[0], ["width": .uint32(64), "height": .uint32(64)]))
            try await world.owner.grant("flatpak:org.example.Frame", "none")
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.openDetails()
            try await eventually {
                try await display.tree().contains(/label 'Cannot see it any more · saw it on\s/)
            }
            // The apps are below the edge of the window.
            try await display.scroll(over: "label", "Caption", to: "label", "Cannot see it any more")
            try await display.click("label", "Cannot see it any more")
            try await display.press("push button", "Back to This Photo")
            try await display.focuses("image", "Photo, ")
            try await display.type("Right")
            try await display.shows("label", "No app can see this, and none has seen or read it.")
            // The window, which has opened it, is no app either, also once it has closed.
            let open = try await world.ctl("who", ids[1], "--json")
            #expect(open.code == 0 && !open.output.contains("filmgate-window"), "\(open)")
            try await display.type("ctrl+q")
            try await eventually { try await !world.ctl("clients").output.contains("filmgate-window") }
            let closed = try await world.ctl("who", ids[1], "--json")
            #expect(closed.code == 0 && !closed.output.contains("filmgate-window"), "\(closed)")
        }
    }
}
