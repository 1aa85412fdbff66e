import type { Instruction } from '@artel/contract/instructions/instructions'
import type { InstructionBrief } from '@artel/contract/instructions/instructions.brief'
import type { Person } from '@artel/contract/users/users'
import type { Answer, InputOf } from '../../../api/send/calls.ts'
import type { WaitingStep } from '../../../api/steps/waiting-step.ts'

type Read = Pick<InstructionBrief, 'id' | 'revision' | 'is_read'>

/** Confirmations of the same revision are one. A refused one does not hold back that of the next revision. */
export const readingSubject = ({ id, revision }: Omit<Read, 'is_read'>): string =>
  `instruction:${id}:${revision}`

const findReading = (row: Read, steps: readonly WaitingStep[]): WaitingStep | undefined =>
  row.is_read
    ? undefined
    : steps.find(({ call, subject }) => call === 'instructions.read' && subject === readingSubject(row))

/** The instructions of a product or task as they will be when the server has taken the waiting confirmations. */
export function foreseeBriefs<Row extends Read, Holder extends { instructions: Row[] }>(
  holder: Holder,
  steps: readonly WaitingStep[],
): Holder {
  const isForeseen = (row: Row) => findReading(row, steps) !== undefined
  if (!holder.instructions.some(isForeseen)) return holder
  const instructions = holder.instructions.map((row) => (isForeseen(row) ? { ...row, is_read: true } : row))
  return { ...holder, instructions }
}

/** The instruction as it will be when the server has taken the waiting confirmation of this person. */
export function foreseeInstruction(
  instruction: Instruction,
  steps: readonly WaitingStep[],
  { user, offsetMs }: { user: Person; offsetMs: number },
): Instruction {
  const reading = findReading(instruction, steps)
  if (!reading) return instruction
  const read_at = new Date(reading.made_at + offsetMs).toISOString()
  return { ...asRead(instruction), read_by: [{ user, read_at }, ...instruction.read_by] }
}

type List = Answer<'instructions.list'>

/** The list as it will be when the server has taken the waiting confirmations. A list of unread ones loses these rows. */
export function foreseeInstructions(
  answer: List,
  { body }: InputOf<'instructions.list'>,
  steps: readonly WaitingStep[],
): List {
  const isForeseen = (row: Read) => findReading(row, steps) !== undefined
  const foreseen = answer.instructions.filter(isForeseen).length
  if (foreseen === 0) return answer
  if (body?.unread !== true)
    return {
      ...answer,
      instructions: answer.instructions.map((row) => (isForeseen(row) ? asRead(row) : row)),
    }
  const total = answer.pagination.total - foreseen
  const left = answer.instructions.filter((row) => !isForeseen(row))
  return { ...answer, instructions: left, pagination: { ...answer.pagination, total } }
}

const asRead = <Row extends Read & { can: { read: boolean } }>(row: Row): Row => ({
  ...row,
  is_read: true,
  can: { ...row.can, read: false },
})
