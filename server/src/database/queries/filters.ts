/** What each filter of a list adds to its query. A filter of the contract that is missing here does not compile. */
export type FilterSteps<Rows, Filters> = {
  [Name in keyof Required<Filters>]: (rows: Rows, value: Exclude<Filters[Name], undefined>) => Rows
}

/** Narrows the rows by the given filters. An empty text is no filter. */
export function applyFilters<Rows, Filters extends object>(
  rows: Rows,
  filters: Filters,
  steps: FilterSteps<Rows, Filters>,
): Rows {
  let narrowed = rows
  for (const name in steps) {
    const value = filters[name]
    // The compiler does not see that what is neither undefined is of the step's type.
    if (value !== undefined && value !== '')
      narrowed = steps[name](narrowed, value as Exclude<Filters[typeof name], undefined>)
  }
  return narrowed
}
