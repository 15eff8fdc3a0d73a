/// Recognizes the file names of photos in a burst.
public enum BurstName {
    /// Returns whether a name like `00001IMG_00001_BURST20240501120000_COVER.jpg` marks the picked photo of a burst.
    public static func isPicked(_ filename: String) -> Bool {
        let stem = filename.lastIndex(of: ".").map { filename[..<$0] } ?? filename[...]
        return stem.lowercased().hasSuffix("_cover")
    }
}
