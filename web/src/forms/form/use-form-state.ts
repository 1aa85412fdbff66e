import rulesByCall from 'virtual:fields'
import type { FieldErrors } from '@artel/contract/errors/errors'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CallName } from '../../api/send/calls.ts'
import { ApiFailure, fieldErrorsOf, NetworkFailure } from '../../api/send/failure.ts'
import { notify } from '../../ui/notices/notify.ts'
import { type DraftName, useKeptDraft, useRestoredDraft } from '../drafts/use-form-draft.ts'
import { fieldError, withoutField } from './field-errors.ts'
import { onClearFormErrors } from './form-errors.ts'
import type { FormWords } from './form-words.ts'
import { emptyFields, mayBeEmpty } from './presence.ts'

/** Props that a field takes from its form. Spread them into the field. */
export type FieldBinding<Value> = {
  name: string
  value: Value
  /**
   * `part`: the only part of the value that changed, such as `tasks.3.title`. Other parts keep their errors.
   */
  onChange: (value: Value, part?: string) => void
  error: string | undefined
  /** Maximum characters of a text, as the call of the form declares it. */
  maxLength?: number | undefined
  /** Maximum of a number, as the call declares it. */
  max?: number | undefined
  /** The call of the form accepts an empty value, and the label says so. */
  optional?: boolean
}

type FormOptions<Values extends object> = {
  /**
   * The call that receives the values. Its rules limit the fields, and an empty field that it requires is
   * found without a request. Null: no call has fields of these names.
   */
  call: CallName | null
  initial: Values
  /**
   * The device keeps what is typed under this name and the call until it is saved or dismissed. Null: passwords,
   * codes, and forms that take a moment to fill in again.
   */
  draft: DraftName | null
  /**
   * Sends the values. A failure about fields is shown at the fields, any other as a notice. Resolves to
   * `false` if the person declined a question: nothing is saved then, and the form keeps its changes. `words`:
   * how the fields are named, and how their values are written.
   */
  send: (values: Values, words: FormWords) => Promise<unknown>
  /** Finds mistakes that the rules of the call do not find, without a request. */
  check?: (values: Values) => FieldErrors
  /** Numbers for which an empty field means 0. */
  emptyIsZero?: readonly (keyof Values & string)[]
  /** Fields that are validated together. A change of one clears the errors of the others. */
  together?: { [Name in keyof Values]?: readonly (keyof Values & string)[] }
}

export type FormState<Values extends object> = ReturnType<typeof useFormState<Values>>

/** The values, errors and submission of one form. Give the page a new `key` when another item is edited. */
export function useFormState<Values extends object>(options: FormOptions<Values>) {
  const { call, initial, send, check, emptyIsZero = [], together = {} } = options
  const fields = useTranslations('fields')
  const { name, drafts, values: first, restored } = useRestoredDraft(call, options.draft, initial)
  const form = useForm<Values>({ mode: 'controlled', initialValues: first })
  const [words] = useState<FormWords>(() => new Map())
  const [opening] = useState({ form, initial, isRestored: restored !== null })
  useLayoutEffect(() => {
    // The restored fields are changes, as if they were typed now.
    if (opening.isRestored) opening.form.resetDirty(opening.initial)
  }, [opening])
  const kept = useKeptDraft({ name, drafts, restored, initial: form.getInitialValues(), values: form.values })
  const { errors, setErrors, refused, refuse } = useErrors()
  const { isSending, sendOnce } = useSending()
  const presence = { rules: rulesOf(call), initial: form.getInitialValues(), emptyIsZero }

  /** The mistakes that are found without a request. */
  const findMistakes = (values: Values): FieldErrors => ({
    ...Object.fromEntries(emptyFields(presence, values).map((name) => [name, [fields('required')]])),
    ...check?.(values),
  })

  /** `unreadable`: fields whose texts have no value, with what is wrong. */
  const submit = (unreadable: FieldErrors = {}) => {
    const values = form.getValues()
    const wrong = { ...findMistakes(values), ...unreadable }
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    setErrors({})
    void sendOnce(
      () => send(values, words),
      () => {
        kept.drop()
        form.setInitialValues(values)
        form.resetDirty(values)
      },
      refuse,
      submit,
    )
  }

  const reset = () => {
    kept.drop()
    form.reset()
    setErrors({})
  }

  /** Takes values from elsewhere as new initial values. */
  const adopt = (values: Values) => {
    form.setInitialValues(values)
    form.setValues(values)
    form.resetDirty(values)
    setErrors({})
  }

  /** Sets several fields by one action. */
  const merge = (fields: Partial<Values>) => {
    form.setValues(fields)
    setErrors((before) => Object.keys(fields).reduce(withoutField, before))
  }

  return {
    words,
    at: bind(form, presence, errors, setErrors, together),
    findMistakes,
    values: form.values,
    initial,
    errors,
    /** What was restored from an earlier visit; null: nothing. */
    restored: kept.restored,
    /** Forgets what the device keeps of the form, because the person has dismissed it. */
    dropDraft: kept.drop,
    /** Grows with each refusal, so that the shell moves the focus. */
    refused,
    isDirty: form.isDirty(),
    isFieldDirty: (name: string) => form.isDirty(name),
    isSending,
    submit,
    reset,
    adopt,
    merge,
  }
}

const rulesOf = (call: CallName | null) => (call === null ? {} : (rulesByCall[call] ?? {}))

function bind<Values extends object>(
  form: UseFormReturnType<Values>,
  presence: Parameters<typeof mayBeEmpty>[0],
  errors: FieldErrors,
  setErrors: (change: (before: FieldErrors) => FieldErrors) => void,
  together: NonNullable<FormOptions<Values>['together']>,
) {
  return <Name extends keyof Values & string>(name: Name): FieldBinding<Values[Name]> => ({
    name,
    value: form.values[name],
    maxLength: presence.rules[name]?.maxLength,
    max: presence.rules[name]?.max,
    optional: mayBeEmpty(presence, name),
    error: fieldError(errors, name) ?? fieldError(errors, `${name}.*`),
    onChange: (value, part = name) => {
      // Sets only one key; TypeScript does not follow this through a computed name.
      form.setValues({ [name]: value } as unknown as Partial<Values>)
      setErrors((before) => [part, ...(together[name] ?? [])].reduce(withoutField, before))
    },
  })
}

function useErrors() {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [refused, setRefused] = useState(0)
  useEffect(() => onClearFormErrors(() => setErrors({})), [])
  const refuse = (wrong: FieldErrors) => {
    setErrors(wrong)
    setRefused((count) => count + 1)
  }
  return { errors, setErrors, refused, refuse }
}

/** How long a failed form offers to send again, ms. */
const againMs = 15_000

/** Whether the same values may be saved the next time: nothing answered, or the server failed. */
const mayPass = (failure: unknown): boolean =>
  failure instanceof NetworkFailure || (failure instanceof ApiFailure && failure.statusCode >= 500)

function useSending() {
  const t = useTranslations('forms')
  const ui = useTranslations('ui')
  const [isSending, setIsSending] = useState(false)
  // State updates one render too late to stop a second press in the same moment.
  const isBusy = useRef(false)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  /** `again`: what the notice about a failure that may pass offers, while the form is open. */
  const sendOnce = async (
    send: () => Promise<unknown>,
    onSaved: () => void,
    onRefused: (errors: FieldErrors) => void,
    again: () => void,
  ) => {
    if (isBusy.current) return
    isBusy.current = true
    setIsSending(true)
    try {
      if ((await send()) !== false) onSaved()
    } catch (failure) {
      const wrong = fieldErrorsOf(failure)
      if (Object.keys(wrong).length > 0) return onRefused(wrong)
      const action = { label: t('again'), onClick: () => isOpen.current && again() }
      notify({ text: textOf(failure), tone: 'bad', ...(mayPass(failure) && { action, timeout: againMs }) })
    } finally {
      isBusy.current = false
      setIsSending(false)
    }
  }

  const textOf = (failure: unknown) => {
    if (!(failure instanceof ApiFailure) || failure.message === '') return t('notSent')
    const { message, request_id: id } = failure
    return id === undefined ? message : `${message}. ${ui('errorRequest', { id })}`
  }

  return { isSending, sendOnce }
}
