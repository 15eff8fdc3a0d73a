import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("A picked item", .inProcess)
struct PickedItemTests {
    static let id = "flatpak:org.example.App"

    @Test("is its connection's alone, and an unknown handle reads like that of a different connection")
    func handles() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let handle = try await app.handle(of: photo, by: agent)
            let second = try await app.anotherConnection()
            let other = try await world.client(flatpak: "org.example.Other")
            var errors: Set<String> = []
            for client in [second, other, owner] {
                errors.insert("\(try await refusal { try await client.openItem(handle) })")
                errors.insert("\(try await refusal { try await client.requestItem(handle) })")
            }
            for wrong in ["", photo, UUID().uuidString.lowercased(), "../..", "\u{202e}"] {
                errors.insert("\(try await refusal { try await app.openItem(wrong) })")
                errors.insert("\(try await refusal { try await app.requestItem(wrong) })")
            }
            #expect(errors.count == 1 && errors.first?.contains("NotFound") == true, "\(errors)")
            #expect(try await app.openItem(handle).file.size > 0)
            #expect(try await refusal { try await app.open(photo) }.kind == "NotDetermined", "nothing else is allowed")
        }
    }

    @Test("ends with the asset, with its connection, and when the app's access is taken back")
    func ends() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(4))
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            func isGone(_ handle: String) async throws -> Bool {
                try await refusal { try await app.openItem(handle) }.kind == "NotFound"
            }
            let trashed = try await app.handle(of: photos[0], by: agent)
            try await owner.delete(photos[0])
            #expect(try await isGone(trashed))
            try await owner.perform(("restore-assets", ["ids": .texts([photos[0]])]))
            #expect(try await app.openItem(trashed).file.size > 0, "the person still wants it to have this photo")
            try await owner.grant(Self.id, "limited", selection: [])
            #expect(try await app.openItem(trashed).file.size > 0, "more access takes nothing away")
            try await owner.grant(Self.id, "none")
            #expect(try await isGone(trashed))
            let reset = try await app.handle(of: photos[1], by: agent)
            try await owner.resetGrant(Self.id)
            #expect(try await isGone(reset))
            let last = try await app.handle(of: photos[2], by: agent)
            try await app.disconnect()
            let next = try await world.client(flatpak: "org.example.App")
            #expect(try await refusal { try await next.openItem(last) }.kind == "NotFound")
        }
    }

    @Test("has nothing of what the person removed, in whatever form it is given")
    func removed() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try TestPhoto.tagged([
                "-XMP:Title=Geheimnis", "-GPSLatitude=47.4989", "-GPSLatitudeRef=N", "-GPSLongitude=19.0437",
                "-GPSLongitudeRef=E", "-Model=SecretCamera",
            ])
            let asset = try await owner.add(photo)
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let response = try await app.picked(
                asset, ["remove": .texts(["captions"])], by: agent,
                answering: ["remove": .texts(["location", "metadata"])])
            #expect(response.results["removed"]?.texts == ["location", "metadata"], "the person's word counts")
            let handle = try #require(response.items?.first?["handle"]?.text)
            let (file, details) = try await app.openItem(handle)
            #expect(details["redacted"]?.texts == ["location", "metadata"] && file.size < photo.bytes.count)
            let requested = try await app.deliveries(of: app.requestItem(handle))
            #expect(requested.contents.first?.details["redacted"]?.texts == ["location", "metadata"])
            #expect(requested.contents.first?.file.sha256 == file.sha256)
            let first = try await app.handle(of: asset, by: agent)
            #expect(try await app.openItem(first).details["redacted"]?.texts == ["location"], "nobody said otherwise")
            let plain = try await app.handle(of: asset, by: agent, answering: ["remove": .texts([])])
            #expect(try await app.openItem(plain).file.sha256 == photo.sha256)
            let all = try await app.picked(
                asset, ["remove": .texts(["location", "captions", "metadata"])], by: agent)
            #expect(all.results["removed"]?.texts == ["location", "captions", "metadata"])
            let bare = try await app.openItem(try #require(all.items?.first?["handle"]?.text))
            #expect(bare.details["redacted"]?.texts == ["location", "captions", "metadata"])
            #expect(bare.file.sha256 != file.sha256)
        }
    }

    @Test("comes with its alt text, unless captions are left out by the app, its grant, the person or a policy")
    func altText() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(
                .memory(TestPhoto.small().bytes), properties: ["alt-text": "A boat at a pier", "hidden": true])
            let other = try await owner.add(TestPhoto.small("other"))
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            func text(
                _ options: [String: BusArgument] = [:], answering: [String: BusArgument] = [:]
            ) async throws -> Value? {
                let item = try await app.picked(asset, options, by: agent, answering: answering).items?.first
                return try #require(item)["alt-text"]
            }
            #expect(try await text() == .text("A boat at a pier"))
            #expect(try await text(["remove": .texts(["location", "metadata"])]) == .text("A boat at a pier"))
            #expect(try await text(["remove": .texts(["captions"])]) == nil)
            #expect(try await text(answering: ["remove": .texts(["captions"])]) == nil)
            #expect(
                try await text(["remove": .texts(["captions"])], answering: ["remove": .texts([])])
                    == .text("A boat at a pier"), "the person's word counts")
            let bare = try #require(try await app.picked(other, by: agent).items?.first)
            #expect(bare["alt-text"] == nil)
            try await owner.grant(Self.id, "limited", selection: [other], rights: ["originals"])
            #expect(try await text() == nil)
        }
    }

    @Test("can be had in other formats and sizes, and cropped as the person framed it")
    func images() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let square: BusArgument = .variant("a{s(dddd)}", .table([photo: [0.125, 0, 0.75, 1]]))
            let response = try await app.picked(photo, ["crop": "square"], by: agent, answering: ["crops": square])
            let item = try #require(response.items?.first)
            #expect(item["crop-rect"]?.list?.map(\.number) == [0.125, 0, 0.75, 1])
            let handle = try #require(item["handle"]?.text)
            func made(_ options: [String: BusArgument]) async throws -> [String: Value] {
                let (response, contents) = try await app.deliveries(of: app.requestItem(handle, options))
                #expect(response.outcome == "success" && contents.count == 1)
                return contents.first?.details ?? [:]
            }
            let small = try await made(["width": .uint32(32)])
            #expect(small["pixel-width"]?.integer == 32 && small["mime-type"]?.text == "image/jpeg")
            let webp = try await made(["mime-type": "image/webp"])
            #expect(webp["pixel-width"]?.integer == 320 && webp["mime-type"]?.text == "image/webp")
            let cropped = try await made(["cropped": true, "mime-type": "image/png"])
            #expect(cropped["pixel-width"]?.integer == 240 && cropped["pixel-height"]?.integer == 240)
            let whole = try await made([:])
            #expect(whole["pixel-width"] == nil && whole["mime-type"]?.text == "image/jpeg", "the file itself")
            for options: [String: BusArgument] in [
                ["mime-type": "image/tiff"], ["mime-type": "video/mp4"], ["mime-type": "\u{202e}"],
                ["width": .uint32(0)], ["colour": true], ["width": .variant("i", -1)],
            ] {
                let error = try await refusal { try await app.requestItem(handle, options) }
                #expect(error.kind == "InvalidArgument", "\(options) \(error)")
            }
            let error = try await refusal { try await app.openItem(handle, as: "image/webp") }
            #expect(error.kind == "InvalidArgument" && error.message.contains("RequestItem"), "\(error)")
            #expect(
                try await refusal { try await app.openItem(handle, as: "text/html") }.message.contains("'image/png'"))
        }
    }

    @Test("that is a video is trimmed as the person said, or ends where the app said", .long)
    func videos() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let source = try SampleVideo("320x240", seconds: 4)
            let video = try await owner.add(video: source.file)
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let whole = try await app.picked(video, by: agent)
            #expect(whole.items?.first?["mime-types"]?.texts == ["video/mp4"])
            #expect(try await app.openItem(whole.items?.first?["handle"]?.text ?? "").file.sha256 != nil)
            let longest: [String: BusArgument] = ["max-duration": .variant("d", 2.0)]
            let trim: BusArgument = .variant("a{s(dd)}", .table([video: [1, 2.5]]))
            for (answer, seconds) in [([:], 2.0), (["trims": trim], 1.5)] as [([String: BusArgument], Double)] {
                let response = try await app.picked(video, longest, by: agent, answering: answer)
                let item = try #require(response.items?.first)
                #expect(item["duration"]?.number == seconds && item["mime-types"]?.texts == ["video/mp4"])
                let handle = try #require(item["handle"]?.text)
                #expect(try await refusal { try await app.openItem(handle) }.kind == "InvalidArgument")
                let (result, contents) = try await app.deliveries(of: app.requestItem(handle))
                #expect(result.outcome == "success" && contents.first?.details["type"]?.text == "video")
                let again = try await app.deliveries(of: app.requestItem(handle, ["mime-type": "video/mp4"]))
                #expect(again.contents.first?.file.size == contents.first?.file.size)
                let shorter = try #require(contents.first).file.size
                #expect(shorter > 1000)
            }
        }
    }

    @Test("says what its file says, without what the person left out, and only to the connection that has the handle")
    func metadata() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let bare = try await app.picked(photo, by: agent)
            #expect(bare.items?.first?["playback-style"]?.text == "image")
            #expect(bare.items?.first?["subtypes"]?.texts == [])
            let handle = try #require(bare.items?.first?["handle"]?.text)
            let whole = try await app.handle(of: photo, by: agent, answering: ["remove": .texts([])])
            #expect(try await app.itemMetadata(whole).keys.contains("exif:GPSLatitude"))
            let known = try await app.itemMetadata(handle)
            #expect(!known.isEmpty && !known.keys.contains { $0.contains("GPS") }, "\(known.keys)")
            let some = try await app.handle(
                of: photo, by: agent, answering: ["remove": .texts(["location", "captions", "metadata"])])
            let rest = try await app.itemMetadata(some)
            #expect(!rest.keys.contains("tiff:Model") && !rest.keys.contains { $0.contains("GPS") }, "\(rest.keys)")
            let other = try await app.anotherConnection()
            let stranger = try await world.client(flatpak: "org.example.Other")
            for client in [other, stranger] {
                #expect(try await refusal { try await client.itemMetadata(handle) }.kind == "NotFound")
            }
            #expect(try await refusal { try await app.itemMetadata(photo) }.kind == "NotFound")
            try await owner.grant("flatpak:org.example.App", "none")
            #expect(try await refusal { try await app.itemMetadata(handle) }.kind == "NotFound")
            let entries = try await owner.audit(["operation": "get-item-metadata"])
            #expect(entries.contains { $0.client == "flatpak:org.example.App" && $0.outcome == "allowed" })
        }
    }

    @Test("that is a live photo comes as two deliveries, as it is and made", .long)
    func livePhotos() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let video = try SampleVideo("320x240", seconds: 1)
            let clip = try [UInt8](Data(contentsOf: video.file))
            let resources: BusArgument = .variant(
                "a(sha{sv})",
                [
                    ["photo", .descriptor(.memory(try TestPhoto.small().bytes)), .table([:])],
                    ["paired-video", .descriptor(.memory(clip)), .table([:])],
                ])
            let asset = try await owner.perform(("create-asset", ["resources": resources]))[0]
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let response = try await app.picked(asset, by: agent, answering: ["remove": .texts([])])
            let item = try #require(response.items?.first)
            #expect(item["subtypes"]?.texts == ["live"] && item["playback-style"]?.text == "live-photo")
            let handle = try #require(item["handle"]?.text)
            let plain = try await app.deliveries(of: app.requestItem(handle))
            #expect(plain.response.outcome == "success")
            #expect(plain.contents.map { $0.details["type"]?.text } == ["photo", "paired-video"])
            #expect(
                try await plain.contents.map(\.file.sha256) == [
                    owner.open(asset).sha256, owner.open(asset, "paired-video").sha256,
                ])
            let made = try await app.deliveries(of: app.requestItem(handle, ["width": .uint32(64)]))
            #expect(made.contents.map { $0.details["type"]?.text } == ["photo", "paired-video"])
            #expect(made.contents.map { $0.details["mime-type"]?.text } == ["image/jpeg", "video/mp4"])
            #expect(made.contents.first?.details["pixel-width"]?.integer == 64)
            for (part, type) in [
                ("photo", "image/jpeg"), ("paired-video", plain.contents[1].details["mime-type"]?.text),
            ] {
                let one = try await app.deliveries(of: app.requestItem(handle, ["part": .text(part)]))
                #expect(one.response.outcome == "success")
                #expect(one.contents.map { $0.details["type"]?.text } == [part])
                #expect(one.contents.map { $0.details["mime-type"]?.text } == [type])
            }
            let small: [String: BusArgument] = ["part": "paired-video", "width": .uint32(64)]
            let video64 = try await app.deliveries(of: app.requestItem(handle, small))
            #expect(video64.contents.map { $0.details["type"]?.text } == ["paired-video"])
            #expect(video64.contents.map { $0.details["mime-type"]?.text } == ["video/mp4"])
            for options: [String: BusArgument] in [
                ["part": "sound"], ["part": "paired-video", "cropped": true],
                ["part": "paired-video", "mime-type": "image/jpeg"],
            ] {
                let error = try await refusal { try await app.requestItem(handle, options) }
                #expect(error.kind == "InvalidArgument", "\(options) \(error)")
            }
            let compatible = try await app.handle(of: asset, ["representation": "compatible"], by: agent)
            let safe = try await app.deliveries(of: app.requestItem(compatible))
            #expect(safe.contents.map { $0.details["mime-type"]?.text } == ["image/jpeg", "video/mp4"])
        }
    }

    @Test("follows policy: nothing where prompts or reading are forbidden, and no more than the rules allow")
    func policy() async throws {
        try await withWorld(WorldSettings(policy: "[flatpak:org.example.App]\nlocations=false\n")) { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small(), properties: ["alt-text": "A boat"])
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let response = try await app.picked(photo, by: agent, answering: ["remove": .texts([])])
            #expect(response.results["removed"]?.texts == ["location"])
            #expect(response.items?.first?["alt-text"]?.text == "A boat")
            let handle = try #require(response.items?.first?["handle"]?.text)
            #expect(try await app.openItem(handle).details["redacted"]?.texts == ["location"])
            try world.writePolicy("[flatpak:org.example.App]\nrights=none\nmax-pixels=64\n")
            try await world.reloadPolicy()
            #expect(try await refusal { try await app.openItem(handle) }.kind == "NotFound", "other terms")
            let bounded = try await app.picked(photo, by: agent)
            let item = try #require(bounded.items?.first)
            let bound = try #require(item["handle"]?.text)
            #expect(item["mime-types"]?.texts == ["image/jpeg", "image/png", "image/webp"] && item["alt-text"] == nil)
            #expect(try await refusal { try await app.openItem(bound) }.kind == "InvalidArgument")
            let made = try await app.deliveries(of: app.requestItem(bound))
            #expect(made.contents.first?.details["pixel-width"]?.integer == 64)
            for rule in ["prompts=false", "highest=none", "highest=add-only"] {
                try world.writePolicy("[*]\n\(rule)\n")
                try await world.reloadPolicy()
                #expect(try await refusal { try await app.pick() }.kind == "Restricted", "\(rule)")
                #expect(try await refusal { try await app.requestItem(bound) }.kind == "NotFound", "\(rule)")
            }
            #expect(try await agent.prompts().isEmpty)
        }
    }

    @Test("is not picked any more once policy forbids it, also during the question")
    func policyMeanwhile() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.pick()
            let prompt = try await agent.asked("pick")
            try world.writePolicy("[*]\nprompts=false\n")
            try await world.reloadPolicy()
            let response = try await app.response(to: request)
            #expect(response.outcome == "failed" && response.error == "Restricted" && response.items?.isEmpty == true)
            #expect(try await agent.dismissed() == prompt.id)
            try await agent.pick([photo], for: prompt)
        }
    }
}
