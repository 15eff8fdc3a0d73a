internal import CFilmgateDBus

/// The interfaces of `org.freedesktop.DBus` that every object has.
enum Standard {
    // MARK: Peer

    static let peer = ServedInterface(
        "org.freedesktop.DBus.Peer",
        methods: [
            ServedMethod(Method<NoArguments, NoArguments>("Ping")) { _, _ in Arguments() },
            ServedMethod(Method<NoArguments, Arguments<String>>("GetMachineId")) { _, _ in
                guard let raw = dbus_try_get_local_machine_id(nil) else {
                    throw ErrorReply.failed("this machine has no identifier")
                }
                defer { dbus_free(raw) }
                return Arguments(String(cString: raw))
            },
        ],
        introspection: """
              <interface name="org.freedesktop.DBus.Peer">
                <method name="Ping"/>
                <method name="GetMachineId">
                  <arg name="machine_uuid" type="s" direction="out"/>
                </method>
              </interface>

            """)

    // MARK: Properties

    /// Get, GetAll and Set for the properties of an object's interfaces; an empty interface name means any.
    static func properties(_ served: [ServedInterface]) -> ServedInterface {
        ServedInterface(
            "org.freedesktop.DBus.Properties",
            methods: [
                ServedMethod(Method<Arguments<String, String>, Arguments<Variant>>("Get")) { call, arguments in
                    let (interface, name) = try arguments.decoded().values
                    return Arguments(try await property(name, of: interface, in: served).get(call))
                },
                ServedMethod(Method<Arguments<String>, Arguments<Options>>("GetAll")) { call, arguments in
                    let interface = try arguments.decoded().values
                    var values: Options = [:]
                    for interface in try interfaces(named: interface, in: served) {
                        for property in interface.properties { values[property.name] = try await property.get(call) }
                    }
                    return Arguments(values)
                },
                ServedMethod(Method<Arguments<String, String, Variant>, NoArguments>("Set")) { _, arguments in
                    let (interface, name, _) = try arguments.decoded().values
                    _ = try property(name, of: interface, in: served)
                    throw ErrorReply.propertyReadOnly("the property \(name) can't be set")
                },
            ],
            introspection: """
                  <interface name="org.freedesktop.DBus.Properties">
                    <method name="Get">
                      <arg name="interface_name" type="s" direction="in"/>
                      <arg name="property_name" type="s" direction="in"/>
                      <arg name="value" type="v" direction="out"/>
                    </method>
                    <method name="GetAll">
                      <arg name="interface_name" type="s" direction="in"/>
                      <arg name="properties" type="a{sv}" direction="out"/>
                    </method>
                    <method name="Set">
                      <arg name="interface_name" type="s" direction="in"/>
                      <arg name="property_name" type="s" direction="in"/>
                      <arg name="value" type="v" direction="in"/>
                    </method>
                  </interface>

                """)
    }

    private static func interfaces(
        named name: String, in served: [ServedInterface]
    ) throws(ErrorReply) -> [ServedInterface] {
        if name.isEmpty { return served }
        guard let interface = served.first(where: { $0.name.rawValue == name }) else {
            // The standard interfaces have no properties.
            if name.hasPrefix("org.freedesktop.DBus.") { return [] }
            throw .unknownInterface("there is no interface \(name) here")
        }
        return [interface]
    }

    private static func property(
        _ name: String, of interface: String, in served: [ServedInterface]
    ) throws(ErrorReply) -> ServedProperty {
        for interface in try interfaces(named: interface, in: served) {
            if let property = interface.property(name) { return property }
        }
        throw .unknownProperty("there is no property \(name) here")
    }

    // MARK: Introspectable

    /// - Parameter served: nil for a path that only has objects below it.
    static func introspectable(_ tree: any ObjectTree, _ served: [ServedInterface]?) -> ServedInterface {
        ServedInterface(
            "org.freedesktop.DBus.Introspectable",
            methods: [
                ServedMethod(Method<NoArguments, Arguments<String>>("Introspect")) { call, _ in
                    let children = await tree.children(of: call.path, for: call.sender)
                    return Arguments(document(served, children))
                }
            ],
            introspection: """
                  <interface name="org.freedesktop.DBus.Introspectable">
                    <method name="Introspect">
                      <arg name="xml_data" type="s" direction="out"/>
                    </method>
                  </interface>

                """)
    }

    private static func document(_ served: [ServedInterface]?, _ children: [String]) -> String {
        var document = """
            <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
            <node>

            """
        for interface in served ?? [] { document += interface.introspection }
        if let served { document += properties(served).introspection }
        document += peer.introspection
        // A name that is none would make the document lie.
        for child in children where ObjectPath("/" + child) != nil && !child.contains("/") {
            document += "  <node name=\"\(child)\"/>\n"
        }
        return document + "</node>\n"
    }
}
