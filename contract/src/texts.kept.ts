// Free of schemas, because every page that shows texts of a company reads it.

/** The audit log and its page: what owners check others by is said by the product alone. */
export const logTexts = ['audit.', 'auditWords.'] as const

/** What keys of texts begin with that name rights, or by which people decide about rights and money. */
export const ownerTexts = [
  // Who may do what, and how they get in.
  ...([
    'users.',
    'company.',
    'profile.',
    'frame.type',
    'pushes.type',
    'ui.forbidden',
    'ui.forOwner',
  ] as const),
  ...(['teamHours.lock', 'teamHours.unlock'] as const),
  // Money and coins, and what brings or takes them.
  ...(['ledger.', 'rewards.', 'taskBulk.', 'tasks.money', 'tasks.coins', 'tasks.fieldMoney'] as const),
  ...(['tasks.fieldCoins', 'tasks.approve', 'tasks.cancel', 'tasks.remove', 'tasks.judged'] as const),
  ...([
    'tasks.status_',
    'orders.cancel',
    'orders.next_',
    'orders.judged',
    'forms.judged',
    'forms.stale',
  ] as const),
  // By these an owner sees what has become of texts.
  'localizations.',
] as const

const beginsWith = (key: string, beginnings: readonly string[]): boolean =>
  beginnings.some((beginning) => key.startsWith(beginning))

/** Whether the text belongs to the audit log. */
export const isOfLog = (key: string): boolean => beginsWith(key, logTexts)

/** Whether owners alone say the text in another way. */
export const isOfOwner = (key: string): boolean => beginsWith(key, ownerTexts)
