public import FilmgateKeyFiles
import FilmgateModel

/// The person's settings for file dialogs, in `portal.conf`.
public struct PortalSettings: Hashable, Sendable {
    /// Whether dialogs for pictures and videos show the picker.
    public var isOn = true
    /// The apps that always get the desktop's own dialog, as `KIND:NAME`.
    public var appsOff: Set<String> = []
    /// The apps that get the picker although they would not get it by default, as `KIND:NAME`.
    public var appsOn: Set<String> = []
    /// The apps for which the person last chose to add saved files to the library, as `KIND:NAME`.
    var appsAdding: Set<String> = []
    /// The apps for which the person last chose compatible formats in the picker, as `KIND:NAME`.
    var appsCompatible: Set<String> = []
    /// The apps for which the person last chose the files as they are in the picker, as `KIND:NAME`.
    var appsAsIs: Set<String> = []
    /// The desktop's own backend: its bus name or the name of its `.portal` file; nil for xdg-desktop-portal's choice.
    var backend: String?

    /// The keys that Filmgate's programs write.
    enum SettingKey: String {
        case enabled
        case appsOff = "apps-off"
        case appsOn = "apps-on"
        case appsAdding = "apps-adding"
        case appsCompatible = "apps-compatible"
        case appsAsIs = "apps-as-is"
    }

    public init() {}

    /// Reads the values of a file. Missing and invalid values change nothing: file dialogs must appear even if the
    /// file is invalid.
    ///
    /// - Returns: the errors of the file.
    @discardableResult
    public mutating func read(_ bytes: [UInt8]) -> [KeyFileError] {
        var errors: [KeyFileError] = []
        func valid<Value>(_ read: () throws(KeyFileError) -> Value?) -> Value? {
            do throws(KeyFileError) { return try read() } catch {
                errors.append(error)
                return nil
            }
        }
        guard let file = valid({ () throws(KeyFileError) in try KeyFile(bytes) }) else { return errors }
        func apps(_ key: SettingKey) -> Set<String>? {
            let names = valid { () throws(KeyFileError) in try file.strings(key.rawValue, in: Self.group) }
            return names.map(Set.init)
        }
        let enabled = valid { () throws(KeyFileError) in
            try file.flag(SettingKey.enabled.rawValue, in: Self.group)
        }
        isOn = enabled ?? isOn
        appsOff = apps(.appsOff) ?? appsOff
        appsOn = apps(.appsOn) ?? appsOn
        appsAdding = apps(.appsAdding) ?? appsAdding
        appsCompatible = apps(.appsCompatible) ?? appsCompatible
        appsAsIs = apps(.appsAsIs) ?? appsAsIs
        backend = valid { () throws(KeyFileError) in try file.string("backend", in: Self.group) } ?? backend
        return errors
    }

    /// Sets whether dialogs show the picker, for one app, or for all apps if `app` is nil.
    public mutating func set(_ isOn: Bool, for app: String?) {
        guard let app else { return self.isOn = isOn }
        if isOn {
            appsOff.remove(app)
            appsOn.insert(app)
        } else {
            appsOn.remove(app)
            appsOff.insert(app)
        }
    }

    /// The formats that the person last chose for an app; nil if the person has chosen none.
    func representation(for app: String) -> PickerConfiguration.Representation? {
        appsAsIs.contains(app) ? .current : appsCompatible.contains(app) ? .compatible : nil
    }

    /// Returns the contents of a file after some of its keys have been set to the values of these settings. Keeps
    /// everything else.
    ///
    /// - Throws: `KeyFileError` if the file is not a key file.
    func written(_ keys: [SettingKey], into bytes: [UInt8]) throws(KeyFileError) -> String {
        let file = try KeyFile(bytes, keepsTranslations: true, keepsComments: true)
        for key in keys {
            switch key {
            case .enabled: file.set(key.rawValue, in: Self.group, to: isOn)
            case .appsOff: file.set(key.rawValue, in: Self.group, to: appsOff.sorted())
            case .appsOn: file.set(key.rawValue, in: Self.group, to: appsOn.sorted())
            case .appsAdding: file.set(key.rawValue, in: Self.group, to: appsAdding.sorted())
            case .appsCompatible: file.set(key.rawValue, in: Self.group, to: appsCompatible.sorted())
            case .appsAsIs: file.set(key.rawValue, in: Self.group, to: appsAsIs.sorted())
            }
        }
        return file.contents
    }

    private static let group = "portal"
}
