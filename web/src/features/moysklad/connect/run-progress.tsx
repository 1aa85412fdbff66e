import type { MoySkladRun } from '@artel/contract/moysklad/moysklad'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useNow } from '../../../ui/dates/use-now.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import { remainingSeconds, stretchOf } from '../log/run-words.ts'
import classes from '../moysklad.module.css'
import { PartIcon } from '../part-icon.tsx'
import progressClasses from './progress.module.css'

/** Refetch interval of the progress, ms. Short, because people watch it. */
const lookMs = 2000

type RunProgressProps = {
  run: MoySkladRun
  /** The run also writes the rows it reads. */
  writes: boolean
}

/** The progress of a run, part by part. While shown, it refetches the connection. */
export function RunProgress({ run, writes }: RunProgressProps) {
  const t = useTranslations('moySklad')
  useCall('moySklad.get', {}, { refetchInterval: lookMs })
  return (
    <div className={progressClasses.progress}>
      <ul>
        {run.progress.map((progress) => (
          <ProgressLine key={progress.part} progress={progress} writes={writes} />
        ))}
      </ul>
      <p className={classes.hint} role="status">
        {run.state === 'waiting' ? t('waitingTurn') : <Remaining run={run} writes={writes} />}
      </p>
    </div>
  )
}

function Remaining({ run, writes }: RunProgressProps) {
  const t = useTranslations('moySklad')
  const format = useFormat()
  const now = useNow(5)
  const seconds = remainingSeconds(run.progress, writes, now - Date.parse(run.started_at))
  if (seconds === null) return t('remainingUnknown')
  // Rounded up to 5 seconds, because the estimate is not exact to the second.
  return t('remaining', { time: format.duration(Math.max(5, Math.ceil(seconds / 5) * 5), { units: 1 }) })
}

type ProgressLineProps = { progress: MoySkladRun['progress'][number]; writes: boolean }

function ProgressLine({ progress, writes }: ProgressLineProps) {
  const t = useTranslations('moySklad')
  const format = useFormat()
  const { part, total, read, written } = progress
  const { at, share } = stretchOf(progress, writes)
  const of = (done: number) =>
    total === null
      ? format.number(done)
      : t('ofTotal', { done: format.number(done), total: format.number(total) })
  const words = {
    ahead: t('partAhead'),
    reading: t('readSoFar', { done: of(read) }),
    writing: t('written', { done: of(written) }),
    done: total === null || total === 0 ? t('partDone') : `${t('partDone')}, ${format.number(total)}`,
  }
  return (
    <li data-at={at}>
      <span className={progressClasses.progressName}>
        <PartIcon part={part} />
        {t(`kind_${part}`)}
      </span>
      <span className={progressClasses.progressWords}>{words[at]}</span>
      <Ruler value={share} height={12} label={t(`kind_${part}`)} tone={at === 'done' ? 'ok' : 'accent'} />
    </li>
  )
}
