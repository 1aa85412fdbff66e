import { emailForm } from '@artel/contract/account/password'
import type { EmployeeData } from '@artel/contract/moysklad/moysklad.stored'
import { searchForm } from '@artel/contract/shapes/keyboard'
import { writeForeign } from '../../audit/audit.ts'
import { changeUser, findLinkedUsers, lockUsers } from '../../users/users.ts'
import type { WaitingItem } from './items.queries.ts'
import type { Subject } from './subject.ts'

// The kind of an item determines the type of its data.
const read = (item: WaitingItem) => item.data as EmployeeData & { is_archived: boolean }

// Names are compared word by word, because MoySklad puts the family name first and adds the patronymic.
const wordsOf = (name: string): string[] => searchForm(name).split(/\s+/)

/** Employees of MoySklad. Only a person can link them to users, and their data is not written to users. */
export const employees: Subject = {
  kind: null,
  groups: {},
  optional: [],
  find: (db, { ids, moySkladIds, items }) =>
    findLinkedUsers(db, {
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
    // Usually one change, because each comes from a person's decision.
    for (const { row, changed } of changes) {
      const user = locked.get(row.id)
      if (!user) continue
      const moy_sklad_id = changed.moy_sklad_id as string | null // the only field that changes
      await changeUser(db, user, { moy_sklad_id })
      const [before, after] = [{ moy_sklad_id: user.moy_sklad_id }, { moy_sklad_id }]
      const entry = { action: 'update', entity: 'user', id: row.id, title: user.full_name } as const
      await writeForeign(db, 'MoySklad', [{ ...entry, before, after }])
    }
  },
}
