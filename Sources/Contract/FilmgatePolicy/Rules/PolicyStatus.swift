/// How the policy in force relates to its files.
public enum PolicyStatus: String, Sendable {
    /// The policy is what the files say.
    case inForce = "in-force"
    /// The files have errors; the policy is what they said before.
    case kept
    /// The files have had errors since the start: only the owner has access.
    case closed
}
