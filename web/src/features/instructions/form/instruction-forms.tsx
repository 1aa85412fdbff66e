import type { Instruction } from '@artel/contract/instructions/instructions'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import type { FormWords } from '../../../forms/form/form-words.ts'
import { useAskUnsaved } from '../../../forms/form/unsaved-changes.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { useLiveForm } from '../../../forms/form/use-live-form.ts'
import { saveTogether } from '../../../forms/save/save-together.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { InstructionFields } from './instruction-fields.tsx'
import {
  asksForRevision,
  changeOf,
  draftOf,
  emptyInstruction,
  type InstructionValues,
  valuesOf,
} from './instruction-values.ts'
import { askWeight, type Weight } from './revision-question.tsx'

/** The form of a new instruction. After saving, the new instruction opens. */
export function NewInstructionForm() {
  const t = useTranslations('instructions')
  const navigate = useNavigate()
  const create = useAction('instructions.create')
  const form = useFormState<InstructionValues>({
    call: 'instructions.create',
    draft: { item: 'new', isNew: true },
    initial: emptyInstruction,
    send: async (values) => {
      const { instruction } = await create.mutateAsync({ body: draftOf(values) })
      const { id, title, is_published } = instruction
      await navigate({ to: '/instructions/item/$id', params: { id: String(id) }, replace: true })
      notify({ text: t(is_published ? 'published' : 'savedDraft', { title }), tone: 'ok' })
    },
  })
  const submitLabel = t(form.values.is_published ? 'createPublished' : 'createDraft')
  return (
    <FormShell form={form} layout="wide" submitLabel={submitLabel}>
      <InstructionFields form={form} isNew />
    </FormShell>
  )
}

type EditProps = { instruction: Instruction; onDone: () => void }

/**
 * The form of an existing instruction. Sends only changed fields, and resolves a conflict with another edit.
 */
export function EditInstructionForm({ instruction, onDone }: EditProps) {
  const t = useTranslations('instructions')
  const askUnsaved = useAskUnsaved()
  const weight = useRef<Weight>('small')
  const save = useSaving(instruction, weight)
  const form = useLiveForm<Instruction, InstructionValues>({
    call: 'instructions.update',
    draft: { item: instruction.id },
    thing: instruction,
    valuesOf,
    send: async (values, base, words) => {
      const isSaved = await save(values, base, words)
      return isSaved && onDone()
    },
  })
  const submit = async () => {
    const isRight = Object.keys(form.findMistakes(form.values)).length === 0
    if (isRight && asksForRevision(form.values, valuesOf(instruction))) {
      const chosen = await askWeight(t('weightTitle'), instruction.readers?.read ?? 0)
      if (chosen === null) return
      weight.current = chosen
    }
    form.submit()
  }
  const leave = async () => {
    if (!form.isDirty || (await askUnsaved(t('text')))) onDone()
  }
  return (
    <FormShell
      form={{ ...form, submit: () => void submit() }}
      layout="wide"
      cancel={{ label: t('dontSave'), onClick: () => void leave() }}
    >
      <InstructionFields form={form} instruction={instruction} />
    </FormShell>
  )
}

/** Saves the changed fields and notifies. @returns false if the person returned to the form */
function useSaving({ id }: Instruction, weight: { current: Weight }) {
  const t = useTranslations('instructions')
  const update = useAction('instructions.update')
  const question = ({ title }: Instruction) => t('staleTitle', { title })
  const send = (values: InstructionValues, base: Instruction) =>
    update.mutateAsync({
      params: { id },
      body: {
        ...changeOf(values, valuesOf(base)),
        version: base.version,
        ...(weight.current === 'big' && { raise_revision: true }),
      },
    })
  return async (values: InstructionValues, base: Instruction, words: FormWords): Promise<boolean> => {
    const isSaved = await saveTogether({ base, valuesOf, send, words, question }, values)
    const text = t(weight.current === 'big' ? 'savedBig' : 'saved', { title: values.title })
    weight.current = 'small'
    if (isSaved) notify({ text, tone: 'ok' })
    return isSaved
  }
}
