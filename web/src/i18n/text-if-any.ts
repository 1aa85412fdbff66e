type Texts = { (key: never): string; has(key: never): boolean }

/**
 * The text of a key that is built from a value of the server, such as `type_company`; null if there is none. The
 * compiler checks the keys of all other texts.
 */
export function textIfAny(t: Texts, key: string): string | null {
  const known = key as never // asked first
  return t.has(known) ? t(known) : null
}
