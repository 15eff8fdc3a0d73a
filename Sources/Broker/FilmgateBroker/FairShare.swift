/// Returns the share of a user's limit (on connections, requests or results) that one client may use: half of what the
/// other clients leave, so that one client cannot starve the rest.
///
/// - Parameter minimum: the number that a client may always have.
func fairShare(of limit: Int, usedByOthers others: Int, atLeast minimum: Int = 1) -> Int {
    max(minimum, (limit - others) / 2)
}
