import { useTranslations } from 'use-intl'
import { TextField } from '../../forms/fields/text-fields.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { useFormState } from '../../forms/form/use-form-state.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import type { FillProps } from './fill-from-wildberries.tsx'
import { FoundItem } from './found-item.tsx'
import { readItemNumber } from './item-number.ts'
import { useLookUp } from './use-look-up.ts'
import classes from './wildberries.module.css'

/** Asks for the product, and shows what was found. */
export function LookUpDialog({ id, close, ...fill }: FillProps & { close: () => void }) {
  const t = useTranslations('wildberries')
  const { lookUp, found, failure, isAsking } = useLookUp()
  const form = useFormState({
    call: null,
    draft: null,
    initial: { number: id === null ? '' : String(id) },
    check: ({ number }): Record<string, string[]> =>
      readItemNumber(number) === null ? { number: [t('badNumber')] } : {},
    send: async ({ number }) => {
      const read = readItemNumber(number)
      if (read !== null) await lookUp(read)
    },
  })
  return (
    <div className={classes.dialog}>
      <FormShell
        form={form}
        layout="inline"
        submitLabel={t('find')}
        {...(!found && { cancel: { label: t('leave'), onClick: close } })}
      >
        <TextField
          {...form.at('number')}
          maxLength={2000}
          label={t('number')}
          hint={t('numberHint')}
          autoFocus
        />
      </FormShell>
      <div aria-live="polite">
        {failure !== null && <p className={classes.failure}>{failure}</p>}
        {isAsking && <SkeletonRows rows={3} height={44} cells={[{ kind: 'text' }]} />}
      </div>
      {found && <FoundItem key={found.item.id} found={found} close={close} {...fill} />}
    </div>
  )
}
