import type { MoySkladItem } from '@artel/contract/moysklad/moysklad.items'
import { Drawer } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { ApiFailure, listErrorOf } from '../../../api/send/failure.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { isOnlyDialog } from '../../../ui/dialog/only-dialog.ts'
import { Code, CopiedCode } from '../../../ui/page/code.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { useLastShown } from '../../../ui/states/last-shown.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import { PlanMark } from '../preview/plan-mark.tsx'
import { failureText } from './failure-text.ts'
import { openPlans } from './item-address.ts'
import { ItemChanges } from './item-changes.tsx'
import { ItemChoice } from './item-choice.tsx'
import { GoneTag, useKindWord } from './item-parts.tsx'
import classes from './items.module.css'
import { useFieldWords } from './use-field-words.ts'

type ItemPanelProps = {
  itemId: number | null
  /** The rows on the screen, in their order. */
  rows: readonly MoySkladItem[]
  onOpen: (id: number | null) => void
}

/** A row in full, beside the list: the data in MoySklad, the linked record, and the plan. */
export function ItemPanel({ itemId, rows, onOpen }: ItemPanelProps) {
  const t = useTranslations('moySkladItems')
  const shown = useLastShown(itemId)
  const { data, error, refetch } = useCall(
    'moySkladItems.get',
    { params: { id: shown ?? 0 } },
    { enabled: itemId !== null },
  )
  const isMissing = error instanceof ApiFailure && error.statusCode === 404
  /** Opens the next row that waits for a person. */
  const openNext = () => {
    const place = rows.findIndex(({ id }) => id === itemId)
    const isOpen = ({ plan }: MoySkladItem) => openPlans.some((one) => one === plan)
    const next = [...rows.slice(place + 1), ...rows.slice(0, Math.max(0, place))].find(isOpen)
    onOpen(next?.id ?? null)
  }
  return (
    <Drawer
      opened={itemId !== null}
      onClose={() => isOnlyDialog() && onOpen(null)}
      position="right"
      size={520}
      title={t('panel')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {isMissing ? (
        <p className={classes.quiet}>{t('isMissing')}</p>
      ) : data ? (
        <Whole key={data.item.id} item={data.item} onDecided={openNext} />
      ) : error ? (
        <ErrorState {...listErrorOf(error, t('loadOneFailed'))} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} height={40} cells={[{ kind: 'text' }]} />
      )}
    </Drawer>
  )
}

function Whole({ item, onDecided }: { item: MoySkladItem; onDecided: () => void }) {
  const t = useTranslations('moySkladItems')
  const { plan, kind, changes, failures, tied_to, decision } = item
  const words = useFieldWords()
  // The exchange creates no users from employees. An employee can only be linked to a user.
  const isPerson = kind === 'employee' && (plan === 'ignore' || plan === 'ambiguous') && decision === null
  const why = isPerson ? (`why_${plan}_employee` as const) : (`why_${plan}` as const)
  const isPartial = failures.length > 0 && plan !== 'invalid' && plan !== 'ambiguous'
  return (
    <div className={classes.whole}>
      <Theirs item={item} />
      <div className={classes.verdict} data-plan={plan}>
        <PlanMark plan={plan} />
        <div>
          <p>{t(why)}</p>
          {isPartial && <p>{t('leftOut')}</p>}
          {failures.length > 0 && (
            <ul className={classes.failures}>
              {failures.map((failure) => (
                <li key={`${failure.field}${failure.message}`}>{failureText(failure, words.nameOf)}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {changes.length > 0 && (
        <ItemChanges
          changes={changes}
          title={t(tied_to || plan !== 'create' ? 'whatChanges' : 'whatComes')}
        />
      )}
      <ItemChoice item={item} onDecided={onDecided} />
    </div>
  )
}

const subtitleNames = {
  organization: 'inn',
  store: 'address',
  product: 'article',
  employee: 'email',
} as const

function Theirs({ item }: { item: MoySkladItem }) {
  const t = useTranslations('moySkladItems')
  const kindOf = useKindWord()
  const { title, kind, subtitle, barcodes, url, updated_at, decision } = item
  return (
    <section>
      <h3 className={classes.title}>
        <bdi>{title}</bdi> <GoneTag item={item} />
      </h3>
      <Facts>
        <Fact name={t('kind')}>{kindOf(item)}</Fact>
        {subtitle !== null && subtitle !== '' && (
          <Fact name={t(subtitleNames[kind])}>
            {kind === 'product' ? <CopiedCode text={subtitle} /> : subtitle}
          </Fact>
        )}
        {barcodes.length > 0 && (
          <Fact name={t('barcodes')}>
            {barcodes.map((barcode) => (
              <Code key={barcode}>{barcode}</Code>
            ))}
          </Fact>
        )}
        {updated_at !== null && (
          <Fact name={t('updated')}>
            <DateText value={updated_at} withTime />
          </Fact>
        )}
        {decision !== null && <Fact name={t('decision')}>{t(`decision_${decision}`)}</Fact>}
      </Facts>
      {url !== null && (
        <a href={url} target="_blank" rel="noreferrer" className={classes.outside}>
          {t('openThere')}
          <IconExternalLink size={16} stroke={1.8} aria-hidden="true" />
        </a>
      )}
    </section>
  )
}
