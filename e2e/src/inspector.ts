import type { Server } from './server.ts'

/** Settings of a server that `readLiveMiB` can look into. */
export const inspected = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

type Usage = { heapUsed: number; external: number }

/** What a server still holds once it has collected its garbage, in MiB: its heap and what buffers keep beside it. */
export async function readLiveMiB(server: Server): Promise<number> {
  const url = /ws:\/\/\S+/.exec(server.output())?.[0]
  if (!url) throw new Error('The server was not started with an inspector')
  const socket = new WebSocket(url)
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
