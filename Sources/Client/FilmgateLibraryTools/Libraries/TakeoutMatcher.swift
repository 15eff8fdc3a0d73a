/// The assignment of descriptions to the files in one folder of a Takeout, across all parts. The most reliable matches
/// come first, and matches within one part come before matches across parts. A description that matches several files
/// remains unassigned.
struct TakeoutMatcher {
    let descriptions: [TakeoutSidecar]
    /// The index of the description of each file that has one.
    private(set) var matches: [PhotoFile: Int] = [:]
    private let files: [(file: PhotoFile, name: TakeoutName)]
    /// The indexes of the files that have no description.
    private var freeFiles: Set<Int>
    private var free: Set<Int>
    /// The indexes of unassigned descriptions that match several files.
    private var contested: Set<Int> = []
    /// The indexes of unassigned descriptions, by the common part of the names of the photo's files.
    private var freeByStem: [String: Set<Int>] = [:]

    init(_ media: [PhotoFile], _ descriptions: [TakeoutSidecar]) {
        self.descriptions = descriptions
        files = media.map { ($0, TakeoutName(String(decoding: $0.path.name, as: UTF8.self))) }
        freeFiles = Set(files.indices)
        free = Set(descriptions.indices)
        for way in TakeoutSidecar.MatchKind.allCases {
            let pairs = pairs(way)
            take(pairs.filter(isInOneFolder))
            take(pairs)
        }
        for way in TakeoutSidecar.MatchKind.allCases { contested.formUnion(pairs(way).map(\.description)) }
        for place in free { freeByStem[descriptions[place].stem, default: []].insert(place) }
        freeByStem[""] = nil
    }

    /// The maximum number of descriptions with the same key, because each of them is compared with each file.
    private static let mostNamesakes = 500

    private struct Pair: Hashable {
        let file: Int
        let description: Int
    }

    private func pairs(_ way: TakeoutSidecar.MatchKind) -> [Pair] {
        var places: [String: [Int]] = [:]
        for place in descriptions.indices where free.contains(place) {
            for key in Set(descriptions[place].keys(way)) where !key.isEmpty { places[key, default: []].append(place) }
        }
        // With so many descriptions, no decision between them is possible.
        places = places.filter { $0.value.count <= TakeoutMatcher.mostNamesakes }
        guard !places.isEmpty else { return [] }
        var pairs: [Pair] = []
        for index in files.indices where freeFiles.contains(index) {
            let keys = TakeoutSidecar.keys(of: files[index].name, way)
            let found = Set(keys.filter { !$0.isEmpty }.flatMap { places[$0] ?? [] }).sorted()
            for place in found where descriptions[place].allows(files[index].file, files[index].name, way) {
                pairs.append(Pair(file: index, description: place))
            }
        }
        return pairs
    }

    private func isInOneFolder(_ pair: Pair) -> Bool {
        files[pair.file].file.path.parent == descriptions[pair.description].file.path.parent
    }

    private func hasOneNumber(_ pair: Pair) -> Bool {
        files[pair.file].name.number == descriptions[pair.description].number
    }

    /// Accepts pairs that are the only match of both sides, or else the only match with the same copy number.
    private mutating func take(_ pairs: [Pair]) {
        var rest = pairs.filter { freeFiles.contains($0.file) && free.contains($0.description) }
        while !rest.isEmpty {
            var chosen = TakeoutMatcher.single(rest)
            if chosen.isEmpty { chosen = TakeoutMatcher.single(rest.filter(hasOneNumber)) }
            guard !chosen.isEmpty else { return }
            for pair in chosen {
                matches[files[pair.file].file] = pair.description
                freeFiles.remove(pair.file)
                free.remove(pair.description)
            }
            rest = rest.filter { freeFiles.contains($0.file) && free.contains($0.description) }
        }
    }

    private static func single(_ pairs: [Pair]) -> [Pair] {
        var counts: (files: [Int: Int], descriptions: [Int: Int]) = ([:], [:])
        for pair in pairs {
            counts.files[pair.file, default: 0] += 1
            counts.descriptions[pair.description, default: 0] += 1
        }
        return pairs.filter { counts.files[$0.file] == 1 && counts.descriptions[$0.description] == 1 }
    }

    /// Assigns the description of a missing original to its edit, if no other unassigned description has this stem.
    mutating func describe(_ file: PhotoFile, asEditOf stem: String) -> Bool {
        guard let place = onlyFree(stem) else { return false }
        matches[file] = place
        free.remove(place)
        freeByStem[stem]?.remove(place)
        return true
    }

    /// Returns the description of the missing photo of a live photo, if it is the only unassigned one with this stem.
    func missingPhoto(_ stem: String) -> TakeoutMetadata? { onlyFree(stem).map { descriptions[$0].content } }

    private func onlyFree(_ stem: String) -> Int? {
        guard let found = freeByStem[stem], found.count == 1 else { return nil }
        return found.first
    }

    /// The unassigned descriptions, and whether each of them matches several files.
    var lonely: [(description: TakeoutSidecar, isContested: Bool)] {
        free.sorted().map { (description: descriptions[$0], isContested: contested.contains($0)) }
    }

    func content(of file: PhotoFile) -> TakeoutMetadata? { matches[file].map { descriptions[$0].content } }
}
