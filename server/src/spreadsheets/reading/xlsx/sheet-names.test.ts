import { expect, test } from 'vitest'
import { leastOf } from '../../../testing/thread-cpu.ts'
import { longestTurnMs } from '../../../testing/turns.ts'
import { workbookFile } from '../../../testing/values/workbook-file.ts'
import { readTable } from '../read-table.ts'
import { withFile } from '../testing.ts'

const sheetsNamed = (name: string, length: number) =>
  workbookFile({
    sheets: Array.from({ length }, () => ({ name, xml: '<row><c t="str"><v>Header</v></c></row>' })),
  })
const person = { companyId: 1, userId: 1 }
const namesOf = (bytes: Buffer) =>
  withFile(bytes, (path) => readTable({ path }, { person }, async ({ sheets }) => sheets))

test('names of sheets of millions of characters do not hold the event loop', {
  timeout: 120_000,
}, async () => {
  // Each sign of the first kind takes six characters between processes.
  const bytes = sheetsNamed('&#1;Я'.repeat(32_000), 60)
  expect(await leastOf(50, () => longestTurnMs(() => namesOf(bytes)))).toBeLessThan(50)
  expect((await namesOf(bytes)).map(({ length }) => length)).toEqual(Array.from({ length: 60 }, () => 200))
})
