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
  // Money and coins, what brings or takes them, and the hours and figures by which they are judged.
  ...(['ledger.', 'rewards.', 'achievements.', 'merits.', 'shop.', 'orders.', 'stats.', 'team.'] as const),
  ...(['shifts.', 'teamHours.', 'workingHours.', 'taskBulk.', 'manyTasks.'] as const),
  ...(['ui.coins', 'ui.worth', 'frame.money', 'frame.coins', 'textSections.'] as const),
  // Of tasks and sets what names pay, and the steps that settle it.
  ...([
    'tasks.money',
    'tasks.coins',
    'tasks.toCoins',
    'tasks.field',
    'tasks.byRate',
    'tasks.terms',
    'tasks.credited',
  ] as const),
  ...(['tasks.approve', 'tasks.return', 'tasks.finish', 'tasks.cancel', 'tasks.remove'] as const),
  ...(['tasks.judged', 'tasks.status_', 'forms.judged', 'forms.stale'] as const),
  ...(['products.money', 'products.coins', 'products.rate', 'products.emptyText'] as const),
  ...(['errors.insufficient_', 'fields.credited_limit', 'fields.price_', 'fields.cell_not_money'] as const),
  // What the bell tells of them.
  ...([
    'notificationWords.money_',
    'notificationWords.coins_',
    'notificationWords.achievement_',
    'notificationWords.order_',
    'notificationWords.wish_',
    'notificationWords.ledger_',
    'notificationWords.stats_',
    'notificationWords.shift_',
    'notificationWords.task_re',
  ] as const),
  ...(['notifications.kind_', 'pushes.kind_', 'pushes.url_', 'moySklad.'] as const),
  // By these an owner sees what has become of texts.
  'localizations.',
] as const

const beginsWith = (key: string, beginnings: readonly string[]): boolean =>
  beginnings.some((beginning) => key.startsWith(beginning))

/** Whether the text belongs to the audit log. */
export const isOfLog = (key: string): boolean => beginsWith(key, logTexts)

/** Whether owners alone say the text in another way. */
export const isOfOwner = (key: string): boolean => beginsWith(key, ownerTexts)
