import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { fieldsOf, type TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { mediaOf } from '../../testing/media/media.ts'
import { buildTeam } from '../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let as: Record<'staff', TestClient>

beforeEach(async () => {
  ;({ db, as } = await buildTeam(test_))
})

async function expectRefused(url: string): Promise<void> {
  const before = await fingerprint(test_.root, [db.companyId])
  const answer = await as.staff.post('/multimedia', { type: 'link', path: 'tasks', url })
  expect(fieldsOf(answer)).toEqual([422, 'url'])
  expect(await fingerprint(test_.root, [db.companyId])).toEqual(before)
}

describe('a link', () => {
  // All spellings of an address that lead to the host after the @ sign, whatever precedes it.
  const starts = [
    'https:',
    'HTTPS:',
    'https:/',
    'https://',
    'https:///',
    'https:\\\\',
    'https:/\\',
    'https:/\t/',
    'ht\ntps:',
  ]
  const names = ['', ':', 'wildberries.ru', 'wildberries.ru:secret', ':secret', 'a@b', '%40']
  test.each(starts.flatMap((start) => names.map((name) => `${start}${name}@evil.example/`)))(
    'that hides its host is refused: %j',
    (url) => expectRefused(url),
  )

  test.each([
    `https://a.test/${'ы'.repeat(333)}`,
    `https://a.test/?${'"'.repeat(1000)}`,
    `https://a.test/${' x'.repeat(900)}`,
    `https://a.test/${'x'.repeat(2000)}`,
  ])('whose normalized form is too long is refused: %.20s…', (url) => expectRefused(url))

  test.each([`https://${`${'a'.repeat(60)}.`.repeat(4)}test/`, `https://${'㌖'.repeat(50)}.com/`])(
    'with a host over the limit of names is stored with a short name, or refused: %.20s…',
    async (url) => {
      const answer = await as.staff.post('/multimedia', { type: 'link', path: 'tasks', url })
      expect([201, 422]).toContain(answer.statusCode)
      if (answer.statusCode === 201) expect(mediaOf(answer).name?.length).toBeLessThanOrEqual(200)
    },
  )

  test.each([
    ['https://artel.test/@seller?to=a@b#c@d', 'https://artel.test/@seller?to=a@b#c@d'],
    ['https:artel.test/@seller', 'https://artel.test/@seller'],
    ['https://artel.test?a@b', 'https://artel.test/?a@b'],
  ])('may have an @ sign after its host: %s', async (url, stored) => {
    const answer = await as.staff.post('/multimedia', { type: 'link', path: 'tasks', url })
    expect(mediaOf(answer)).toMatchObject({ url: stored, name: 'artel.test' })
  })
})
