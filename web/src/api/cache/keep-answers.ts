import { startKeeping } from '../kept/kept.ts'
import { readCurrentAt } from '../send/connection.ts'
import { readSession, sessionTime } from '../session/session.ts'
import { queryClient } from './query-client.ts'
import { asOf, readOwner } from './recall-answer.ts'

/** Keeps on this device what the signed-in person reads, for a time without a connection. `generation`: see holds.ts. */
export async function keepAnswers(generation: string): Promise<void> {
  const session = () => {
    const [owner, present] = [readOwner(), readSession()]
    if (!owner || !present?.user) return null
    const { at, isRestored } = sessionTime()
    return { ...owner, at: isRestored ? at : Math.max(at, readCurrentAt()), session: present }
  }
  try {
    await startKeeping({ cache: queryClient.getQueryCache(), session, asOf, generation })
  } catch {
    // The browser forbids databases, as in some private windows. Then nothing is kept.
  }
}
