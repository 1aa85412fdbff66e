import type { MoySkladConnection } from '@artel/contract/moysklad/moysklad'
import type { MoySkladPreview } from '@artel/contract/moysklad/moysklad.items'
import { type moySkladPlans, planWord } from '@artel/contract/moysklad/moysklad.line'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import { RunProgress } from '../connect/run-progress.tsx'
import { Trouble, useTrouble } from '../connect/trouble.tsx'
import { itemSearch, settingsPath } from '../items/item-address.ts'
import { isUnderWay } from '../log/run-words.ts'
import classes from '../moysklad.module.css'
import { PartIcon } from '../part-icon.tsx'
import { ConfirmFooter } from './confirm-footer.tsx'
import { PlanMark } from './plan-mark.tsx'
import previewClasses from './preview.module.css'

/** Shown when everything is read and nothing is written: the plans in sentences, each linked to its rows. */
export function PreviewPart({ connection }: { connection: MoySkladConnection }) {
  const t = useTranslations('moySklad')
  const { data, error, refetch } = useCall('moySkladItems.preview', {})
  const trouble = useTrouble(connection)
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('previewFailed'))} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} height={56} cells={[{ kind: 'text' }, { kind: 'figure' }]} />
  return (
    <>
      <div className={classes.scroll}>
        {trouble && <Trouble {...trouble} />}
        <div className={classes.intro}>
          <div>
            <h2 className={classes.headline}>{t('previewTitle')}</h2>
            <p className={classes.lead}>{t('previewText')}</p>
            {isUnderWay(connection) && connection.run && <RunProgress run={connection.run} writes={false} />}
          </div>
          <div className={previewClasses.kinds}>
            {data.preview.map((one) => (
              <KindPreview key={one.kind} {...one} />
            ))}
          </div>
        </div>
      </div>
      <ConfirmFooter connection={connection} preview={data.preview} />
    </>
  )
}

// Plans that need a person come first.
const order = [
  'ambiguous',
  'invalid',
  'create',
  'tie',
  'change',
  'same',
  'ignore',
] as const satisfies readonly (typeof moySkladPlans)[number][]

function KindPreview({ kind, plans }: MoySkladPreview[number]) {
  const t = useTranslations('moySklad')
  const shown = order.filter((plan) => (plans[plan] ?? 0) > 0)
  return (
    <section className={previewClasses.kind} aria-label={t(`kind_${kind}`)}>
      <h3 className={classes.heading}>
        <PartIcon part={kind} />
        {t(`kind_${kind}`)}
      </h3>
      {shown.length === 0 && <p className={classes.hint}>{t('previewEmpty')}</p>}
      <ul className={previewClasses.sentences}>
        {shown.map((plan) => {
          const count = plans[plan] ?? 0
          return (
            <li key={plan}>
              <Link to={settingsPath} search={itemSearch(kind, [plan])}>
                <PlanMark plan={plan} />
                <span>{t(planWord(plan, kind), { count })}</span>
                <IconChevronRight size={16} stroke={1.8} aria-hidden="true" />
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
