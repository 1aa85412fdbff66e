import type { TaskDetail } from '@artel/contract/tasks'
import type { StaleField } from '../../forms/stale-dialog.tsx'
import { differs, draftOf, type TaskFormValues } from './task-draft.ts'
import type { ShownFields } from './use-change-texts.ts'

type Name = keyof TaskFormValues

const namesOf = (values: TaskFormValues) => Object.keys(values) as Name[] // its own keys

/** Fields that were changed both here and by the other, to something else. */
export function staleFields(
  fields: ShownFields,
  original: TaskFormValues,
  current: TaskDetail,
  mine: TaskFormValues,
): StaleField[] {
  const theirs = draftOf(current)
  const clashing = namesOf(mine).filter(
    (name) =>
      differs(mine[name], original[name]) &&
      differs(theirs[name], original[name]) &&
      differs(theirs[name], mine[name]),
  )
  return clashing.map((name) => {
    const show = fields[name]?.show ?? String
    return {
      name,
      label: fields[name]?.label ?? name,
      original: show(original[name]),
      theirs: show(theirs[name]),
      mine: show(mine[name]),
    }
  })
}

/** What is to be saved: the other's task, with what was changed here laid over it, save for the fields left to them. */
export function settledValues(
  original: TaskFormValues,
  current: TaskDetail,
  mine: TaskFormValues,
  clashing: readonly StaleField[],
  kept: ReadonlySet<string>,
): TaskFormValues {
  const lost = new Set(clashing.map(({ name }) => name).filter((name) => !kept.has(name)))
  const own = namesOf(mine).filter((name) => differs(mine[name], original[name]) && !lost.has(name))
  return { ...draftOf(current), ...Object.fromEntries(own.map((name) => [name, mine[name]])) }
}
