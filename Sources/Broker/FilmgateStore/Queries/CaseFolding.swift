/// Unicode's simple case folding, code point by code point.
enum CaseFolding {
    /// Returns the folded code point, which is usually the same.
    @inline(__always)
    static func fold(_ point: UInt32) -> UInt32 {
        if point < 0x80 { return point &- 0x41 < 26 ? point | 0x20 : point }
        let page = Int(point >> 8)
        guard page < table.pages.count else { return point }
        let start = table.pages[page]
        return start < 0 ? point : table.points[start + Int(point & 0xff)]
    }

    /// Pages of 256 code points each; -1 stands for a page without changes.
    private struct Table {
        var pages: [Int] = []
        var points: [UInt32] = []
    }

    /// Later pages have no characters with case.
    private static let lastPage: UInt32 = 0x1ff

    private static let table: Table = {
        var table = Table()
        for page in 0...lastPage {
            let points = (page << 8..<(page + 1) << 8).map { point in
                Unicode.Scalar(point).map { folded($0).value } ?? point
            }
            let isChanged = zip(points, page << 8..<(page + 1) << 8).contains { $0 != $1 }
            table.pages.append(isChanged ? table.points.count : -1)
            if isChanged { table.points += points }
        }
        return table
    }()

    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let properties = scalar.properties
        guard properties.changesWhenCaseFolded else { return scalar }
        if let lower = single(properties.lowercaseMapping), lower != scalar { return lower }
        // A variant of a letter, such as the final sigma, is folded through the common upper-case letter.
        guard let upper = single(properties.uppercaseMapping), upper != scalar else { return scalar }
        let lower = single(upper.properties.lowercaseMapping) ?? upper
        return lower == scalar ? upper : lower
    }

    private static func single(_ mapping: String) -> Unicode.Scalar? {
        mapping.unicodeScalars.count == 1 ? mapping.unicodeScalars.first : nil
    }
}

extension String {
    var foldedCase: String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            scalars.append(Unicode.Scalar(CaseFolding.fold(scalar.value)) ?? scalar)
        }
        return String(scalars)
    }
}
