type Tree = { [key: string]: unknown }

/**
 * Merges `patch` into `base`: nested objects are merged, lists and plain values replaced, undefined ignored.
 */
export function deepMerge<Base extends object>(base: Base, patch: object): Base {
  const merged = { ...base } as Tree // keys are read by name
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue
    const before = merged[key]
    merged[key] = isTree(before) && isTree(value) ? deepMerge(before, value) : value
  }
  // A patch has the keys and types of its base.
  return merged as unknown as Base
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
