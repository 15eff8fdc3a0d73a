/// The introspection documents of objects, including the standard interfaces.
enum IntrospectionDocument {
    static let peer = """
        <interface name="org.freedesktop.DBus.Peer">
          <method name="Ping"/>
          <method name="GetMachineId">
            <arg name="machine_uuid" type="s" direction="out"/>
          </method>
        </interface>
        """

    static let introspectable = """
        <interface name="org.freedesktop.DBus.Introspectable">
          <method name="Introspect">
            <arg name="xml_data" type="s" direction="out"/>
          </method>
        </interface>
        """

    static let properties = """
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
        """

    /// - Parameters:
    ///   - interfaces: the XML of the interfaces, each from `<interface` to `</interface>`.
    ///   - children: the names of child objects. Names that are not valid path elements are omitted.
    static func document(interfaces: [String], children: [String]) -> String {
        let nodes = children.filter { !$0.contains("/") && ObjectPath("/" + $0) != nil && !$0.isEmpty }
        return """
            <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
            <node>
            \((interfaces + nodes.map { "<node name=\"\($0)\"/>" }).joined(separator: "\n"))
            </node>

            """
    }
}
