/** Maximum characters of a text in the audit log, because the log does not store whole texts. */
const maxLogged = 600
/** Characters before the first difference of two texts, so that a person can find the place. */
const lead = 40

type Texts = { before: string; after: string }

/** The parts of a changed text for the audit log: both versions from their first difference. */
export function partingOf({ before, after }: Texts): Texts {
  let parted = 0
  while (parted < before.length && before[parted] === after[parted]) parted += 1
  const from = before === after ? before.length : parted
  return { before: cut(before, from), after: cut(after, from) }
}

/** Cuts around `at`, by whole characters, because half of one cannot be stored. Reads only that part. */
function cut(text: string, at: number): string {
  const near = Math.max(0, at - 2 * lead - 1)
  const signs = [...text.slice(near, at)].slice(-lead)
  const begin = at - signs.join('').length
  const shown = [...text.slice(begin, at + 2 * maxLogged)].slice(0, maxLogged).join('')
  return `${begin > 0 ? '…' : ''}${shown}${begin + shown.length < text.length ? '…' : ''}`
}
