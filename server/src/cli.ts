// Runs the commands of the administration: `npm run artel -- COMMAND` in a checkout, `artel COMMAND` in a release.
import { runCommand } from './cli/run.ts'

// A reader of the output may close the pipe early, as `head` does. The command still runs to its end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
process.exitCode = await runCommand(process.argv.slice(2), process)
