extension SystemWorld {
    /// A person, or root.
    public struct User: Hashable, Sendable {
        public let id: UInt32
        public let name: String

        public static let anna = User(id: 61790, name: "anna")
        public static let ben = User(id: 61791, name: "ben")
        public static let carla = User(id: 61792, name: "carla")
        public static let root = User(id: 0, name: "root")
        /// Twenty more.
        public static let guests = (0..<20).map { User(id: 61800 + $0, name: "guest\($0)") }
    }

    /// A group that a program runs with beside its user's own.
    public enum Group: Sendable {
        /// The effective one alone, as a set-group-ID file gives it.
        case effective(UInt32)
        /// The real one as well, as for a program that somebody lent the group.
        case real(UInt32)

        /// The group of agents, as their program's file gives it.
        public static let agents = effective(61783)
        /// The group of agents, lent by somebody who got hold of it.
        public static let lentAgents = real(61783)

        var words: String {
            switch self {
            case .effective(let number): "\(number)"
            case .real(let number): "real:\(number)"
            }
        }
    }
}
