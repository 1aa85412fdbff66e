// Free of schemas, so that the page of the log does not carry the checker of all shapes.

/** What an entry of the audit log may be about. */
export const auditEntities = [
  'achievement',
  'coins',
  'company',
  'instruction',
  'legal_entity',
  'localization',
  'money',
  'order',
  'product',
  'push',
  'reward',
  'shift',
  'shop_item',
  'supply',
  'user',
  'warehouse',
] as const
export type AuditEntity = (typeof auditEntities)[number]

/** What was done to it. */
export const auditActions = [
  'create',
  'update',
  'delete',
  'activate',
  'deactivate',
  'schedule_change',
  'settings_change',
  'login',
  'login_failed',
  'login_code_failed',
  'password_change',
  'password_reset',
  'email_change',
  'session_end',
  'profile_change',
  'totp_enable',
  'totp_disable',
  'totp_reset',
  'wildberries_connect',
  'wildberries_disconnect',
  'type_change',
  'archive',
  'restore',
  'confirm',
  'lock',
  'unlock',
  'reverse',
  'import',
  'import_undo',
  'publish',
] as const
export type AuditAction = (typeof auditActions)[number]
