import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSigned, sign } from './csrf.ts'
import { isHttps, type SessionSettings } from './session.ts'

/** A browser, and the people known to use it, each with the epoch of their account. */
export type Device = { id: string; users: readonly KnownUser[] }
type KnownUser = { id: number; epoch: number }

const lifeSeconds = 365 * 86_400
// People remembered on a device. A tablet that a shift shares has all people of the shift.
const maxUsers = 30

const cookieName = (isSecure: boolean) => (isSecure ? '__Host-artel_device' : 'artel_device')

/** The device of the signed cookie; a new device if there is no cookie signed by us. */
export function readDevice(request: FastifyRequest, settings: SessionSettings): Device {
  const cookie = request.cookies[cookieName(isHttps(request, settings))] ?? ''
  const [id = '', users = '', signature = ''] = cookie.split('.')
  if (!isSigned(settings.secretKey, 'device', `${id}.${users}`, signature)) {
    return { id: randomBytes(12).toString('base64url'), users: [] }
  }
  return { id, users: users.split('-').map(readUser) }
}

// Cookies from before epochs existed contain only the id.
function readUser(text: string): KnownUser {
  const [id, epoch = 0] = text.split('~').map(Number)
  return { id: id ?? 0, epoch }
}

const writeUser = ({ id, epoch }: KnownUser): string => (epoch === 0 ? String(id) : `${id}~${epoch}`)

/** Whether the device is known to the account in its present epoch. */
export const isKnown = ({ users }: Device, { id, epoch }: KnownUser): boolean =>
  users.some((user) => user.id === id && user.epoch === epoch)

/**
 * Remembers that the person has signed in or reset their password here, so that a guesser elsewhere cannot
 * lock them out of this device.
 */
export function sendDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: SessionSettings,
  user: KnownUser,
): void {
  const { id, users } = readDevice(request, settings)
  const others = users.filter((other) => other.id !== user.id)
  const known = [user, ...others].slice(0, maxUsers).map(writeUser).join('-')
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
