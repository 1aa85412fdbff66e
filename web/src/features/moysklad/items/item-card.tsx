import type { MoySkladItem } from '@artel/contract/moysklad/moysklad.items'
import { UnstyledButton } from '@mantine/core'
import { Plan } from '../preview/plan-mark.tsx'
import { GoneTag, OursCell, useItemSubtitle } from './item-parts.tsx'
import classes from './items.module.css'

/** A row of MoySklad as a card on a phone. */
export function ItemCard({ item, onOpen }: { item: MoySkladItem; onOpen: () => void }) {
  const subtitleOf = useItemSubtitle()
  return (
    <article className={classes.card}>
      <UnstyledButton className={classes.cardOpen} onClick={onOpen}>
        {item.title}
      </UnstyledButton>
      <span className={classes.cardSecond}>{subtitleOf(item)}</span>
      <span className={classes.cardFoot}>
        <Plan plan={item.plan} kind={item.kind} />
        <GoneTag item={item} />
      </span>
      <OursCell item={item} />
    </article>
  )
}
