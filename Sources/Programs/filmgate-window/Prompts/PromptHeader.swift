import FilmgateGTK
import FilmgatePrompts
import FilmgateText

/// Fills the parts that the pages of prompts share, such as the icon, the heading and the identity of the app.
enum PromptHeader {
    static func fill(_ builder: Builder, for question: AgentPrompt) {
        let text = PromptText(question)
        // Accepts only names in the icon theme, because a path could name any file.
        let icon = question.app.icon.flatMap { $0.contains("/") ? nil : $0 }
        Icon(in: builder, "icon").setName(icon, fallback: "application-x-executable")
        Label(in: builder, "heading").text = text.heading
        Label(in: builder, "identity").text = text.identity
        Label(in: builder, "extent").text = text.extent
        guard question.kind == .access else { return }
        let (claim, quotation) = (Label(in: builder, "claim"), Label(in: builder, "quotation"))
        if let warning = text.warning {
            claim.text = warning
            claim.isVisible = true
        }
        if let words = text.quotation {
            quotation.text = words
            quotation.setAccessibleDescription(localized("The app's own words"))
            quotation.isVisible = true
        }
    }
}
