import type { ListedInstruction } from '@artel/contract/instructions/instructions'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

type Read = Pick<ListedInstruction, 'is_published' | 'requires_ack' | 'is_read'>

export const rightsTo = (actor: Actor, row: Read): ListedInstruction['can'] => ({
  edit: isAdmin(actor),
  delete: isAdmin(actor),
  read: asks(row) && !row.is_read,
})

/** Whether people must confirm the instruction. */
export const asks = ({ is_published, requires_ack }: Omit<Read, 'is_read'>): boolean =>
  is_published && requires_ack

/** @throws ApiError forbidden */
export const toManage = <T extends object>(actor: Actor, row: T): Allowed<T, 'manage'> =>
  allow(row, 'manage', isAdmin(actor))
