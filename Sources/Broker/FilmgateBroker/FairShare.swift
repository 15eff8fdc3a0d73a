/// Returns how many of a user's connections, requests or results one client may have: half of what the other clients
/// leave, so that one client cannot starve the rest.
///
/// - Parameter minimum: how many a client may always have.
func fairShare(of limit: Int, usedByOthers others: Int, atLeast minimum: Int = 1) -> Int {
    max(minimum, (limit - others) / 2)
}
