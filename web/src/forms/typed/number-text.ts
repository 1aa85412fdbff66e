/**
 * A typed text that was parsed; an empty text is valid with null. Spaces and both decimal marks are accepted.
 */
export type Read = { valid: true; value: number | null } | { valid: false }

const invalid: Read = { valid: false }
const plain = (text: string) => text.replace(/[\s\u00a0]/g, '').replace(',', '.')

/** Parses a whole number from zero to `max`. */
export function readWhole(text: string, max: number): Read {
  const digits = plain(text)
  if (digits === '') return { valid: true, value: null }
  if (!/^\d+$/.test(digits) || Number(digits) > max) return invalid
  return { valid: true, value: Number(digits) }
}

export function writeWhole(value: number | null): string {
  return value === null ? '' : String(value)
}

/** Parses roubles into kopecks. An unfinished `12,` counts as 12. */
export function readRoubles(text: string, max: number): Read {
  const digits = plain(text)
  if (digits === '') return { valid: true, value: null }
  const parts = /^(\d{1,12})(?:\.(\d{0,2}))?$/.exec(digits)
  if (!parts) return invalid
  const kopecks = Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
  return kopecks > max ? invalid : { valid: true, value: kopecks }
}

/** Writes kopecks as people type them: without groups, with two decimals only if there are kopecks. */
export function writeRoubles(kopecks: number | null, decimal: ',' | '.'): string {
  if (kopecks === null) return ''
  const [roubles = '0', rest = '00'] = (kopecks / 100).toFixed(2).split('.')
  return rest === '00' ? roubles : roubles + decimal + rest
}
