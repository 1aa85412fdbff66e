import { createContext, useContext, useEffect } from 'react'

/** Field name to its label, in the order of the form: the footer says in words what was changed. */
export type FormLabels = Map<string, string>

export const FormLabelsContext = createContext<FormLabels | null>(null)

export function useFieldLabel(name: string, label: string): void {
  const labels = useContext(FormLabelsContext)
  useEffect(() => {
    labels?.set(name, label)
    return () => {
      labels?.delete(name)
    }
  }, [labels, name, label])
}

/** A label inside a sentence: «Срок» → «срок», but «ИНН» stays. */
export function insideSentence(label: string): string {
  const second = label.charAt(1)
  const isAbbreviation = second !== '' && second === second.toLocaleUpperCase() && /\p{L}/u.test(second)
  return isAbbreviation ? label : label.charAt(0).toLocaleLowerCase() + label.slice(1)
}
