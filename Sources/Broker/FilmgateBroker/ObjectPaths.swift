import FilmgateDBus
import FilmgateWire

/// The paths of the D-Bus objects that the broker creates for a connection.
enum ObjectPaths {
    /// - Parameter broker: letters and digits that distinguish brokers on the same bus.
    static func result(_ serial: UInt64, of name: BusName, at broker: String) -> ObjectPath {
        // A unique name consists of a colon, digits and dots, so the path is always valid.
        ObjectPath("\(WireNames.rootPath)/result/\(WireNames.element(of: name))/\(broker)/\(serial)")
            ?? WireNames.rootPath
    }

    /// - Parameter broker: letters and digits that distinguish brokers on the same bus.
    static func editSession(_ serial: UInt64, of name: BusName, at broker: String) -> ObjectPath {
        ObjectPath("\(WireNames.rootPath)/edit/\(WireNames.element(of: name))/\(broker)/\(serial)")
            ?? WireNames.rootPath
    }

    /// Returns a random element that distinguishes brokers on the same bus.
    static func brokerElement() -> String { "b" + String(UInt32.random(in: .min ... .max), radix: 36) }
}
