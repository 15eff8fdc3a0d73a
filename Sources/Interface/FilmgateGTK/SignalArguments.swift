import CFilmgateGTK

/// The arguments of a signal, without the object that emits it. They are valid only during the call.
struct SignalArguments {
    fileprivate let values: UnsafePointer<GValue>?
    fileprivate let count: Int

    func unsigned(_ index: Int) -> UInt32 { value(index).map { g_value_get_uint($0) } ?? 0 }

    func signed(_ index: Int) -> Int32 { value(index).map { g_value_get_int($0) } ?? 0 }

    func flags(_ index: Int) -> UInt32 { value(index).map { g_value_get_flags($0) } ?? 0 }

    func enumeration(_ index: Int) -> Int32 { value(index).map { g_value_get_enum($0) } ?? 0 }

    func double(_ index: Int) -> Double { value(index).map { g_value_get_double($0) } ?? 0 }

    func object(_ index: Int) -> UnsafeMutableRawPointer? { value(index).flatMap { g_value_get_object($0) } }

    func variant(_ index: Int) -> OpaquePointer? { value(index).flatMap { g_value_get_variant($0) } }

    func text(_ index: Int) -> String {
        value(index).flatMap { g_value_get_string($0) }.map { String(cString: $0) } ?? ""
    }

    /// Returns the `GValue` in an argument of type `GValue`.
    func any(_ index: Int) -> UnsafePointer<GValue>? {
        value(index).flatMap { g_value_get_boxed($0) }.map { UnsafePointer($0.assumingMemoryBound(to: GValue.self)) }
    }

    func event(_ index: Int) -> OpaquePointer? {
        value(index).flatMap { g_value_peek_pointer($0) }.map { OpaquePointer($0) }
    }

    private func value(_ index: Int) -> UnsafePointer<GValue>? {
        index + 1 < count ? values?.advanced(by: index + 1) : nil
    }
}

private final class SignalHandler {
    /// Handles the signal. The second argument points to the result, and is nil if the signal has no result.
    let body: (SignalArguments, UnsafeMutablePointer<GValue>?) -> Void

    init(_ body: @escaping (SignalArguments, UnsafeMutablePointer<GValue>?) -> Void) { self.body = body }
}

/// Calls `body` when an object emits a signal, as long as the object exists.
///
/// - Parameter body: returns whether the signal is handled, for signals whose handlers return a Boolean.
func connect(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping (SignalArguments) -> Bool
) {
    let handler = SignalHandler { arguments, result in
        let isHandled = body(arguments)
        if let result { g_value_set_boolean(result, isHandled ? 1 : 0) }
    }
    connect(object, signal, handler)
}

/// Calls the closure when an object emits a signal whose handlers return nothing.
func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping () -> Void) {
    connect(object, signal) { _ in
        body()
        return false
    }
}

/// Calls the closure when an object emits a signal whose handlers return an object.
///
/// - Parameter body: returns the object. The emitter takes ownership.
func connectObject(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping () -> UnsafeMutableRawPointer?
) {
    let handler = SignalHandler { _, result in
        let found = body()
        if let result { g_value_take_object(result, found) }
    }
    connect(object, signal, handler)
}

private func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ handler: SignalHandler) {
    let handler = Unmanaged.passRetained(handler).toOpaque()
    guard let closure = g_closure_new_simple(UInt32(MemoryLayout<GClosure>.size), handler) else { return }
    g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
        guard let data = closure?.pointee.data else { return }
        let handler = Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue()
        handler.body(SignalArguments(values: values, count: Int(count)), result)
    }
    g_closure_add_finalize_notifier(closure, handler) { data, _ in
        if let data { Unmanaged<SignalHandler>.fromOpaque(data).release() }
    }
    g_signal_connect_closure(object, signal, closure, 0)
}
