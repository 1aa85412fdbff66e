import type { UserType } from '@artel/contract/access'
import { automaticKinds } from '@artel/contract/pushes/pushes.line'
import type { UserSettings } from '@artel/contract/users/users'

/** `push`: what the company writes to people. */
export type PushKind = 'push' | (typeof automaticKinds)[number]

/** The kinds of pushes that a person can get. Only staff are told about the end of the working day. */
export const pushKindsOf = (type: UserType): PushKind[] => [
  'push',
  ...automaticKinds.filter((kind) => type === 'staff' || kind !== 'workday_end'),
]

/** Whether pushes of the kind are sent to the devices of a person. A kind that is off in the bell is not. */
export const isPushed = (kind: PushKind, { pushes, notifications }: UserSettings): boolean =>
  (pushes?.[kind] ?? true) && (kind === 'push' || notifications?.[kind] !== false)
