/** A variable of the environment that is no setting, and the setting that its name was probably meant for. */
export type Misspelling = { name: string; meant: string }

/** Names too short to be told from names of other programs by one letter, such as HOST and POST. */
const shortest = 6
const brand = 'ARTEL_'

/**
 * Finds variables whose names look like those of settings: in other letters or with other separators, one slip of the
 * hand away, or with the name of the product in front. A setting that is set itself was not meant.
 */
export function findMisspellings(env: NodeJS.ProcessEnv, settings: readonly string[]): Misspelling[] {
  const names = Object.keys(env).filter((name) => env[name] !== '' && !settings.includes(name))
  const unset = settings.filter((name) => !env[name])
  return names.flatMap((name) => {
    const meant = unset.find((setting) => looksLike(name, setting))
    return meant ? [{ name, meant }] : []
  })
}

/** One line for the log. */
export const describeMisspelling = ({ name, meant }: Misspelling): string =>
  `${name} is no setting of Artel: is ${meant} meant?`

function looksLike(name: string, setting: string): boolean {
  const [letters, wanted] = [lettersOf(name), lettersOf(setting)]
  if (letters === wanted) return true
  if (setting.length < shortest) return false
  return isOneSlip(letters, wanted) || name.toUpperCase() === `${brand}${setting}`
}

const lettersOf = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** Whether a letter is too many, missing or another, or two neighbours are swapped. */
function isOneSlip(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start += 1
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  const isSwap = left.length === 2 && left === [...right].reverse().join('')
  return isSwap || Math.max(left.length, right.length) === 1
}
