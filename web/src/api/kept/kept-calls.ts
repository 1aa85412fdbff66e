import type { CallName, StaffName } from '../send/calls.ts'

/**
 * The reads whose answers this device keeps for a time without a connection. Calls for admins and owners are not
 * allowed here. Neither are answers with codes, tokens, links that give access, or addresses of devices, nor
 * searches over everything. A test asks for a decision about every new read of staff.
 */
export const keptCalls = [
  'achievements.list',
  'coins.list',
  'hours.list',
  'instructions.get',
  'instructions.list',
  'money.list',
  'notifications.list',
  'orders.get',
  'orders.list',
  'printers.list',
  'products.get',
  'products.list',
  'rewards.list',
  'shop.get',
  'shop.list',
  'stats.best',
  'stats.command',
  'stats.find',
  'stats.graph',
  'stats.products',
  'stats.rows',
  'supplies.boxes',
  'supplies.get',
  'supplies.getBox',
  'supplies.list',
  'supplies.pace',
  'supplies.packing',
  'supplies.palletBoxes',
  'supplies.pallets',
  'supplies.scans',
  'tasks.get',
  'tasks.list',
  'tasks.times',
  'users.get',
  'users.list',
  'views.get',
  'views.list',
  'warehouses.get',
  'warehouses.list',
] as const satisfies readonly StaffName[]

/** The other reads of staff, each with the reason why it is not kept. */
export const unkeptCalls = {
  'account.sessions': 'addresses of devices',
  'devices.list': 'subscriptions of devices',
  'printers.prints': 'a queue, of which only the present state is of use',
  'search.find': 'a search over everything',
  'stats.graphFile': 'a file',
  'supplies.label': 'a picture to print',
  'supplies.labels': 'a file',
  'supplies.palletLabels': 'a file',
  'totp.get': 'the second factor',
} as const satisfies Partial<Record<StaffName, string>>

const names = new Set<unknown>(keptCalls)

/** @param name the first part of the key of a query */
export const isKeptCall = (name: unknown): name is CallName => names.has(name)
