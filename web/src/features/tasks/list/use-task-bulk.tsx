import type { Task } from '@artel/contract/tasks/tasks'
import {
  IconAntennaBars3,
  IconBan,
  IconCalendar,
  IconCheck,
  IconHash,
  IconTrash,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { BodyOf } from '../../../api/send/calls.ts'
import { confirm } from '../../../ui/dialog/confirm.tsx'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { countSelected, type Selected, selectedRows } from '../../../ui/selection/row-selection.ts'
import { useRowSelection } from '../../../ui/selection/use-row-selection.ts'
import { LazyBoundary } from '../../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import type { TableSelection } from '../../../ui/table/data-table-types.ts'
import { type BulkOutcome, useBulkStep } from '../in-row/use-bulk-step.tsx'
import { type BulkVerb, reasonOf } from '../refused-reason.ts'
import type { BulkValue } from './bulk-value-form.tsx'

// Lazy, because the form brings the date picker.
const RefusedTasks = lazyPart(async () => (await import('../many/refused-tasks.tsx')).RefusedTasks)
const BulkValueForm = lazyPart(async () => (await import('./bulk-value-form.tsx')).BulkValueForm)
const BulkEffect = lazyPart(async () => (await import('./bulk-effect.tsx')).BulkEffect)

/** The server accepts at most this many tasks in one transaction. */
const most = 1000

const verbs = [
  { verb: 'approve', icon: IconCheck, asks: 'plain' },
  { verb: 'assign', icon: IconUserPlus, asks: 'value' },
  { verb: 'due', icon: IconCalendar, asks: 'value' },
  { verb: 'priority', icon: IconAntennaBars3, asks: 'value' },
  { verb: 'quantity', icon: IconHash, asks: 'value' },
  { verb: 'cancel', icon: IconBan, asks: 'destructive' },
  { verb: 'delete', icon: IconTrash, asks: 'destructive' },
] as const satisfies readonly { verb: BulkVerb; icon: TablerIcon; asks: string }[]

/**
 * The selection of the task list and the bulk actions of an admin.
 * `filter`: the filter of the list; `rows`: the rows shown now.
 */
export function useTaskBulk(
  filter: BodyOf<'tasks.list'>,
  total: number,
  rows: readonly Task[] = [],
): TableSelection<Task> {
  const t = useTranslations('taskBulk')
  const { selected, onChange } = useRowSelection(JSON.stringify(filter))
  const count = countSelected(selected, total)
  const target = selected.kind === 'all' ? { filter } : { ids: [...selected.ids] }
  const seenOf = useSeenVersions(rows)
  const step = useBulkStep()
  const tell = useTelling(onChange, step.say)
  const askPlainly = async (verb: 'approve' | 'cancel' | 'delete', tone: 'plain' | 'destructive') => {
    // Taken before the question, because tasks that arrive while it is open have not been seen.
    const seen = selected.kind === 'all' ? {} : seenOf([...selected.ids])
    const isSure = await confirm({
      title: t(`${verb}Title`, { count }),
      text: (
        <>
          {t(`${verb}Text`)}
          <LazyBoundary>
            <BulkEffect body={{ ...target, ...seen, action: verb }} />
          </LazyBoundary>
        </>
      ),
      confirmLabel: t(`${verb}Submit`, { count }),
      cancelLabel: t('keep'),
      tone,
    })
    if (!isSure) return
    const done = step.take({ ...target, ...seen, action: verb })
    await done.then((outcome) => tell(verb, outcome), step.onFailure)
  }
  const askValue = (verb: BulkValue['action']) =>
    openDialog(
      t(`${verb}Title`, { count }),
      (close) => {
        const send = async (value: BulkValue) => {
          const outcome = await step.take({ ...target, ...value })
          close()
          tell(verb, outcome)
        }
        return <BulkValueForm verb={verb} count={count} target={target} send={send} close={close} />
      },
      { isForm: true, waiting: <SkeletonRows rows={2} height={60} cells={[{ kind: 'text' }]} /> },
    )
  const run = (verb: (typeof verbs)[number]) =>
    verb.asks === 'value' ? askValue(verb.verb) : void askPlainly(verb.verb, verb.asks)
  return {
    selected,
    onChange,
    most,
    nameOf: ({ id, title }) => t('selectTask', { id: String(id), title }),
    actions: verbs.map((declared) => ({
      key: declared.verb,
      label: t(declared.verb),
      icon: <declared.icon size={16} stroke={1.8} />,
      run: () => run(declared),
    })),
  }
}

/** The last shown version of each task, from all pages of the list that were shown. */
function useSeenVersions(rows: readonly Task[]) {
  const seen = useRef(new Map<number, number>())
  useEffect(() => {
    for (const { id, version } of rows) seen.current.set(id, version)
  }, [rows])
  return (ids: readonly number[]): { versions?: number[] } => {
    const versions = ids.flatMap((id) => seen.current.get(id) ?? [])
    return versions.length === ids.length ? { versions } : {}
  }
}

/** Notifies about the result. Refused tasks stay selected. */
function useTelling(
  onChange: (selected: Selected) => void,
  say: (text: string, undo: BulkOutcome['undo']) => void,
) {
  const t = useTranslations('taskBulk')
  const openRefused = (verb: BulkVerb, { changed, refused }: BulkOutcome) =>
    openDialog(
      t('refusedTitle', { changed, refused: refused.length }),
      (close) => (
        <RefusedTasks
          text={t('refusedText')}
          refused={refused}
          reasonOf={({ code }) => t(reasonOf(verb, code))}
          close={close}
        />
      ),
      { size: 'md' },
    )
  return (verb: BulkVerb, outcome: BulkOutcome) => {
    onChange(selectedRows(outcome.refused.map(({ id }) => id)))
    if (outcome.refused.length > 0) openRefused(verb, outcome)
    if (outcome.refused.length === 0 || outcome.undo)
      say(t(`${verb}Done`, { count: outcome.changed }), outcome.undo)
  }
}
