/** A message of `GET /api/events`: an item visible to this person has changed. Its screens read it again. */
export type LiveEvent = { entity: LiveEntity; id: number; action: 'create' | 'update' | 'delete' }

/** What live events report. */
export const liveEntities = [
  'achievement',
  'coins',
  'company',
  'device',
  'import',
  'instruction',
  'legal_entity',
  'localization',
  'publication',
  'money',
  'moy_sklad',
  'notification',
  'order',
  'print',
  'product',
  'push',
  'reward',
  'shift',
  'shop_item',
  'supply',
  'task',
  'user',
  'view',
  'warehouse',
] as const
export type LiveEntity = (typeof liveEntities)[number]

/** What calls show and change. Only the person who changes the last three sees them, so no event reports them. */
export const entities = [...liveEntities, 'second_factor', 'session', 'storage'] as const
export type Entity = (typeof entities)[number]
