import CFilmgateGTK

/// The arguments of a signal, after the object that emits it. Valid during the call.
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

    /// The value in an argument that can be of any type.
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
    let body: (SignalArguments) -> Bool

    init(_ body: @escaping (SignalArguments) -> Bool) { self.body = body }
}

/// Calls a closure when an object emits a signal, as long as the object exists.
///
/// - Parameter body: returns whether the signal is handled, for signals that ask for it.
func connect(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping (SignalArguments) -> Bool
) {
    let handler = Unmanaged.passRetained(SignalHandler(body)).toOpaque()
    guard let closure = g_closure_new_simple(UInt32(MemoryLayout<GClosure>.size), handler) else { return }
    g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
        guard let data = closure?.pointee.data else { return }
        let handler = Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue()
        let isHandled = handler.body(SignalArguments(values: values, count: Int(count)))
        if let result { g_value_set_boolean(result, isHandled ? 1 : 0) }
    }
    g_closure_add_finalize_notifier(closure, handler) { data, _ in
        if let data { Unmanaged<SignalHandler>.fromOpaque(data).release() }
    }
    g_signal_connect_closure(object, signal, closure, 0)
}

/// Calls a body when an object emits a signal that asks for nothing.
func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping () -> Void) {
    connect(object, signal) { _ in
        body()
        return false
    }
}

private final class ObjectHandler {
    let body: () -> UnsafeMutableRawPointer?

    init(_ body: @escaping () -> UnsafeMutableRawPointer?) { self.body = body }
}

/// Calls a body when an object emits a signal that asks for an object.
///
/// - Parameter body: returns the object, which the caller takes over.
func connectObject(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping () -> UnsafeMutableRawPointer?
) {
    let handler = Unmanaged.passRetained(ObjectHandler(body)).toOpaque()
    guard let closure = g_closure_new_simple(UInt32(MemoryLayout<GClosure>.size), handler) else { return }
    g_closure_set_marshal(closure) { closure, result, _, _, _, _ in
        guard let data = closure?.pointee.data else { return }
        let found = Unmanaged<ObjectHandler>.fromOpaque(data).takeUnretainedValue().body()
        if let result { g_value_take_object(result, found) }
    }
    g_closure_add_finalize_notifier(closure, handler) { data, _ in
        if let data { Unmanaged<ObjectHandler>.fromOpaque(data).release() }
    }
    g_signal_connect_closure(object, signal, closure, 0)
}
