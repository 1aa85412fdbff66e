import type { CompiledMessage } from 'icu-minify/format'

/** Texts as they are written, by `namespace.key`. */
export type FlatTexts = Record<string, string>
/** The same read into their parts, so that no page carries what reads ICU. */
export type CompiledTexts = Record<string, CompiledMessage>
export type NestedTexts = Record<string, CompiledTexts>

/** `{"tasks.title": text}` as `{tasks: {title: text}}`; the first dot ends the namespace. */
export function nestTexts(flat: CompiledTexts): NestedTexts {
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
