import { afterAll } from 'vitest'
import { leftOpen } from '../cli/left-open.ts'
import { renewTestAddress } from './client.ts'
import { clearSecrets } from './secrets.ts'

// Runs for each test file. A module is loaded once for many files, so a hook beside its functions would close
// only what the first file opened.
afterAll(async () => {
  for (const close of leftOpen.splice(0)) await close()
  clearSecrets()
  renewTestAddress()
})
