import FilmgateModel

/// The text that is planted into generated files, and must not be found in redacted ones.
enum PlantedText {
    /// A text that is in no sample.
    static let word = "PLANTED"
    /// The word with a place and a serial number.
    static let sentence = "\(word) SERIAL9 at +47.4979+019.0402/"
    /// An XMP packet with places, serial numbers, texts, and structures with more of them.
    static let packet = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
        rdf:about="\(word)" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/"
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:odd="http://example.org/odd/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        exif:GPSLatitude="47,29.874N" exif:GPSLongitude="19,2.412E" aux:SerialNumber="SERIAL8" xmp:Rating="4"
        odd:Where="\(sentence)"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">A title, \(word)</rdf:li></rdf:Alt></dc:title>
        <exif:Flash rdf:parseType="Resource"><exif:Fired>True</exif:Fired><odd:Note>\(sentence)</odd:Note></exif:Flash>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """

    /// Words that reveal a kind of metadata wherever they are.
    static let words: [MetadataKind: [String]] = [
        .location: ["Budapest"], .captions: ["A title", "A caption", "An alt text"],
        .metadata: ["SERIAL1", "SERIAL2", "SERIAL8", "Testlens", "Testcamera"],
    ]

    /// Returns the words that a file must not contain without some kinds.
    static func words(of kinds: Set<MetadataKind>) -> [String] {
        kinds.flatMap { words[$0] ?? [] } + (kinds.count == MetadataKind.allCases.count ? [word, "Somebody"] : [])
    }
}
