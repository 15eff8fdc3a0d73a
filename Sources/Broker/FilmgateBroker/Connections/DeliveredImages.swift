/// The images that a connection was given. When there are too many, all are forgotten.
struct DeliveredImages {
    private var orders: Set<ImageOrder> = []
    private static let limit = 4_096

    func contains(_ order: ImageOrder) -> Bool { orders.contains(order) }

    mutating func insert(_ order: ImageOrder) {
        if orders.count >= DeliveredImages.limit { orders = [] }
        orders.insert(order)
    }
}
