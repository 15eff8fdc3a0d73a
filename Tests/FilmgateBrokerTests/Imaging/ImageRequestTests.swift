import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Requests for images", .inProcess)
struct ImageRequestTests {
    private static let app = "flatpak:org.example.App"

    @Test("deliver an image that the app may see, without any right, sealed, and then the response")
    func delivered() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.app, "limited", selection: [asset], rights: [])
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestImage(of: asset, ["width": .uint32(16), "format": "pixels"])
            let delivery = try await app.signal("Delivery", at: request.path)
            let content = try #require(delivery.values[0].descriptor)
            let details = try #require(delivery.values[1].table)
            let (width, height) = (details["pixel-width"]?.integer, details["pixel-height"]?.integer)
            #expect(width == 16 && content.size == 4 * 16 * (height ?? 0))
            #expect(details["type"]?.text == "photo" && details["degraded"]?.flag == false)
            #expect(details["mime-type"]?.text == "application/octet-stream" && details["redacted"]?.texts == [])
            #expect(content.name.contains("memfd:image") && content.facts["seals"]?.integer == 0xF)
            let response = try await app.response(to: request)
            #expect(response.outcome == "success")
            #expect(try #require(delivery.serial) < response.serial)
        }
    }

    @Test("are refused where the app sees no asset, and the answer is the same for one that does not exist")
    func refused() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let (seen, unseen) = (try await owner.add(TestPhoto.small()), try await owner.add(TestPhoto.small()))
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await refusal { try await app.requestImage(of: seen) }.kind == "NotDetermined")
            for level in ["none", "add-only"] {
                try await owner.grant(Self.app, level)
                #expect(try await refusal { try await app.requestImage(of: seen) }.kind == "AccessDenied")
            }
            try await owner.grant(Self.app, "limited", selection: [seen])
            let hidden = try await refusal { try await app.requestImage(of: unseen) }
            let absent = try await refusal { try await app.requestImage(of: UUID().uuidString.lowercased()) }
            #expect(hidden.kind == "NotFound" && hidden == absent)
        }
    }

    @Test("are refused with a sentence that names the option")
    func options() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small())
            let wrong: [String: BusArgument] = [
                "width": .uint32(0), "height": .text("16"), "mode": "stretch", "format": "image/bmp", "colour": true,
                "delivery": "soon", "handle-token": "a/b",
            ]
            for (key, value) in wrong {
                let error = try await refusal { try await owner.requestImage(of: asset, [key: value]) }
                #expect(error.kind == "InvalidArgument" && error.message.contains("'\(key)'"), "\(error)")
            }
        }
    }

    @Test("end with AccessDenied, and without an image, if the asset is lost meanwhile")
    func lost() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let assets = try await owner.add(TestPhoto.several(12))
            try await owner.grant(Self.app, "limited", selection: assets)
            let app = try await world.client(flatpak: "org.example.App")
            var requests: [OpenRequest] = []
            for asset in assets { requests.append(try await app.requestImage(of: asset)) }
            try await owner.changeSelection(of: Self.app, remove: assets)
            for request in requests {
                let response = try await app.response(to: request)
                let images = try await app.signals("Delivery", at: request.path, count: 0, most: 9, within: 0)
                // Some were ready before.
                #expect(images.count == (response.outcome == "success" ? 1 : 0))
                if response.outcome != "success" { #expect(response.error == "AccessDenied") }
            }
            #expect(try await refusal { try await app.requestImage(of: assets[0]) }.kind == "NotFound")
        }
    }

    @Test("of images in the cache bring none once the app has lost the asset")
    func lostInCache() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small())
            let app = try await world.client(flatpak: "org.example.App")
            let form: [String: BusArgument] = ["width": .uint32(64), "height": .uint32(64)]
            _ = try await owner.image(of: asset, form)
            try await owner.untilCached(asset, form)
            var deliveries = 0
            // Whether any comes before the change depends on which program gets processor time.
            for round in 0..<400 where round < 20 || deliveries == 0 {
                try await owner.grant(Self.app, "limited", selection: [asset])
                _ = try await app.image(of: asset, form)
                let asking = Task {
                    var requests: [OpenRequest] = []
                    while let request = try? await app.requestImage(of: asset, form) { requests.append(request) }
                    return requests
                }
                let change = try await owner.call(
                    "Admin1", "ChangeSelection", "sasasa{sv}", .text(Self.app), .list([]), .list([.text(asset)]), [:])
                let reported = try #require(change.serial)
                for request in await asking.value {
                    let response = try await app.response(to: request)
                    #expect(response.outcome == "success" || response.error == "AccessDenied")
                    for delivery in try await app.signals("Delivery", at: request.path, count: 0, most: 1, within: 0) {
                        deliveries += 1
                        let number = try #require(delivery.serial)
                        #expect(number < reported, "an image came after the change was answered")
                    }
                }
            }
            #expect(deliveries > 0)
        }
    }

    @Test("can be open 64 at a time, of one app that is alone, and no more")
    func many() async throws {
        let worker = "[render]\nworker=\(BuiltProgram.path("misbehaving-worker"))\n"
        try await withWorld(WorldSettings(configuration: worker)) { world in
            let owner = try await world.owner
            let asset = try await owner.add(.memory(Array("make no image".utf8)))
            try await owner.grant(Self.app, "limited", selection: [asset])
            let app = try await world.client(flatpak: "org.example.App")
            for side in UInt32(1)...64 { _ = try await app.requestImage(of: asset, ["width": .uint32(side)]) }
            let error = try await refusal { try await app.requestImage(of: asset, ["width": .uint32(65)]) }
            #expect(error.kind == "LimitsExceeded", "\(error)")
        }
    }

    @Test("end as cancelled when they are closed, and others go on")
    func closed() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let assets = try await owner.add(TestPhoto.several(8))
            var requests: [OpenRequest] = []
            for asset in assets { requests.append(try await owner.requestImage(of: asset)) }
            for request in requests.dropFirst(4) { try? await owner.close(request) }
            for (index, request) in requests.enumerated() {
                let outcome = try await owner.response(to: request).outcome
                #expect(outcome == "success" || index >= 4 && outcome == "cancelled", "\(index): \(outcome)")
            }
        }
    }

    @Test("are answered from the cache afterwards, but only the owner's tools can tell")
    func cached() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.app, "limited", selection: [asset])
            let app = try await world.client(flatpak: "org.example.App")
            let form: [String: BusArgument] = ["width": .uint32(64), "height": .uint32(64)]
            let first = try await owner.image(of: asset, form)
            try await owner.untilCached(asset, form)
            for (client, isCached) in [(owner, true), (app, false)] {
                let image = try await client.image(of: asset, form)
                #expect(image.count == 1 && image.first?.isDegraded == false && image.first?.isCached == isCached)
                #expect(image.first?.size == first.first?.size && image.first?.width == 64)
            }
            #expect(try await owner.clearCache() > 0)
            #expect(try await owner.image(of: asset, form).first?.isCached == false)
            #expect(try await refusal { try await app.clearCache() }.kind == "NotAuthorized")
        }
    }

    @Test("deliver a smaller image first, if it is at hand and the app waits for more than the final one")
    func degraded() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small())
            let small: [String: BusArgument] = ["width": .uint32(256), "height": .uint32(256)]
            _ = try await owner.image(of: asset, small)
            try await owner.untilCached(asset, small)
            let fast = try await owner.image(of: asset, ["delivery": "fast"])
            #expect(fast.map(\.width) == [256] && fast.map(\.isDegraded) == [true])
            let best = try await owner.image(of: asset, ["delivery": "high-quality", "width": .uint32(300)])
            #expect(best.map(\.width) == [300] && best.map(\.isDegraded) == [false])
            let both = try await owner.image(of: asset)
            #expect(both.map(\.width) == [256, 320] && both.map(\.isDegraded) == [true, false])
            let part = try await owner.image(
                of: asset, ["width": .uint32(300), "height": .uint32(300), "mode": "fill"])
            #expect(part.map(\.isDegraded) == [false])
        }
    }

    @Test("deliver first what a large file holds or is decoded quickly", .long)
    func quick() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.large())
            let images = try await owner.image(of: asset, ["width": .uint32(800)])
            #expect(images.map(\.width) == [200, 800] && images.map(\.isDegraded) == [true, false])
            let fast = try await owner.image(of: asset, ["width": .uint32(900), "delivery": "fast"])
            #expect(fast.map(\.width) == [200] && fast.map(\.isDegraded) == [true])
        }
    }

    @Test("are never larger than an app's grant allows, whatever the cache holds and the app asks for", .long)
    func maxPixels() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let assets = [try await owner.add(TestPhoto.small()), try await owner.add(TestPhoto.large())]
            let small: [String: BusArgument] = ["width": .uint32(256), "height": .uint32(256)]
            for asset in assets { try await owner.untilCached(asset, small) }
            try await owner.grant(Self.app, "full", others: ["max-pixels": .uint32(100)])
            let app = try await world.client(flatpak: "org.example.App")
            let corner = BusArgument.variant("(dddd)", .list([.number(0), .number(0), .number(0.5), .number(0.5)]))
            let wishes: [[String: BusArgument]] = [
                [:], small, ["delivery": "fast"], ["resize": "fast"], ["mode": "fill", "width": .uint32(200)],
            ]
            for asset in assets {
                for wish in wishes {
                    let images = try await app.image(of: asset, wish)
                    #expect(images.last?.width == 100 || wish["delivery"] != nil, "\(wish)")
                    #expect(images.allSatisfy { $0.width <= 100 }, "\(wish)")
                }
                #expect(try await app.image(of: asset, ["crop": corner]).map(\.width).max() == 50)
            }
        }
    }

    @Test("are made ahead where an app asked for that, but not for assets that it does not see")
    func ahead() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let (seen, unseen) = (try await owner.add(TestPhoto.small()), try await owner.add(TestPhoto.small()))
            try await owner.grant(Self.app, "limited", selection: [seen])
            let app = try await world.client(flatpak: "org.example.App")
            let form: [String: BusArgument] = ["width": .uint32(100)]
            let (ids, absent) = ([unseen, seen], UUID().uuidString.lowercased())
            try await app.call(
                "Images1", "StartCaching", "asa{sv}", .list((ids + [absent]).map { .text($0) }), .table(form))
            try await eventually { try await world.cached().contains { $0.hasPrefix("100x-") } }
            #expect(try await owner.image(of: unseen, form).first?.isCached == false)
            try await app.call("Images1", "StopCaching", "asa{sv}", .list([.text(seen)]), .table(form))
            try await app.call("Images1", "StopCachingAll", "")
            let many = (0..<2_001).map { _ in BusArgument.text(UUID().uuidString.lowercased()) }
            let error = try await refusal {
                try await app.call("Images1", "StartCaching", "asa{sv}", .list(many), .table(form))
            }
            #expect(error.kind == "LimitsExceeded")
        }
    }

    @Test("are not made ahead if they are larger than those that can be asked for")
    func largeAhead() async throws {
        let configuration = "[render]\nworker=\(BuiltProgram.path("misbehaving-worker"))\n[cache]\nahead=no\n"
        try await withWorld(WorldSettings(configuration: configuration)) { world in
            let begun = ["huge image", "image"].map { kind in (kind: kind, file: "\(world.folder)/\(kind.count)") }
            var ids: [BusArgument] = []
            for (kind, file) in begun {
                let order = "make no \(kind) as told in \(file)"
                ids.append(.text(try await world.owner.add(.memory(Array(order.utf8)))))
            }
            try await world.owner.call("Images1", "StartCaching", "asa{sv}", .list(ids), [:])
            try await eventually { FileManager.default.fileExists(atPath: begun[1].file) }
            #expect(!FileManager.default.fileExists(atPath: begun[0].file))
        }
    }

    @Test("that are to be made ahead are refused with a sentence that names the member and the option")
    func cachingOptions() async throws {
        try await withWorld { world in
            let asset = try await world.owner.add(TestPhoto.small())
            for member in ["StartCaching", "StopCaching"] {
                let wrong: [(String, BusArgument)] = [
                    ("handle-token", "one"), ("delivery", "fast"), ("width", .uint32(0)), ("mode", "stretch"),
                    ("colour", "srgb"),
                ]
                for (key, value) in wrong {
                    let error = try await refusal {
                        try await world.owner.call(
                            "Images1", member, "asa{sv}", .list([.text(asset)]), .table([key: value]))
                    }
                    #expect(error.kind == "InvalidArgument", "\(error)")
                    #expect(error.message.hasPrefix(member + ":") && error.message.contains("'\(key)'"), "\(error)")
                }
            }
        }
    }

    @Test("end at once with AccessDenied if the app's grant is lowered, those that wait and those that are made")
    func endAtOnce() async throws {
        let worker = "[render]\nworker=\(BuiltProgram.path("misbehaving-worker"))\n"
        try await withWorld(WorldSettings(configuration: worker)) { world in
            let owner = try await world.owner
            let asset = try await owner.add(.memory(Array("make no image".utf8)))
            try await owner.grant(Self.app, "full")
            let app = try await world.client(flatpak: "org.example.App")
            var requests: [OpenRequest] = []
            for side in UInt32(1)...20 {
                requests.append(try await app.requestImage(of: asset, ["width": .uint32(side)]))
            }
            requests.append(try await app.requestImage(of: asset, ["delivery": "high-quality"]))
            try await owner.grant(Self.app, "full", others: ["max-pixels": .uint32(8)])
            let start = ContinuousClock.now
            for request in requests { #expect(try await app.response(to: request).error == "AccessDenied") }
            // The worker is given up after 30 seconds.
            #expect(start.duration(to: .now) < .seconds(25))
        }
    }

    @Test("report their progress if they take long, and end at once when they are closed", .long)
    func progress() async throws {
        let worker = "[render]\nworker=\(BuiltProgram.path("misbehaving-worker"))\n"
        try await withWorld(WorldSettings(configuration: worker)) { world in
            let owner = try await world.owner
            let asset = try await owner.add(.memory(Array("make no image".utf8)))
            let request = try await owner.requestImage(of: asset)
            let reports = try await owner.signals("Progress", at: request.path, count: 3)
            let fractions = reports.compactMap { $0.values.first?.number }
            #expect(fractions.count == 3 && fractions == fractions.sorted() && Set(fractions).count == 3)
            #expect(fractions.allSatisfy { $0 > 0 && $0 < 1 })
            try await owner.close(request)
            #expect(try await owner.response(to: request).outcome == "cancelled")
        }
    }

    @Test("of one app leave room for those of others, by number and by bytes", .long)
    func shares() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.app, "limited", selection: [asset])
            let app = try await world.client(flatpak: "org.example.App")
            var (requests, refused) = ([OpenRequest](), false)
            for index in 0..<64 where !refused {
                do {
                    requests.append(
                        try await app.requestImage(
                            of: asset, ["width": .uint32(UInt32(index) + 1), "delivery": "high-quality"]))
                } catch {
                    refused = "\(error)".contains("LimitsExceeded")
                }
            }
            for request in requests { #expect(try await app.response(to: request).outcome == "success") }
            #expect(try await owner.image(of: asset).last?.width == 320)
        }
    }
}

/// A delivery, as a client sees it.
private struct DeliveredImage: Sendable {
    let isDegraded: Bool
    let width: Int
    let size: Int
    /// Whether it is a file of the cache, and not of memory.
    let isCached: Bool
}

extension TestClient {
    /// Requests an image, and waits for all that comes.
    fileprivate func image(of asset: String, _ options: [String: BusArgument] = [:]) async throws -> [DeliveredImage] {
        let request = try await requestImage(of: asset, options)
        let response = try await response(to: request)
        guard response.outcome == "success" else { throw ClientFailure("\(response)") }
        return try await signals("Delivery", at: request.path, count: 0, most: 9, within: 0).map { signal in
            guard let content = signal.values[0].descriptor, let details = signal.values[1].table else {
                throw ClientFailure("a delivery of another shape: \(signal.values)")
            }
            #expect(content.facts["position"]?.integer == 0)
            return DeliveredImage(
                isDegraded: details["degraded"]?.flag == true, width: details["pixel-width"]?.integer ?? 0,
                size: content.size, isCached: content.name.contains("/cache/"))
        }
    }

    /// Waits until an image is in the cache.
    fileprivate func untilCached(_ asset: String, _ options: [String: BusArgument]) async throws {
        try await eventually { try await image(of: asset, options).first?.isCached == true }
    }

    fileprivate func clearCache() async throws -> Int {
        try await call("Maintenance1", "ClearCache", "a{sv}", .table([:]))[0]?.integer ?? 0
    }
}

extension World {
    /// The forms of the images in the cache.
    func cached() async throws -> [String] {
        let script = """
            import glob, sqlite3, sys
            for path in glob.glob(sys.argv[1] + "/*/cache/index.sqlite3"):
                for row in sqlite3.connect(path, timeout=30).execute("SELECT specification FROM image"): print(row[0])
            """
        return try await run("/usr/bin/python3", "-c", script, state).output.split(separator: "\n").map(String.init)
    }
}
