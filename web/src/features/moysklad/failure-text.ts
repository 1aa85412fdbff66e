import type { MoySkladItem } from '@artel/contract/moysklad'
import { insideSentence } from '../../forms/form-labels.ts'

type Failure = MoySkladItem['failures'][number]

/** What is wrong, with the field it is about where there is one. */
export const failureText = ({ field, message }: Failure, nameOf: (field: string) => string): string =>
  field === null ? message : `${nameOf(field)}: ${insideSentence(message)}`
