import { expect, test } from 'vitest'
import { hideSecrets } from './log-request.ts'

test.each([
  ['/reset/secret?email=dasha%40artel.test&_t=1', '/reset/…?email=…&_t=1'],
  ['/api/auth/email/verify?token=secret', '/api/auth/email/verify?token=…'],
  ['/api/listing/tasks?limit=10&page=2', '/api/listing/tasks?limit=10&page=2'],
])('the log shows %s as %s', (url, shown) => {
  expect(hideSecrets(url)).toBe(shown)
})
