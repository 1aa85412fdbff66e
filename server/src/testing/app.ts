import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, inject } from 'vitest'
import { type AppOptions, buildApp } from '../app.ts'
import { openPool, openRoot, type Root } from '../database/open.ts'

const texts = {
  locales: { en: { 'tasks.title': 'Tasks' }, ru: { 'tasks.title': 'Задачи' } },
  etag: '"texts-1"',
}

export const testSettings = {
  secretKey: 'a key for the tests, long enough to be one',
  appUrl: undefined,
  isProduction: false,
  trustProxy: false,
}

export type TestApp = { app: FastifyInstance; root: Root }

/** A server of the test file's own, on the run's database, without a port. The object is filled before the tests run. */
export function useTestApp(settings: Partial<AppOptions['settings']> = {}): TestApp {
  const test = {} as TestApp // filled by beforeAll, before any test reads it
  beforeAll(async () => {
    test.root = openRoot(openPool(inject('connection'), () => {}))
    test.app = await buildApp({ root: test.root, settings: { ...testSettings, ...settings }, texts })
  })
  afterAll(async () => {
    await test.app.close()
    await test.root.destroy()
  })
  return test
}
