import { z } from 'zod'
import { UsageError } from '../command.ts'

const companyId = z.coerce.number().pipe(z.int().positive())

/** @throws UsageError */
export function readCompanyId(word: string | undefined): number {
  const { data } = companyId.safeParse(word)
  if (!data) throw new UsageError(`${word} is no company’s id`)
  return data
}
