/// The handle of a picked item, which only one connection can use. The handle is random, so it does not reveal anything
/// about the asset.
public struct PickHandle: LocalIdentifier {
    public let uuid: UInt128

    public init(uuid: UInt128) { self.uuid = uuid }
}
