public import Testing

extension Trait where Self == ConditionTrait {
    /// For tests that take longer than about a second: `make check` leaves them out.
    public static var long: Self { .disabled(if: isWithoutDaemons, "it takes long; `make test` runs it") }
}
