/// The content of the adjustment data that the library stores for its own edits: a transform, and its base.
public struct TransformRecord: Hashable, Sendable {
    /// The content to which the transform was applied.
    public enum Base: String, CaseIterable, Sendable {
        case original
        /// An app's edit that the asset showed before.
        case edit
    }

    public let base: Base
    public let transform: ContentTransform

    public init(of base: Base, _ transform: ContentTransform) { (self.base, self.transform) = (base, transform) }

    /// The identifier of the adjustment data's format. Edits by apps must not use it.
    public static let identifier = "org.filmgate.Transform"
    public static let format = AdjustmentFormat(known: identifier, "1")

    /// The adjustment data, which is JSON.
    public var data: [UInt8] {
        let crop = transform.crop
        let sides = [crop.x, crop.y, crop.width, crop.height].map { "\($0)" }.joined(separator: ",")
        return Array(
            "{\"base\":\"\(base.rawValue)\",\"orientation\":\(transform.orientation),\"crop\":[\(sides)]}".utf8)
    }

    /// Decodes adjustment data. Returns nil for bytes that `data` does not produce.
    public init?(_ data: [UInt8]) {
        guard data.count <= TransformRecord.mostData, let text = String(validating: data, as: UTF8.self) else {
            return nil
        }
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count == 9, let base = Base(rawValue: String(parts[3])) else { return nil }
        let digits = parts[6].dropFirst().dropLast()
        let sides = parts[8].dropFirst(2).dropLast(2).split(separator: ",").map { Double($0) }
        guard let orientation = UInt32(digits), sides.count == 4, let x = sides[0], let y = sides[1],
            let width = sides[2], let height = sides[3],
            let crop = UnitRectangle(x: x, y: y, width: width, height: height),
            let transform = ContentTransform(orientation: orientation, crop: crop)
        else { return nil }
        self.init(of: base, transform)
        guard self.data == data else { return nil }
    }

    private static let mostData = 1000
}
