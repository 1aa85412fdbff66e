import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { copyIn, copyOut } from './copy.ts'

// The end of the output may arrive together with a row that fills the buffer of the reader.
test.each([1_500_000, 2_000_000, 4_000_000])(
  'a connection answers the next statement after a row of %i bytes was read',
  { timeout: 20_000 },
  async (bytes) => {
    const client = new pg.Client(inject('connection'))
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('create temporary table long (words text)')
    const rows = (async function* () {
      yield Buffer.from(`${'x'.repeat(bytes)}\n`)
    })()
    await copyIn(client, 'copy long from stdin', rows)
    let read = 0
    for await (const lines of copyOut(client, 'copy long to stdout')) read += (lines as Buffer).length
    expect(read).toBe(bytes + 1)
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  },
)
