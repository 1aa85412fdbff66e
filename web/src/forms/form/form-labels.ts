import { createContext, useContext, useEffect } from 'react'

/** Maps field names to labels, in the order of the form. The footer uses them to name the changed fields. */
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

/** Writes a label inside a sentence: «Срок» → «срок», but «ИНН» stays. */
export function insideSentence(label: string): string {
  const second = label.charAt(1)
  const isAbbreviation = second !== '' && second === second.toLocaleUpperCase() && /\p{L}/u.test(second)
  return isAbbreviation ? label : label.charAt(0).toLocaleLowerCase() + label.slice(1)
}
