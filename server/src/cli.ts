// What scripts/artel.mjs runs, as it is built.
export { runCommand } from './cli/run.ts'
