import Testing

@testable import FilmgateRendering

@Suite("A packet of XMP that is repaired")
struct PacketRepairTests {
    private static let isPrepared: Bool = {
        XMPPacket.prepare()
        return true
    }()

    /// - Parameter spaces: attributes of the outermost element.
    private static func packet(_ properties: String, _ spaces: [String] = []) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/" \(spaces.joined(separator: " "))>
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">\(properties)</rdf:Description>
            </rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    @Test("has each property with the namespaces that it uses, and no others")
    func namespaces() throws {
        try #require(Self.isPrepared)
        let filler = String(repeating: "n", count: 900)
        let spaces = (0..<100).map { "xmlns:n\($0)=\"http://example.org/\($0)/\(filler)/\"" }
        let properties = (0..<100).map { "<n\($0):p>value \($0)</n\($0):p>" }
        let nested = "<dc:source rdf:parseType=\"Resource\"><n7:deep>found</n7:deep></dc:source>"
        let packet = Self.packet(properties.joined() + nested, spaces)
        let repaired = try #require(XMPRepair.repaired(packet))
        let text = String(decoding: repaired, as: UTF8.self)
        #expect(repaired.count < 2 * packet.count)
        for number in 0..<100 { #expect(text.contains(">value \(number)<")) }
        #expect(text.contains("<n7:deep>found</n7:deep>"))
    }

    @Test("keeps texts in which something begins as an entity and does not end")
    func ampersands() throws {
        try #require(Self.isPrepared)
        let packet = Self.packet("<dc:source>A &#1234567890 &amp; &x00; &#x00000041;&</dc:source>")
        let repaired = try #require(XMPRepair.repaired(packet))
        let text = String(decoding: repaired, as: UTF8.self)
        #expect(text.contains("A &amp;#1234567890 &amp; &amp;x00; A&amp;<"), "\(text)")
    }

    @Test("keeps texts with numbers that no character has", arguments: ["#0", "#xD800", "#xFFFE", "#x110000", "#+65"])
    func numbers(_ name: String) throws {
        try #require(Self.isPrepared)
        let repaired = try #require(XMPRepair.repaired(Self.packet("<dc:source>A &\(name); B</dc:source>")))
        let text = String(decoding: repaired, as: UTF8.self)
        #expect(text.contains("A &amp;\(name); B<"), "\(text)")
    }

    @Test("is given up if it would become too long, or is too deep")
    func limits() throws {
        try #require(Self.isPrepared)
        let title = "<dc:format>kept</dc:format>"
        #expect(XMPRepair.repaired(Self.packet(title)) != nil)
        let long = "<dc:source>" + String(repeating: "\"", count: 3_000_000) + "</dc:source>"
        let deep = (0..<100).reduce("x") { content, _ in "<dc:source>" + content + "</dc:source>" }
        let space = "xmlns:n=\"http://example.org/" + String(repeating: "n", count: 2000) + "\""
        #expect(XMPRepair.repaired(Self.packet(title + long)) == nil)
        #expect(XMPRepair.repaired(Self.packet(title + deep)) == nil)
        #expect(XMPRepair.repaired(Self.packet(title, [space])) == nil)
    }
}
