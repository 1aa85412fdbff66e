import { expect } from 'vitest'
import type { Answer, TestClient } from '../client.ts'

/**
 * The final answer of an import that continues after its response, as it does after 5 s on a busy machine.
 */
export async function followImport(client: TestClient, sent: Answer): Promise<Answer> {
  if (sent.statusCode !== 202) return sent
  const { id } = sent.body.import as { id: number }
  const find = async () =>
    (await client.get(`/imports/${id}`)).body.import as { state: string; report: object }
  await expect.poll(async () => (await find()).state, { timeout: 60_000 }).toBe('done')
  const { report, ...found } = await find()
  return { ...sent, statusCode: 200, body: { ...sent.body, import: { ...found, report }, ...report } }
}
