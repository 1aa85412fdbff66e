import { auditWordsEn } from '@artel/contract/audit/audit.words.en'
import { auditWordsRu } from '@artel/contract/audit/audit.words.ru'
import type { Db } from '../../database/db.ts'

const words = new Set<string>([...Object.keys(auditWordsEn), ...Object.keys(auditWordsRu)])

/** Whether a path of the log has a name. A path of the achievement settings contains the achievement's own. */
export const isNamed = (path: string): boolean =>
  words.has(`field_${path.replace(/^achievements\.\w+\./, 'achievements.').replaceAll('.', '_')}`)

/** Fields of the log of a company, each with what it is about. */
export async function toldFields(db: Db): Promise<{ entity: string; field: string }[]> {
  const entries = await db.from('audit').select(['entity', 'before', 'after']).execute()
  return entries.flatMap(({ entity, before, after }) =>
    Object.keys({ ...before, ...after }).map((field) => ({ entity, field })),
  )
}

/** Those of them that a reader would see as a stored name, and versions of rows, each once. */
export async function namelessFields(db: Db): Promise<string[]> {
  const nameless = (await toldFields(db)).filter(({ field }) => field === 'version' || !isNamed(field))
  return [...new Set(nameless.map(({ entity, field }) => `${entity}: ${field}`))].sort()
}
