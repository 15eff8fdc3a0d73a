import Filmgate
import FilmgateFrontEnd
import FoundationEssentials

extension AgentPrompt {
    /// The prompt with what the broker could not find out about the app.
    func completed(with info: AppInfo?) -> AgentPrompt {
        guard let info else { return self }
        var prompt = self
        prompt.app = App(
            id: app.id, name: info.name ?? app.name, icon: app.icon ?? info.icon, isVerified: app.isVerified)
        prompt.purpose = purpose ?? info.purpose
        return prompt
    }

    /// The photos that the person can see and choose before they answer, of the library or an album.
    ///
    /// - Parameters:
    ///   - search: words that a photo's title, caption or file name must contain.
    ///   - date: only photos that were added later.
    func choices(
        in album: AlbumID?, search: String? = nil, addedAfter date: Timestamp? = nil
    ) -> FetchRequest<Asset> {
        let all = album.map { FetchRequest.assets(in: $0) } ?? .assets
        let request =
            kind == .confirm
            ? FetchRequest.assets(withIdentifiers: changes.flatMap(\.assets)).includingHidden.includingTrashed
            : filtered(all).newestFirst
        // Also the new photos of older bursts, of which a different one is listed.
        let added =
            date.map { date in request.includingBurstMembers.where { $0.addedDate > Date(date) } } ?? request
        let found = (search ?? "").split(separator: " ").prefix(10).reduce(added) { request, word in
            request.where {
                $0.title.contains(String(word)) || $0.caption.contains(String(word))
                    || $0.filename.contains(String(word))
            }
        }
        return found.reading([.creationDate, .clockOffset, .filename, .title, .mediaType, .favorite, .duration])
    }

    /// Those of these photos that the person can choose, in this order.
    func choices(among identifiers: [AssetID]) -> FetchRequest<Asset> {
        filtered(.assets(withIdentifiers: identifiers))
    }

    private func filtered(_ request: FetchRequest<Asset>) -> FetchRequest<Asset> {
        picker?.filter.map { request.where($0) } ?? request
    }
}

extension AssetSummary {
    init(_ asset: Asset) {
        self.init(
            id: asset.id, creationDate: asset.creationDate.map { Timestamp($0) }, clockOffset: asset.clockOffset,
            filename: asset.filename, title: asset.title, mediaType: asset.mediaType, isFavorite: asset.isFavorite,
            duration: asset.duration.map { $0 / .seconds(1) })
    }
}

extension PromptAnswer {
    /// Translates an answer of a front end or a rule for the broker.
    ///
    /// - Parameter now: the beginning of a period.
    init(_ answer: Answer, to prompt: AgentPrompt, now: Date) {
        let decision: Decision =
            switch answer.decision {
            case .allow: .allow
            case .limit: .limit(answer.selection.map { ObjectID($0) } + answer.albums.map { ObjectID($0) })
            case .deny: .deny
            case .dismiss, .cancel: .dismiss
            case .done: prompt.kind == .pick ? .picked(answer.picked) : .done(answer.selection)
            }
        self.init(decision)
        guard case .access = prompt.subject, decision != .deny, decision != .dismiss else { return }
        rights = answer.rights.map { names in
            names.compactMap { Rights(name: $0) }.reduce(into: []) { $0.formUnion($1) }
        }
        limits = ContentLimits(
            maxPixels: answer.maxPixels.flatMap { $0 == 0 ? nil : $0 },
            locationPrecision: answer.locationPrecision ?? .exact, mediaTypes: answer.mediaTypes ?? MediaType.all)
        switch answer.lasting {
        // The name of an unverified program proves nothing after the connection ends.
        case _ where !prompt.app.isVerified: validity = .once
        case .good: validity = .lasting
        case .once: validity = .once
        case .seconds(let seconds): validity = .until(now.addingTimeInterval(TimeInterval(seconds)))
        }
    }
}

extension Answer {
    /// What the person picked.
    fileprivate var picked: PickAnswer {
        PickAnswer(selection, removed: removed, keeps: keeps, crops: crops, trims: trims)
    }
}
