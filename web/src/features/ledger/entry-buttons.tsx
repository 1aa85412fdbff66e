import type { Entry } from '@artel/contract/ledger'
import type { Ledger } from '@artel/contract/ledger.line'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './entry-panel.module.css'
import { useLedgerDialogs } from './use-ledger-dialogs.tsx'

/** What can be done with an entry. */
export function EntryButtons({ ledger, entry }: { ledger: Ledger; entry: Entry }) {
  const t = useTranslations('ledger')
  const { reverse } = useLedgerDialogs(ledger)
  if (!entry.can.reverse) return null
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} stroke={1.8} />}
        onClick={() => reverse(entry)}
      >
        {t('reverse')}
      </Button>
    </div>
  )
}
