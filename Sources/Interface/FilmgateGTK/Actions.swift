import CFilmgateGTK

// Compiler fault: 4
/// The actions of a window or a page, which its buttons, menus and shortcuts share. Interface descriptions refer to an
/// action by the group's prefix and the action's name: `page.rename`.
///
/// The actions are not visible on D-Bus: only a GtkApplication exports actions.
@MainActor public final class ActionGroup {
    private let group = g_simple_action_group_new()
    private let prefix: String
    private let shortcuts = gtk_shortcut_controller_new()
    /// The names of the actions that `Action.isEnabled` has disabled.
    private var disabled: Set<String> = []
    /// The names of the actions that change something.
    private var changes: Set<String> = []
    private static var groups: [WeakGroup] = []

    private struct WeakGroup {
        weak var group: ActionGroup?
    }

    /// Whether actions that change something are available, in all groups of the program. If not, they are disabled,
    /// whatever `Action.isEnabled` is set to.
    public static var allowsChanges = true {
        didSet {
            for group in groups.compactMap(\.group) {
                for name in group.changes { group.update(name) }
            }
        }
    }

    /// - Parameters:
    ///   - widget: this widget and its descendants can use the actions.
    ///   - keys: shortcuts work while this widget or a descendant has the focus; nil stands for `widget`.
    ///   - beforeChildren: whether shortcuts are recognized before the descendants get the key.
    public init(_ prefix: String, on widget: Widget, keysIn keys: Widget? = nil, beforeChildren: Bool = false) {
        self.prefix = prefix
        gtk_widget_insert_action_group(widget.pointer, prefix, OpaquePointer(group))
        gtk_event_controller_set_propagation_phase(shortcuts, beforeChildren ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE)
        gtk_widget_add_controller((keys ?? widget).pointer, shortcuts)
        Self.groups.removeAll { $0.group == nil }
        Self.groups.append(WeakGroup(group: self))
    }

    isolated deinit { g_object_unref(group) }

    /// Adds an action.
    ///
    /// - Parameters:
    ///   - owner: passed to the body. The action does nothing when its owner no longer exists.
    ///   - isChange: whether the action is unavailable while `allowsChanges` is false.
    ///   - keys: the action's shortcuts, as GTK writes them: `<Control>q|<Control>w`.
    @discardableResult
    public func add<Owner: AnyObject>(
        _ name: String, _ owner: Owner, isChange: Bool = false, keys: String? = nil,
        _ body: @escaping (Owner) -> Void
    ) -> Action {
        let action = insert(g_simple_action_new(name, nil), name, isChange: isChange, keys)
        connect(UnsafeMutableRawPointer(action.pointer), "activate") { [weak owner] in
            if let owner { body(owner) }
        }
        return action
    }

    /// Adds an action with an on/off state, for toggle buttons and switches.
    ///
    /// - Parameters:
    ///   - keys: the action's shortcuts, separated by `|`.
    ///   - body: called with the new state when the person, rather than the program, changes the state.
    @discardableResult
    public func addToggle<Owner: AnyObject>(
        _ name: String, _ owner: Owner, isChange: Bool = false, keys: String? = nil,
        _ body: @escaping (Owner, _ isOn: Bool) -> Void
    ) -> Action {
        let state = g_variant_new_boolean(0)
        let action = insert(g_simple_action_new_stateful(name, nil, state), name, isChange: isChange, keys)
        // A strong reference from its own closure would keep the action alive forever.
        let pointer = action.pointer
        connect(UnsafeMutableRawPointer(pointer), "change-state") { [weak owner] arguments in
            guard let owner, let state = arguments.variant(0) else { return false }
            g_simple_action_set_state(pointer, state)
            body(owner, g_variant_get_boolean(state) != 0)
            return false
        }
        return action
    }

    /// Adds an action that switches a property of a widget on and off.
    public func add(_ name: String, switching property: String, of widget: Widget, keys: String? = nil) {
        insert(g_property_action_new(name, widget.raw, property), name, isChange: false, keys)
    }

    /// Returns the action with this name, which must have been added.
    public subscript(name: String) -> Action {
        guard let action = g_action_map_lookup_action(OpaquePointer(group), name) else {
            preconditionFailure("there is no action \(prefix).\(name)")
        }
        return Action(group: self, pointer: action)
    }

    @discardableResult
    private func insert(_ action: OpaquePointer?, _ name: String, isChange: Bool, _ keys: String?) -> Action {
        guard let action else { preconditionFailure("GLib makes every action") }
        g_action_map_add_action(OpaquePointer(group), action)
        g_object_unref(UnsafeMutableRawPointer(action))
        if let keys {
            let shortcut = gtk_shortcut_new(
                gtk_shortcut_trigger_parse_string(keys), gtk_named_action_new("\(prefix).\(name)"))
            gtk_shortcut_controller_add_shortcut(shortcuts, shortcut)
        }
        if isChange {
            changes.insert(name)
            update(name)
        }
        return Action(group: self, pointer: action)
    }

    fileprivate func setEnabled(_ action: OpaquePointer, _ isEnabled: Bool) {
        let name = String(cString: g_action_get_name(action))
        if isEnabled { disabled.remove(name) } else { disabled.insert(name) }
        update(name)
    }

    /// Enables or disables an action.
    private func update(_ name: String) {
        guard let action = g_action_map_lookup_action(OpaquePointer(group), name) else { return }
        let isEnabled = !disabled.contains(name) && (Self.allowsChanges || !changes.contains(name))
        g_simple_action_set_enabled(action, isEnabled ? 1 : 0)
    }
}

/// An action that a person performs with a button, a menu or a shortcut.
public struct Action {
    /// Keeps the action alive.
    fileprivate let group: ActionGroup
    fileprivate let pointer: OpaquePointer

    /// Whether the action is available. If not, its buttons are insensitive, and its shortcuts have no effect.
    public var isEnabled: Bool {
        get { g_action_get_enabled(pointer) != 0 }
        nonmutating set { group.setEnabled(pointer, newValue) }
    }

    /// The state of a toggle.
    public var isOn: Bool {
        get {
            guard let state = g_action_get_state(pointer) else { return false }
            defer { g_variant_unref(state) }
            return g_variant_get_boolean(state) != 0
        }
        nonmutating set { g_simple_action_set_state(pointer, g_variant_new_boolean(newValue ? 1 : 0)) }
    }
}
