extension ExifFields {
    /// Adds the rating and the comment of a file with TIFF's structure, which libtiff and LibRaw do not return.
    mutating func take(_ file: InputFile) {
        guard let entries = TIFFEntries(file)?.entries().main else { return }
        for tag in [ExifFields.ratingTag, ExifFields.ratingPercentTag, ExifFields.userCommentTag] {
            if let entry = entries[Int(tag)] { take(entry, tag) }
        }
    }
}
