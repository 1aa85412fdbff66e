import { randomBytes } from 'node:crypto'

export type FormPart = readonly [name: string, value: string | { name: string; content: Buffer }]

/** A multipart body in the format of a browser, with its parts in this order. */
export function multipart(parts: readonly FormPart[]): {
  payload: Buffer
  headers: { 'content-type': string }
} {
  const boundary = `x${randomBytes(12).toString('hex')}`
  const chunks = parts.flatMap(([name, value]) => {
    const isText = typeof value === 'string'
    const file = isText ? '' : `; filename="${value.name.replace(/"/g, '%22')}"`
    const type = isText ? '' : 'content-type: application/octet-stream\r\n'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n${type}\r\n`
    return [Buffer.from(head), isText ? Buffer.from(value) : value.content, Buffer.from('\r\n')]
  })
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
