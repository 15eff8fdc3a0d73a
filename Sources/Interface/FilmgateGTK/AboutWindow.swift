import CFilmgateGTK

/// A window with a program's name, version and license.
public enum AboutWindow {
    public nonisolated struct ProgramDetails: Sendable {
        let name: String
        let summary: String
        let version: String
        let website: String
        /// The name of the program's icon in the icon theme.
        let icon: String

        public init(name: String, summary: String, version: String, website: String, icon: String) {
            (self.name, self.summary, self.version, self.website, self.icon) = (name, summary, version, website, icon)
        }
    }

    /// Shows the details of a program that is licensed under the Apache License 2.0.
    public static func show(_ facts: ProgramDetails, over window: Window) {
        guard let pointer = adw_about_window_new() else { return }
        let about = OpaquePointer(pointer)
        adw_about_window_set_application_name(about, facts.name)
        adw_about_window_set_application_icon(about, facts.icon)
        adw_about_window_set_comments(about, facts.summary)
        adw_about_window_set_version(about, facts.version)
        adw_about_window_set_website(about, facts.website)
        adw_about_window_set_license_type(about, GTK_LICENSE_APACHE_2_0)
        Window(pointer).present(over: window)
    }
}
