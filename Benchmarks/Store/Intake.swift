import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem

/// Takes files in as an import does, 16 of them a batch and two batches on their way at a time.
struct Intake {
    let source: Directory
    let threads: Int

    func seconds(in folder: Directory) async throws -> Double {
        let library = try await Library.open(in: folder, user: 1000, copyThreads: threads)
        let files = try source.names()
        let batches = stride(from: 0, to: files.count, by: 16).map { Array(files[$0..<min($0 + 16, files.count)]) }
        let seconds = try await StoreBenchmark.seconds {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, batch) in batches.enumerated() {
                    if index > 1 { try await group.next() }
                    group.addTask { try await take(batch, into: library) }
                }
                try await group.waitForAll()
            }
        }
        await library.close()
        return seconds
    }

    private func take(_ batch: [String], into library: Library) async throws {
        let changes = try await withThrowingTaskGroup(of: StoreChange.self) { group in
            for file in batch {
                group.addTask {
                    let staged = try await library.stage(try source.file(file), for: BenchmarkClients.tool.id)
                    let facts = MediaFacts(mediaType: .image, mimeType: "image/jpeg", pixelWidth: 1, pixelHeight: 1)
                    let resource = StagedResource(.photo, staged, filename: file, mimeType: "image/jpeg")
                    return .createAsset(
                        .random(),
                        AssetCreation(StagedAsset(files: [resource], facts: facts), AssetCreationOptions(unlessPresent: true)))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        _ = try await library.apply(
            changes, visibleTo: BenchmarkClients.everything, holder: .client(BenchmarkClients.tool.id),
            at: Timestamp(rawValue: 1))
    }
}
