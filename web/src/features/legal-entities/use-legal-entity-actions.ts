import type { LegalEntity } from '@artel/contract/legal-entities/legal-entities'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { ApiFailure, type Failure } from '../../api/send/failure.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { toBody, valuesOf } from './legal-entity-values.ts'
import { requisitesText } from './requisites-text.ts'

/** The actions on a legal entity in its row or card. */
export function useLegalEntityActions() {
  const t = useTranslations('legalEntities')
  const say = (text: string) => notify({ text, tone: 'ok' })
  const onFailure = (failure: Failure) =>
    notify({ text: failure instanceof ApiFailure ? failure.message : t('stepFailed'), tone: 'bad' })
  const common = { onFailure }
  const update = useAction('legalEntities.update', {
    ...common,
    onSuccess: ({ legal_entity: { name } }) => say(t('madeDefault', { name })),
  })
  const restore = useAction('legalEntities.create', {
    ...common,
    onSuccess: ({ legal_entity: { name } }) => say(t('restored', { name })),
  })
  const remove = useAction('legalEntities.remove', common)

  return {
    copy: async (entity: LegalEntity) => {
      try {
        await navigator.clipboard.writeText(requisitesText(entity, t))
        say(t('copied', { name: entity.name }))
      } catch {
        // Without https, or if the person has blocked the clipboard.
        notify({ text: t('copyFailed'), tone: 'bad' })
      }
    },
    makeDefault: ({ id }: LegalEntity) => update.mutate({ params: { id }, body: { is_default: true } }),
    remove: async (entity: LegalEntity) => {
      const { id, name, inn, type, moy_sklad_id, wildberries } = entity
      const isSure = await confirm({
        title: t('removeTitle', { name }),
        text: t('removeText', { inn }),
        confirmLabel: t('remove'),
        cancelLabel: t('keep'),
        tone: 'destructive',
      })
      if (!isSure) return
      const undo = () => restore.mutate({ body: { ...toBody(valuesOf(entity)), name, inn, type } })
      const action = { label: t('undo'), onClick: undo }
      // The links to MoySklad and Wildberries cannot be restored here. Nothing else refers to it, because
      // otherwise the server would not have deleted it.
      const canUndo = moy_sklad_id === null && wildberries.masked_token === null
      const onSuccess = () => notify({ text: t('removed', { name }), tone: 'ok', ...(canUndo && { action }) })
      remove.mutate({ params: { id } }, { onSuccess })
    },
  }
}

export type LegalEntityActions = ReturnType<typeof useLegalEntityActions>
