import type { MoySkladItem } from '@artel/contract/moysklad/moysklad.items'
import { insideSentence } from '../../../forms/form/form-words.ts'

type Failure = MoySkladItem['failures'][number]

/** The error message, prefixed with the name of its field if it has one. */
export const failureText = ({ field, message }: Failure, nameOf: (field: string) => string): string =>
  field === null ? message : `${nameOf(field)}: ${insideSentence(message)}`
