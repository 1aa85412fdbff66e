import { createContext, useContext, useEffect } from 'react'

/** What is written where there is no value. */
export const blank = '—'

/** How a field is named, and how a value of it is written. */
export type FieldWords = {
  label: string
  // A method, because a field takes only values of its own kind.
  show(value: unknown): string
}

/**
 * The words of each field by its name, in the order of the form. The footer and the question about a conflict use
 * them. A field that was shown and is hidden now keeps its words.
 */
export type FormWords = Map<string, FieldWords & { isShown: boolean }>

export const FormWordsContext = createContext<FormWords | null>(null)

/** Tells the form the words of a field. `show` gets no empty value; `none` is written instead. */
export function useFieldWords<Value>(
  name: string,
  label: string,
  show: (value: NonNullable<Value>) => string = String,
  none: string = blank,
): void {
  const words = useContext(FormWordsContext)
  const written = (value: Value): string => {
    const isNothing = value === '' || (Array.isArray(value) && value.length === 0)
    return value === null || value === undefined || isNothing ? none : show(value)
  }
  useEffect(() => {
    // In each render, because `show` may know more than before.
    words?.set(name, {
      label,
      show: written,
      isShown: true,
    })
  })
  useEffect(
    () => () => {
      const last = words?.get(name)
      if (last) last.isShown = false
    },
    [words, name],
  )
}

/** The labels of the fields that the form shows. */
export const labelsOf = (words: FormWords): Map<string, string> =>
  new Map([...words].flatMap(([name, { label, isShown }]) => (isShown ? [[name, label] as const] : [])))

/** Writes a label inside a sentence: «Срок» → «срок», but «ИНН» stays. */
export function insideSentence(label: string): string {
  const second = label.charAt(1)
  const isAbbreviation = second !== '' && second === second.toLocaleUpperCase() && /\p{L}/u.test(second)
  return isAbbreviation ? label : label.charAt(0).toLocaleLowerCase() + label.slice(1)
}
