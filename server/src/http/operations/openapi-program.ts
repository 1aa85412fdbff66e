import { describeApi } from './openapi.ts'

// The build stores this output beside the server.
process.stdout.write(JSON.stringify(describeApi()))
