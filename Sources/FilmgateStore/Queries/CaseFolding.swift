/// Takes the case out of characters, one by one: Unicode's simple case folding.
enum CaseFolding {
    /// What a code point becomes; itself as a rule.
    @inline(__always)
    static func fold(_ point: UInt32) -> UInt32 {
        if point < 0x80 { return point &- 0x41 < 26 ? point | 0x20 : point }
        let page = Int(point >> 8)
        guard page < table.pages.count else { return point }
        let start = table.pages[page]
        return start < 0 ? point : table.points[start + Int(point & 0xff)]
    }

    /// Pages of 256 code points each; -1 stands for one in which nothing changes.
    private struct Table {
        var pages: [Int] = []
        var points: [UInt32] = []
    }

    /// No character beyond these has a case.
    private static let lastPage: UInt32 = 0x1ff

    /// Made when the first text needs it.
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
        // Another form of a letter, as the final sigma: by way of the capital that both have.
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
