import type { Task, TaskDetail, TaskRights } from '@artel/contract/tasks/tasks'
import { useTranslations } from 'use-intl'
import { type Judgement, judgeTogether } from '../../forms/save/judge-together.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'

type JudgedStep<Answer> = Pick<Judgement<Task, Answer>, 'send' | 'submitLabel'> & { right: keyof TaskRights }

/** Judges a task in the version that the person saw, see `judgeTogether`. */
export function useJudgedTask() {
  const t = useTranslations('tasks')
  const format = useFormat()
  // List rows carry no media. Ids are shown, because phones give the same name to many photos.
  const mediaOf = (task: Task & Partial<Pick<TaskDetail, 'multimedia'>>) => {
    if (!task.multimedia) return t('mediaUnseen')
    const names = task.multimedia.map(({ id, name }) => `№ ${id} ${name}`)
    return names.join(', ') || t('mediaCount', { count: 0 })
  }
  const factsOf = (task: Task) => [
    { label: t('status'), value: t(`status_${task.status}`) },
    { label: t('doer'), value: task.user?.full_name ?? t('pool') },
    { label: t('fieldProduct'), value: task.product?.name ?? '—' },
    { label: t('fieldQuantity'), value: format.number(task.quantity) },
    { label: t('done'), value: format.number(task.quantity_done) },
    { label: t('scanned'), value: task.scanned === null ? '—' : format.number(task.scanned) },
    { label: t('money'), value: format.money(task.money) },
    { label: t('coins'), value: format.number(task.coins) },
    {
      label: t('fieldNorm'),
      value: task.norm_seconds === null ? '—' : format.duration(task.norm_seconds),
    },
    { label: t('review'), value: t(task.requires_review ? 'yes' : 'no') },
    { label: t('returns'), value: format.number(task.returns) },
    { label: t('media'), value: mediaOf(task) },
  ]
  return <Answer>(base: Task, { right, ...step }: JudgedStep<Answer>): Promise<Answer | null> =>
    judgeTogether({
      base,
      factsOf,
      ...step,
      titleOf: ({ id }) => t('judgedTitle', { id: String(id) }),
      isOpen: ({ can }) => can[right],
    })
}
