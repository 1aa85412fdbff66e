type Texts = { (key: never): string; has(key: never): boolean }

/**
 * Looks up a text by a key that contains a value from the server, such as `type_company`. @returns null if there
 * is no such text. The compiler cannot check these keys.
 */
export function textIfAny(t: Texts, key: string): string | null {
  const known = key as never // asked first
  return t.has(known) ? t(known) : null
}
