import Filmgate
import FilmgateLibraryTools

/// Imports the photos of a Filmgate export with their edits. Photos that the library already has do not change.
struct ManifestImport {
    private let library: PhotoLibrary
    private let content: ImportedLibraryContent
    private let files: FileImporter
    private let interruption: Interruption
    private var tally: ImportTally
    private let edits: [String: ManifestContentEdit]
    /// The assets in the library, keyed by their identifiers in the manifest.
    private var assets: [String: AssetID] = [:]
    private let bursts: ManifestBursts
    /// The identifiers of the bursts in the library, keyed by their identifiers in the manifest.
    private var burstNames: [String: ObjectID] = [:]

    init(_ content: ImportedLibraryContent, _ failures: [FailedFile], _ importer: Importer) {
        (library, self.content) = (importer.library, content)
        interruption = importer.interruption
        files = FileImporter(to: importer.library, importer.settings)
        tally = ImportTally(content.plan, failures + content.failures, importer.display)
        bursts = ManifestBursts(content.plan.items)
        edits = Dictionary(content.edits.map { ($0.identifier, $0) }) { first, _ in first }
    }

    mutating func run() async -> Importer.ImportResult {
        await tally.show()
        var left = content.plan.fileCount
        do throws(PhotoLibraryError) {
            let division = try await files.divide(content.plan.groups) { [interruption] in !interruption.isRequested }
            let outcome = division.outcome
            left -= outcome.present + outcome.companions + outcome.failures.count
            await note(division.present.map(\.item), outcome)
            tally.report.unavailable = content.left + (try await editsLeftOut(of: division.present))
            let (first, later) = bursts.division(of: division.pending)
            for (groups, isLater) in [(first, false), (later, true)] where !groups.isEmpty {
                if isLater { try await nameBursts() }
                for level in ManifestImport.levels(of: groups) {
                    let groups = level.map(completed)
                    left -= groups.reduce(0) { $0 + $1.fileCount }
                    let ending = await send(groups)
                    guard ending.stop == nil, !interruption.isRequested else {
                        return await tally.finish(FileImporter.ImportEnd(left: ending.left + left, stop: ending.stop))
                    }
                }
            }
            return await tally.finish(FileImporter.ImportEnd())
        } catch {
            return await tally.finish(FileImporter.ImportEnd(left: left, stop: error))
        }
    }

    /// Finds the bursts of the first photos, so that later photos can join them.
    private mutating func nameBursts() async throws(PhotoLibraryError) {
        let members = bursts.members.mapValues { $0.compactMap { assets[$0] } }
        var names: [AssetID: ObjectID] = [:]
        for asset in try await read([.burstID], of: Array(members.values.joined())) {
            names[asset.id] = asset.burstID.flatMap { ObjectID($0) }
        }
        burstNames = members.compactMapValues { $0.lazy.compactMap { names[$0] }.first }
    }

    /// Returns the group with its photo's burst, and if the photo is a version (a modified copy), with its original.
    private func completed(_ group: ImportGroup) -> ImportGroup {
        var group = group
        group.items[0].original = group.items[0].originalIdentifier.flatMap { assets[$0] }
        group.items[0].burst = group.items[0].burstIdentifier.flatMap { burstNames[$0] }
        return group
    }

    private mutating func send(_ groups: [ImportGroup]) async -> FileImporter.ImportEnd {
        var stop: PhotoLibraryError?
        var ending = await files.send(
            groups, while: { stop == nil && !interruption.isRequested }
        ) { items, outcome in
            await note(items, outcome)
            // Adds the edits immediately, so that an interruption leaves few photos without edits.
            for file in outcome.placed where file.isNew && stop == nil {
                do throws(PhotoLibraryError) { try await edit(file) } catch { stop = error }
            }
        }
        ending.stop = ending.stop ?? stop
        return ending
    }

    private mutating func note(_ items: [ImportItem], _ outcome: BatchOutcome) async {
        for file in outcome.placed { if let id = file.item.identifier { assets[id] = file.asset } }
        await tally.add(items, outcome)
        for file in outcome.placed { await compare(file.item.files) }
    }

    /// Reports files whose content differs from the files that the export wrote.
    private mutating func compare(_ files: [PhotoFile]) async {
        for file in files where !interruption.isRequested {
            guard let listed = content.listed[file], await listed.differs(from: file) else { continue }
            tally.report.changed.append(
                FailedFile(path: file.path, reason: "Its content is not the one that the manifest names."))
        }
    }

    /// Divides groups into levels, so that each version is in a later level than its original. If versions form a
    /// cycle, which happens in no library, one of them comes first.
    static func levels(of groups: [ImportGroup]) -> [[ImportGroup]] {
        let places = Dictionary(
            groups.indices.compactMap { place in groups[place].items.first?.identifier.map { ($0, place) } }
        ) { first, _ in first }
        var levels = [Int?](repeating: nil, count: groups.count)
        var seen = [Bool](repeating: false, count: groups.count)
        for start in groups.indices {
            var chain: [Int] = []
            var next: Int? = start
            while let place = next, !seen[place] {
                seen[place] = true
                chain.append(place)
                next = groups[place].items.first?.originalIdentifier.flatMap { places[$0] }
            }
            var level = next.flatMap { levels[$0] }.map { $0 + 1 } ?? 0
            for place in chain.reversed() {
                levels[place] = level
                level += 1
            }
        }
        var divided: [[ImportGroup]] = []
        for (group, level) in zip(groups, levels) {
            let level = level ?? 0
            while divided.count <= level { divided.append([]) }
            divided[level].append(group)
        }
        return divided
    }

    // MARK: Edits

    private mutating func edit(_ file: ImportedFile) async throws(PhotoLibraryError) {
        guard let edit = file.item.identifier.flatMap({ edits[$0] }), let asset = file.asset else { return }
        do throws(PhotoLibraryError) { try await make(edit, of: asset) } catch {
            guard error.isOfOneEdit else { throw error }
            tally.report.failures += edit.renders.map { FailedFile(path: $0.file.path, reason: error.message) }
        }
    }

    private mutating func make(_ edit: ManifestContentEdit, of asset: AssetID) async throws(PhotoLibraryError) {
        var renders: [NewAssetResource] = []
        var data: [UInt8] = []
        do throws(FailedFile) {
            for render in edit.renders {
                let (content, _) = try render.file.open()
                renders.append(NewAssetResource(render.type, content, filename: render.file.libraryFilename))
            }
            if let file = edit.data { data = try file.adjustmentData() }
            await compare(edit.renders.map(\.file) + [edit.data].compactMap(\.self))
        } catch {
            tally.report.failures.append(error)
            return
        }
        let session = try await library.beginEditing(asset)
        try await session.finish(
            ContentEditingOutput(renders, adjustmentData: AdjustmentData(edit.format, data: data)))
        var request = ChangeRequest()
        request.setContent(of: session)
        try await library.perform(request)
    }

    /// Returns the edits that are left out, because their photos are already in the library without these edits.
    private func editsLeftOut(of present: [ImportedFile]) async throws(PhotoLibraryError) -> [FailedFile] {
        var renders: [AssetID: PhotoFile] = [:]
        for file in present {
            guard let asset = file.asset else { continue }
            if file.item.joins == .first { renders[asset] = file.file }
            if let id = file.item.identifier, let edit = edits[id] { renders[asset] = edit.renders.first?.file }
        }
        var left: [FailedFile] = []
        for asset in try await read([.hasAdjustments], of: Array(renders.keys)) where !asset.hasAdjustments {
            guard let file = renders[asset.id] else { continue }
            left.append(
                FailedFile(path: file.path, reason: "Its original is in the library already, without this edit."))
        }
        return left
    }

    private func read(
        _ properties: Set<AssetProperty>, of assets: [AssetID]
    ) async throws(PhotoLibraryError) -> [Asset] {
        var found: [Asset] = []
        for part in assets.batches(of: AssetBatchChanger.most) {
            let request = FetchRequest.assets(withIdentifiers: part)
            found += try await library.all(
                request.includingHidden.includingTrashed.includingBurstMembers.reading(properties))
        }
        return found
    }
}

extension PhotoFile {
    fileprivate func adjustmentData() throws(FailedFile) -> [UInt8] {
        let (content, _) = try open()
        do {
            if let bytes = try content.contents(upTo: AdjustmentFormat.mostData) { return bytes }
        } catch {
            throw FailedFile(path: path, reason: "\(error).")
        }
        throw FailedFile(path: path, reason: "It is too large for the data of an edit.")
    }
}

extension PhotoLibraryError {
    /// Whether the error concerns only one edit, so that other edits may still succeed.
    fileprivate var isOfOneEdit: Bool {
        switch self {
        case .invalidContent, .invalidArgument, .tooLarge, .inputOutput, .notFound, .busy, .inChange: true
        default: false
        }
    }
}
