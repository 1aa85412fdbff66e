const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A patch of a `T`. Undefined fields are treated as missing. */
export type Patch<T> = { [Name in keyof T]?: (T[Name] extends object ? Patch<T[Name]> : T[Name]) | undefined }

/** Merges `patch` into a copy of `settings`. Nested objects are merged; lists and values are replaced. */
export function mergeSettings<T extends object>(settings: T, patch: Patch<T>): T {
  const merged = new Map<string, unknown>(Object.entries(settings))
  for (const [key, value] of Object.entries(patch)) {
    const present = merged.get(key)
    if (value !== undefined)
      merged.set(key, isNested(present) && isNested(value) ? mergeSettings(present, value) : value)
  }
  return Object.fromEntries(merged) as T // a T merged with a patch of T
}
