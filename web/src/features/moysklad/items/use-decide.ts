import type { MoySkladItem } from '@artel/contract/moysklad/moysklad.items'
import type { MoySkladDecision } from '@artel/contract/moysklad/moysklad.line'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { fieldErrorsOf } from '../../../api/send/failure.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { useStepFailure } from '../connect/use-connection-steps.tsx'
import { failureText } from './failure-text.ts'
import { useFieldWords } from './use-field-words.ts'

type Ours = { id: number; title: string }

/** Sends a person's decision about a row. The notice offers to undo it. */
export function useDecide(item: MoySkladItem, onDecided: () => void) {
  const t = useTranslations('moySkladItems')
  const stepFailed = useStepFailure()
  const { nameOf } = useFieldWords()
  const { mutate, isPending } = useAction('moySkladItems.decide', {
    onFailure: (failure) => {
      const [wrong] = Object.values(fieldErrorsOf(failure)).flat()
      if (wrong === undefined) stepFailed(failure)
      else notify({ text: wrong, tone: 'bad' })
    },
  })
  const { id, title } = item
  const words = {
    tie: (ours: Ours | undefined) => t('decidedTie', { title, ours: ours?.title ?? '' }),
    create: () => t('decidedCreate', { title }),
    ignore: () => t('decidedIgnore', { title }),
  }
  const decide = (decision: MoySkladDecision | null, ours?: Ours) => {
    const text = decision === null ? t('decidedNone', { title }) : words[decision](ours)
    // The decision before, for undo. Its target is known only from the current link, so a link decision
    // without one is undone to none.
    const before = {
      decision: item.decision === 'tie' && !item.tied_to ? null : item.decision,
      tie_id: item.decision === 'tie' ? (item.tied_to?.id ?? null) : null,
    }
    const undo = { label: t('undo'), onClick: () => mutate({ params: { id }, body: before }) }
    mutate(
      { params: { id }, body: { decision, tie_id: ours?.id ?? null } },
      {
        onSuccess: ({ item: decided }) => {
          const [wrong] = decided.failures
          const isRefused = decision !== null && decision !== 'ignore' && wrong !== undefined
          // The chosen record breaks a rule, so the row stays open for another choice.
          if (isRefused) notify({ text: failureText(wrong, nameOf), tone: 'warn', action: undo })
          else {
            notify({ text, tone: 'ok', action: undo })
            onDecided()
          }
        },
      },
    )
  }
  return { decide, isBusy: isPending }
}
