extension Array {
    /// Divides the array into batches of at most `most` elements, in the same order.
    package func batches(of most: Int) -> [[Element]] {
        stride(from: 0, to: count, by: most).map { Array(self[$0...].prefix(most)) }
    }
}
