import Filmgate
import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// The library as programs use it, with the real broker; the test process is the app.
@Suite("The client library", .inBothWorlds)
struct PhotoLibraryTests {
    @Test("reports whether the bus or the broker is missing")
    func nobody() async throws {
        let noBus = await #expect(throws: PhotoLibraryError.self) {
            _ = try await PhotoLibrary.connect(to: .address("unix:path=/nonexistent"))
        }
        guard case .busUnavailable? = noBus else {
            Issue.record("\(String(describing: noBus))")
            return
        }
        try await withWorld(WorldSettings(startsBroker: false)) { world in
            let noBroker = await #expect(throws: PhotoLibraryError.self) { _ = try await world.library() }
            guard case .brokerUnavailable? = noBroker else {
                Issue.record("\(String(describing: noBroker))")
                return
            }
        }
    }

    @Test(
        "says in a sentence why a bus cannot be reached",
        arguments: [
            (
                "unix:path=/nonexistent",
                "Failed to connect to socket /nonexistent: No such file or directory."
            ),
            ("nonsense", "It is no bus address, such as 'unix:path=/run/user/1000/bus', 'session' or 'system'."),
            ("tcp:host=localhost,port=1", "Only 'unix:' addresses are accepted, not 'tcp:'."),
        ])
    func unreachable(_ address: String, _ reason: String) async {
        let error = await #expect(throws: PhotoLibraryError.self) {
            _ = try await PhotoLibrary.connect(to: .address(address))
        }
        #expect(error?.message == "The message bus at '\(address)' cannot be reached: \(reason)")
    }

    @Test("is known to a broker that the bus starts for its call, although its connection is older", .asProcesses)
    func startedByTheBus() async throws {
        let services = FileManager.default.temporaryDirectory.appending(path: "filmgate-services-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: services, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: services) }
        let bus = try PrivateBus(limits: "<servicedir>\(services.path)</servicedir>")
        defer { bus.stop() }
        try """
        [D-BUS Service]
        Name=org.filmgate.Library1
        Exec=\(BuiltProgram.path("filmgated")) --bus \(bus.address) --state \(services.path)/state
        """.write(to: services.appending(path: "broker.service"), atomically: true, encoding: .utf8)

        let library = try await PhotoLibrary.connect(to: .address(bus.address))
        #expect(try await library.clientIdentity().id?.kind == .exe)
        #expect(try await library.authorizationStatus(for: .readWrite) == .notDetermined)
        await library.disconnect()
    }

    @Test("reports the app's status, now and whenever it changes")
    func status() async throws {
        try await withWorld { world in
            let library = try await world.library()
            let identity = try await library.clientIdentity()
            let me = try #require(identity.id)
            #expect(me.kind == .exe && !identity.isVerified)
            #expect(try await library.authorizationStatus(for: .readWrite) == .notDetermined)
            await #expect(throws: PhotoLibraryError.self) { _ = try await library.fetch(.assets) }

            var changes = library.statusChanges.makeAsyncIterator()
            #expect(await changes.next() == StatusChange(access: .addOnly, status: .notDetermined))
            #expect(await changes.next() == StatusChange(access: .readWrite, status: .notDetermined))
            let admin = library.administration
            var grants = admin.grantsChanged.makeAsyncIterator()
            #expect(await grants.next() != nil)
            #expect(try await admin.grants().isEmpty)

            let decision = GrantDecision(.limited, GrantOptions(rights: .all))
            try await admin.setGrant(of: me, decision)
            #expect(await changes.next() == StatusChange(access: .addOnly, status: .authorized))
            #expect(await changes.next() == StatusChange(access: .readWrite, status: .limited))
            #expect(await grants.next() != nil)
            #expect(try await library.authorizationStatus(for: .readWrite) == .limited)
            #expect(try await admin.grants(of: me).first?.rights == .all)
            #expect(try await library.fetch(.assets).count == 0)
        }
    }

    @Test(
        "reports changes of grants also after the broker was started again, of which nobody need call it", .asProcesses)
    func grantsAfterRestart() async throws {
        try await withWorld { world in
            let library = try await world.library()
            let other = try #require(ClientID("flatpak:org.example.Other"))
            var grants = library.administration.grantsChanged.makeAsyncIterator()
            #expect(await grants.next() != nil)
            try await world.restartBroker()
            #expect(await grants.next() != nil, "what is so now")
            try await world.owner.anotherConnection().grant(other.description, "full")
            #expect(await grants.next() != nil)
            #expect(try await library.administration.grants(of: other).first?.level == .full)
        }
    }

    @Test("adds, sets, fetches, opens and deletes")
    func roundTrip() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let photo = try TestPhoto.small("first")
            var request = ChangeRequest()
            let placeholder = request.createAsset(
                from: [NewAssetResource(.photo, try world.file(photo.bytes), filename: "IMG_1.jpg")])
            var properties = AssetChanges()
            properties.title = "Harbour"
            properties.creationDate = Timestamp(rawValue: 1_714_564_800_250_000)
            request.set(properties, of: placeholder)
            let id = try #require(try await library.perform(request)[placeholder])

            let result = try await library.fetch(.assets.newestFirst.limit(50))
            #expect(result.count == 1)
            var assets: [Asset] = []
            for try await asset in result { assets.append(asset) }
            let asset = try #require(assets.first)
            let hash = try await world.run("/usr/bin/sha256sum", world.write(photo.bytes)).output.prefix(64)
            #expect(asset.id == id && asset.title == "Harbour" && asset.filename == "IMG_1.jpg")
            #expect(asset.creationDate == properties.creationDate.map { Date($0) })
            #expect(asset.mediaType == .image && asset.contentHash == "sha256:\(hash)")
            #expect(try await result.index(of: id) == 0)
            try await result.close()
            await #expect(throws: PhotoLibraryError.self) { _ = try await result.elements(from: 0, count: 1) }

            let resource = try #require(try await library.resources(of: id).first)
            #expect(resource.type == .photo && resource.fileSize == UInt64(photo.bytes.count))
            let opened = try await library.open(resource)
            #expect(try opened.content.contents(upTo: 1 << 20) == photo.bytes && opened.redacted.isEmpty)
            #expect(try await library.bytes(of: resource).reduce(into: []) { $0 += $1 } == photo.bytes)
            let anonymous = try await library.open(resource, without: [.location])
            #expect(try anonymous.content.contents(upTo: 1 << 20) != photo.bytes && anonymous.redacted == [.location])
            #expect(asset.camera == TestPhoto.camera && asset.lens == TestPhoto.lens && asset.timeZoneOffset == 7200)
            let cameras = try await library.fetch(
                .assets.where { $0.camera == TestPhoto.camera && $0.timeZoneOffset > 0 })
            #expect(cameras.count == 1)

            let metadata = try await library.metadata(of: id)
            #expect(metadata["exif:ExposureTime"] == ["1/200"] && metadata["dc:subject"] == ["bridge", "dusk"])
            await #expect(throws: PhotoLibraryError.self) { _ = try await library.metadata(of: .random()) }
        }
    }

    @Test("creates nothing if the original is present, and names the change with the error")
    func changes() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let photo = try world.file(TestPhoto.small("same").bytes)
            let lie = try world.file(Array("no photo".utf8))
            for isPresent in [false, true] {
                var request = ChangeRequest()
                let placeholder = request.createAsset(from: [NewAssetResource(.photo, photo)], unlessPresent: true)
                let result = try await library.perform(request)
                #expect((result[placeholder] == nil) == isPresent)
            }
            let error = await #expect(throws: PhotoLibraryError.self) {
                try await library.performChanges { request in
                    request.createAsset(from: [NewAssetResource(.photo, photo)])
                    request.createAsset(from: [NewAssetResource(.photo, lie)])
                }
            }
            guard case .inChange(1, .invalidContent)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(try await library.fetch(.assets).count == 1, "all or nothing")
        }
    }

    @Test("reads a long result page by page, in its order")
    func pages() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            var identifiers: [AssetID] = []
            for batch in 0..<20 {
                var request = ChangeRequest()
                var placeholders: [AssetPlaceholder] = []
                for number in 0..<14 {
                    let file = try world.file(TestPhoto.small("\(batch)/\(number)").bytes)
                    placeholders.append(request.createAsset(from: [NewAssetResource(.photo, file)]))
                }
                let result = try await library.perform(request)
                identifiers += placeholders.compactMap { result[$0] }
            }
            #expect(identifiers.count == 280)
            let result = try await library.fetch(.assets(withIdentifiers: identifiers).reading([]))
            var read: [AssetID] = []
            for try await asset in result { read.append(asset.id) }
            #expect(read == identifiers)
            #expect(try await result.elements(from: 275, count: 100).map(\.id) == Array(identifiers[275...]))
            #expect(try await result.elements(from: 280, count: 1).isEmpty)
            #expect(try await result.index(of: .random()) == nil)
        }
    }

    @Test("reconnects by itself if the broker can no longer identify its connection", .asProcesses)
    func reconnection() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            #expect(try await library.fetch(.assets).count == 0)
            try await world.killBroker()
            try world.forgetConnections()
            try await world.startBroker()
            #expect(try await library.fetch(.assets).count == 0)
            #expect(try await library.clientIdentity().id != nil)
        }
    }

    @Test("an access error stays one after a restart of the broker", .asProcesses)
    func stillDenied() async throws {
        try await withWorld { world in
            let library = try await world.library()
            let me = try #require(try await library.clientIdentity().id)
            try await library.administration.setGrant(of: me, GrantDecision(.none))
            let error = await #expect(throws: PhotoLibraryError.self) { _ = try await library.fetch(.assets) }
            guard case .accessDenied? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("verifies step by step")
    func verification() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            for number in 1...80 { try await world.owner.add(TestPhoto.small("\(number)")) }
            var checked: [UInt64] = []
            for try await step in library.maintenance.verify() {
                #expect(step.findings.isEmpty && step.total > 80)
                checked.append(step.checked)
            }
            #expect(checked.count > 1 && checked == checked.sorted())
            #expect(try #require(checked.last) > 80)
            #expect(try await library.maintenance.summary().assets == 80)
        }
    }
}

extension World {
    func library() async throws -> PhotoLibrary { try await PhotoLibrary.connect(to: libraryBus) }

    /// A library to which this process has full access.
    func authorizedLibrary() async throws -> PhotoLibrary {
        let library = try await library()
        let me = try #require(try await library.clientIdentity().id)
        let decision = GrantDecision(.full, GrantOptions(rights: .all))
        try await library.administration.setGrant(of: me, decision)
        return library
    }

    /// Creates a file with these contents.
    func write(_ bytes: [UInt8]) throws -> String {
        let path = "\(folder)/\(UUID().uuidString)"
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    /// The same, open for reading.
    func file(_ bytes: [UInt8]) throws -> OwnedDescriptor {
        let file = open(try write(bytes), O_RDONLY | O_CLOEXEC)
        try #require(file >= 0)
        return OwnedDescriptor(owning: file)
    }

    /// Makes the broker forget who was connected.
    func forgetConnections() throws {
        let files = FileManager.default.enumerator(atPath: state)?.allObjects as? [String] ?? []
        let record = try #require(files.first { $0 == "connections" || $0.hasSuffix("/connections") })
        try FileManager.default.removeItem(atPath: "\(state)/\(record)")
    }
}
