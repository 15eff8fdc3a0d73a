import FilmgateLibraryTools

/// The bursts in a manifest, the list of photos in an export. A photo whose file names no burst can only be added to a
/// burst that has two photos. So the first two photos of each burst are imported before its other photos.
struct ManifestBursts {
    /// The identifiers of each burst's photos in the manifest, in the order in which the photos were added. Pairs of a
    /// RAW file and a JPEG come last, because they may belong to the burst only through their second file.
    let members: [String: [String]]
    private let later: Set<String>

    init(_ items: some Sequence<ImportItem>) {
        typealias Member = (isLast: Bool, date: Int64, id: String)
        var found: [String: [Member]] = [:]
        for item in items {
            guard let burst = item.burstIdentifier, let id = item.identifier else { continue }
            found[burst, default: []].append((item.isPair, item.addedDate ?? .max, id))
        }
        // Sorting is stable, so photos that compare as equal stay in the order of the manifest.
        let members = found.mapValues { members in
            members.sorted { ($0.isLast ? 1 : 0, $0.date) < ($1.isLast ? 1 : 0, $1.date) }.map(\.id)
        }
        self.members = members
        later = Set(members.values.flatMap { $0.dropFirst(2) })
    }

    /// Divides groups into those to import first, and those to import when the bursts are known. The latter include
    /// all versions of their photos.
    func division(of groups: [ImportGroup]) -> (first: [ImportGroup], later: [ImportGroup]) {
        guard !later.isEmpty else { return (groups, []) }
        var versions: [String: [Int]] = [:]
        for (place, group) in groups.enumerated() {
            guard let original = group.items.first?.originalIdentifier else { continue }
            versions[original, default: []].append(place)
        }
        var isLater = groups.map { group in group.items.first?.identifier.map(later.contains) ?? false }
        var next = groups.indices.filter { isLater[$0] }
        while let place = next.popLast() {
            guard let id = groups[place].items.first?.identifier else { continue }
            for version in versions[id] ?? [] where !isLater[version] {
                isLater[version] = true
                next.append(version)
            }
        }
        return (zip(groups, isLater).filter { !$1 }.map(\.0), zip(groups, isLater).filter(\.1).map(\.0))
    }
}
