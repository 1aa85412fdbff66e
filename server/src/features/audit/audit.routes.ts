import { audit } from '@artel/contract/audit/audit'
import { routes } from '../../http/calls/route.ts'
import { auditFile } from './audit.file.ts'
import { listEntryRows } from './audit.queries.ts'

export const auditRoutes = routes(audit, {
  list: {
    answer: async ({ db, actor, body, query }) => {
      const { rows, pagination } = await listEntryRows(db, actor, body, query)
      return { audit: rows, pagination }
    },
    file: async ({ db, actor, body, query }) => auditFile(db, actor, body, query),
  },
})
