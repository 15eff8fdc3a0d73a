/// Texts that cameras, phones and programs write where people's captions belong.
enum CameraWords {
    /// Returns the text, or nil if no person has written it.
    static func caption(_ text: String?) -> String? {
        guard let text = MetadataText.caption(text) else { return nil }
        let plain = text.lowercased()
        if words.contains(plain) || beginnings.contains(where: { plain.hasPrefix($0) }) { return nil }
        if plain.contains("imgver:") || isVersion(plain) { return nil }
        return endings.contains { text.hasSuffix($0) } ? nil : text
    }

    /// Whether the text is the number of an early version, such as `0.9.142`. Others can be dates.
    private static func isVersion(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 2 && parts[0] == "0"
            && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }
    }

    /// The same of Exif's comment, in which phones also keep notes for their own programs.
    static func comment(_ text: String?) -> String? {
        guard let text = caption(text) else { return nil }
        let plain = text.lowercased()
        return notes.contains { plain.hasPrefix($0) } ? nil : text
    }

    /// In lower case. The short ones name the modes of phones.
    private static let words: Set<String> = [
        "sony dsc", "samsung", "samsung camera pictures", "exif_jpeg_picture", "exif jpeg", "dcf 1.0", "digital camera",
        "digital still camera", "created by imlib", "iclarified", "binary comment", "charset=ascii", "default", "jpeg",
        "maker:samsung", "kodak", "casio", "dvc 10.1 hdmi", "screenshot", "dcim", "dsc", "digital stillcamera",
        "minolta dsc", "gcm_tag", "untitled",
        "rhdr", "hdrpl", "oznorwo", "frontbhdp", "fbt", "rbt", "ptr", "fbthdr", "btr", "mon", "nor", "dav", "mde",
        "mde_soft", "edf", "btfmdn", "btf", "btfhdr", "frem", "oznor", "rpt", "burst", "sdr_hdrb", "sdr", "cof", "qrf",
        "fshbty", "hdr", "ozedf", "ozhdr", "bsr", "mdeb",
    ]
    private static let beginnings = [
        "<digimax", "<kenox", "processed by: helicon", "hisilicon", "file written by adobe", "created with gimp",
        "created with the gimp", "lead technologies inc", "creator: gd-jpeg", "lavc",
    ]
    /// In capitals, as cameras write them: `OLYMPUS DIGITAL CAMERA`.
    private static let endings = [" DIGITAL CAMERA", " DIGITAL STILL CAMERA", " DIGITAL CAMERAS", " CAMERA PICTURES"]
    private static let notes = ["{", "<?xml", "filter:", "oplus_", "fileterintensity"]
}
