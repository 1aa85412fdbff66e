import { register } from 'tsx/esm/api'

// A thread does not inherit that its process reads TypeScript.
register()
await import('./table-worker.ts')
