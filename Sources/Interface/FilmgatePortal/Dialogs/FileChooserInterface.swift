import FilmgateDBus

/// `org.freedesktop.impl.portal.FileChooser`: the file dialogs of xdg-desktop-portal.
enum FileChooserInterface {
    /// Takes the handle of the request, the app's identifier, the parent window, the title and the options. Returns a
    /// response and its results.
    typealias DialogMethod = Method<
        MessageArguments<ObjectPath, String, String, String, Options>, MessageArguments<UInt32, Options>
    >

    static let name: InterfaceName = "org.freedesktop.impl.portal.FileChooser"
    /// The path of the object that every backend exports.
    static let path: ObjectPath = "/org/freedesktop/portal/desktop"
    static let busName: BusName = "org.freedesktop.impl.portal.desktop.filmgate"
    /// The bus name of the only allowed caller: xdg-desktop-portal, which calls on behalf of the apps.
    static let caller: BusName = "org.freedesktop.portal.Desktop"

    static let introspection =
        "<interface name=\"\(name)\">\n" + DialogKind.allCases.map { method($0.rawValue) }.joined() + "</interface>\n"

    private static func method(_ name: String) -> String {
        """
          <method name="\(name)">
            <arg name="handle" type="o" direction="in"/>
            <arg name="app_id" type="s" direction="in"/>
            <arg name="parent_window" type="s" direction="in"/>
            <arg name="title" type="s" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="response" type="u" direction="out"/>
            <arg name="results" type="a{sv}" direction="out"/>
          </method>

        """
    }
}

/// `org.freedesktop.impl.portal.Request`: an open dialog. Its object path is the handle that the portal chose.
enum PortalRequestInterface {
    static let name: InterfaceName = "org.freedesktop.impl.portal.Request"
    static let close = Method<NoArguments, NoArguments>("Close")
    static let introspection = "<interface name=\"\(name)\">\n  <method name=\"Close\"/>\n</interface>\n"
}

/// The purpose of a dialog. The raw values are the names of the methods.
enum DialogKind: String, CaseIterable, Sendable {
    case openFile = "OpenFile"
    case saveFile = "SaveFile"
    case saveFiles = "SaveFiles"

    var method: FileChooserInterface.DialogMethod { FileChooserInterface.DialogMethod(rawValue) }
}
