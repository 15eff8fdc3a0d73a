/// The handle of a picked item, which only one connection can use. It is random, and reveals nothing about the asset.
public struct PickHandle: LocalIdentifier {
    public let uuid: UInt128

    public init(uuid: UInt128) { self.uuid = uuid }
}
