import type { AuditEntry } from '@artel/contract/audit/audit'
import { UnstyledButton } from '@mantine/core'
import { DateText } from '../../ui/dates/date-text.tsx'
import classes from './audit-parts.module.css'
import { AuditWho, useAuditAction, useAuditSummary } from './audit-parts.tsx'

/** A log entry in the list on a phone. */
export function AuditCard({ entry, onOpen }: { entry: AuditEntry; onOpen: () => void }) {
  const action = useAuditAction()(entry)
  const summary = useAuditSummary()(entry)
  return (
    <article className={classes.card}>
      <UnstyledButton className={classes.open} onClick={onOpen}>
        {action}
      </UnstyledButton>
      {summary !== '' && <span className={classes.summary}>{summary}</span>}
      <span className={classes.cardFoot}>
        <AuditWho entry={entry} />
        <DateText value={entry.created_at} withTime tone="quiet" />
      </span>
    </article>
  )
}
