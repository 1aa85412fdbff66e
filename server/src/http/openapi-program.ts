import { describeApi } from './openapi.ts'

// The build keeps what this prints beside the server.
process.stdout.write(JSON.stringify(describeApi()))
