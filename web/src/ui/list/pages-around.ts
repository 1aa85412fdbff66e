/**
 * Page numbers for the footer: the first, the last and those around `page`; `null` is a gap. `isNarrow`: at
 * most five numbers, which fit a phone.
 */
export function pagesAround(page: number, pages: number, isNarrow = false): (number | null)[] {
  if (pages <= (isNarrow ? 5 : 7)) return Array.from({ length: pages }, (_, index) => index + 1)
  const near = isNarrow ? [1, page, pages] : [1, page - 1, page, page + 1, pages]
  const shown = [...new Set(near.filter((number) => number >= 1 && number <= pages))]
  return shown.flatMap((number, index) => {
    const before = shown[index - 1]
    if (before === undefined || number - before === 1) return [number]
    // A gap of one page is replaced by that page.
    return number - before === 2 ? [number - 1, number] : [null, number]
  })
}
