// A module whose default isolation is the main actor, and a file that imports it. The subclass is refused, because the
// class has lost its isolation on the way.
#if USES_WIDGETS
    import Widgets

    @MainActor final class Button: Widget {}
#elseif NAMES_ACTOR
    @MainActor open class Widget {
        public init() {}
        isolated deinit {}
    }
#else
    open class Widget {
        public init() {}
        isolated deinit {}
    }
#endif
