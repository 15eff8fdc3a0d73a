/// An enumeration whose cases are declared in ascending order.
public protocol OrderedCases: CaseIterable, Comparable {}

extension OrderedCases {
    public static func < (left: Self, right: Self) -> Bool {
        left != right && allCases.first { $0 == left || $0 == right } == left
    }
}
