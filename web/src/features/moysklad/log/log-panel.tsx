import type { MoySkladLogLine } from '@artel/contract/moysklad/moysklad.log'
import { Drawer } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../api/session/session.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { useLastShown } from '../../../ui/states/last-shown.ts'
import { failureText } from '../items/failure-text.ts'
import { settingsPath } from '../items/item-address.ts'
import { ItemChanges } from '../items/item-changes.tsx'
import classes from '../items/items.module.css'
import { OursLink } from '../items/ours-link.tsx'
import { useFieldWords } from '../items/use-field-words.ts'
import { Action, hasConflict } from './log-parts.tsx'

/** A log entry in full, beside the list. */
export function LogPanel({ line, onClose }: { line: MoySkladLogLine | null; onClose: () => void }) {
  const t = useTranslations('moySkladItems')
  const shown = useLastShown(line)
  return (
    <Drawer
      opened={line !== null}
      onClose={onClose}
      position="right"
      size={520}
      title={t('logPanel')}
      closeButtonProps={{ 'aria-label': t('logClose') }}
    >
      {shown && <Whole line={shown} />}
    </Drawer>
  )
}

function Whole({ line }: { line: MoySkladLogLine }) {
  const t = useTranslations('moySkladItems')
  const { nameOf } = useFieldWords()
  // Only the owner may open rows.
  const isOwner = useUser().type === 'owner'
  const { title, kind, created_at, tied_to, item_id, run_id, changes, failures } = line
  return (
    <div className={classes.whole}>
      <h3 className={classes.title}>{title}</h3>
      <Facts>
        <Fact name={t('logAction')}>
          <Action line={line} />
        </Fact>
        <Fact name={t('logWhen')}>
          <DateText value={created_at} withTime />
        </Fact>
        <Fact name={t('kind')}>{t(`partKind_${kind}`)}</Fact>
        {tied_to && (
          <Fact name={t('ours')}>
            <OursLink kind={kind} ours={tied_to} />
          </Fact>
        )}
        {isOwner && item_id !== null && (
          <Fact name={t('theirs')}>
            <Link to={settingsPath} search={{ part: 'items', row: item_id }}>
              {t('openRow')}
            </Link>
          </Fact>
        )}
        {run_id !== null && <Fact name={t('logRun')}>{t('logRunValue', { id: String(run_id) })}</Fact>}
      </Facts>
      {failures.length > 0 && (
        <ul className={classes.failures}>
          {failures.map((failure) => (
            <li key={`${failure.field}${failure.message}`}>{failureText(failure, nameOf)}</li>
          ))}
        </ul>
      )}
      {changes.length > 0 && <ItemChanges changes={changes} title={t('logChanges')} isDone />}
      {hasConflict(line) && <p className={classes.quiet}>{t('conflictText')}</p>}
    </div>
  )
}
