import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DialogButtons, DialogText } from './dialog-parts.tsx'
import classes from './refused-list.module.css'

/** Maximum rows of a page of a list. More items are handled in the list, where they stay selected. */
export const maxRefused = 200

type RefusedListProps<Refused extends { id: number }> = {
  text: string
  refused: readonly Refused[]
  /** A link to the item; nothing if it was deleted. */
  nameOf: (id: number) => ReactNode
  reasonOf: (refused: Refused) => string
  close: () => void
}

/** The items of a bulk change that were not changed, with reasons. */
export function RefusedList<Refused extends { id: number }>(props: RefusedListProps<Refused>) {
  const { text, refused, nameOf, reasonOf, close } = props
  const t = useTranslations('ui')
  return (
    <>
      <DialogText>{text}</DialogText>
      <ul className={classes.list}>
        {refused.slice(0, maxRefused).map((each) => (
          <li key={each.id}>
            <span className={classes.name}>{nameOf(each.id) ?? `№ ${each.id}`}</span>
            <span className={classes.reason}>{reasonOf(each)}</span>
          </li>
        ))}
      </ul>
      {refused.length > maxRefused && (
        <DialogText>{t('refusedMore', { count: refused.length - maxRefused })}</DialogText>
      )}
      <DialogButtons>
        <Button data-autofocus onClick={close}>
          {t('close')}
        </Button>
      </DialogButtons>
    </>
  )
}
