import FilmgateSystem

extension SpawnedProcess {
    /// The environment variables that a program needs to show a window as the desktop does, with their values in this
    /// process. Leaves out all others, such as those that load libraries.
    public static var desktopEnvironment: [String: String] {
        let names = [
            "HOME", "PATH", "LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
            "XDG_RUNTIME_DIR", "XDG_CURRENT_DESKTOP", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS",
            "DBUS_SESSION_BUS_ADDRESS", "FILMGATE_BUS_ADDRESS", "FILMGATE_LOCALES",
        ]
        return names.reduce(into: [:]) { $0[$1] = environmentVariable($1) }
    }
}
