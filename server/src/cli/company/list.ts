import { sql } from 'kysely'
import type { Command } from '../command.ts'
import { withRoot } from '../database.ts'

export const companyList: Command = {
  name: 'company list',
  usage: 'company list',
  does: 'prints each company: id, state, people, owners, name',
  async run(task) {
    const companies = await withRoot(task, (root) =>
      root
        .selectFrom('companies')
        .select(['id', 'name', 'is_active', 'deleting_since'])
        .select([
          sql<number>`(select count(*) from users where users.company_id = companies.id)`.as('people'),
          sql<string>`(select coalesce(string_agg(email, ', ' order by email), 'no owner') from logins
            join users on users.company_id = logins.company_id and users.id = logins.user_id
            where users.company_id = companies.id and users.type = 'owner' and users.status = 'active')`.as(
            'owners',
          ),
        ])
        .orderBy('id')
        .execute(),
    )
    for (const { id, name, is_active, deleting_since, people, owners } of companies) {
      const state = is_active ? 'active' : deleting_since ? 'being deleted' : 'inactive'
      task.say([id, state, people, owners, name].join('\t'))
    }
    if (companies.length === 0) task.note('There are no companies')
  },
}
