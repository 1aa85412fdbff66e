import type { Server } from './server.ts'

/** Settings of a server with an inspector, which `inspectorOf` finds. */
export const inspected = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

type Usage = { heapUsed: number; external: number }

/** The address of a server's inspector. @throws if the server was started without an inspector */
export function inspectorOf(server: Server): string {
  const address = /ws:\/\/\S+/.exec(server.output())?.[0]
  if (!address) throw new Error('The server was not started with an inspector')
  return address
}

/**
 * MiB that a server holds after a garbage collection: its heap and the external memory of its buffers. The
 * memory of the process says less, because a process keeps garbage while there is room.
 */
export async function readLiveMiB(inspector: string): Promise<number> {
  const socket = new WebSocket(inspector)
  try {
    await new Promise((resolve, reject) => {
      socket.onopen = resolve
      socket.onerror = reject
    })
    await ask(socket, 1, 'HeapProfiler.collectGarbage')
    const expression = 'process.memoryUsage()'
    const answer = await ask(socket, 2, 'Runtime.evaluate', { expression, returnByValue: true })
    // The shape that Node documents.
    const { heapUsed, external } = (answer as { result: { value: Usage } }).result.value
    return (heapUsed + external) / 1_048_576
  } finally {
    socket.close()
  }
}

function ask(socket: WebSocket, id: number, method: string, params: object = {}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    socket.addEventListener('close', () => reject(new Error('The server closed its inspector')))
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data))
      if (answer.id === id) resolve(answer.result)
    })
    socket.send(JSON.stringify({ id, method, params }))
  })
}
