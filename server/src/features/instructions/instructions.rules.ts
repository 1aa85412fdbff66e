/** So many characters of a text stand in the log, which is no store of texts. */
const mostLogged = 600
/** So many of them from before the place where two texts part, to find it by. */
const lead = 40

type Texts = { before: string; after: string }

/** What the log keeps of a change of a text: both from where they part. */
export function partingOf({ before, after }: Texts): Texts {
  const [was, is] = [[...before], [...after]]
  const parted = was.findIndex((sign, index) => sign !== is[index])
  const from = Math.max(0, (parted < 0 ? was.length : parted) - lead)
  return { before: cut(was, from), after: cut(is, from) }
}

// By whole characters: half of one cannot be stored.
function cut(signs: readonly string[], from: number): string {
  const stretch = signs.slice(from, from + mostLogged).join('')
  return `${from > 0 ? '…' : ''}${stretch}${signs.length > from + mostLogged ? '…' : ''}`
}
