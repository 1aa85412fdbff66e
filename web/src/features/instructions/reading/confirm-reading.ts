import type { Instruction } from '@artel/contract/instructions/instructions'
import { addStep } from '../../../api/steps/steps.ts'
import { readingSubject } from './waiting-readings.ts'

/**
 * Confirms that the signed-in person has read the instruction, with or without a connection. The confirmation waits in
 * the queue of steps.
 */
export const confirmReading = async ({
  id,
  revision,
  title,
}: Pick<Instruction, 'id' | 'revision' | 'title'>): Promise<void> => {
  const subject = readingSubject({ id, revision })
  await addStep({ call: 'instructions.read', params: { id }, body: { revision }, subject, title, seen: null })
}
