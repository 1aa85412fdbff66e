import type { Failure, Fields, Subject } from '../items/subject.ts'

/**
 * Result of a check. `failures` refuse the row; `leftOut` names the optional fields that are left out, and
 * why.
 */
type Checked = { fields: Fields; failures: Failure[]; leftOut: Failure[]; left: ReadonlySet<string> }

/**
 * Checks fields against our rules. Leaves out an optional field that breaks a rule. An existing row keeps its
 * value of that field, as long as the row still describes the same entity; a new row has none.
 * @param sent the fields of a row that change; all fields of a new row
 * @param owned all fields that MoySklad owns
 * @param row our row that the fields are written to; null: a new row is created
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

/**
 * Leaves out a wrong field together with its group.
 * @returns null if the field must be valid, or MoySklad does not own it
 */
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
  // Our value is cleared if it is the wrong value itself, or if it belongs to another entity.
  const isSame = !names.some((name) => name in sent)
  const isOther = row === null || isSame || names.every((name) => left.has(name)) || (group.of ?? '') in sent
  const kept = Object.entries(rest).filter(([name]) => !names.includes(name))
  for (const name of names) left.add(name)
  return {
    ...Object.fromEntries(kept),
    ...(isOther && Object.fromEntries(names.map((name) => [name, null]))),
  }
}
