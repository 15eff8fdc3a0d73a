import FilmgateModel
public import FilmgatePolicy
public import FilmgateWire

extension AgentPrompt {
    /// The answer that refuses the changes of a confirmation, and decides nothing for other questions.
    public var dismissal: PromptAnswer { PromptAnswer(kind == .confirm ? .deny : .dismiss) }

    /// The answer if no program shows the question. If a picker replaces a file dialog, that dialog appears.
    public var answerIfNotShown: PromptAnswer {
        picker?.offersOtherFiles == true ? PromptAnswer(.otherFiles) : dismissal
    }
}

extension PromptAnswer {
    /// Converts an answer from JSON, where selections and picks look the same, to an answer to this prompt. Returns
    /// nil if the answer is invalid for the prompt.
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
            && (representation == nil || picker.offersRepresentation) && (!keeps || picker.offersKeep)
            && (!lasts || picker.offersLasting)
            && picked.isSuperset(of: crops.keys) && picked.isSuperset(of: trims.keys)
            && trims.values.allSatisfy { trim in
                trim.upperBound - trim.lowerBound <= (picker.maxDuration ?? .infinity) + 0.05
            }
    }
}
