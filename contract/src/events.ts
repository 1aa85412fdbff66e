/** What `GET /api/events` tells: a thing that this person may see has changed; whoever shows it reads it anew. */
export type LiveEvent = { entity: LiveEntity; id: number; action: 'create' | 'update' | 'delete' }

export type LiveEntity =
  | 'achievement'
  | 'coins'
  | 'company'
  | 'import'
  | 'instruction'
  | 'legal_entity'
  | 'money'
  | 'notification'
  | 'order'
  | 'product'
  | 'reward'
  | 'shift'
  | 'shop_item'
  | 'supply'
  | 'task'
  | 'user'
  | 'view'
  | 'warehouse'
