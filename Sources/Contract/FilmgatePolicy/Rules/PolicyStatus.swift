/// The relation between the policy in force and its files.
public enum PolicyStatus: String, Sendable {
    /// The policy in force matches the files.
    case inForce = "in-force"
    /// The files have errors. The earlier policy is in force.
    case kept
    /// The files have had errors ever since the broker started. Only the owner has access.
    case closed
}
