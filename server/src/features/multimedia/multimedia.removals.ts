import { jobKind } from '../../jobs/jobs.ts'

/** Files of a row that is gone, or that has others now. */
export const removeFiles = jobKind<{ keys: string[] }>('remove-media-files', { retries: 15 })

/** Files that were stored, unless their row came. */
export const settleUpload = jobKind<{ keys: string[] }>('settle-upload', { retries: 15 })
