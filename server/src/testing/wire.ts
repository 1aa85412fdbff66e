import { connect, type Socket } from 'node:net'

export type WireAnswer = { status: number; headers: string; body: string }
/** `bytes` are those of the body, and all that came after it. */
type WireBytes = WireAnswer & { bytes: Buffer }

/** A socket to a server on this machine. A reset connection raises no error. */
export function openSocket(port: number, options: { localAddress?: string } = {}): Socket {
  const socket = connect({ port, host: '127.0.0.1', ...options })
  socket.on('error', () => undefined)
  return socket
}

/** Sends raw bytes and returns the answer after the other side closes; status 0 means no answer. */
export async function sendBytes(port: number, ...bytes: (string | Buffer)[]): Promise<WireBytes> {
  const socket = openSocket(port)
  for (const part of bytes) socket.write(part)
  return readAnswer(socket)
}

/** Reads the answer on a socket until the other side closes. */
export async function readAnswer(socket: Socket): Promise<WireBytes> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise((resolve) => socket.once('close', resolve))
  const all = Buffer.concat(chunks)
  const found = all.indexOf('\r\n\r\n')
  const end = found < 0 ? all.length : found
  const bytes = all.subarray(end + 4)
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(all.toString('latin1', 0, end))?.[1] ?? 0)
  const headers = found < 0 ? '' : all.toString('utf8', 0, end)
  return { status, headers, body: bytes.toString('utf8'), bytes }
}

/** A complete request head. Headers are sent unchanged. */
export const head = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'host: artel', ...headers, '', ''].join('\r\n')
