/// The handle with which a client opens an item that the person picked for it. The handle is random, so it does not
/// reveal anything about the asset.
public struct PickHandle: LocalIdentifier {
    public let uuid: UInt128

    public init(uuid: UInt128) { self.uuid = uuid }
}
