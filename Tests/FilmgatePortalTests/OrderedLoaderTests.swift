import Synchronization
import Testing

@testable import FilmgatePortal

@Suite("Loading picked items at once")
struct OrderedLoaderTests {
    /// Room for items, as the broker's memory has it: taken when an item is loaded, and free when it is released.
    private final class Room: Sendable {
        private let left: Mutex<Int>

        init(_ size: Int) { left = Mutex(size) }

        func take(_ size: Int) -> Bool {
            left.withLock { left in
                guard left >= size else { return false }
                left -= size
                return true
            }
        }

        func give(_ size: Int) { left.withLock { $0 += size } }
    }

    private final class Item: Sendable {
        private let size: Int
        private let room: Room

        init(_ size: Int, in room: Room) { (self.size, self.room) = (size, room) }

        deinit { room.give(size) }
    }

    private struct NoRoom: Error {}

    private func load(_ sizes: [Int], room: Room, width: Int = 4) async throws -> (order: [Int], alone: Int) {
        let alone = Mutex(0)
        let loader = OrderedLoader<Item>(
            count: sizes.count, width: width,
            loadBesideOthers: { index in
                guard room.take(sizes[index]) else { return nil }
                // Later items are loaded sooner.
                try await Task.sleep(for: .milliseconds(4 * (sizes.count - index)))
                return Item(sizes[index], in: room)
            },
            loadAlone: { index in
                alone.withLock { $0 += 1 }
                guard room.take(sizes[index]) else { throw NoRoom() }
                return Item(sizes[index], in: room)
            })
        var order: [Int] = []
        try await loader.load { index, _ in
            order.append(index)
        } report: {
            #expect($0 <= sizes.count)
        }
        return (order, alone.withLock(\.self))
    }

    @Test("finishes them in their order")
    func order() async throws {
        let (order, alone) = try await load(Array(repeating: 1, count: 12), room: Room(4))
        #expect(order == Array(0..<12) && alone == 0)
    }

    @Test("loads those one by one that have no room beside others", arguments: [[3, 3, 3, 3], [1, 3, 1, 1, 3], [4]])
    func narrow(_ sizes: [Int]) async throws {
        let room = Room(4)
        #expect(try await load(sizes, room: room).order == Array(sizes.indices))
        #expect(room.take(4), "all room is free again")
    }

    @Test("fails if an item alone has no room")
    func tooLarge() async throws {
        await #expect(throws: NoRoom.self) { _ = try await load([1, 5, 1], room: Room(4)) }
    }
}
