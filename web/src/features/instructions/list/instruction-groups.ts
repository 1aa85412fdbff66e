type Grouped = { category: string; position: number }

export type InstructionGroup<Row> = { category: string; rows: Row[] }

/** Rows by category. Categories are ordered by their first row; rows without a category come last. */
export function groupsOf<Row extends Grouped>(rows: readonly Row[]): InstructionGroup<Row>[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(row.category, [...(groups.get(row.category) ?? []), row])
  return [...groups]
    .map(([category, own]) => ({ category, rows: own }))
    .sort((one, other) => Number(one.category === '') - Number(other.category === ''))
}

/** The positions of the rows before and after a row; undefined at an end. */
export function besideOf(rows: readonly Grouped[], row: Grouped) {
  const at = rows.indexOf(row)
  return { before: rows[at - 1]?.position, behind: rows[at + 1]?.position }
}
