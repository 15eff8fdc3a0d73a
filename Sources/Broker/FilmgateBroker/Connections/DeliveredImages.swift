/// The images that a connection was given, as far as they are remembered: until there are too many, and then none is.
struct DeliveredImages {
    private var orders: Set<ImageOrder> = []
    private static let limit = 4_096

    func contains(_ order: ImageOrder) -> Bool { orders.contains(order) }

    mutating func insert(_ order: ImageOrder) {
        if orders.count >= DeliveredImages.limit { orders = [] }
        orders.insert(order)
    }
}
