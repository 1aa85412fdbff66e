// Without schemas, because every page that shows texts of a company reads it.

/** Texts of the audit log and its page. Companies cannot change them, because owners rely on them. */
export const logTexts = ['audit.', 'auditWords.'] as const

/** Beginnings of keys of texts that name rights, or that people use to decide about rights and money. */
export const ownerTexts = [
  // Rights of people, and sign-in.
  ...([
    'users.',
    'company.',
    'profile.',
    'frame.type',
    'pushes.type',
    'ui.forbidden',
    'ui.forOwner',
  ] as const),
  // Money and coins, what brings or takes them, and the hours and figures that people are judged by.
  ...(['ledger.', 'rewards.', 'achievements.', 'merits.', 'shop.', 'orders.', 'stats.', 'team.'] as const),
  ...(['shifts.', 'teamHours.', 'workingHours.', 'taskBulk.', 'manyTasks.'] as const),
  ...(['ui.coins', 'ui.worth', 'frame.money', 'frame.coins', 'textSections.'] as const),
  // What the search offers to do, and the words that find it.
  ...(['palette.postTo', 'palette.words_'] as const),
  // Names of pay in tasks and sets, and the steps that settle it.
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
  // Texts of the bell about these.
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
  // An owner checks changes of texts by these.
  'localizations.',
] as const

const beginsWith = (key: string, beginnings: readonly string[]): boolean =>
  beginnings.some((beginning) => key.startsWith(beginning))

/** Whether the text belongs to the audit log. */
export const isOfLog = (key: string): boolean => beginsWith(key, logTexts)

/** Whether only owners may change the text. */
export const isOfOwner = (key: string): boolean => beginsWith(key, ownerTexts)
