import { connect, type Socket } from 'node:net'

export type WireAnswer = { status: number; headers: string; body: string }

/** A socket to a server on this machine. A reset connection raises no error. */
export function openSocket(port: number, options: { localAddress?: string } = {}): Socket {
  const socket = connect({ port, host: '127.0.0.1', ...options })
  socket.on('error', () => undefined)
  return socket
}

/** Sends raw bytes and returns the answer after the other side closes; status 0 means no answer. */
export async function sendBytes(port: number, ...bytes: (string | Buffer)[]): Promise<WireAnswer> {
  const socket = openSocket(port)
  for (const part of bytes) socket.write(part)
  return readAnswer(socket)
}

/** Reads the answer on a socket until the other side closes. */
export async function readAnswer(socket: Socket): Promise<WireAnswer> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise((resolve) => socket.once('close', resolve))
  const text = Buffer.concat(chunks).toString('utf8')
  const end = text.indexOf('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
  return { status, headers: text.slice(0, Math.max(0, end)), body: end < 0 ? '' : text.slice(end + 4) }
}

/** A complete request head. Headers are sent unchanged. */
export const head = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'host: artel', ...headers, '', ''].join('\r\n')
