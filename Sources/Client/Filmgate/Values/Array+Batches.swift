extension Array {
    /// Divides the elements into batches of at most `most` elements, in their order.
    package func batches(of most: Int) -> [[Element]] {
        stride(from: 0, to: count, by: most).map { Array(self[$0...].prefix(most)) }
    }
}
