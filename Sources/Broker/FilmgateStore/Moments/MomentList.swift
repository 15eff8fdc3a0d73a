import FilmgateHashing
import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite

/// The moments of a view and their years, oldest first.
struct MomentList: Sendable {
    let moments: [PhotoMoment]
    let ids: [ObjectID]
    let years: [Year]
    /// The index of each moment, by the moment's identifier.
    private let numbers: [ObjectID: Int32]

    struct Year: Sendable {
        let id: ObjectID
        let year: Int
        /// The indexes of the moments in this year.
        var moments: Range<Int>
    }

    static let empty = MomentList([], []) { _ in preconditionFailure("there is no year") }

    init(_ moments: [PhotoMoment], _ ids: [ObjectID], yearID: (Int) -> ObjectID) {
        self.moments = moments
        self.ids = ids
        var years: [Year] = []
        for (number, moment) in moments.enumerated() {
            let year = moment.year
            // Because of travel across time zones, the local year can decrease although moments are sorted by date.
            if let last = years.last, last.year >= year {
                years[years.count - 1].moments = last.moments.lowerBound..<number + 1
            } else {
                years.append(Year(id: yearID(year), year: year, moments: number..<number + 1))
            }
        }
        self.years = years
        numbers = Dictionary(ids.enumerated().map { ($1, Int32(clamping: $0)) }) { first, _ in first }
    }

    /// Returns the identifiers of all moments or of the moments in a year.
    func ids(at place: CollectionQuery.ParentFilter) -> [ObjectID] {
        switch place {
        case .anywhere: ids
        // Each moment belongs to a year, so no moment is at the top level.
        case .top: []
        case .folder(let id): years.first { $0.id == id }.map { Array(ids[$0.moments]) } ?? []
        }
    }

    func moment(_ id: ObjectID) -> PhotoMoment? { numbers[id].map { moments[Int($0)] } }

    /// Returns the index of the moment that contains a date, or nil if there is none.
    func number(at date: Timestamp) -> Int? {
        var (low, high) = (0, moments.count)
        while low < high {
            let middle = (low + high) / 2
            if moments[middle].end < date { low = middle + 1 } else { high = middle }
        }
        return low < moments.count && moments[low].start <= date ? low : nil
    }

    func collection(_ id: ObjectID) -> PhotoCollection? {
        if let number = numbers[id] { return collection(ofMoment: Int(number)) }
        return years.first { $0.id == id }.map(collection)
    }

    func collection(ofMoment number: Int) -> PhotoCollection {
        let moment = moments[number]
        return PhotoCollection(
            id: ids[number], title: moment.title, type: .moment, startDate: moment.start, endDate: moment.end,
            estimatedCount: moment.count, count: moment.count, parent: year(ofMoment: number)?.id)
    }

    func collection(of year: Year) -> PhotoCollection {
        let count = UInt32(clamping: year.moments.count)
        return PhotoCollection(
            id: year.id, title: "\(year.year)", type: .momentYear, startDate: moments[year.moments.lowerBound].start,
            endDate: moments[year.moments.upperBound - 1].end, estimatedCount: count, count: count)
    }

    private func year(ofMoment number: Int) -> Year? {
        var (low, high) = (0, years.count)
        while low < high {
            let middle = (low + high) / 2
            if years[middle].moments.upperBound <= number { low = middle + 1 } else { high = middle }
        }
        return low < years.count ? years[low] : nil
    }
}

/// Creates stable identifiers for moments and years. The identifiers are hashes with a secret, so they reveal nothing.
struct MomentIdentifierGenerator {
    let secret: [UInt8]
    /// The scope of the moments and years. Clients with full access share one scope.
    let scope: String

    init(of scope: Scope, in database: DatabaseConnection) throws {
        secret = try database.secret()
        self.scope =
            switch scope {
            case .everything: "everything"
            case .assets(of: let type): "assets of \(type.rawValue)"
            case .selection(of: let holder, only: _): holder.key
            case .item, .nothing: ""
            }
    }

    func moment(from first: AssetID) -> ObjectID { id(1, first.bytes) }

    func year(_ year: Int) -> ObjectID { id(2, withUnsafeBytes(of: Int64(year).bigEndian) { Array($0) }) }

    private func id(_ kind: UInt8, _ bytes: [UInt8]) -> ObjectID {
        let hash = SHA256Hasher.hash(of: [secret, [kind, UInt8(bytes.count)], bytes, Array(scope.utf8)])
        var id = Array(hash.prefix(16))
        // Sets the version and variant bits of a random UUID.
        id[6] = id[6] & 0x0f | 0x40
        id[8] = id[8] & 0x3f | 0x80
        guard let id = ObjectID(bytes: id) else { preconditionFailure("16 bytes make an identifier") }
        return id
    }
}

extension DatabaseConnection {
    /// Returns the library's secret: 32 random bytes from the time of its creation.
    func secret() throws -> [UInt8] {
        let secret = try first("SELECT secret FROM library") { $0.blob(0) }
        guard let secret, secret.count == 32 else { throw CorruptRowError(table: "library") }
        return secret
    }
}
