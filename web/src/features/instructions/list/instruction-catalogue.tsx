import type { ListedInstruction } from '@artel/contract/instructions/instructions'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../api/session/session.ts'
import { besideOf, groupsOf } from './instruction-groups.ts'
import classes from './instruction-list.module.css'
import { InstructionRow } from './instruction-row.tsx'
import type { InstructionOrder } from './use-instruction-order.ts'

type InstructionCatalogueProps = {
  rows: readonly ListedInstruction[]
  /** null: the person does not manage instructions. */
  order: InstructionOrder | null
}

/** Instructions that the person has to read come first, then the others by category. */
export function InstructionCatalogue({ rows, order }: InstructionCatalogueProps) {
  const t = useTranslations('instructions')
  const isReader = useUser().type === 'staff'
  const isWaiting = ({ can }: ListedInstruction) => isReader && can.read
  const waiting = rows.filter(isWaiting)
  const groups = groupsOf(rows.filter((row) => !isWaiting(row)))
  const isPlain = groups.length === 1 && groups[0]?.category === '' && waiting.length === 0
  return (
    <div className={classes.catalogue}>
      {waiting.length > 0 && <Group title={t('readFirst')} rows={waiting} order={null} />}
      {groups.map((group) => (
        <Group
          key={group.category}
          title={isPlain ? '' : group.category || t(groups.length === 1 ? 'others' : 'noCategory')}
          rows={group.rows}
          order={order}
        />
      ))}
    </div>
  )
}

type GroupProps = { title: string; rows: ListedInstruction[]; order: InstructionOrder | null }

function Group({ title, rows, order }: GroupProps) {
  const t = useTranslations('instructions')
  return (
    <section className={classes.group} aria-label={title || t('title')}>
      {title !== '' && <h2 className={classes.category}>{title}</h2>}
      <ul className={classes.rows}>
        {rows.map((row) => (
          <li key={row.id} className={classes.row}>
            <InstructionRow instruction={row} order={order} beside={besideOf(rows, row)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
