// The person this page was loaded for. Another tab may sign in another person with the same cookie.
let person: string | null = null

/**
 * `COMPANY.USER` of the person for whom the page was loaded; null for guests and until the session is loaded.
 */
export const readPagePerson = (): string | null => person

export function setPagePerson(companyId: number | undefined, userId: number | undefined): void {
  person = companyId === undefined || userId === undefined ? null : `${companyId}.${userId}`
}
