import type { Entry } from '@artel/contract/ledger/ledger'
import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconFileText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../api/session/session.ts'
import { useLedgerDialogs } from '../use-ledger-dialogs.tsx'
import classes from './entry-panel.module.css'

/** The actions on an entry. */
export function EntryButtons({ ledger, entry }: { ledger: Ledger; entry: Entry }) {
  const t = useTranslations('ledger')
  const { reverse } = useLedgerDialogs(ledger)
  const isAdmin = useUser().type !== 'staff'
  const { kind, source, can } = entry
  return (
    <div className={classes.buttons}>
      {isAdmin && kind === 'payout' && source?.type === 'posting' && (
        <Button
          variant="default"
          leftSection={<IconFileText size={16} stroke={1.8} />}
          renderRoot={(props) => <Link {...props} to="/money" search={{ sheet: source.id }} />}
        >
          {t('sheet')}
        </Button>
      )}
      {can.reverse && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} stroke={1.8} />}
          onClick={() => reverse(entry)}
        >
          {t('reverse')}
        </Button>
      )}
    </div>
  )
}
