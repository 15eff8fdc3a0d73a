import Filmgate
import FilmgatePrompts
import FoundationEssentials

extension AgentPrompt {
    /// Returns the prompt with the name from `info`, and with the icon and purpose from `info` if the prompt has none.
    func completed(with info: AppInfo?) -> AgentPrompt {
        guard let info else { return self }
        var prompt = self
        prompt.app = App(
            id: app.id, name: info.name ?? app.name, icon: app.icon ?? info.icon, isVerified: app.isVerified)
        prompt.purpose = purpose ?? info.purpose
        return prompt
    }

    /// Returns a request for the photos that the person can choose from an album or, if `album` is nil, from the
    /// library. For a confirmation, requests the photos to be changed.
    ///
    /// - Parameters:
    ///   - search: words to search for.
    ///   - date: restricts the request to photos that were added after this date.
    func choices(
        in album: AlbumID?, search: String? = nil, addedAfter date: Timestamp? = nil
    ) -> FetchRequest<Asset> {
        let all = album.map { FetchRequest.assets(in: $0) } ?? .assets
        let request =
            kind == .confirm
            ? FetchRequest.assets(withIdentifiers: changes.flatMap(\.assets)).includingHidden.includingTrashed
            : filtered(all).newestFirst
        // Includes all members of bursts. Otherwise, a new photo is missing if an older photo represents its burst.
        let added =
            date.map { date in request.includingBurstMembers.where { $0.addedDate > Date(date) } } ?? request
        let found = search.map { added.matching($0) } ?? added
        return found.reading(
            [.creationDate, .clockOffset, .filename, .title, .altText, .mediaType, .favorite, .duration])
    }

    /// Returns a request for the photos with these identifiers, in this order, that match the picker's filter.
    func choices(among identifiers: [AssetID]) -> FetchRequest<Asset> {
        filtered(.assets(withIdentifiers: identifiers))
    }

    private func filtered(_ request: FetchRequest<Asset>) -> FetchRequest<Asset> {
        picker?.filter.map { request.where($0) } ?? request
    }
}

extension ListedAsset {
    init(_ asset: Asset) {
        self.init(
            id: asset.id, creationDate: asset.creationDate.map { Timestamp($0) }, clockOffset: asset.clockOffset,
            duration: asset.duration.map { $0 / .seconds(1) }, isFavorite: asset.isFavorite)
    }
}

extension AssetSummary {
    init(_ asset: Asset) {
        self.init(
            ListedAsset(asset), filename: asset.filename, title: asset.title, altText: asset.altText,
            mediaType: asset.mediaType)
    }
}

extension PromptAnswer {
    /// Converts the answer of a front end or a rule to the answer to send to the broker.
    func checked(for app: AgentPrompt.App) -> PromptAnswer {
        guard givesAccess else { return PromptAnswer(decision, rule: rule) }
        var answer = self
        // The name of an unverified program proves nothing after the connection ends.
        if !app.isVerified { answer.validity = .once }
        return answer
    }
}
