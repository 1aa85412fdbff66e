import type { Instruction } from '@artel/contract/instructions/instructions'
import { cutText } from '@artel/contract/shapes/storable'
import { bodyOfValues } from '../../../forms/form/body-of-values.ts'
import { valuesFrom } from '../../../forms/form/values-from.ts'
import { changedValues, differs } from '../../../forms/save/stale-fields.ts'

export type InstructionValues = {
  title: string
  category: string
  /** HTML, as the server stores it. */
  body: string
  multimedia_ids: readonly number[]
  product_ids: number[]
  requires_ack: boolean
  is_published: boolean
}

export const emptyInstruction: InstructionValues = {
  title: '',
  category: '',
  body: '',
  multimedia_ids: [],
  product_ids: [],
  requires_ack: false,
  is_published: false,
}

export const valuesOf = (instruction: Instruction): InstructionValues =>
  valuesFrom(emptyInstruction, instruction, {
    multimedia_ids: instruction.multimedia.map(({ id }) => id),
  })

/** The body of an update: the fields that differ from `before`. */
export const changeOf = (values: InstructionValues, before: InstructionValues) =>
  bodyOfValues<'instructions.update'>(changedValues(values, before))

/** The body of a create. */
export const draftOf = (values: InstructionValues) => bodyOfValues<'instructions.create'>(values)

/**
 * Whether to ask for a new revision:
 * the content changed, and the instruction is published and requires confirmation.
 */
export function asksForRevision(values: InstructionValues, before: InstructionValues): boolean {
  const isTold = before.is_published && before.requires_ack && values.is_published && values.requires_ack
  const said = ({ title, body, multimedia_ids }: InstructionValues) => [title, body, multimedia_ids]
  return isTold && differs(said(values), said(before))
}

/** Characters of a text that the question about a conflict shows. */
const maxShown = 240

/** The text without tags, to show two versions in a line each. */
export function plainText(body: string): string {
  const { textContent } = new DOMParser().parseFromString(body.replaceAll('</', ' </'), 'text/html').body
  const plain = textContent.replace(/\s+/g, ' ').trim()
  return plain.length > maxShown ? `${cutText(plain, maxShown)}…` : plain
}
