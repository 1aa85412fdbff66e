import type { Instruction } from '@artel/contract/instructions/instructions'
import { maxBody } from '@artel/contract/instructions/instructions.rules'
import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import { maxMedia } from '@artel/contract/multimedia/multimedia.kinds'
import type { Editor } from '@tiptap/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useMediaItems } from '../../../api/send/media.ts'
import { SwitchField } from '../../../forms/choices/choice-fields.tsx'
import { SuggestField } from '../../../forms/choices/suggest-field.tsx'
import { TextField } from '../../../forms/fields/text-fields.tsx'
import type { FormState } from '../../../forms/form/use-form-state.ts'
import { MediaField } from '../../../forms/media/media-field.tsx'
import { useUploads } from '../../../forms/media/use-uploads.ts'
import { ProductsField } from '../../products/products.tsx'
import { insertMedia } from '../editor/insert-media.ts'
import { TextEditor } from '../editor/text-editor.tsx'
import { useMediaLimits } from '../editor/use-media-limits.ts'
import classes from './instruction-form.module.css'
import type { InstructionValues } from './instruction-values.ts'

type InstructionFieldsProps = {
  form: FormState<InstructionValues>
  isNew?: boolean
  /** The saved instruction; absent for a new one. */
  instruction?: Instruction
}

/** The fields of an instruction: title and text on the left, category, products and media on the right. */
export function InstructionFields({ form, isNew = false, instruction }: InstructionFieldsProps) {
  const t = useTranslations('instructions')
  const limits = useMediaLimits()
  const { media, keep } = useKnownMedia(instruction?.multimedia)
  const editor = useRef<Editor | null>(null)
  const uploads = useTextUploads(form, keep, editor)
  const chosen = form.values.multimedia_ids.flatMap((id) => media.get(id) ?? [])
  const items = useMediaItems()(chosen).filter(({ type }) => type !== 'link')
  const { data } = useCall('instructions.list', { query: { limit: 1 }, body: {} })
  return (
    <div className={classes.columns} data-form>
      <div className={classes.main}>
        <TextField {...form.at('title')} label={t('name')} autoFocus={isNew} />
        <TextEditor
          {...form.at('body')}
          label={t('text')}
          hint={t('textHint')}
          items={items}
          uploads={uploads}
          onReady={useCallback((ready) => {
            editor.current = ready
          }, [])}
        />
        {form.values.body.length > maxBody && <p className={classes.long}>{t('tooLong')}</p>}
      </div>
      <aside className={classes.panel} aria-label={t('panel')}>
        <SuggestField
          {...form.at('category')}
          label={t('category')}
          hint={t('categoryHint')}
          suggestions={data?.categories ?? []}
        />
        <ProductsField
          {...form.at('product_ids')}
          label={t('products')}
          hint={t('productsHint')}
          known={instruction?.products ?? []}
        />
        <SwitchField {...form.at('requires_ack')} label={t('requiresAck')} hint={t('requiresAckHint')} />
        <SwitchField
          {...form.at('is_published')}
          label={t('isPublished')}
          hint={t('isPublishedHint')}
          show={(isOn) => t(isOn ? 'state_published' : 'state_draft')}
        />
        <MediaField
          {...form.at('multimedia_ids')}
          label={t('media')}
          hint={limits}
          path="instructions"
          known={[...media.values()]}
          onKeep={keep}
        />
      </aside>
    </div>
  )
}

/** All media that the form has seen, by id. */
function useKnownMedia(had: readonly Multimedia[] = []) {
  const [brought, setBrought] = useState<ReadonlyMap<number, Multimedia>>(new Map())
  const keep = (one: Multimedia) => setBrought((before) => new Map(before).set(one.id, one))
  return { media: new Map([...had.map((one) => [one.id, one] as const), ...brought]), keep }
}

/** Uploads files into the text. They become media of the instruction, and are inserted at the cursor. */
function useTextUploads(
  form: FormState<InstructionValues>,
  keep: (media: Multimedia) => void,
  editor: { readonly current: Editor | null },
) {
  const { value, onChange } = form.at('multimedia_ids')
  // Two files may arrive before the next render.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return useUploads({
    path: 'instructions',
    room: maxMedia - value.length,
    onArrived: (arrived) => {
      keep(arrived)
      latest.current = [...latest.current, arrived.id]
      onChange(latest.current)
      if (editor.current) insertMedia(editor.current, arrived)
    },
  })
}
