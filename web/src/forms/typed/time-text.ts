const two = (digits: string) => digits.padStart(2, '0')

/** Parses a typed time of day to `HH:mm`: `9`, `930`, `9:30`, `9.30`, `09 30`; null for any other text. */
export function readTime(text: string): string | null {
  const typed = text.trim()
  const [, hours = '', minutes = '0'] =
    /^(\d{1,2})(?:\s*[:.,\s-]\s*(\d{1,2}))?$/.exec(typed) ?? /^(\d{1,2})(\d{2})$/.exec(typed) ?? []
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return null
  return `${two(hours)}:${two(minutes)}`
}
