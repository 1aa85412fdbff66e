type Named = { key: string }

/**
 * The columns in the order that a person chose. A column that is not in it, because it is newer, comes after the
 * column that it usually follows.
 */
export function inChosenOrder<Column extends Named>(
  columns: readonly Column[],
  order: readonly string[],
): readonly Column[] {
  if (order.length === 0) return columns
  const known = [...new Set(order)]
  const chosen = known.flatMap((key) => columns.find((column) => column.key === key) ?? [])
  return columns.reduce<Column[]>((ordered, column, index) => {
    if (ordered.includes(column)) return ordered
    const before = columns[index - 1]
    return ordered.toSpliced(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, column)
  }, chosen)
}

/** The keys after a column was moved to the place of another one. */
export function movedTo(keys: readonly string[], key: string, target: string): string[] {
  const to = keys.indexOf(target)
  return keys.filter((other) => other !== key).toSpliced(to, 0, key)
}
