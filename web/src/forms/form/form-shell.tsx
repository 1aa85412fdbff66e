import type { FieldErrors } from '@artel/contract/errors/errors'
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { findTopDialog } from '../../ui/dialog/only-dialog.ts'
import { useScreenKeys } from '../../ui/keys/use-screen-keys.ts'
import { DraftLine } from '../drafts/draft-line.tsx'
import { strayErrors } from './field-errors.ts'
import { canRevert, FormFooter } from './form-footer.tsx'
import classes from './form-shell.module.css'
import { FormWordsContext, insideSentence, labelsOf } from './form-words.ts'
import { useUnsavedChanges } from './unsaved-changes.tsx'
import type { FormState } from './use-form-state.ts'

export type FormLayout = 'page' | 'wide' | 'section' | 'dialog' | 'inline'

type FormShellProps<Values extends object> = {
  form: FormState<Values>
  /** Repeats the verb: «Создать задачу». Default: «Сохранить». */
  submitLabel?: string
  /**
   * `wide`: a page that lays its fields out by itself. `section`: one of several forms of a page. `dialog`:
   * the secondary button cancels instead of reverting. `inline`: one or two fields in the middle of a page.
   */
  layout?: FormLayout
  /** The action of the form cannot be undone. */
  isDestructive?: boolean
  cancel?: { label: string; onClick: () => void }
  children: ReactNode
}

/** The only form: a column of fields and the footer that sends them. */
export function FormShell<Values extends object>(props: FormShellProps<Values>) {
  const { form, submitLabel, layout = 'page', isDestructive = false, cancel, children } = props
  const element = useRef<HTMLFormElement>(null)
  const labels = labelsOf(form.words)
  const changed = changedLabels(form, labels)
  const summary = useSummary(changed)
  useUnsavedChanges(form.isDirty && !form.isSending, changed.map(insideSentence).join(', '), form.dropDraft)
  useFocusOnRefusal(element, form.refused)
  // Among several forms, only those with unsaved changes handle the key.
  const hasSaveKey = layout !== 'section' || form.isDirty
  useSaveKey(element, hasSaveKey)
  useScreenKeys({ controls: hasSaveKey && layout !== 'dialog' ? ['save'] : [] })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // React events pass from a dialog to the page that opened it. The form of that page is another one.
    event.stopPropagation()
    if (layout !== 'section' || form.isDirty) form.submit(unreadableTexts(element.current))
  }
  const leave = () => {
    // The dialog closes without a question. Other forms ask first.
    if (layout === 'dialog') form.dropDraft()
    cancel?.onClick()
  }
  return (
    <FormWordsContext value={form.words}>
      <form ref={element} className={classes.form} data-layout={layout} noValidate onSubmit={submit}>
        {form.restored && (
          <DraftLine
            restored={form.restored}
            labels={labels}
            onDrop={form.isDirty ? form.reset : form.dropDraft}
          />
        )}
        <div className={classes.fields}>{children}</div>
        <FormFooter
          layout={layout}
          summary={canRevert(layout) ? summary : ''}
          stray={strayErrors(form.errors, [...labels.keys()])}
          isSending={form.isSending}
          isDestructive={isDestructive}
          {...(submitLabel !== undefined && { submitLabel })}
          {...(cancel && { cancel: { ...cancel, onClick: leave } })}
          {...(form.isDirty && { onRevert: form.reset })}
        />
      </form>
    </FormWordsContext>
  )
}

/** The messages about texts that their fields could not read (`TypedDate`). */
function unreadableTexts(form: HTMLFormElement | null): FieldErrors {
  return Object.fromEntries(
    [...(form?.elements ?? [])].flatMap((element) =>
      element instanceof HTMLInputElement && element.validity.customError
        ? [[element.dataset.field ?? element.name, [element.validationMessage]]]
        : [],
    ),
  )
}

/** Short fields that belong together, side by side, such as from and to. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>
}

function changedLabels<Values extends object>(
  form: FormState<Values>,
  labels: ReadonlyMap<string, string>,
): string[] {
  return [...labels].filter(([name]) => form.isFieldDirty(name)).map(([, label]) => label)
}

/** Maximum number of names that are readable at a glance. */
const namesShown = 3

function useSummary(changed: readonly string[]): string {
  const t = useTranslations('forms')
  if (changed.length === 0) return ''
  const fields = changed.slice(0, namesShown).map(insideSentence).join(', ')
  const count = changed.length - namesShown
  return count > 0 ? t('changedMany', { fields, count }) : t('changed', { fields })
}

function useFocusOnRefusal(form: React.RefObject<HTMLFormElement | null>, refused: number) {
  useEffect(() => {
    if (refused === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, refused])
}

function useSaveKey(form: React.RefObject<HTMLFormElement | null>, isOn: boolean) {
  useEffect(() => {
    if (!isOn) return
    const save = (event: KeyboardEvent) => {
      // Compares the physical key, because a Russian layout gives another letter.
      if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      const dialog = findTopDialog()
      if (dialog === null || dialog.contains(form.current)) form.current?.requestSubmit()
    }
    window.addEventListener('keydown', save)
    return () => window.removeEventListener('keydown', save)
  }, [form, isOn])
}
