// Comparisons of fields with values, such as `where { $0.rating >= 4 }`, and of key paths, such as `where(\.rating >=
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
