import type { ErrorBody } from '@artel/contract/errors/errors'
import { Button, Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DialogButtons, DialogText } from '../../ui/dialog/dialog-parts.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { ChangeAuthor } from './change-author.tsx'
import classes from './stale-dialog.module.css'

/** A field that two people changed, in words: its value before, the other person's value, and the own one. */
export type StaleField = { name: string; label: string; original: string; theirs: string; mine: string }

type StaleDialogProps = {
  title: string
  /** Who changed it and when, if known. */
  changed?: NonNullable<ErrorBody['changed']>
  fields: readonly StaleField[]
}

type Settle = (mine: ReadonlySet<string> | null) => void

/**
 * Asks for each field which value to keep. Resolves to the fields that keep the values typed here; null: the
 * person returns to the form, and nothing is saved.
 */
export function askStale({ title, ...props }: StaleDialogProps): Promise<ReadonlySet<string> | null> {
  return new Promise((resolve) => {
    const question = (close: () => void) => {
      const settle: Settle = (mine) => {
        resolve(mine)
        close()
      }
      return <StaleDialog {...props} settle={settle} />
    }
    openDialog(title, question, { isForm: true, size: 620, onClose: () => resolve(null) })
  })
}

function StaleDialog({ changed, fields, settle }: Omit<StaleDialogProps, 'title'> & { settle: Settle }) {
  const t = useTranslations('forms')
  const [mine, setMine] = useState<ReadonlySet<string>>(() => new Set(fields.map(({ name }) => name)))
  const choose = (name: string, side: string) => {
    const next = new Set(mine)
    if (side === 'mine') next.add(name)
    else next.delete(name)
    setMine(next)
  }
  return (
    <>
      {changed && <ChangeAuthor {...changed} />}
      <DialogText>{t('staleText')}</DialogText>
      {fields.map((field) => (
        <Radio.Group
          key={field.name}
          className={classes.field ?? ''}
          label={field.label}
          description={t('staleOriginal', { value: field.original })}
          value={mine.has(field.name) ? 'mine' : 'theirs'}
          onChange={(side) => choose(field.name, side)}
        >
          <div className={classes.sides}>
            <Radio value="theirs" label={t('staleTheirs', { value: field.theirs })} />
            <Radio value="mine" label={t('staleMine', { value: field.mine })} />
          </div>
        </Radio.Group>
      ))}
      <DialogButtons>
        <Button variant="subtle" color="gray" onClick={() => settle(null)}>
          {t('staleBack')}
        </Button>
        <Button data-autofocus onClick={() => settle(mine)}>
          {t('staleSave')}
        </Button>
      </DialogButtons>
    </>
  )
}
