/// Returns how many of a user's connections, requests or results one client may have: half of what the others leave, so
/// that one client cannot starve the rest.
///
/// - Parameter minimum: what a client may always have.
func fairShare(of limit: Int, usedByOthers others: Int, atLeast minimum: Int = 1) -> Int {
    max(minimum, (limit - others) / 2)
}
