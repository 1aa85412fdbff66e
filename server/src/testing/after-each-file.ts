import { afterAll } from 'vitest'
import { leftOpen } from '../cli/left-open.ts'
import { forgetSecrets } from './secrets.ts'

// Run anew for each test file. A module is read once for many files, so a hook beside its functions closes only what the
// first of them has opened.
afterAll(async () => {
  for (const close of leftOpen.splice(0)) await close()
  forgetSecrets()
})
