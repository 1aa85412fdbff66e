import type { AuditEntry } from '@artel/contract/audit/audit'
import { Drawer } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { DateText } from '../../ui/dates/date-text.tsx'
import { ChangeTable } from '../../ui/dialog/change-table.tsx'
import { Fact, Facts } from '../../ui/page/facts.tsx'
import classes from './audit-parts.module.css'
import { AuditFrom, AuditWho, useAuditAction, useAuditSummary, useAuditTitle } from './audit-parts.tsx'
import { useAuditChanges } from './use-audit-changes.ts'

/** A log entry in full, beside the list. */
export function AuditEntryPanel({ entry, onClose }: { entry: AuditEntry | null; onClose: () => void }) {
  const t = useTranslations('audit')
  const actionOf = useAuditAction()
  return (
    <Drawer
      opened={entry !== null}
      onClose={onClose}
      position="right"
      size={460}
      title={entry && actionOf(entry)}
      closeButtonProps={{ 'aria-label': t('closeEntry') }}
    >
      {entry && (
        <>
          <EntryFacts entry={entry} />
          <Changes entry={entry} />
          {entry.children > 0 && <Parts parentId={entry.id} />}
        </>
      )}
    </Drawer>
  )
}

function EntryFacts({ entry }: { entry: AuditEntry }) {
  const t = useTranslations('audit')
  const title = useAuditTitle()(entry)
  return (
    <Facts>
      <Fact name={t('when')}>
        <DateText value={entry.created_at} withTime />
      </Fact>
      <Fact name={t('who')}>
        <AuditWho entry={entry} />
      </Fact>
      <Fact name={t('from')}>
        <AuditFrom entry={entry} />
      </Fact>
      {title !== null && <Fact name={t('about')}>{title}</Fact>}
    </Facts>
  )
}

function Changes({ entry }: { entry: AuditEntry }) {
  const t = useTranslations('audit')
  const changes = useAuditChanges()(entry)
  if (changes.length === 0) return null
  return (
    <div className={classes.changes}>
      <ChangeTable
        heads={[t('changed'), t('was'), t('became')]}
        changes={changes.map(({ field, before, after }) => ({
          key: field,
          field,
          before: before ?? '—',
          after: after ?? '—',
        }))}
      />
    </div>
  )
}

const shownParts = 100

/** The single entries of a bulk action. */
function Parts({ parentId }: { parentId: number }) {
  const t = useTranslations('audit')
  const actionOf = useAuditAction()
  const summaryOf = useAuditSummary()
  const { data } = useCall('audit.list', {
    query: { limit: shownParts, direction: 'asc' },
    body: { parent_id: parentId },
  })
  return (
    <section>
      <h3 className={classes.heading}>{t('partsTitle')}</h3>
      <ul className={classes.parts}>
        {data?.audit.map((part) => (
          <li key={part.id}>{summaryOf(part) || actionOf(part)}</li>
        ))}
      </ul>
      {data && data.pagination.total > shownParts && <p>{t('partsMore', { count: shownParts })}</p>}
    </section>
  )
}
