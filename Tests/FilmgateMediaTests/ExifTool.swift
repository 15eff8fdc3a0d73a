import FilmgateModel
import Foundation

/// What exiftool, as an independent reader, reads in a file, as values of `MediaFacts`.
struct ExifTool {
    private let values: [String: Any]

    let file: URL

    /// Reads every photo and video that exiftool supports in a folder and its subfolders.
    static func read(_ json: Data, in folder: URL) throws -> [ExifTool] {
        let entries = try JSONSerialization.jsonObject(with: json) as? [[String: Any]] ?? []
        return entries.compactMap { values in
            guard let name = values["SourceFile"] as? String, let type = values["MIMEType"] as? String,
                type.hasPrefix("image/") || type.hasPrefix("video/")
            else { return nil }
            return ExifTool(values: values, file: folder.appending(path: name))
        }
    }

    var mimeType: String? {
        let type = text("MIMEType")
        return ["image/apng": "image/png", "image/x-tiff-big": "image/tiff"][type] ?? type
    }
    private var isVideo: Bool { mimeType?.hasPrefix("video/") == true }
    var width: UInt32? { number("ImageWidth").map { UInt32($0) } }
    var height: UInt32? { number("ImageHeight").map { UInt32($0) } }

    var orientation: UInt32 {
        if isVideo, let rotation = number("Rotation") {
            return [90: 6, 180: 3, 270: 8][rotation] ?? 1
        }
        let value = number("Orientation").map { UInt32($0) } ?? 1
        return (1...8).contains(value) ? value : 1
    }

    var make: String? { text("Make") }
    var model: String? { text("Model") }
    var lens: String? { text("LensModel", "Lens") }
    var title: String? { text("Title", "ObjectName", "XPTitle") }
    var caption: String? {
        text("Description", "Caption-Abstract", "ImageDescription", "XPSubject") ?? (isVideo ? text("Comment") : nil)
    }
    var duration: Double? { isVideo ? number("Duration") : nil }

    var keywords: [String] {
        for key in ["Subject", "Keywords", "XPKeywords"] {
            guard let value = values[key] else { continue }
            if let list = value as? [Any] { return list.map { "\($0)" } }
            return "\(value)".split { ",;".contains($0) }.map { $0.trimmingCharacters(in: .whitespaces) }
        }
        return []
    }

    var location: (latitude: Double, longitude: Double)? {
        guard let latitude = number("GPSLatitude"), let longitude = number("GPSLongitude") else { return nil }
        return (latitude, longitude)
    }

    /// Microseconds since 1970.
    var date: Int64? {
        let candidates = [
            ("CreationDate", "", ""),
            ("DateTimeOriginal", "SubSecTimeOriginal", "OffsetTimeOriginal"),
            ("DateCreated", "", ""),
            ("CreateDate", "SubSecTimeDigitized", "OffsetTimeDigitized"),
            ("ModifyDate", "SubSecTime", "OffsetTime"),
        ]
        for (name, fraction, zone) in candidates {
            guard var date = values[name] as? String else { continue }
            if date.count == 10 { date += " 00:00:00" }
            // A video's modification date is never its creation date.
            if name == "ModifyDate", isVideo { continue }
            let format = DateFormatter()
            format.locale = Locale(identifier: "en_US_POSIX")
            format.dateFormat = "yyyy:MM:dd HH:mm:ssZZZZZ"
            format.isLenient = false
            let inlineZone = date.dropFirst(19)
            let stated = inlineZone.isEmpty ? (text(zone) ?? "Z") : String(inlineZone)
            guard let moment = format.date(from: date.prefix(19) + stated) else { continue }
            let digits = (text(fraction) ?? "").prefix(6)
            let microseconds = Int64(digits.padding(toLength: 6, withPad: "0", startingAt: 0)) ?? 0
            return Int64(moment.timeIntervalSince1970) * 1_000_000 + microseconds
        }
        return nil
    }

    /// Returns the first present and non-empty value. In exiftool's JSON, texts of digits are numbers.
    private func text(_ names: String...) -> String? {
        for name in names {
            guard let value = values[name] else { continue }
            let text = "\(value)".trimmingCharacters(in: .whitespacesAndNewlines.union(.controlCharacters))
            if !text.isEmpty { return text }
        }
        return nil
    }

    private func number(_ name: String) -> Double? { (values[name] as? NSNumber)?.doubleValue }
}
