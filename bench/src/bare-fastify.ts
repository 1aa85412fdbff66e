import fastify from 'fastify'

// The base cost of any server of this kind.
const app = fastify()
app.get('/healthz', async () => ({ status: true }))
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write('ready\n')
