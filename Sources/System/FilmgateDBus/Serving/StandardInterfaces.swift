import CFilmgateDBus

/// The standard `org.freedesktop.DBus` interfaces, which a connection adds to the objects that it serves.
enum StandardInterfaces {
    static let peer = ServedInterface(
        "org.freedesktop.DBus.Peer",
        methods: [
            ServedMethod(Method<NoArguments, NoArguments>("Ping")) { _, _ in MessageArguments() },
            ServedMethod(Method<NoArguments, MessageArguments<String>>("GetMachineId")) { _, _ in
                guard let raw = dbus_try_get_local_machine_id(nil) else {
                    throw ErrorReply.failed("this machine has no identifier")
                }
                defer { dbus_free(raw) }
                return MessageArguments(String(cString: raw))
            },
        ],
        introspection: IntrospectionDocument.peer)

    /// Returns the introspection interface of an object.
    ///
    /// - Parameter served: the other interfaces of the object; nil if the path itself has no object, but has objects
    ///   below it.
    static func introspectable(_ tree: any ObjectTree, _ served: [ServedInterface]?) -> ServedInterface {
        ServedInterface(
            "org.freedesktop.DBus.Introspectable",
            methods: [
                ServedMethod(Method<NoArguments, MessageArguments<String>>("Introspect")) { call, _ in
                    let children = await tree.children(of: call.path, for: call.sender)
                    let texts = served.map { $0.map(\.introspection) + [IntrospectionDocument.properties] } ?? []
                    return MessageArguments(
                        IntrospectionDocument.document(
                            interfaces: texts + [IntrospectionDocument.introspectable, IntrospectionDocument.peer],
                            children: children))
                }
            ],
            introspection: IntrospectionDocument.introspectable)
    }

    /// Returns the properties interface for the interfaces of an object. In its methods, an empty interface name stands
    /// for all interfaces.
    static func properties(_ served: [ServedInterface]) -> ServedInterface {
        ServedInterface(
            "org.freedesktop.DBus.Properties",
            methods: [
                ServedMethod(Method<MessageArguments<String, String>, MessageArguments<Variant>>("Get")) {
                    call, arguments in
                    let (interface, name) = try arguments.decoded().values
                    return MessageArguments(try await property(name, of: interface, in: served).get(call))
                },
                ServedMethod(Method<MessageArguments<String>, MessageArguments<Options>>("GetAll")) { call, arguments in
                    let interface = try arguments.decoded().values
                    var values: Options = [:]
                    for interface in try interfaces(named: interface, in: served) {
                        for property in interface.properties { values[property.name] = try await property.get(call) }
                    }
                    return MessageArguments(values)
                },
                ServedMethod(Method<MessageArguments<String, String, Variant>, NoArguments>("Set")) { _, arguments in
                    let (interface, name, _) = try arguments.decoded().values
                    _ = try property(name, of: interface, in: served)
                    throw ErrorReply.propertyReadOnly("the property \(name) can't be set")
                },
            ],
            introspection: IntrospectionDocument.properties)
    }

    private static func interfaces(
        named name: String, in served: [ServedInterface]
    ) throws(ErrorReply) -> [ServedInterface] {
        if name.isEmpty { return served }
        if let interface = served.first(where: { $0.name.rawValue == name }) { return [interface] }
        // The standard interfaces have no properties.
        if name.hasPrefix("org.freedesktop.DBus.") { return [] }
        throw .unknownInterface("there is no interface \(name) here")
    }

    private static func property(
        _ name: String, of interface: String, in served: [ServedInterface]
    ) throws(ErrorReply) -> ServedProperty {
        for interface in try interfaces(named: interface, in: served) {
            if let property = interface.property(name) { return property }
        }
        throw .unknownProperty("there is no property \(name) here")
    }
}
