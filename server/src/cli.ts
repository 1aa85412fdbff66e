// The entry point that scripts/artel.mjs runs after the build.
export { runCommand } from './cli/run.ts'
