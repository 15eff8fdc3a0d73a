extension Array {
    /// The elements in their order, at most so many together.
    package func batches(of most: Int) -> [[Element]] {
        stride(from: 0, to: count, by: most).map { Array(self[$0...].prefix(most)) }
    }
}
