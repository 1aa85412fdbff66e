import type { BoxGroup, Proposal, Supply } from '@artel/contract/supplies/supplies'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../../api/cache/query.ts'
import { refreshEntities } from '../../../api/cache/refresh.ts'
import { callApi } from '../../../api/send/client.ts'
import { ApiFailure, listErrorOf } from '../../../api/send/failure.ts'
import { SwitchField } from '../../../forms/choices/choice-fields.tsx'
import { NumberField } from '../../../forms/fields/number-fields.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { useMistakeText } from '../../../forms/form/use-mistake-text.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { ErrorState } from '../../../ui/states/states.tsx'
import { SupplyProductName } from '../supply-parts.tsx'
import classes from './plan-boxes-form.module.css'

/** The form asks for a proposal this long after the last change of a field, ms. */
const delayMs = 300
/** Maximum lines of the proposal that are shown, because all of them would be two thousand. */
const maxLines = 100

type Values = { pieces: number | null; is_mixed: boolean }
type Asked = { pieces: number; is_mixed: boolean }

type PlanBoxesFormProps = { supply: Supply; close: () => void }

/** Asks how many pieces a box takes, shows the boxes that the server proposes, and plans them. */
export function PlanBoxesForm({ supply, close }: PlanBoxesFormProps) {
  const t = useTranslations('supplies')
  const textOf = useMistakeText()
  const params = { supply_id: supply.id }
  const plan = useAction('supplies.planBoxes', { onFailure: () => void refreshEntities('supply') })
  const form = useFormState<Values>({
    call: 'supplies.planBoxes',
    draft: null,
    initial: { pieces: usualPieces(supply), is_mixed: false },
    check: ({ pieces }): Record<string, string[]> =>
      pieces ? {} : { pieces: [textOf({ key: 'required' })] },
    send: async ({ pieces, is_mixed }) => {
      // Validation has refused an empty field.
      const query = { pieces: pieces!, is_mixed }
      const { proposal } =
        (isShown(query) && shown.data) || (await callApi('supplies.proposeBoxes', { params, query }))
      const { boxes, units } = proposal
      if (boxes > 0) await plan.mutateAsync({ params, body: { ...query, boxes, units } })
      close()
      notify({ text: t('boxesPlanned', { count: boxes }), tone: 'ok' })
    },
  })
  const [asked] = useDebouncedValue(form.values, delayMs)
  const shown = useProposal(supply.id, asked)
  const isShown = ({ pieces, is_mixed }: Asked) => asked.pieces === pieces && asked.is_mixed === is_mixed
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('planBoxesSubmit', { count: shown.data?.proposal.boxes ?? 0 })}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <NumberField {...form.at('pieces')} label={t('planBoxesPieces')} hint={t('planBoxesHint')} />
      <SwitchField {...form.at('is_mixed')} label={t('planBoxesMixed')} hint={t('planBoxesMixedHint')} />
      {asked.pieces !== null && asked.pieces > 0 && <Outcome supply={supply} {...shown} />}
    </FormShell>
  )
}

/** The largest plan of a box that the supply has already. */
const usualPieces = ({ boxes }: Supply): number | null =>
  Math.max(0, ...boxes.map(({ planned_count }) => planned_count ?? 0)) || null

function useProposal(supplyId: number, { pieces, is_mixed }: Values) {
  const isAsked = pieces !== null && pieces > 0
  const { data, error, refetch } = useCall(
    'supplies.proposeBoxes',
    { params: { supply_id: supplyId }, query: { pieces: isAsked ? pieces : 1, is_mixed } },
    { enabled: isAsked },
  )
  return { data, error, refetch }
}

type OutcomeProps = { supply: Supply } & ReturnType<typeof useProposal>

function Outcome({ supply, data, error, refetch }: OutcomeProps) {
  const t = useTranslations('supplies')
  const refusal = error instanceof ApiFailure && error.errors?.pieces?.[0]
  if (refusal)
    return (
      <p className={classes.outcome} role="status">
        {refusal}
      </p>
    )
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('planBoxesFailed'))} onRetry={() => void refetch()} />
  if (!data) return <p className={classes.outcome} aria-busy="true" />
  const { units, boxes, empty_boxes, groups } = data.proposal
  if (boxes === 0)
    return (
      <p className={classes.outcome} role="status">
        {t('planBoxesNothing')}
      </p>
    )
  const [listed, more] = cutByLines(groups)
  return (
    <section className={classes.outcome}>
      <p className={classes.total} role="status">
        <b>{t('planBoxesTotal', { boxes, units })}</b>
        {empty_boxes > 0 && <span>{t('planBoxesEmpty', { count: empty_boxes })}</span>}
      </p>
      <Groups groups={listed} supply={supply} />
      {more > 0 && <p className={classes.more}>{t('planBoxesMore', { count: more })}</p>}
    </section>
  )
}

/** @returns the groups that are shown, and the number of boxes in all other groups */
function cutByLines(groups: readonly BoxGroup[]): [BoxGroup[], number] {
  let lines = 0
  const listed = groups.filter(({ items }) => {
    lines += items.length
    return lines <= maxLines
  })
  const boxesOf = (some: readonly BoxGroup[]) => some.reduce((sum, { count }) => sum + count, 0)
  return [listed, boxesOf(groups) - boxesOf(listed)]
}

function Groups({ groups, supply }: { groups: Proposal['groups']; supply: Supply }) {
  const t = useTranslations('supplies')
  const { data } = useCall('supplies.get', { params: { id: supply.id } })
  const products = new Map(
    (data?.supply ?? supply).products.map(({ product_id, product }) => [product_id, product]),
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keys
    <ol className={classes.groups} tabIndex={0} aria-label={t('planBoxesGroups')}>
      {groups.map(({ count, items }) => (
        <li
          className={classes.group}
          key={items.map(({ product_id, planned }) => `${product_id}:${planned}`).join()}
        >
          <span className={classes.count}>{t('boxesCount', { count })}</span>
          <ul className={classes.items}>
            {items.map(({ product_id, planned }) => {
              const product = products.get(product_id)
              return (
                <li key={product_id} className={classes.item}>
                  {product ? <SupplyProductName product={product} size={30} isPlain /> : `№ ${product_id}`}
                  <span className={classes.pieces}>
                    {t('planBoxesEach', { count: planned, isMany: String(count > 1) })}
                  </span>
                </li>
              )
            })}
          </ul>
        </li>
      ))}
    </ol>
  )
}
