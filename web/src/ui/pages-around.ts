/** Page numbers for the footer: the first, the last and those around `page`; `null` is a gap. */
export function pagesAround(page: number, pages: number): (number | null)[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index + 1)
  const near = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages)
  const shown = [...new Set(near)]
  return shown.flatMap((number, index) => {
    const before = shown[index - 1]
    if (before === undefined || number - before === 1) return [number]
    // A gap of one page is that page.
    return number - before === 2 ? [number - 1, number] : [null, number]
  })
}
