import type { Server } from './server.ts'

/** Settings of a server that `inspectorOf` finds an inspector of. */
export const inspected = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

type Usage = { heapUsed: number; external: number }

/** Where the inspector of a server answers. @throws where it was started without one */
export function inspectorOf(server: Server): string {
  const address = /ws:\/\/\S+/.exec(server.output())?.[0]
  if (!address) throw new Error('The server was not started with an inspector')
  return address
}

/**
 * What a server still holds once it has collected its garbage, in MiB: its heap and what buffers keep beside it. The
 * memory of its process says less: it keeps garbage for as long as there is room.
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
    const { heapUsed, external } = (answer as { result: { value: Usage } }).result.value // what Node documents
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
