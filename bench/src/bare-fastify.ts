import fastify from 'fastify'

// What any server of this kind costs before it does anything.
const app = fastify()
app.get('/healthz', async () => ({ status: true }))
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write('ready\n')
