import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSame, sign } from './csrf.ts'
import { isHttps, type SessionSettings } from './session.ts'

/** A browser, and the people who are known to use it. */
export type Device = { id: string; userIds: readonly number[] }

const lifeSeconds = 365 * 86_400
// A shared tablet of a shift has them all.
const mostUsers = 30

const cookieName = (isSecure: boolean) => (isSecure ? '__Host-artel_device' : 'artel_device')

/** The device as its signed cookie tells; a new one where there is no cookie of ours. */
export function readDevice(request: FastifyRequest, settings: SessionSettings): Device {
  const cookie = request.cookies[cookieName(isHttps(request, settings))] ?? ''
  const [id = '', users = '', signature = ''] = cookie.split('.')
  if (!isSame(signature, sign(settings.secretKey, 'device', `${id}.${users}`))) {
    return { id: randomBytes(12).toString('base64url'), userIds: [] }
  }
  return { id, userIds: users.split('-').map(Number) }
}

/** Remembers that the person has signed in or reset their password here: a guesser elsewhere cannot lock them out of this device. */
export function sendDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: SessionSettings,
  userId: number,
): void {
  const { id, userIds } = readDevice(request, settings)
  const known = [userId, ...userIds.filter((other) => other !== userId)].slice(0, mostUsers).join('-')
  const secure = isHttps(request, settings)
  const value = `${id}.${known}.${sign(settings.secretKey, 'device', `${id}.${known}`)}`
  reply.setCookie(cookieName(secure), value, {
    path: '/',
    sameSite: 'lax',
    secure,
    httpOnly: true,
    maxAge: lifeSeconds,
  })
}
