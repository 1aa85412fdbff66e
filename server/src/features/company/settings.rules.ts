const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What may be laid over a `T`: fields that are undefined are as if they were not there. */
export type Patch<T> = { [Name in keyof T]?: (T[Name] extends object ? Patch<T[Name]> : T[Name]) | undefined }

/** `patch` laid over `settings`, nested objects merged in their turn, lists and values replaced. Neither is changed. */
export function mergeSettings<T extends object>(settings: T, patch: Patch<T>): T {
  const merged = new Map<string, unknown>(Object.entries(settings))
  for (const [key, value] of Object.entries(patch)) {
    const present = merged.get(key)
    if (value !== undefined)
      merged.set(key, isNested(present) && isNested(value) ? mergeSettings(present, value) : value)
  }
  return Object.fromEntries(merged) as T // a T, and what one shape has checked to fit into it
}
