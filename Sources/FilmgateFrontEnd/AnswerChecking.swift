import FilmgateModel

extension Answer {
    /// Whether the answer is one that the question allows, as far as a front end can know.
    public func fits(_ prompt: AgentPrompt) -> Bool {
        let selected = Set(selection)
        switch (prompt.kind, decision) {
        case (.access, .allow), (.access, .limit), (.access, .deny), (.access, .dismiss): return true
        case (.confirm, .allow), (.confirm, .deny): return true
        case (.selection, .cancel), (.pick, .cancel): return true
        case (.selection, .done): return selected.count == selection.count
        case (.pick, .done):
            guard let picker = prompt.picker else { return false }
            return selected.count == selection.count && !selection.isEmpty
                && selection.count <= picker.limit && (!keeps || picker.offersKeep)
                && selected.isSuperset(of: crops.keys) && selected.isSuperset(of: trims.keys)
                && trims.values.allSatisfy { trim in
                    trim.upperBound - trim.lowerBound <= (picker.maxDuration ?? .infinity) + 0.05
                }
        case (.access, _), (.confirm, _), (.selection, _), (.pick, _), (.settings, _): return false
        }
    }
}
