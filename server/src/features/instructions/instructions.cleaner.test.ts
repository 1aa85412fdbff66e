import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { fieldsOf, TestClient } from '../../testing/client.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { cpuMsOf, leastOf } from '../../testing/thread-cpu.ts'
import { longestTurnMs } from '../../testing/turns.ts'
import { BodyCleaner } from './instructions.cleaner.ts'
import { cleanBody } from './instructions.html.ts'

describe('a body', () => {
  const test_ = useTestApp()
  let admin: TestClient

  beforeAll(async () => {
    const db = await buildCompany(test_.root)
    admin = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
  })

  const create = (body: string) => admin.post('/instructions/create', { title: 'Лента', body })
  const nested = (tag: string, depth: number) => `${`<${tag}>`.repeat(depth)}да${`</${tag}>`.repeat(depth)}`

  test.each([
    ['more tags than there may be', '<x>'.repeat(60_000), /10[,\s]000/],
    ['one tag more', '<p>а</p>'.repeat(5000).concat('<br>'), /10[,\s]000/],
    ['signs that could begin tags', '<'.repeat(150_000), /10[,\s]000/],
    ['tags too deep in each other', nested('blockquote', 51), /50/],
    ['tags too deep that are not kept', nested('x', 51), /50/],
    ['tags that are never closed', '<div>'.repeat(9000), /50/],
  ])('with %s is rejected at its field, and nothing is stored', async (_, body, named) => {
    const answer = await create(body)
    expect(fieldsOf(answer)).toEqual([422, 'body'])
    expect(answer.body.errors?.body?.[0]).toMatch(named)
    expect((await admin.post('/instructions')).body.instructions).toEqual([])
  })

  test('within the limits is stored unchanged, also on update', async () => {
    const [most, deepest] = ['<p>а</p>'.repeat(5000), nested('blockquote', 50)]
    const { statusCode, body } = await create(most)
    const { id, version } = body.instruction as { id: number; version: number }
    expect([statusCode, body.instruction]).toMatchObject([201, { body: most }])
    const changed = await admin.send('PUT', `/instructions/${id}`, { version, body: deepest })
    expect(changed.body.instruction).toMatchObject({ body: deepest })
    const refused = await admin.send('PUT', `/instructions/${id}`, { body: `<ul><li>${deepest}</li></ul>` })
    expect(fieldsOf(refused)).toEqual([422, 'body'])
    expect((await admin.get(`/instructions/${id}`)).body.instruction).toMatchObject({ body: deepest })
    await admin.send('DELETE', `/instructions/${id}`)
  })

  test('that is as slow as the limits allow does not block the event loop', async () => {
    const bad = [
      '&'.repeat(200_000),
      '😀'.repeat(100_000),
      ' &lt;'.repeat(39_000),
      '<x></x>'.repeat(5000),
      '<p><b></b></p>'.repeat(2500),
      '<p>'.concat('я'.repeat(30), '</p>').repeat(5000),
    ]
    const sendAll = async () => {
      const codes: number[] = []
      for (const body of bad) codes.push((await create(body)).statusCode)
      return codes
    }
    await sendAll()
    // CPU time of the slowest body if it were cleaned on the event loop.
    const costs: number[] = []
    for (const body of bad) costs.push(await cpuMsOf(() => cleanBody(body, [])))
    const inPlace = Math.max(...costs)
    const calm = await longestTurnMs(() => pass(50))
    let sent: number[][] = []
    const hostile = await leastOf(Math.min(calm + 50, inPlace / 2), () =>
      longestTurnMs(async () => {
        sent = await Promise.all([sendAll(), sendAll()])
      }),
    )
    expect(hostile).toBeLessThan(calm + 50)
    // Cleaning on the event loop would make the longest turn at least this long.
    expect(hostile).toBeLessThan(inPlace / 2)
    // Written out in full, the first body exceeds the maximum length.
    for (const codes of sent) expect(codes).toEqual([422, 201, 201, 201, 201, 201])
  })

  /** Waits for the given number of turns of the event loop. */
  async function pass(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) await setImmediate()
  }
})

describe('a cleaner', () => {
  const [usual, hurried] = [new BodyCleaner(), new BodyCleaner(1)]
  const ann = { companyId: 1, userId: 1 }
  afterAll(() => Promise.all([usual.close(), hurried.close()]))

  test('gives the same result in a thread as in place', async () => {
    const html = '<p>Да<script>alert(1)</script></p><img data-media="3"><img data-media="4">'
    expect(await usual.clean(html, [3], ann)).toEqual({ body: cleanBody(html, [3]), words: 'Да' })
    expect(await usual.clean('', [], ann)).toEqual({ body: '', words: '' })
  })

  test('rejects a body that takes too long, and another cleaner still works', async () => {
    const late = hurried.clean('&'.repeat(200_000), [], ann)
    await expect(late).rejects.toMatchObject({
      code: 'invalid',
      issues: [{ path: 'body', key: 'text_too_complex' }],
    })
    expect(await usual.clean('<p>Да</p>', [], ann)).toMatchObject({ words: 'Да' })
  })

  test('does not count the start of a thread as time of the body', async () => {
    // A start takes longer than this limit. One success of five is enough, because other work only adds to it.
    const ends: string[] = []
    for (let round = 0; round < 5 && !ends.includes('Да'); round += 1) {
      const fresh = new BodyCleaner(100)
      ends.push(await fresh.clean('<p>Да</p>', [], ann).then(({ words }) => words, String))
      await fresh.close()
    }
    expect(ends).toContain('Да')
  })

  test('rejects calls beyond a short queue, because each waiting call holds a connection', async () => {
    const bodies = Array.from({ length: 30 }, () => usual.clean('<p>Да</p>', [], ann))
    const ends = await Promise.allSettled(bodies)
    const codes = ends.map((end) => (end.status === 'rejected' ? end.reason.code : end.value.words))
    expect(new Set(codes)).toEqual(new Set(['Да', 'too_many_requests']))
    expect(await usual.clean('<p>Да</p>', [], ann)).toMatchObject({ words: 'Да' })
  })
  test('cleans the bodies of one company during a flood from another company', async () => {
    const large = '<p><b></b></p>'.repeat(2500)
    const flood = Array.from({ length: 12 }, (_, at) =>
      usual.clean(large, [], { companyId: 2, userId: at % 3 }),
    )
    const ends = Promise.allSettled(flood)
    for (let save = 0; save < 3; save += 1)
      expect(await usual.clean('<p>v1</p>', [], ann)).toMatchObject({ words: 'v1' })
    expect((await ends).some(({ status }) => status === 'rejected')).toBe(true)
  })
})
