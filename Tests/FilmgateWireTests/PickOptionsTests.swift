import FilmgateDBus
import FilmgateModel
import Testing

@testable import FilmgateWire

@Suite("The options of a pick")
struct PickOptionsTests {
    @Test("stand for one item as it is, if there are none")
    func defaults() throws {
        let options = try PickOptions(representation: [:])
        #expect(options.configuration == PickerConfiguration() && options.configuration.limit == 1)
        #expect(options.predicate == nil && options.preselected == [] && options.album == nil)
    }

    @Test("are decoded and encoded again, and their texts are cleaned")
    func roundTrip() throws {
        let options: Options = [
            "limit": Variant(UInt32(0)), "filter": Variant("(media-type='video' )or subtypes contains 'live'"),
            "ordered": Variant(true), "preselected": Variant(["a", "b"]), "album": Variant("favorites"),
            "search": Variant("sea\u{202e}\nside"), "prompt": Variant(String(repeating: "x", count: 300)),
            "crop": Variant("square"), "max-duration": Variant(2.5), "representation": Variant("compatible"),
            "remove": Variant(["location", "metadata"]), "keep": Variant(true), "handle-token": Variant("t"),
            "parent-window": Variant("x11:1"), "other-files": Variant(true), "lasting": Variant(true),
            "choose-representation": Variant(true),
        ]
        let read = try PickOptions(representation: options)
        let configuration = read.configuration
        #expect(configuration.limit == PickerConfiguration.mostItems)
        #expect(configuration.filter == "media-type = 'video' or subtypes contains 'live'")
        #expect(read.predicate?.properties == [.mediaType, .subtypes])
        #expect(configuration.search == "sea side" && configuration.prompt?.unicodeScalars.count == 256)
        #expect(configuration.crop == .square && configuration.maxDuration == 2.5 && configuration.isOrdered)
        #expect(configuration.representation == .compatible && configuration.removed == [.location, .metadata])
        #expect(
            configuration.offersKeep && configuration.offersOtherFiles && configuration.offersLasting
                && configuration.offersRepresentation
                && read.preselected == ["a", "b"] && read.album == "favorites")
        #expect(try PickOptions(representation: read.representation) == read)
        #expect(try PickOptions(representation: ["limit": Variant(UInt32.max)]).configuration.limit == 5_000)
    }

    @Test("are refused if they are unknown, of the wrong type or out of range, and the sentence names them")
    func refused() {
        let wrong: [(String, Variant)] = [
            ("colour", Variant(true)), ("limit", Variant(1)), ("limit", Variant(Int32(-1))),
            ("max-duration", Variant(0.0)), ("max-duration", Variant(-1.0)), ("max-duration", Variant(Double.nan)),
            ("max-duration", Variant(Double.infinity)), ("crop", Variant("round")), ("remove", Variant(["places"])),
            ("representation", Variant("best")), ("filter", Variant("title = 'x'")),
            ("filter", Variant("location.latitude > 0")),
            ("preselected", Variant([String](repeating: "", count: 5_001))),
            ("handle-token", Variant("a b")),
        ]
        for (key, value) in wrong {
            do {
                _ = try PickOptions(representation: [key: value])
                Issue.record("\(key) was accepted")
            } catch let error as WireError {
                #expect(error.errorReply.name.hasSuffix("InvalidArgument") && "\(error.errorReply)".contains(key))
            } catch {
                Issue.record("\(key): \(error)")
            }
        }
        for filter in ["", "media-type =", "media-type = 'sound'", "media-type = ?", String(repeating: "(", count: 99)]
        {
            #expect(throws: WireError.self, "\(filter)") {
                try PickOptions(representation: ["filter": Variant(filter)])
            }
        }
    }

    @Test("of an item are decoded and encoded again, and what it is told of it, too")
    func items() throws {
        let wanted = ItemOptions(mimeType: "image/webp", width: 9, height: 8, isCropped: true, hasMetadata: true)
        #expect(try ItemOptions(representation: wanted.representation) == wanted)
        #expect(throws: WireError.self) { try ItemOptions(representation: ["width": Variant(UInt32(0))]) }
        #expect(throws: WireError.self) { try ItemOptions(representation: ["with": Variant(UInt32(1))]) }
        var item = PickedItemValues(
            handle: .random(), mimeTypes: ["image/jpeg"], mediaType: .video, pixelWidth: 3, pixelHeight: 2)
        (item.filename, item.duration, item.id) = ("a.mp4", 1.5, .random())
        item.altText = "A boat at a pier"
        item.creationDate = Timestamp(rawValue: -1)
        item.crop = UnitRectangle(x: 0, y: 0.5, width: 1, height: 0.5)
        let results = RequestResults(picked: [item, item], removed: [.captions])
        #expect(try results.pickedItems() == [item, item] && results.removedKinds == [.captions])
        #expect(try RequestResults(picked: []).pickedItems() == [])
    }
}
