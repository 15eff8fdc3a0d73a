internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgateWire

/// Which objects there are, for whom: those of the house of the caller's own user, and of no other.
struct BrokerTree: ObjectTree {
    /// In the private setting there is one house, and everybody stands in it; who may do what there its gate says.
    let only: HouseTree?
    let houses: Houses
    /// What root finds, who has no house.
    let outside: [ServedInterface]
    /// What those find who are not identified.
    let unknown: [ServedInterface]
    /// What those find whose house cannot be opened.
    let shut: [ServedInterface]

    init(only: House?, _ houses: Houses) {
        self.only = only?.tree
        self.houses = houses
        let forecourt = Forecourt(houses: houses)
        outside = forecourt.interfaces(refusing: .accessDenied) { [doubts = houses.grounds.doubts] call in
            doubts.note(WireError.accessDenied, in: call, of: 0)
        }
        unknown = forecourt.interfaces(refusing: .accessDenied)
        shut = forecourt.interfaces(refusing: .houseUnavailable)
    }

    private enum Place {
        case house(HouseTree)
        case forecourt([ServedInterface])
    }

    private func place(of sender: BusName) async -> Place {
        switch await houses.grounds.peers.identify(sender) {
        case .client(let client) where houses.grounds.owners.contains(client.user):
            do {
                return .house(try await houses.house(of: client).tree)
            } catch {
                return .forecourt(shut)
            }
        case .client: return .forecourt(outside)
        case .unidentified(let doubt):
            houses.grounds.doubts.note(doubt, of: sender)
            return .forecourt(unknown)
        }
    }

    func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? {
        if let only { return await only.interfaces(at: path, for: sender) }
        switch await place(of: sender) {
        case .house(let tree): return await tree.interfaces(at: path, for: sender)
        case .forecourt(let interfaces): return path == Wire.rootPath ? interfaces : nil
        }
    }

    func children(of path: ObjectPath, for sender: BusName) async -> [String] {
        let prefix = path.description == "/" ? "/" : path.description + "/"
        return Set(
            await paths(of: sender).compactMap { path in
                guard path.description.hasPrefix(prefix) else { return nil }
                return path.description.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
            }
        ).sorted()
    }

    private func paths(of sender: BusName) async -> [ObjectPath] {
        if let only { return await only.paths(of: sender) }
        guard case .house(let tree) = await place(of: sender) else { return [Wire.rootPath] }
        return await tree.paths(of: sender)
    }
}
