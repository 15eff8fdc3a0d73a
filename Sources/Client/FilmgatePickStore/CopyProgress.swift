/// How many of the picked photos a program has copied. `filmgate-portal` reports it to `filmgate-window`, which shows it:
/// as lines of text, on the window's descriptor 3.
public struct CopyProgress: Hashable, Sendable {
    public let done: Int
    public let total: Int

    /// The first command-line argument for `filmgate-window`. The second one is the identifier of the parent window.
    public static let argument = "--preparing"
    /// The exit code of `filmgate-window` if the person cancels.
    public static let cancelled: Int32 = 3

    public init(done: Int, total: Int) { (self.done, self.total) = (done, total) }

    /// Parses a line without its end. Returns nil for a line of a different form.
    public init?(line: String) {
        let numbers = line.split(separator: " ").map { Int($0) }
        guard numbers.count == 2, let done = numbers[0], let total = numbers[1], done >= 0, total >= done, total < .max
        else { return nil }
        self.init(done: done, total: total)
    }

    public var line: String { "\(done) \(total)\n" }
}
