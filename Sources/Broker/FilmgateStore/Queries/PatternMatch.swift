import FilmgateSQLite

extension PatternFunction {
    /// The SQL function `filmgate_like(pattern, text)`, which matches a string against a folded pattern.
    static let like = PatternFunction("filmgate_like") { pattern, text, isOver in
        PatternMatch(pattern, text).succeeds(unless: isOver)
    }
}

/// Matches a string against a pattern of the operator `like`.
///
/// Backtracks only to the last `%`, so the worst case is the product of the two lengths.
struct PatternMatch {
    private let pattern: CaseFoldingReader
    private let text: CaseFoldingReader

    /// - Parameter pattern: the pattern. It must be case-folded.
    init(_ pattern: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer) {
        self.pattern = CaseFoldingReader(bytes: pattern)
        self.text = CaseFoldingReader(bytes: text)
    }

    private static let any: UInt32 = 0x25
    private static let one: UInt32 = 0x5f
    private static let escape: UInt32 = 0x5c

    private static let stepsBetweenChecks = 1 << 16

    /// Returns whether the text matches, or nil if `isOver` returned true.
    ///
    /// - Parameter isOver: returns whether the deadline has passed.
    func succeeds(unless isOver: () -> Bool) -> Bool? {
        var steps = 0
        var inPattern = 0
        var inText = 0
        // The positions to return to after a mismatch: after the last `%` in the pattern, and in the text.
        var retry: (pattern: Int, text: Int)?
        while true {
            steps += 1
            if steps == PatternMatch.stepsBetweenChecks {
                if isOver() { return nil }
                steps = 0
            }
            if inPattern < pattern.count {
                let (step, afterStep) = step(at: inPattern)
                if case .any = step {
                    if afterStep == pattern.count { return true }
                    retry = (afterStep, inText)
                    inPattern = afterStep
                    continue
                }
                if inText < text.count {
                    let (point, afterPoint) = text.point(at: inText)
                    if step.admits(point) {
                        (inPattern, inText) = (afterStep, afterPoint)
                        continue
                    }
                }
            } else if inText == text.count {
                return true
            }
            guard let (patternStart, textStart) = retry, textStart < text.count else { return false }
            let next = text.point(at: textStart).next
            retry = (patternStart, next)
            (inPattern, inText) = (patternStart, next)
        }
    }

    private enum Step {
        case any, one
        case point(UInt32)

        func admits(_ point: UInt32) -> Bool {
            switch self {
            case .any, .one: true
            case .point(let own): own == point
            }
        }
    }

    private func step(at offset: Int) -> (Step, next: Int) {
        let (point, next) = pattern.point(at: offset)
        switch point {
        case PatternMatch.any: return (.any, next)
        case PatternMatch.one: return (.one, next)
        case PatternMatch.escape where next < pattern.count:
            let (escaped, afterEscaped) = pattern.point(at: next)
            let isSign = [PatternMatch.any, PatternMatch.one, PatternMatch.escape].contains(escaped)
            return isSign ? (.point(escaped), afterEscaped) : (.point(point), next)
        default: return (.point(point), next)
        }
    }
}

/// Reads UTF-8 text with case folding. Does not check continuation bytes; any other invalid byte counts as a character.
struct CaseFoldingReader {
    let bytes: UnsafeRawBufferPointer

    var count: Int { bytes.count }

    /// Returns the code point at an offset, with the offset of the next code point.
    @inline(__always)
    func point(at offset: Int) -> (UInt32, next: Int) {
        let first = UInt32(bytes[offset])
        if first < 0x80 { return (CaseFolding.fold(first), offset + 1) }
        let (length, bits): (Int, UInt32) =
            switch first {
            case 0xc0..<0xe0: (2, first & 0x1f)
            case 0xe0..<0xf0: (3, first & 0x0f)
            case 0xf0..<0xf8: (4, first & 0x07)
            default: (1, first)
            }
        guard length > 1, offset + length <= bytes.count else { return (first, offset + 1) }
        var point = bits
        for index in offset + 1..<offset + length { point = point << 6 | UInt32(bytes[index] & 0x3f) }
        return (CaseFolding.fold(point), offset + length)
    }
}

/// Unicode's simple case folding, which maps each code point to one code point.
enum CaseFolding {
    /// Returns the folded code point. Most code points are unchanged.
    @inline(__always)
    static func fold(_ point: UInt32) -> UInt32 {
        if point < 0x80 { return point &- 0x41 < 26 ? point | 0x20 : point }
        let page = Int(point >> 8)
        guard page < table.pages.count else { return point }
        let start = table.pages[page]
        return start < 0 ? point : table.points[start + Int(point & 0xff)]
    }

    /// A page for each 256 code points, as an index into `points`. The index is -1 if the page changes nothing.
    private struct Table {
        var pages: [Int] = []
        var points: [UInt32] = []
    }

    /// The last page that contains letters with upper and lower case.
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
        // Variants of a letter, such as the final sigma, are folded by way of their shared upper-case letter.
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
