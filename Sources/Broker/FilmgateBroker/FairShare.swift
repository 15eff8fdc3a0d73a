/// Returns the share of a limit that one client may use: half of what the other clients do not use. So no client can
/// use up the limit alone. Also divides a limit between users.
///
/// - Parameter minimum: the smallest share, even if the others use up the limit.
func fairShare(of limit: Int, usedByOthers others: Int, atLeast minimum: Int = 1) -> Int {
    max(minimum, (limit - others) / 2)
}
