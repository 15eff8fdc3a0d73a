import FilmgateGTK
import FilmgateText

/// The row with the controls for one condition of a rule.
final class RuleConditionRow {
    let widget: Widget
    var onChanged: () -> Void = {}
    var onRemoved: () -> Void = {}
    private(set) var condition: RuleCondition

    private let builder = Builder("rule-row.ui")
    private lazy var subject = DropDown(in: builder, "subject")
    private lazy var choice = DropDown(in: builder, "choice")
    private lazy var text = TextEntry(in: builder, "text")
    private lazy var removal = Button(in: builder, "remove")

    init(_ condition: RuleCondition) {
        self.condition = condition
        widget = Widget(in: builder, "row")
        subject.setItems(RuleCondition.Subject.allCases.map(\.title))
        subject.setAccessibleLabel(localized("Condition"))
        choice.setAccessibleLabel(localized("Value"))
        removal.setAccessibleLabel(localized("Remove This Condition"))
        subject.selected = RuleCondition.Subject.allCases.firstIndex(of: condition.subject) ?? 0
        text.text = condition.text
        showValue()
        subject.onSelected { [weak self] in self?.choseSubject() }
        choice.onSelected { [weak self] in
            guard let self else { return }
            self.condition.choice = choice.selected
            onChanged()
        }
        text.onChanged { [weak self] in
            guard let self else { return }
            self.condition.text = text.text
            onChanged()
        }
        removal.onClicked { [weak self] in self?.onRemoved() }
    }

    /// Whether the person can remove the condition. A rule needs at least one condition.
    var canBeRemoved: Bool {
        get { removal.isSensitive }
        set { removal.isSensitive = newValue }
    }

    func focus() { subject.grabFocus() }

    private func choseSubject() {
        let all = RuleCondition.Subject.allCases
        condition = RuleCondition(subject: all[max(0, min(subject.selected, all.count - 1))])
        text.text = ""
        showValue()
        onChanged()
    }

    private func showValue() {
        let choices = condition.choices
        choice.isVisible = condition.hasChoices
        text.isVisible = !condition.hasChoices
        text.setPlaceholder(condition.subject.example)
        text.setAccessibleLabel(condition.subject.title)
        guard condition.hasChoices else { return }
        choice.setItems(choices)
        choice.selected = condition.choice
    }
}
