// The operators `&&`, `||` and `!` for Boolean fields, and for key paths to Boolean fields.

public func && <Fields>(left: some QueryTerm<Fields>, right: some QueryTerm<Fields>) -> QueryCondition<Fields> {
    left.condition && right.condition
}

public func || <Fields>(left: some QueryTerm<Fields>, right: some QueryTerm<Fields>) -> QueryCondition<Fields> {
    left.condition || right.condition
}

public prefix func ! <Fields>(field: QueryField<Fields, Bool>) -> QueryCondition<Fields> { !field.condition }

public func && <Fields>(
    left: KeyPath<Fields, QueryField<Fields, Bool>>, right: some QueryTerm<Fields>
) -> QueryCondition<Fields> { Fields()[keyPath: left].condition && right.condition }

public func && <Fields>(
    left: some QueryTerm<Fields>, right: KeyPath<Fields, QueryField<Fields, Bool>>
) -> QueryCondition<Fields> { left.condition && Fields()[keyPath: right].condition }

public func && <Fields>(
    left: KeyPath<Fields, QueryField<Fields, Bool>>, right: KeyPath<Fields, QueryField<Fields, Bool>>
) -> QueryCondition<Fields> { Fields()[keyPath: left].condition && Fields()[keyPath: right].condition }

public func || <Fields>(
    left: KeyPath<Fields, QueryField<Fields, Bool>>, right: some QueryTerm<Fields>
) -> QueryCondition<Fields> { Fields()[keyPath: left].condition || right.condition }

public func || <Fields>(
    left: some QueryTerm<Fields>, right: KeyPath<Fields, QueryField<Fields, Bool>>
) -> QueryCondition<Fields> { left.condition || Fields()[keyPath: right].condition }

public func || <Fields>(
    left: KeyPath<Fields, QueryField<Fields, Bool>>, right: KeyPath<Fields, QueryField<Fields, Bool>>
) -> QueryCondition<Fields> { Fields()[keyPath: left].condition || Fields()[keyPath: right].condition }

public prefix func ! <Fields>(field: KeyPath<Fields, QueryField<Fields, Bool>>) -> QueryCondition<Fields> {
    !Fields()[keyPath: field].condition
}
