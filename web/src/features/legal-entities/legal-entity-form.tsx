import type { LegalEntity } from '@artel/contract/legal-entities/legal-entities'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import type { DraftName } from '../../forms/drafts/use-form-draft.ts'
import { FormShell } from '../../forms/form/form-shell.tsx'
import type { FormWords } from '../../forms/form/form-words.ts'
import { useFormState } from '../../forms/form/use-form-state.ts'
import { useMistakeText } from '../../forms/form/use-mistake-text.ts'
import { saveTogether } from '../../forms/save/save-together.ts'
import { notify } from '../../ui/notices/notify.ts'
import { LegalEntityFields } from './legal-entity-fields.tsx'
import { emptyValues, type LegalEntityValues, mistakesIn, toBody, valuesOf } from './legal-entity-values.ts'
import { WildberriesSection } from './wildberries-section.tsx'

type FormProps = { close: () => void }

/** The form of a new legal entity, in a dialog. */
export function NewLegalEntityForm({ close }: FormProps) {
  const t = useTranslations('legalEntities')
  const create = useAction('legalEntities.create')
  const form = useEntityForm({ item: 'new', isNew: true }, emptyValues, async (values) => {
    const { name, inn, type } = values
    await create.mutateAsync({ body: { ...toBody(values), name, inn, type } })
    close()
    notify({ text: t('created', { name }), tone: 'ok' })
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('createSubmit')}
      cancel={{ label: t('discard'), onClick: close }}
    >
      <LegalEntityFields form={form} />
    </FormShell>
  )
}

/**
 * The form of an existing legal entity. Sends only changed fields, and resolves a conflict with another edit.
 */
export function EditLegalEntityForm({ entity, close }: FormProps & { entity: LegalEntity }) {
  const t = useTranslations('legalEntities')
  const update = useAction('legalEntities.update')
  const send = (values: LegalEntityValues, base: LegalEntity) =>
    update.mutateAsync({
      params: { id: entity.id },
      body: { ...toBody(values, valuesOf(base)), version: base.version },
    })
  const question = ({ name }: LegalEntity) => t('staleTitle', { name })
  const form = useEntityForm({ item: entity.id }, valuesOf(entity), async (values, words) => {
    const isSaved = await saveTogether({ base: entity, valuesOf, send, words, question }, values)
    if (!isSaved) return false
    notify({ text: t('saved', { name: values.name }), tone: 'ok' })
    return close()
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('saveSubmit')}
      cancel={{ label: t('discard'), onClick: close }}
    >
      <LegalEntityFields form={form} />
      <WildberriesSection entity={entity} />
    </FormShell>
  )
}

function useEntityForm(
  draft: DraftName,
  initial: LegalEntityValues,
  send: (values: LegalEntityValues, words: FormWords) => Promise<unknown>,
) {
  const textOf = useMistakeText()
  return useFormState<LegalEntityValues>({
    call: 'legalEntities.create',
    draft,
    initial,
    send,
    check: (values) =>
      Object.fromEntries(mistakesIn(values).map((mistake) => [mistake.path, [textOf(mistake)]])),
    together: {
      type: ['inn', 'kpp', 'ogrn'],
      kpp: ['inn'],
      bik: ['account', 'corr_account'],
      account: ['bik'],
      corr_account: ['bik'],
    },
  })
}
