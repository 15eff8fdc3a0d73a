import Filmgate

/// Writes assets as a table or as JSON, page by page.
struct AssetLister<Assets: AsyncSequence> where Assets.Element == Asset {
    private let assets: Assets

    init(_ assets: Assets) { self.assets = assets }

    func write(_ columns: [AssetColumn], as invocation: Invocation) async throws {
        if invocation.has(.ids) {
            try await inPages { try invocation.output.write($0.map { "\($0.id)\n" }.joined()) }
        } else if invocation.writesJSON {
            var writer = JSONArrayWriter(to: invocation.output)
            try await inPages { try writer.write($0.map { AssetRecord(asset: $0) }) }
            try writer.finish()
        } else {
            var table = Table(
                columns.map(\.column), for: invocation.output, hasHeadings: !invocation.has(.noHeader))
            try await inPages { assets in
                try invocation.output.write(table.lines(assets.map { asset in columns.map { $0.text(of: asset) } }))
            }
        }
    }

    /// The number of assets that are laid out and written at once.
    private var assetsOfPage: Int { 500 }

    /// Calls `body` with each page. An empty result has one empty page.
    private func inPages(_ body: ([Asset]) throws -> Void) async throws {
        var page: [Asset] = []
        var isFirst = true
        for try await asset in assets {
            page.append(asset)
            guard page.count == assetsOfPage else { continue }
            try body(page)
            page.removeAll(keepingCapacity: true)
            isFirst = false
        }
        if isFirst || !page.isEmpty { try body(page) }
    }
}
