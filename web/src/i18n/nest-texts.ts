import type { CompiledTexts } from '@artel/contract/texts/texts.fit'

type NestedTexts = Record<string, CompiledTexts>

/** `{"tasks.title": text}` as `{tasks: {title: text}}`; the first dot ends the namespace. */
export function nestTexts(flat: CompiledTexts): NestedTexts {
  // No prototype: a company names its texts as it likes.
  const nested: NestedTexts = Object.create(null)
  for (const [path, text] of Object.entries(flat)) {
    const dot = path.indexOf('.')
    if (dot < 1) continue
    const namespace = path.slice(0, dot)
    nested[namespace] ??= Object.create(null) as CompiledTexts // empty, whatever it is said to be
    nested[namespace][path.slice(dot + 1)] = text
  }
  return nested
}
