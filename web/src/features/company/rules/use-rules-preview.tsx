import { ownKeys, pickFields } from '@artel/contract/shapes/records'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import type { InputOf } from '../../../api/send/calls.ts'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { type NoticeOptions, notify } from '../../../ui/notices/notify.ts'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'

const Preview = lazyPart(async () => (await import('./rules-preview.tsx')).RulesPreview)

/** The rules that are about to be saved. */
export type RulesDraft = NonNullable<InputOf<'achievements.preview'>['body']>

/** Previews the effect of new rules before they are saved, and judges past events by them on request. */
export function useRulesPreview(title: string) {
  const t = useTranslations('company')
  const { mutateAsync } = useAction('achievements.recompute')
  const isBackdated = useRef(false)
  const recompute = async (): Promise<NoticeOptions> => {
    try {
      await mutateAsync({})
      return { text: t('recomputing'), tone: 'ok' }
    } catch {
      const again = { label: t('recomputeAgain'), onClick: async () => notify(await recompute()) }
      return { text: t('recomputeFailed'), tone: 'bad', action: again, timeout: Number.POSITIVE_INFINITY }
    }
  }
  return {
    /** `save`: continues to save the form. */
    ask: (draft: RulesDraft, save: () => void) =>
      openDialog(
        title,
        (close) => (
          <Preview
            draft={draft}
            close={close}
            onSave={(chosen) => {
              isBackdated.current = chosen
              close()
              save()
            }}
          />
        ),
        { size: 560, waiting: <SkeletonRows rows={4} cells={[{ kind: 'text' }]} /> },
      ),
    /** After saving: judges past events if that was chosen. @returns the notice to show */
    afterSave: async (): Promise<NoticeOptions> =>
      isBackdated.current ? recompute() : { text: t('saved'), tone: 'ok' },
  }
}

type Dirty<Values> = { values: Values; isFieldDirty: (name: string) => boolean }

/** The changed fields of a form. */
export function changedFields<Values extends object>({
  values,
  isFieldDirty,
}: Dirty<Values>): Partial<Values> {
  return pickFields(values, ownKeys(values).filter(isFieldDirty))
}
