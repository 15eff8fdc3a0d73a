/// Recognizes the file names of photos in a burst.
public enum BurstFileNameParser {
    /// Returns whether a name like `00001IMG_00001_BURST20240501120000_COVER.jpg` marks the picked photo of a burst.
    public static func isPicked(_ filename: String) -> Bool {
        let stem = PhotoBaseName.withoutExtension(filename).lowercased()
        return stem.hasSuffix("_cover") || stem.hasSuffix("_cover_top")
    }

    /// Returns the part of a name that is the same for all photos of the burst, in upper case. Returns nil for other
    /// names.
    ///
    /// Google's camera writes `00001IMG_00001_BURST20240501120000123.jpg`, with the time of the burst. Other cameras of
    /// Android phones write `IMG_20240501_120000_BURST001.jpg`.
    public static func burst(of filename: String) -> String? {
        let stem = PhotoBaseName.withoutExtension(filename).uppercased()
        let google = /[0-9]{5}[A-Z]+(?:_[0-9]{5})?_(BURST[0-9]{14,17})(?:_COVER)?/
        if let match = stem.wholeMatch(of: google) { return String(match.1) }
        let android = /(IMG_[0-9]{8}_[0-9]{6,9}_BURST)[0-9]{1,4}(?:_COVER)?(?:_TOP)?/
        return stem.wholeMatch(of: android).map { String($0.1) }
    }
}
