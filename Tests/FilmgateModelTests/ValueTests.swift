import FilmgateModel
import Foundation
import Testing

@Suite("Values")
struct ValueTests {
    @Test("an identifier is read in one form only")
    func identifierForm() throws {
        let id = AssetID.random()
        #expect(AssetID(id.description) == id)
        #expect(AssetID(bytes: id.bytes) == id)
        for wrong in [
            "", "x", id.description.uppercased(), id.description + "0", String(id.description.dropLast()),
            id.description.replacingOccurrences(of: "-", with: ""), "{\(id)}", " \(id)", "\(id)\n",
        ] where wrong != id.description {
            #expect(AssetID(wrong) == nil, "\(wrong)")
        }
        #expect(AssetID(bytes: [1, 2, 3]) == nil)
    }

    @Test("a client identifier is a kind and a name")
    func clientName() {
        #expect(ClientID("flatpak:org.example.App")?.kind == .flatpak)
        #expect(ClientID("exe:/opt/a:b")?.name == "/opt/a:b")
        for wrong in [
            "", "flatpak", "flatpak:", "other:x", "exe:a\u{7}b", "exe:" + String(repeating: "a", count: 4097),
        ] {
            #expect(ClientID(wrong) == nil, "\(wrong)")
        }
    }

    @Test("a program's name is a path as the kernel reports it")
    func programPath() throws {
        for path in ["/bin/a", "/a", "/opt/a:b/...", "/opt/.hidden/..a", "/with space/“"] {
            #expect(try #require(ClientID(.exe, path)).isPossible, "\(path)")
        }
        for path in ["bin/a", "a", "/", "//bin/a", "/bin//a", "/bin/", "/bin/./a", "/bin/../a", "/bin/..", "/."] {
            #expect(try !#require(ClientID(.exe, path)).isPossible, "\(path)")
        }
    }

    @Test("a quoted identity stays within its quotation marks, and keeps its end")
    func quoted() {
        #expect(quotedIdentity("flatpak:org.example.App") == "\"flatpak:org.example.App\"")
        let forged = quotedIdentity("exe:/x” to “exe:/usr/bin/a\"\u{202E}\u{201D}\u{FF02}\u{2033}'s")
        #expect(forged.filter { "“”\"\u{FF02}\u{2033}".contains($0) } == "\"\"")
        #expect(forged.first == "\"" && forged.last == "\"" && forged.contains("'s") && !forged.contains("\u{202E}"))
        let long = quotedIdentity("exe:/home/anna/" + String(repeating: "d/", count: 2000) + "program")
        #expect(long.hasPrefix("\"exe:/home/anna/") && long.hasSuffix("/program\"") && long.contains("..."))
        #expect(long.unicodeScalars.count == 165)
        let exact = "exe:/" + String(repeating: "a", count: 158)
        #expect(quotedIdentity(exact) == "\"\(exact)\"")
    }

    @Test("a location is on the Earth")
    func places() {
        #expect(Location(latitude: -90, longitude: 180) != nil)
        for (latitude, longitude) in [(90.1, 0), (0, -180.1), (.nan, 0), (0, .infinity)] {
            #expect(Location(latitude: latitude, longitude: longitude) == nil)
        }
    }

    @Test("a hash is written as 'sha256:' and its digits")
    func hash() {
        let hash = ContentHash(bytes: (0..<32).map { UInt8($0 * 8) })
        #expect(hash?.description.hasPrefix("sha256:0008101820") == true)
        #expect(hash?.description.count == 7 + 64)
        #expect(ContentHash(bytes: []) == nil)
    }

    @Test("a place is rounded to a multiple of a tenth of a degree, without a negative zero, and only once")
    func rounding() throws {
        for (place, rounded) in [
            ((47.4979, 19.0402), (47.5, 19.0)), ((-33.8688, 151.2093), (-33.9, 151.2)), ((0.04, -0.04), (0, 0)),
            ((90, -180), (90, -180)), ((-89.97, 179.96), (-90, 180)), ((0.05, -0.05), (0.1, -0.1)),
        ] {
            let exact = try #require(Location(latitude: place.0, longitude: place.1))
            let town = exact.rounded(to: .town)
            #expect((town.latitude, town.longitude) == rounded)
            #expect(town.latitude.sign == .plus || town.latitude < 0, "\(town)")
            #expect(town.longitude.sign == .plus || town.longitude < 0, "\(town)")
            #expect(town.rounded(to: .town) == town && exact.rounded(to: .exact) == exact)
        }
        #expect(ContentLimits(locationPrecision: .town).areWithin(ContentLimits()))
        #expect(!ContentLimits().areWithin(ContentLimits(locationPrecision: .town)))
    }

    @Test("rights have names")
    func rights() {
        #expect(Rights.all.names == ["location", "originals", "captions", "metadata", "write", "manage"])
        #expect(Rights(Rights.all.names.compactMap(Rights.init(name:))) == .all)
        #expect(Rights(name: "everything") == nil)
        #expect(!Rights.usual(for: .flatpak).contains(.location))
        #expect(Rights.usual(for: .exe) == Rights.all.subtracting(.manage))
        #expect(Rights.usual(for: .flatpak) == [.originals, .captions, .metadata, .write])
        #expect(Rights.all.isComplete && !Rights.manage.isComplete)
        #expect(Rights([.captions, .manage]).effective == .captions && Rights.all.effective == .all)
    }

    @Test("the playback style follows from type and subtypes")
    func playback() {
        #expect(PlaybackStyle(.image, [.live, .animated]) == .livePhoto)
        #expect(PlaybackStyle(.image, [.animated]) == .imageAnimated)
        #expect(PlaybackStyle(.video, []) == .video)
    }

    @Test("a worker's facts are checked against the contract's bounds")
    func plausibility() {
        let plausible = MediaFacts(mediaType: .image, mimeType: "image/jpeg", pixelWidth: 4000, pixelHeight: 3000)
        #expect(plausible.isPlausible)
        let changes: [(inout MediaFacts) -> Void] = [
            { $0.pixelWidth = 0 }, { $0.pixelHeight = 2_000_000 }, { $0.orientation = 9 }, { $0.orientation = 0 },
            { $0.mimeType = "text/plain" }, { $0.title = String(repeating: "a", count: 1025) },
            { $0.caption = String(repeating: "a", count: 65537) }, { $0.keywords = Array(repeating: "a", count: 257) },
            { $0.altText = String(repeating: "a", count: 1025) }, { $0.altText = "a\0" },
            { $0.keywords = [""] }, { $0.cameraModel = String(repeating: "a", count: 1025) },
            { $0.lensModel = String(repeating: "a", count: 1025) }, { $0.lensModel = "a\0" },
            { $0.creationDate = Timestamp(rawValue: .max) }, { $0.duration = -1 }, { $0.duration = .infinity },
        ]
        for change in changes {
            var facts = plausible
            change(&facts)
            #expect(!facts.isPlausible, "\(facts)")
        }
    }
}
