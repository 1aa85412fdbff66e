import { jobKind } from '../../jobs/jobs.ts'

/** Removes the files of a row that was deleted or that has other files now. */
export const removeFiles = jobKind<{ keys: string[] }>('remove-media-files', { retries: 15 })

/** Removes stored files, unless their row was inserted. */
export const settleUpload = jobKind<{ keys: string[] }>('settle-upload', { retries: 15 })
