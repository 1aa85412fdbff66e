import type { MoySkladConnection } from '@artel/contract/moysklad/moysklad'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { isUnderWay } from '../log/run-words.ts'
import classes from '../moysklad.module.css'
import progressClasses from './progress.module.css'
import { RunProgress } from './run-progress.tsx'
import { Trouble, useTrouble } from './trouble.tsx'
import { useConnectionSteps } from './use-connection-steps.tsx'

/** The first read from MoySklad. It continues without this page. */
export function Reading({ connection }: { connection: MoySkladConnection }) {
  const t = useTranslations('moySklad')
  const steps = useConnectionSteps()
  const trouble = useTrouble(connection)
  const { run } = connection
  const isGoing = isUnderWay(connection)
  const isFailed = run?.state === 'failed'
  return (
    <div className={classes.scroll}>
      <div className={progressClasses.reading}>
        {trouble ? (
          <Trouble {...trouble} />
        ) : (
          <div>
            <h2 className={classes.headline}>
              {t(isGoing ? 'readingTitle' : isFailed ? 'readingFailed' : 'readingStopped')}
            </h2>
            <p className={classes.lead}>{t(isGoing ? 'readingText' : 'readingStoppedText')}</p>
          </div>
        )}
        {run && <RunProgress run={run} writes={false} />}
        <div className={classes.ways}>
          {isGoing ? (
            <Button variant="default" loading={steps.isBusy} onClick={steps.stop}>
              {t('stop')}
            </Button>
          ) : (
            <Button loading={steps.isBusy} onClick={steps.goOn}>
              {t('goOn')}
            </Button>
          )}
          <Button variant="subtle" color="gray" onClick={() => void steps.disconnect()}>
            {t('disconnect')}
          </Button>
        </div>
      </div>
    </div>
  )
}
