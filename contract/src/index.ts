import { account } from './account.ts'
import { audit } from './audit.ts'
import { app, auth } from './auth.ts'
import type { Call } from './call.ts'
import { settings } from './company.ts'
import { notifications } from './notifications.ts'
import { tasks } from './tasks.ts'
import { users } from './users.ts'

/** Every call of the API by feature and name. The server refuses to start with one that has no handler. */
export const calls = { account, app, audit, auth, notifications, settings, tasks, users } satisfies Record<
  string,
  Record<string, Call>
>

export type Calls = typeof calls
