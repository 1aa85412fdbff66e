export type FlatTexts = Record<string, string>
export type NestedTexts = Record<string, Record<string, string>>

/** `{"tasks.title": text}` as `{tasks: {title: text}}`; the first dot ends the namespace. */
export function nestTexts(flat: FlatTexts): NestedTexts {
  const nested: NestedTexts = {}
  for (const [path, text] of Object.entries(flat)) {
    const dot = path.indexOf('.')
    if (dot < 1) continue
    const namespace = path.slice(0, dot)
    nested[namespace] ??= {}
    nested[namespace][path.slice(dot + 1)] = text
  }
  return nested
}
