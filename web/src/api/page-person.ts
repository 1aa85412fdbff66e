// Whom this page was loaded for. Another tab may sign somebody else in, and the cookie is the same for both.
let person: string | null = null

/** `COMPANY.USER` of the person for whom the page was loaded; null for guests and before the session is loaded. */
export const readPagePerson = (): string | null => person

export function setPagePerson(companyId: number | undefined, userId: number | undefined): void {
  person = companyId === undefined || userId === undefined ? null : `${companyId}.${userId}`
}
