/** Rows of one insert. A statement has at most 65,535 parameters, and a row one for each of its columns. */
const rowsPerStatement = 1000

/** Parts of a list of any length, each for a statement of its own. */
export const portions = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsPerStatement) }, (_, index) =>
    rows.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
  )
