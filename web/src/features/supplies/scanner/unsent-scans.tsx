import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { scansOf } from '../../../api/steps/former-scans.ts'
import { useWaitingSteps } from '../../../api/steps/shown-steps.ts'
import { useGoPacking } from '../entry/use-go-packing.ts'
import classes from '../page/supply-page.module.css'

/** Scans of this person that wait for a connection, or that were refused. */
export function UnsentScans({ supplyId }: { supplyId: number }) {
  const t = useTranslations('packing')
  const { open } = useGoPacking({ id: supplyId })
  const { waiting: steps } = useWaitingSteps()
  const waiting = steps.filter(({ subject }) => subject === scansOf(supplyId))
  const [first] = waiting
  if (!first) return null
  return (
    <div className={classes.trash}>
      <span>{t('unsentTitle', { count: waiting.length })}</span>
      <Button variant="default" size="xs" onClick={() => open(first.params.id ?? 0)}>
        {t('unsentGo')}
      </Button>
    </div>
  )
}
