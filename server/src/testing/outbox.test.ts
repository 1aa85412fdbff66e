import { expect, test } from 'vitest'
import { useTestApp } from './app.ts'
import { useLoneTestApp } from './installation.ts'
import { workJobs } from './outbox.ts'

const [shared, lone] = [useTestApp(), useLoneTestApp()]

test('all jobs are worked only where no other test file has jobs', async () => {
  await expect(workJobs(shared.root)).rejects.toThrow('workOnly')
  await workJobs(lone.root)
})
