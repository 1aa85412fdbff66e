/** The selection of a list: rows by id, on any page, or all rows that the filter finds. */
export type Selected = { kind: 'rows'; ids: ReadonlySet<number> } | { kind: 'all' }

export const noneSelected: Selected = { kind: 'rows', ids: new Set() }

export const selectedRows = (ids: Iterable<number>): Selected => ({ kind: 'rows', ids: new Set(ids) })

export const isSelected = (selected: Selected, id: number): boolean =>
  selected.kind === 'all' || selected.ids.has(id)

/** `total`: number of rows that the filter finds. */
export const countSelected = (selected: Selected, total: number): number =>
  selected.kind === 'all' ? total : selected.ids.size

/** Selects exactly `chosen` among the rows of this page. Selected rows of other pages stay selected. */
export function selectOnPage(
  selected: Selected,
  page: readonly number[],
  chosen: readonly number[],
): Selected {
  const kept = selected.kind === 'all' ? [] : [...selected.ids].filter((id) => !page.includes(id))
  return selectedRows([...kept, ...chosen])
}

export function toggleRow(selected: Selected, page: readonly number[], id: number): Selected {
  const chosen = page.filter((other) => isSelected(selected, other))
  return selectOnPage(
    selected,
    page,
    chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id],
  )
}

/** Selects the rows from `first` to `last` of the page, or deselects them if `last` is selected. */
export function toggleRange(
  selected: Selected,
  page: readonly number[],
  first: number,
  last: number,
): Selected {
  const range = new Set(between(page, first, last))
  const others = page.filter((id) => isSelected(selected, id) && !range.has(id))
  return selectOnPage(selected, page, isSelected(selected, last) ? others : [...others, ...range])
}

/** Moves the end of a range that begins at `anchor`: rows that it leaves are deselected. */
export function moveRange(
  selected: Selected,
  page: readonly number[],
  anchor: number,
  [from, to]: readonly [from: number, to: number],
): Selected {
  const left = new Set(between(page, anchor, from))
  const others = page.filter((id) => isSelected(selected, id) && !left.has(id))
  return selectOnPage(selected, page, [...others, ...between(page, anchor, to)])
}

/** The rows from one row to another, in the order of the page. */
function between(page: readonly number[], one: number, other: number): readonly number[] {
  const [from = 0, to = 0] = [page.indexOf(one), page.indexOf(other)].toSorted((a, b) => a - b)
  return page.slice(from, to + 1)
}
