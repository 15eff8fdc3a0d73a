import FilmgateModel
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("Structures of XMP")
struct MetadataStructureTests {
    private static let written = [
        "-XMP-iptcExt:LocationShown={City=Budapest,CountryCode=HUN,GPSLatitude=47.4979,LocationName={en=Chain Bridge}}",
        "-XMP-iptcExt:LocationShown+={City=Wien}", "-XMP-xmpMM:History={Action=created,SoftwareAgent=Testsoftware}",
        "-XMP-xmpMM:History+={Action=saved,When=2024:05:01 12:00:00+02:00,Changed=/metadata}",
        "-XMP-xmpMM:DerivedFrom={DocumentID=SERIAL1}", "-XMP-iptcCore:CreatorContactInfo={CiEmailWork=a@example.org}",
        "-XMP-mwg-rs:RegionInfo={AppliedToDimensions={W=64,H=48,Unit=pixel},RegionList=[{Area={X=0.5,Y=0.25,W=0.1,H=0.2,"
            + "Unit=normalized},Name=Somebody,Type=Face},{Area={X=0.1,Y=0.1,W=0.1,H=0.1,Unit=normalized},Name=Else}]}",
        "-XMP-MP:RegionInfoMP={Regions=[{Rectangle=0.1|, 0.2|, 0.3|, 0.4,PersonDisplayName=Somebody}]}",
        "-XMP-exif:Flash={Fired=true,Mode=Auto}", "-XMP-dc:Title=A title",
    ]
    private static let places = [
        "Iptc4xmpExt:LocationShown[1]/Iptc4xmpExt:City": "Budapest",
        "Iptc4xmpExt:LocationShown[1]/Iptc4xmpExt:CountryCode": "HUN",
        "Iptc4xmpExt:LocationShown[2]/Iptc4xmpExt:City": "Wien",
    ]
    private static let persons = [
        "mwg-rs:Regions/mwg-rs:AppliedToDimensions/stDim:w": "64",
        "mwg-rs:Regions/mwg-rs:RegionList[1]/mwg-rs:Area/stArea:y": "0.25",
        "mwg-rs:Regions/mwg-rs:RegionList[1]/mwg-rs:Name": "Somebody",
        "mwg-rs:Regions/mwg-rs:RegionList[2]/mwg-rs:Name": "Else",
        "MP:RegionInfo/MPRI:Regions[1]/MPReg:PersonDisplayName": "Somebody",
    ]
    private static let programs = [
        "xmpMM:History[1]/stEvt:action": "created", "xmpMM:History[1]/stEvt:softwareAgent": "Testsoftware",
        "xmpMM:History[2]/stEvt:action": "saved", "xmpMM:History[2]/stEvt:when": "2024-05-01T12:00:00+02:00",
        "xmpMM:DerivedFrom/stRef:documentID": "SERIAL1",
        "Iptc4xmpCore:CreatorContactInfo/Iptc4xmpCore:CiEmailWork": "a@example.org",
    ]
    private static let harmless = ["exif:Flash/exif:Fired": "True", "exif:Flash/exif:Mode": "3"]

    @Test(
        "are told by the paths of their fields, in every format that has XMP", arguments: ["jpg", "png", "heic", "mp4"])
    func reported(_ format: String) async throws {
        let file = try await RichSamples.written(Self.written, as: format)
        defer { RichSamples.remove(file) }
        let reported = try await MetadataTests.read(file)
        for part in [Self.places, Self.persons, Self.programs, Self.harmless] {
            for (name, text) in part { #expect(reported[name] == [text], "\(name)") }
        }
        #expect(
            reported["dc:title"] == ["A title"] && reported.names.allSatisfy { XMPVocabulary.meaning(of: $0) != nil })
    }

    @Test("stay in a redacted copy if none of their fields belongs to what is removed")
    func redacted() async throws {
        let file = try await RichSamples.written(Self.written, as: "jpg")
        defer { RichSamples.remove(file) }
        let bytes = [UInt8](try Data(contentsOf: file))
        for kind in MetadataKind.allCases {
            let (copy, found) = try await RedactionTests.redacted(bytes, of: [kind], isCheck: true)
            #expect(found == [kind])
            let reported = try await MetadataTests.read(copy)
            let parts: [(MetadataKind, [String: String])] = [
                (.location, Self.places), (.captions, Self.persons), (.metadata, Self.programs),
            ]
            for (other, part) in parts {
                for (name, text) in part {
                    #expect(reported[name] == (other == kind ? [] : [text]), "\(kind): \(name)")
                }
            }
            for (name, text) in Self.harmless { #expect(reported[name] == [text], "\(kind): \(name)") }
        }
    }

    @Test("go from a redacted copy if a field or a qualifier tells something else than they do")
    func nested() async throws {
        let packet = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).xmp")
        defer { try? FileManager.default.removeItem(at: packet) }
        try """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
        rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
        xmlns:odd="http://example.org/odd/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:c="http://ns.google.com/photos/1.0/container/" xmlns:i="http://ns.google.com/photos/1.0/container/item/">
        <exif:Flash rdf:parseType="Resource"><exif:Fired>True</exif:Fired><odd:Note>PLANTED1</odd:Note></exif:Flash>
        <xmp:Rating rdf:parseType="Resource"><rdf:value>4</rdf:value><odd:Note>PLANTED2</odd:Note></xmp:Rating>
        <xmpMM:Pantry><rdf:Bag><rdf:li rdf:parseType="Resource"><exif:GPSLatitude>47,29.874N</exif:GPSLatitude>
        <exif:GPSMapDatum>PLANTED3</exif:GPSMapDatum></rdf:li></rdf:Bag></xmpMM:Pantry>
        <c:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><c:Item i:Mime="image/jpeg" i:Semantic="Primary"/></rdf:li>
        </rdf:Seq></c:Directory><exif:ExposureTime>1/200</exif:ExposureTime>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """.write(to: packet, atomically: true, encoding: .utf8)
        let file = try await RichSamples.written(["-XMP<=\(packet.path)"], as: "jpg")
        defer { RichSamples.remove(file) }
        let bytes = [UInt8](try Data(contentsOf: file))
        #expect(bytes.contains(Array("PLANTED3".utf8)))
        for kind in MetadataKind.allCases {
            let (copy, _) = try await RedactionTests.redacted(bytes, of: [kind], isCheck: true)
            #expect(!copy.contains(Array("PLANTED".utf8)) && !copy.contains(Array("47,29".utf8)), "\(kind)")
            // The places of a motion photo's parts stay.
            #expect(copy.contains(Array("Semantic".utf8)) && copy.contains(Array("1/200".utf8)), "\(kind)")
        }
    }
}
