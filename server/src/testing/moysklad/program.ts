import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fillCompany } from './catalogue.ts'
import { type Fault, startMoySklad } from './simulator.ts'

// MoySklad as a separate program, for end-to-end tests and manual checks. It prints one line with its
// address, its token and the address that takes control commands. `PORT` sets its port.
const simulator = await startMoySklad(Number(process.env.PORT ?? 0))
const account = simulator.addAccount('uyut')
fillCompany(account)
const token = account.addToken()

type Told = {
  /** Creates or updates an entity. */
  put?: {
    type: 'organization' | 'store' | 'product' | 'bundle' | 'employee'
    fields: Record<string, unknown>
  }
  remove?: { type: 'organization' | 'store' | 'product' | 'bundle' | 'employee'; id: string }
  stock?: { product: string; store: string; quantity: number }
  faults?: Omit<Fault, 'path'>[]
  /** Whether the principal of the token is blocked. */
  isBlocked?: boolean
}

const control = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // Buffers, because no encoding is set
  const { put, remove, stock, faults, isBlocked }: Told = JSON.parse(Buffer.concat(chunks).toString() || '{}')
  const made = put && account.put(put.type, put.fields)
  if (remove) account.remove(remove.type, remove.id)
  if (stock) account.setStock(stock.product, stock.store, stock.quantity)
  if (faults) simulator.faults = faults
  const principal = simulator.tokens.get(token)
  if (isBlocked !== undefined && principal) principal.isBlocked = isBlocked
  const theirs = Object.fromEntries(
    Object.entries(account.entities).map(([type, all]) => [type, [...all.values()]]),
  )
  const told = {
    made,
    asked: simulator.asked.length,
    hooks: account.hooks.hooks.size,
    sent: account.hooks.sent,
  }
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ ...told, refused: simulator.limiter.refused, theirs }))
})
control.listen(0, '127.0.0.1')
control.once('listening', () => {
  const { port } = control.address() as AddressInfo // an AddressInfo, because the server listens on a port
  process.stdout.write(
    `${JSON.stringify({ url: simulator.url, token, control: `http://127.0.0.1:${port}` })}\n`,
  )
})
