import type { Failure, Fields, Subject } from './moysklad.subject.ts'

/** What a row comes to: `failures` refuse it; `leftOut` says which optional fields were left out, and why. */
type Checked = { fields: Fields; failures: Failure[]; leftOut: Failure[]; left: ReadonlySet<string> }

/**
 * Checks fields against our rules. An optional field that breaks one is left out: where there is a row it keeps what
 * it has, as long as the row stays that of the same one; a new row has none.
 * @param sent what changes of a row; of a new one all
 * @param owned all that theirs has to say
 * @param row the one of ours that they are to be written into; null: a new one is made
 */
export function checkLeniently(subject: Subject, sent: Fields, owned: Fields, row: Fields | null): Checked {
  const leftOut: Failure[] = []
  const left = new Set<string>()
  let fields = sent
  for (;;) {
    const checked = subject.check(fields, { ...row, ...fields })
    const found = checked.failures
    if (found.length === 0) return { fields: checked.fields, failures: [], leftOut, left }
    const without = found.reduce<Fields | null>(
      (rest, failure) => rest && leaveOut(subject, failure, { sent, owned, rest, row, left }),
      fields,
    )
    if (!without) return { fields, failures: found, leftOut: [], left: new Set() }
    for (const failure of found)
      if (!leftOut.some(({ field }) => field === failure.field)) leftOut.push(failure)
    fields = without
  }
}

type Leaving = { sent: Fields; owned: Fields; rest: Fields; row: Fields | null; left: Set<string> }

/** The fields without those that go together with a wrong one; null where it must be right, or is not theirs. */
function leaveOut(
  subject: Subject,
  { field }: Failure,
  { sent, owned, rest, row, left }: Leaving,
): Fields | null {
  const group = subject.optional.find(({ fields }) => field !== null && fields.includes(field))
  const names = group?.fields.filter((name) => name in owned) ?? []
  if (!group || names.length === 0) return null
  const isEmptied = names.every((name) => name in rest && rest[name] === null && left.has(name))
  if (isEmptied) return null
  // What stands here does not stay where it is what was found wrong, or belongs to another.
  const isSame = !names.some((name) => name in sent)
  const isOther = row === null || isSame || names.every((name) => left.has(name)) || (group.of ?? '') in sent
  const kept = Object.entries(rest).filter(([name]) => !names.includes(name))
  for (const name of names) left.add(name)
  return {
    ...Object.fromEntries(kept),
    ...(isOther && Object.fromEntries(names.map((name) => [name, null]))),
  }
}
