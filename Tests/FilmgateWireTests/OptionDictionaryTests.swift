import FilmgateDBus
import FilmgateWire
import Testing

@Suite("Option dictionaries")
struct OptionDictionaryTests {
    @Test(
        "of requests are refused with one mistake: a wrong type, else an unknown key, else a range",
        arguments: [
            (["limit": Variant("1"), "limits": Variant(true)], "'limit' must be of the type 'u', not 's'."),
            (["limit": Variant(UInt32(0)), "limits": Variant(true)], "there is no option 'limits'."),
            (["limit": Variant(UInt32(0))], "'limit' must be from 1 to 10000."),
        ] as [(Options, String)])
    func requests(_ options: Options, _ sentence: String) {
        #expect(throws: WireError.invalidArgument("ReadAudit: " + sentence)) {
            try AuditLogFilter(representation: options)
        }
    }

    @Test("of replies may have unknown keys, and some of them values of unknown types, which count as absent")
    func replies() throws {
        let details = DeliveryDetails(resourceType: "photo", mimeType: "image/jpeg")
        var options = details.representation
        options["new"] = Variant(true)
        #expect(try DeliveryDetails(representation: options) == details)
        options["type"] = Variant(true)
        #expect(throws: WireError.invalidArgument("Delivery: 'type' must be of the type 's', not 'b'.")) {
            try DeliveryDetails(representation: options)
        }
        options["type"] = nil
        #expect(throws: WireError.invalidArgument("Delivery: 'type' is missing.")) {
            try DeliveryDetails(representation: options)
        }
        options = ["files": Variant("many"), "bytes": Variant(UInt64(7)), "new": Variant(true)]
        #expect(try RestoreDetails(representation: options) == RestoreDetails(files: 0, bytes: 7, missing: 0))
    }
}
