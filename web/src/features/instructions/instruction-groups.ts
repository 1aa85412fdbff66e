type Grouped = { category: string; position: number }

export type InstructionGroup<Row> = { category: string; rows: Row[] }

/** Rows by category, the categories in the order of their first row; those without one come last. */
export function groupsOf<Row extends Grouped>(rows: readonly Row[]): InstructionGroup<Row>[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(row.category, [...(groups.get(row.category) ?? []), row])
  return [...groups]
    .map(([category, own]) => ({ category, rows: own }))
    .sort((one, other) => Number(one.category === '') - Number(other.category === ''))
}

/** The places of those that stand before and behind a row among its like; none at an end. */
export function besideOf(rows: readonly Grouped[], row: Grouped) {
  const at = rows.indexOf(row)
  return { before: rows[at - 1]?.position, behind: rows[at + 1]?.position }
}
