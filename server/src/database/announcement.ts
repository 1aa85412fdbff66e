import type { LiveEvent } from '@artel/contract/events'

/** The recipients: everyone; some users together with all admins and owners; or only some users. */
export type Audience = 'everyone' | readonly number[] | { only: readonly number[] }
/** An event that is sent to people of the company after the commit. */
export type Announcement = { companyId: number; event: LiveEvent; audience: Audience }
