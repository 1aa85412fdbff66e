/** So many characters of a text stand in the log, which is no store of texts. */
const mostLogged = 600
/** So many of them from before the place where two texts part, to find it by. */
const lead = 40

type Texts = { before: string; after: string }

/** What the log keeps of a change of a text: both from where they part. */
export function partingOf({ before, after }: Texts): Texts {
  let parted = 0
  while (parted < before.length && before[parted] === after[parted]) parted += 1
  const from = before === after ? before.length : parted
  return { before: cut(before, from), after: cut(after, from) }
}

/** Around `at`, by whole characters: half of one cannot be stored. Reads no more of the text than it takes. */
function cut(text: string, at: number): string {
  const near = Math.max(0, at - 2 * lead - 1)
  const signs = [...text.slice(near, at)].slice(-lead)
  const begin = at - signs.join('').length
  const shown = [...text.slice(begin, at + 2 * mostLogged)].slice(0, mostLogged).join('')
  return `${begin > 0 ? '…' : ''}${shown}${begin + shown.length < text.length ? '…' : ''}`
}
