export { ImportPage } from './import-page.tsx'
export type { ImportSubject } from './import-subject.ts'
