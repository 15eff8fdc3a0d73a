internal import Filmgate
internal import FilmgateFrontEnd
internal import FoundationEssentials

extension Question {
    /// - Parameter appInfo: what the broker could not find out about the app.
    init(_ prompt: AgentPrompt, _ appInfo: AppInfo? = nil) {
        let app = prompt.app
        let kind: Kind =
            switch prompt.subject {
            case .access: .access
            case .selection: .selection
            case .confirm: .confirm
            }
        self.init(
            id: prompt.id, kind: kind,
            client: RequestingApp(
                id: app.id, name: appInfo?.name ?? app.name, icon: app.icon ?? appInfo?.icon,
                isVerified: app.isVerified),
            assetCount: prompt.assetCount)
        purpose = prompt.purpose ?? appInfo?.purpose
        switch prompt.subject {
        case .access(let access, let highest):
            self.access = access
            self.highest = highest?.rawValue
        case .selection(let selection): self.selection = selection
        case .confirm(let changes): self.changes = changes.map { PendingChange($0.name, $0.assets) }
        }
    }

    /// The photos that the person can see and choose before they answer, of the library or an album.
    func choices(in album: AlbumID?) -> FetchRequest<Asset> {
        let all = album.map { FetchRequest.assets(in: $0) } ?? .assets
        let request =
            kind == .confirm
            ? FetchRequest.assets(withIdentifiers: changes.flatMap(\.assets)).includingHidden.includingTrashed
            : all.newestFirst
        return request.reading([.creationDate, .filename, .title, .mediaType, .favorite])
    }
}

extension AssetSummary {
    init(_ asset: Asset) {
        self.init(
            id: asset.id, creationDate: asset.creationDate.map { Timestamp($0) }, filename: asset.filename,
            title: asset.title, mediaType: asset.mediaType, isFavorite: asset.isFavorite)
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
            case .done: .done(answer.selection)
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
