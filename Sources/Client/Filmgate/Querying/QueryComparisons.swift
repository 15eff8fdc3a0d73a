// Compares fields with values, as in `where { $0.rating >= 4 }`, and key paths to fields, as in `where(\.rating >=
// 4)`.

public func == <Fields, Value: QueryValue>(
    left: QueryField<Fields, Value>, right: Value
) -> QueryCondition<Fields> { left.compared("=", right) }

public func != <Fields, Value: QueryValue>(
    left: QueryField<Fields, Value>, right: Value
) -> QueryCondition<Fields> { left.compared("!=", right) }

public func < <Fields, Value: QueryValue & Comparable>(
    left: QueryField<Fields, Value>, right: Value
) -> QueryCondition<Fields> { left.compared("<", right) }

public func <= <Fields, Value: QueryValue & Comparable>(
    left: QueryField<Fields, Value>, right: Value
) -> QueryCondition<Fields> { left.compared("<=", right) }

public func > <Fields, Value: QueryValue & Comparable>(
    left: QueryField<Fields, Value>, right: Value
) -> QueryCondition<Fields> { left.compared(">", right) }

public func >= <Fields, Value: QueryValue & Comparable>(
    left: QueryField<Fields, Value>, right: Value
) -> QueryCondition<Fields> { left.compared(">=", right) }

public func == <Fields, Value: QueryValue>(
    left: KeyPath<Fields, QueryField<Fields, Value>>, right: Value
) -> QueryCondition<Fields> { Fields()[keyPath: left].compared("=", right) }

public func != <Fields, Value: QueryValue>(
    left: KeyPath<Fields, QueryField<Fields, Value>>, right: Value
) -> QueryCondition<Fields> { Fields()[keyPath: left].compared("!=", right) }

public func < <Fields, Value: QueryValue & Comparable>(
    left: KeyPath<Fields, QueryField<Fields, Value>>, right: Value
) -> QueryCondition<Fields> { Fields()[keyPath: left].compared("<", right) }

public func <= <Fields, Value: QueryValue & Comparable>(
    left: KeyPath<Fields, QueryField<Fields, Value>>, right: Value
) -> QueryCondition<Fields> { Fields()[keyPath: left].compared("<=", right) }

public func > <Fields, Value: QueryValue & Comparable>(
    left: KeyPath<Fields, QueryField<Fields, Value>>, right: Value
) -> QueryCondition<Fields> { Fields()[keyPath: left].compared(">", right) }

public func >= <Fields, Value: QueryValue & Comparable>(
    left: KeyPath<Fields, QueryField<Fields, Value>>, right: Value
) -> QueryCondition<Fields> { Fields()[keyPath: left].compared(">=", right) }
