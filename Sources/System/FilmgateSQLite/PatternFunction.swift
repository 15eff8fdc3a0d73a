import CFilmgateSQLite

/// An SQL function that compares a string with a pattern. Returns NULL if an argument is NULL.
public struct PatternFunction: Sendable {
    let name: StaticString
    let matches: Matches

    /// - Parameters:
    ///   - pattern: the pattern. It and `text` may be invalid UTF-8, and the result must depend only on them.
    ///   - isOver: returns whether the read must end. A slow function must call it regularly.
    /// - Returns: whether the text matches, or nil if the function stopped because `isOver` returned true.
    public typealias Matches =
        @Sendable (_ pattern: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer, _ isOver: () -> Bool) -> Bool?

    public init(_ name: StaticString, matches: @escaping Matches) {
        self.name = name
        self.matches = matches
    }
}

/// The user data that SQLite passes to each call of a function.
private final class FunctionContext {
    let function: PatternFunction
    let hook: DeadlineHook

    init(_ function: PatternFunction, hook: DeadlineHook) {
        self.function = function
        self.hook = hook
    }
}

/// Defines the function for the connection's statements. Views and triggers in the schema cannot call it.
func define(_ function: PatternFunction, on raw: OpaquePointer, hook: DeadlineHook) throws(DatabaseError) {
    let context = Unmanaged.passRetained(FunctionContext(function, hook: hook))
    let code = sqlite3_create_function_v2(
        raw, function.name.description, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, context.toOpaque(),
        { call, _, arguments in
            guard let arguments, let data = sqlite3_user_data(call), let pattern = text(arguments[0]),
                let text = text(arguments[1])
            else { return sqlite3_result_null(call) }
            let context = Unmanaged<FunctionContext>.fromOpaque(data).takeUnretainedValue()
            switch context.function.matches(pattern, text, { context.hook.isOver }) {
            case .some(let matches): sqlite3_result_int(call, matches ? 1 : 0)
            case nil: sqlite3_result_error_code(call, SQLITE_INTERRUPT)
            }
        }, nil, nil, { context in context.map { Unmanaged<FunctionContext>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else { throw DatabaseError(of: raw, during: "define a function") }
}

private func text(_ value: OpaquePointer?) -> UnsafeRawBufferPointer? {
    guard sqlite3_value_type(value) != SQLITE_NULL, let start = sqlite3_value_text(value) else { return nil }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
}
