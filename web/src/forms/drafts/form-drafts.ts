import { differs } from '../save/stale-fields.ts'
import { draftsOf } from './forget-drafts.ts'

/** A changed field: the value that the form began with, and the typed one. */
type DraftField = { from: unknown; to: unknown }

/** What was typed into a form and not saved. `at`: when, ms since 1970. */
export type FormDraft = { at: number; fields: Readonly<Record<string, DraftField>> }

type Texts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** How long a draft is kept on the device, ms. */
const keptMs = 7 * 24 * 3_600_000
/** How many drafts are kept. The oldest ones go first. */
const maxDrafts = 50
/** How long a draft may be, in characters. */
const longestDraft = 300_000

/** Passwords and codes must not be on the disk of a device. Files that no item uses are deleted by the server. */
const neverKept = /password|token|secret|code|multimedia/

/**
 * The drafts of one person on this device.
 * @param person `COMPANY.USER`
 * @param texts the storage of the browser
 */
export function createFormDrafts(person: string, texts: Texts, now: () => number = Date.now) {
  const own = draftsOf(person)

  return {
    read: (name: string): FormDraft | null => {
      const draft = parse(texts.getItem(own + name))
      return draft && draft.at > now() - keptMs ? draft : null
    },
    /** @throws {DOMException} if the storage is full */
    write: (name: string, fields: FormDraft['fields']): void => {
      const text = JSON.stringify({ at: now(), fields } satisfies FormDraft)
      // A form of this length is saved in parts long before.
      if (text.length <= longestDraft) texts.setItem(own + name, text)
    },
    remove: (name: string): void => texts.removeItem(own + name),
    /** Deletes old drafts and those beyond the limit, of everybody who used this device. */
    prune: (): void => {
      const drafts = keysOf(texts)
        .filter((key) => key.startsWith(draftsOf()))
        .map((key) => ({ key, at: parse(texts.getItem(key))?.at ?? 0 }))
        .toSorted((one, other) => other.at - one.at)
      for (const [place, { key, at }] of drafts.entries())
        if (place >= maxDrafts || at <= now() - keptMs) texts.removeItem(key)
    },
  }
}

export type FormDrafts = ReturnType<typeof createFormDrafts>

/** The changed fields of a form, without those that must not be kept. */
export function draftFields<Values extends object>(initial: Values, values: Values): FormDraft['fields'] {
  const before = new Map<string, unknown>(Object.entries(initial))
  const changed = Object.entries(values).filter(
    ([name, value]) => !neverKept.test(name) && differs(value, before.get(name)) && !holdsBlob(value),
  )
  return Object.fromEntries(changed.map(([name, to]) => [name, { from: before.get(name) ?? null, to }]))
}

/** A field whose initial value has changed since the draft was typed. */
export type ClashingField = DraftField & { name: string }

/**
 * Puts a draft into a form. A field that somebody has changed meanwhile keeps its new value, and is listed in
 * `clashing` with the typed one. `isNew`: the typed values win.
 */
export function mergeDraft<Values extends object>(
  initial: Values,
  draft: FormDraft,
  isNew = false,
): { values: Values; clashing: ClashingField[] } {
  const now = new Map<string, unknown>(Object.entries(initial))
  const known = Object.entries(draft.fields).filter(([name]) => now.has(name))
  const isSame = (name: string, { from }: DraftField) => isNew || !differs(from, now.get(name) ?? null)
  const restored = known.filter(([name, field]) => isSame(name, field)).map(([name, { to }]) => [name, to])
  const clashing = known
    .filter(([name, field]) => !isSame(name, field) && differs(field.to, now.get(name)))
    .map(([name, field]) => ({ name, ...field }))
  return { values: { ...initial, ...Object.fromEntries(restored) }, clashing }
}

/** A file is lost on the way through JSON. */
const holdsBlob = (value: unknown): boolean =>
  value instanceof Blob ||
  (typeof value === 'object' && value !== null && Object.values(value).some(holdsBlob))

const keysOf = (texts: Texts): string[] =>
  Array.from({ length: texts.length }, (_, index) => texts.key(index)).filter((key) => key !== null)

/** The storage is open to other code and to people, so its content may be anything. */
function parse(text: string | null): FormDraft | null {
  if (text === null) return null
  try {
    const draft: Partial<FormDraft> | null = JSON.parse(text)
    const isDraft = typeof draft?.at === 'number' && typeof draft.fields === 'object' && draft.fields !== null
    return isDraft ? (draft as FormDraft) : null
  } catch {
    return null
  }
}
