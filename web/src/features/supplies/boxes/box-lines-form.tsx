import type { FieldErrors } from '@artel/contract/errors/errors'
import type { Box } from '@artel/contract/supplies/supplies'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../../api/cache/query.ts'
import { callApi } from '../../../api/send/client.ts'
import { ApiFailure } from '../../../api/send/failure.ts'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useLiveForm } from '../../../forms/form/use-live-form.ts'
import { useMistakeText } from '../../../forms/form/use-mistake-text.ts'
import { saveTogether } from '../../../forms/save/save-together.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { BoxLineFields } from './box-line-fields.tsx'
import { type BoxLinesValues, type LineValues, lineMistakes, linesBeyondPlan, linesOf } from './box-lines.ts'

type BoxLinesFormProps = { supplyId: number /** The opened box. */; box: Box; close: () => void }

/** Edits the contents of a box by hand: pieces, plan and expiry of each line. */
export function BoxLinesForm({ supplyId, box: opened, close }: BoxLinesFormProps) {
  const t = useTranslations('supplies')
  const { number, id } = opened
  const params = { supply_id: supplyId, id }
  const { data } = useCall('supplies.getBox', { params })
  const box = data?.box ?? opened
  const { textsOf, placed } = useLineTexts(supplyId)
  const update = useAction('supplies.updateBox')
  const send = ({ items }: BoxLinesValues, base: Box) =>
    update
      // Validation has refused an empty number.
      .mutateAsync({ params, body: { items: items as Sent[], version: base.version } })
      .catch(async (failure: unknown) => {
        throw await placed(failure, items, base)
      })
  const form = useLiveForm<Box, BoxLinesValues>({
    call: 'supplies.updateBox',
    draft: { item: `lines.${box.id}` },
    thing: box,
    valuesOf: linesOf,
    check: ({ items }) => textsOf(lineMistakes(items)),
    send: async (values, base, words) => {
      const question = () => t('boxStaleTitle', { number })
      const isSaved = await saveTogether({ base, valuesOf: linesOf, send, words, question }, values)
      if (!isSaved) return false
      close()
      return notify({ text: t('boxSaved', { number }), tone: 'ok' })
    },
  })
  return (
    <FormShell form={form} layout="dialog" cancel={{ label: t('keep'), onClick: close }}>
      <BoxLineFields form={form} box={box} />
    </FormShell>
  )
}

type Sent = LineValues & { quantity: number }

/** Texts for validation errors, and errors of the whole contents placed at their lines. */
function useLineTexts(supplyId: number) {
  const textOf = useMistakeText()
  const textsOf = (mistakes: ReturnType<typeof lineMistakes>): FieldErrors =>
    Object.fromEntries(Object.entries(mistakes).map(([path, mistake]) => [path, [textOf(mistake)]]))
  const placed = async (failure: unknown, items: readonly LineValues[], base: Box) => {
    if (!(failure instanceof ApiFailure) || !atContents.has(failure.code ?? '')) return failure
    const { packing } = await callApi('supplies.packing', { params: { id: supplyId } })
    const beyond =
      failure.code === 'plan_exceeded' ? textsOf(linesBeyondPlan(items, base.items, packing.products)) : {}
    const errors = Object.keys(beyond).length > 0 ? beyond : { items: [failure.message] }
    return new ApiFailure({ ...failure, errors }, failure.statusCode)
  }
  return { textsOf, placed }
}

/** Error codes that concern the contents of the box as a whole. */
const atContents: ReadonlySet<string> = new Set(['plan_exceeded', 'box_sealed', 'wrong_state', 'empty'])
