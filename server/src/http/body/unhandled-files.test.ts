import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshMs } from '../../sessions/session.ts'
import { TestClient } from '../../testing/client.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { photo, upload } from '../../testing/media/media.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { head, openSocket, readAnswer } from '../../testing/wire.ts'

// The file has its own database, because the test takes a table away.
const test_ = useLoneTestApp()

const form = 'content-type: multipart/form-data; boundary=x'
const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
const end = '\r\n--x--\r\n'
/** Uploads that one person may send at once. */
const atOnce = 6

test('a form whose call fails before it begins leaves no file and frees its place', async () => {
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = test_.app.server.address() as AddressInfo // it listens on a port
  const client = await TestClient.signIn(
    test_.app,
    await buildUser(test_.root, await buildCompany(test_.root), 'owner'),
  )
  const content = await photo('png', 8, 8)
  const length = `content-length: ${part.length + content.length + end.length}`
  const signedIn = [
    `cookie: ${client.cookieHeader()}`,
    `x-xsrf-token: ${client.csrfHeader()['x-xsrf-token']}`,
  ]
  const sockets = Array.from({ length: atOnce }, () => {
    const socket = openSocket(port)
    socket.write(head('POST /api/multimedia', ...signedIn, form, length, 'connection: close'))
    socket.write(part)
    socket.write(content)
    return { socket, answer: readAnswer(socket) }
  })
  // The session is read again only if it is older when the call begins.
  await sleep(freshMs + 500)
  await sql`alter table sessions rename to hidden_sessions`.execute(test_.root)
  for (const { socket } of sockets) socket.write(end)
  const answers = await Promise.all(sockets.map(({ answer }) => answer))
  await sql`alter table hidden_sessions rename to sessions`.execute(test_.root)
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: atOnce }, () => 500))
  expect(await readdir(test_.uploads.folder)).toEqual([])
  expect((await upload(client, content)).statusCode).toBe(201)
})
