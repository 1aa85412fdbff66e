import { beforeEach, describe, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import type { TestClient } from '../../testing/client.ts'
import { mediaOf, photo, upload } from '../../testing/media/media.ts'
import { buildTeam } from '../../testing/rows/team.ts'

const test_ = useTestApp()
let staff: TestClient

beforeEach(async () => {
  staff = (await buildTeam(test_)).as.staff
})

describe('the name that a person gives', () => {
  const named = async (name: string) => {
    const link = { type: 'link', path: 'tasks', url: 'https://artel.test/' }
    const { id } = mediaOf(await staff.post('/multimedia', link))
    const content = await photo('png', 8, 8)
    return [
      await staff.post('/multimedia', { ...link, name }),
      await upload(staff, content, { name }),
      await staff.send('PUT', `/multimedia/${id}`, { name }),
    ]
  }

  test.each(['a\r\nset-cookie: x', 'a\nb', 'a\tb', 'a\u0085b'])(
    '%j is refused like any other name',
    async (name) => {
      for (const { statusCode, body } of await named(name))
        expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, ['name']])
    },
  )

  test('loses the characters that a name of a file loses: those that change the drawing order', async () => {
    const answers = await named('\u202E \u2066invoice\u061C\u202Egpj.exe\u2069')
    expect(answers.map(({ body }) => (body.multimedia as { name: string }).name)).toEqual(
      Array(3).fill('invoicegpj.exe'),
    )
  })
})
