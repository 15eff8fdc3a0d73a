import Foundation

/// Pictures with a word in every place that is not known to be harmless, besides those for Exif, captions and names.
enum PlantedPictures {
    static let word = Array("PLANTED".utf8)

    /// Words in place of numbers, dates and types; in the name of a property, in a prefix, and in the name of a
    /// language.
    static let packet = Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
        rdf:about="PLANTED" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:PLANTED="http://ns.google.com/photos/1.0/panorama/" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"
        xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" xmp:Rating="4" xmp:CreateDate="PLANTED" dc:format="image/PLANTED"
        tiff:Orientation="PLANTED" PLANTED:ProjectionType="equirectangular" PLANTED:FullPanoWidthPixels="PLANTED" hdrgm:PLANTED="1"
        hdrgm:Gamma="PLANTED" GCamera:MotionPhoto="PLANTED"><exif:ISOSpeedRatings><rdf:Seq><rdf:li xml:lang="x-PLANTED">100</rdf:li>
        </rdf:Seq></exif:ISOSpeedRatings><exif:Flash rdf:parseType="Resource"><exif:Fired>PLANTED</exif:Fired></exif:Flash>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """.utf8)

    /// Exif with words in place of numbers and a date.
    static let exif: [UInt8] = {
        let values: [(tag: Int, type: Int, value: [UInt8])] = [
            (0x0112, 3, [0, 1]), (0x011A, 5, word + [0]), (0x0132, 2, word + [0]), (0x829A, 1, word + [0]),
            (0x9000, 7, word), (0x9286, 7, word),
        ]
        let widths = [3: 2, 5: 8]
        var (table, data) = ([UInt8].big(values.count, 2), [UInt8]())
        for (tag, type, value) in values {
            table += [UInt8].big(tag, 2) + [UInt8].big(type, 2)
            table += [UInt8].big(value.count / (widths[type] ?? 1))
            table += value.count <= 4 ? value + [0, 0] : .big(8 + 2 + 12 * values.count + 4 + data.count)
            if value.count > 4 { data += value + [UInt8](repeating: 0, count: value.count % 2) }
        }
        let head: [UInt8] = Array("MM\0*".utf8) + .big(8)
        return head + table + .big(0) + data
    }()

    /// IPTC with a word in place of a date, and a title.
    private static let iptc: [UInt8] = [0x1C, 2, 55, 0, 7] + word + [0x1C, 2, 5, 0, 7] + word
    /// The same data in their Photoshop resource.
    private static let resource: [UInt8] = Array("8BIM".utf8) + [4, 4, 0, 0] + .big(iptc.count) + iptc

    static func jpeg(_ plain: [UInt8]) -> [UInt8] {
        func segment(_ marker: UInt8, _ name: String, _ content: [UInt8]) -> [UInt8] {
            let payload: [UInt8] = Array(name.utf8) + content
            return [0xFF, marker] + .big(2 + payload.count, 2) + payload
        }
        let profile = PlantedProfile.bytes
        let half = profile.count / 2
        let pixels = word + word + word
        let thumbnail: [UInt8] = [1, 1, 0, 0, 1, 0, 1, 7, 1] + pixels
        let other: [UInt8] = Array("8BIM".utf8) + [4, 0x0A, 0, 0] + .big(8) + word + [0]
        let segments: [[UInt8]] = [
            segment(0xE0, "JFIF\0", thumbnail), segment(0xE0, "JFXX\0", [0x13, 7, 1] + pixels),
            segment(0xE1, "Exif\0\0", exif), segment(0xE1, "http://ns.adobe.com/xap/1.0/\0", packet),
            segment(0xE2, "ICC_PROFILE\0", [2, 2] + profile[half...]),
            segment(0xE2, "ICC_PROFILE\0", [1, 2] + profile[..<half]),
            segment(0xE2, "urn:iso:std:iso:ts:21496:-1\0", word), segment(0xE3, "", word),
            segment(0xED, "Photoshop 3.0\0", resource + other), segment(0xEE, "Adobe", word),
            segment(0xEF, "", word), segment(0xFE, "", word),
        ]
        // Behind its own header.
        let head: [UInt8] = [0xFF, 0xD8] + Array(segments.joined())
        return head + Array(plain.dropFirst(20)) + word
    }

    static func png(_ plain: [UInt8]) -> [UInt8] {
        func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
            let body = Array(type.utf8) + content
            return [UInt8].big(content.count) + body + .big(Int(checksum(ofPNG: body)))
        }
        let digits = resource.map { String(format: "%02x", $0) }
        let profile = "\niptc\n      \(resource.count)\n\(digits.joined())\n"
        let named: [UInt8] = word + [0, 0] + PNGParts.deflated(PlantedProfile.bytes)
        let palette: [UInt8] = word + [0, 8, 1, 2, 3, 4, 0, 1]
        let compressed: [UInt8] = Array("Raw profile type iptc\0\0".utf8) + PNGParts.deflated(Array(profile.utf8))
        let chunks = [
            chunk("iCCP", named), chunk("sPLT", palette), chunk("tEXt", Array("Creation Time\0PLANTED".utf8)),
            chunk("tEXt", Array("Creation Time\04 Mar 2012 05:06 +0200\0PLANTED".utf8)),
            chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet), chunk("plNt", word),
            chunk("zTXt", compressed), chunk("eXIf", exif),
        ]
        return Array(plain.prefix(33)) + Array(chunks.joined()) + Array(plain.dropFirst(33)) + word
    }

    static func gif(_ plain: [UInt8]) -> [UInt8] {
        func program(_ name: String, _ content: [UInt8]) -> [UInt8] {
            var blocks: [UInt8] = []
            for start in stride(from: 0, to: content.count, by: 255) {
                let block = Array(content[start..<Swift.min(start + 255, content.count)])
                blocks += [UInt8(block.count)] + block
            }
            let head: [UInt8] = [0x21, 0xFF, 11] + Array(name.utf8)
            return head + blocks + [0]
        }
        let table = plain[10] & 0x80 == 0 ? 0 : 3 << (Int(plain[10] & 7) + 1)
        let extensions: [[UInt8]] = [
            program("ICCRGBG1012", PlantedProfile.bytes), program("NETSCAPE2.0", word), program("PLANTED1.0 ", word),
            [0x21, 0xFE, 7] + word + [0],
        ]
        let head = Array(plain.prefix(13 + table)) + Array(extensions.joined())
        return head + Array(plain.dropFirst(13 + table)) + word
    }

    static func webP(_ plain: [UInt8]) -> [UInt8] {
        func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
            let head: [UInt8] = Array(type.utf8) + .little(content.count)
            return head + content + [UInt8](repeating: 0, count: content.count % 2)
        }
        // The size of the sample, minus one.
        let size: [UInt8] = .little(95, 3) + .little(63, 3)
        let canvas: [UInt8] = [0x2C] + Array("PLA".utf8) + size
        let chunks = [
            chunk("VP8X", canvas + word), chunk("ICCP", PlantedProfile.bytes),
            Array(plain.dropFirst(12)), chunk("EXIF", exif), chunk("XMP ", packet), chunk("PLNT", word),
        ]
        let content = Array("WEBP".utf8) + Array(chunks.joined())
        return Array("RIFF".utf8) + [UInt8].little(content.count) + content
    }
}
