import { IconCircle, IconCircleCheckFilled, IconCircleDotFilled } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from '../imports.module.css'

const steps = ['file', 'columns', 'check', 'write'] as const
export type ImportStep = (typeof steps)[number]

const words = { file: 'stepFile', columns: 'stepColumns', check: 'stepCheck', write: 'stepWrite' } as const
const look = { size: 16, 'aria-hidden': true } as const

/** The step of the import. `onOpen`: the steps that a person can return to. */
export function ImportSteps({
  step,
  onOpen = {},
}: {
  step: ImportStep
  onOpen?: Partial<Record<ImportStep, () => void>>
}) {
  const t = useTranslations('imports')
  const reached = steps.indexOf(step)
  return (
    <ol className={classes.steps} aria-label={t('steps')}>
      {steps.map((one, index) => {
        const open = index < reached ? onOpen[one] : undefined
        const content = (
          <>
            {index < reached && <IconCircleCheckFilled {...look} className={classes.passed} />}
            {index === reached && <IconCircleDotFilled {...look} className={classes.reached} />}
            {index > reached && <IconCircle {...look} className={classes.ahead} />}
            {t(words[one])}
          </>
        )
        return (
          <li key={one} {...(index === reached && { 'aria-current': 'step' as const })}>
            {open ? (
              <button type="button" className={classes.step} onClick={open}>
                {content}
              </button>
            ) : (
              <span className={classes.step}>{content}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
