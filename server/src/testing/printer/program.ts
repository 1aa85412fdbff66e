import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import sharp from 'sharp'
import { TestPrinter, type Trouble } from './printer.ts'

// The printer of the tests as a program: it prints its ports (`PORT` sets the raw one), takes its troubles by POST, and shows what it has
// printed: GET `/` the number of labels, GET `/1.png` the first one.
type Told = { trouble?: Trouble | null; msPerLabel?: number; isSilent?: boolean; cutAfter?: number }

const printer = await TestPrinter.open(8, Number(process.env.PORT ?? 0))
const control = createServer(async (request, response) => {
  if (request.method === 'POST') {
    // Only the tests post here.
    Object.assign(printer, (await json(request)) as Told)
    return response.end()
  }
  const number = /^\/(\d+)\.png$/.exec(request.url ?? '')?.[1]
  const label = number && printer.labels[Number(number) - 1]
  if (!label) return response.end(JSON.stringify({ labels: printer.labels.length }))
  const { width, height, greys } = label
  const png = await sharp(greys, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
  return response.setHeader('content-type', 'image/png').end(png)
})
control.listen(0, '127.0.0.1', () => {
  const { port } = control.address() as AddressInfo // it listens on a port
  process.stdout.write(`${JSON.stringify({ port: printer.port, control: `http://127.0.0.1:${port}` })}\n`)
})
