import FilmgateModel
public import FilmgatePolicy
public import FilmgateWire

extension AgentPrompt {
    /// The answer that decides nothing, or refuses a change.
    public var dismissal: PromptAnswer { PromptAnswer(kind == .confirm ? .deny : .dismiss) }

    /// The answer if no program shows the question: the person who opened a file dialog gets one.
    public var answerIfNotShown: PromptAnswer {
        picker?.offersOtherFiles == true ? PromptAnswer(.otherFiles) : dismissal
    }
}

extension PromptAnswer {
    /// Converts an answer from JSON, which does not distinguish a selection from a pick, to an answer to this prompt.
    /// Returns nil if the prompt does not allow it, as far as a front end can know.
    public func fitted(to prompt: AgentPrompt) -> PromptAnswer? {
        switch (prompt.subject, decision) {
        case (.access, .allow), (.access, .limit), (.access, .deny), (.access, .dismiss): return self
        case (.confirm, .allow), (.confirm, .deny): return self
        case (.selection, .dismiss), (.pick, .dismiss): return self
        case (.selection, .picked(let pick)):
            return Set(pick.items).count == pick.items.count ? PromptAnswer(.done(pick.items)) : nil
        case (.pick(let picker), .picked(let pick)): return pick.fits(picker) ? self : nil
        case (.pick(let picker), .otherFiles): return picker.offersOtherFiles ? self : nil
        case (.access, _), (.confirm, _), (.selection, _), (.pick, _), (.settings, _): return nil
        }
    }
}

extension PickAnswer {
    fileprivate func fits(_ picker: PickerConfiguration) -> Bool {
        let picked = Set(items)
        return picked.count == items.count && !items.isEmpty && items.count <= picker.limit
            && (!keeps || picker.offersKeep) && (!lasts || picker.offersLasting)
            && picked.isSuperset(of: crops.keys) && picked.isSuperset(of: trims.keys)
            && trims.values.allSatisfy { trim in
                trim.upperBound - trim.lowerBound <= (picker.maxDuration ?? .infinity) + 0.05
            }
    }
}
