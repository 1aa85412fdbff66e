import { searchForm } from '@artel/contract/keyboard'
import type { EmployeeData } from '@artel/contract/moysklad.stored'
import { emailForm } from '@artel/contract/password'
import { writeForeign } from '../audit/audit.ts'
import { changeUser, findTiedUsers, lockUsers } from '../users/users.ts'
import type { WaitingItem } from './moysklad.items.queries.ts'
import type { Subject } from './moysklad.subject.ts'

// The kind of an item says what its data are.
const read = (item: WaitingItem) => item.data as EmployeeData & { is_archived: boolean }

// Theirs begin with the family name and have the father's, too.
const wordsOf = (name: string): string[] => searchForm(name).split(/\s+/)

/** Employees, to whom people can be tied: only ever by a person, and nothing of them is written. */
export const employees: Subject = {
  kind: null,
  groups: {},
  optional: [],
  find: (db, { ids, moySkladIds, items }) =>
    findTiedUsers(db, {
      ids,
      moySkladIds,
      emails: items.flatMap((item) => read(item).email ?? []).map(emailForm),
      names: items.map((item) => read(item).name),
    }),
  match: (item, ours) => {
    const { email, name } = read(item)
    if (ours.status !== 'active') return null
    const hasEmail = email !== null && emailForm(email) === ours.email
    const words = wordsOf(name)
    const hasName = wordsOf(String(ours.full_name)).every((word) => words.includes(word))
    if (!hasEmail && !hasName) return null
    return {
      matches: [...(hasEmail ? ['email' as const] : []), ...(hasName ? ['name' as const] : [])],
      weight: 0,
    }
  },
  want: () => ({}),
  check: (fields) => ({ fields, failures: [] }),
  claims: () => [],
  findTaken: () => [],
  describe: ({ full_name, email }) => ({
    title: String(full_name),
    subtitle: email === null ? null : String(email),
  }),
  make: () => Promise.resolve(new Map()),
  change: async (db, changes) => {
    if (changes.length === 0) return
    const locked = new Map(
      (
        await lockUsers(
          db,
          changes.map(({ row }) => row.id),
        )
      ).map((user) => [user.id, user]),
    )
    // Hardly ever more than one: they come from what a person has said.
    for (const { row, changed } of changes) {
      const user = locked.get(row.id)
      if (!user) continue
      const moy_sklad_id = changed.moy_sklad_id as string | null // all that is ever changed of a person
      await changeUser(db, user, { moy_sklad_id })
      const [before, after] = [{ moy_sklad_id: user.moy_sklad_id }, { moy_sklad_id }]
      const entry = { action: 'update', entity: 'user', id: row.id, title: user.full_name } as const
      await writeForeign(db, 'MoySklad', [{ ...entry, before, after }])
    }
  },
}
