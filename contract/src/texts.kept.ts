// Without schemas, because every page that shows texts of a company reads it.

/** Texts of the audit log and its page. Companies cannot change them, because owners rely on them. */
export const logTexts = ['audit.', 'auditWords.'] as const

/**
 * Beginnings of keys of texts that name rights, or that people use to decide about rights and money. In a whole
 * namespace (`tasks.`), also each text that a later version adds is the owners', until `adminTexts` names it.
 */
export const ownerTexts = [
  // Rights of people, sign-in, and what they agree to.
  ...(['users.', 'company.', 'profile.', 'public.', 'pushes.type', 'ui.forbidden', 'ui.forOwner'] as const),
  ...([
    'legalEntities.wb',
    'views.isShared',
    'instructions.isPublished',
    'firstSteps.exampleInForAdmin',
  ] as const),
  // Money and coins, what brings or takes them, and the hours and figures that people are judged by.
  ...(['ledger.', 'rewards.', 'achievements.', 'merits.', 'shop.', 'orders.', 'stats.', 'team.'] as const),
  ...(['shifts.', 'teamHours.', 'workingHours.', 'taskBulk.', 'manyTasks.'] as const),
  ...(['firstSteps.hours', 'forms.hoursOf', 'ui.onShift'] as const),
  ...(['ui.coins', 'ui.worth', 'textSections.', 'forms.judged', 'forms.stale'] as const),
  ...(['products.money', 'products.coins', 'products.rate', 'products.norm', 'products.emptyText'] as const),
  // Work and its pay, the steps that wait on a device, and where the menu and the search lead.
  ...(['tasks.', 'steps.', 'frame.', 'palette.'] as const),
  // Why a call is refused.
  ...(['errors.', 'fields.'] as const),
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
    'notificationWords.workday_',
    'notificationWords.task_re',
  ] as const),
  ...(['notifications.kind_', 'pushes.kind_', 'pushes.url_', 'moySklad.'] as const),
  // An owner checks changes of texts by these.
  'localizations.',
] as const

/**
 * Beginnings of keys of harmless texts in the namespaces of owners. They name places, pages, files and mistakes, but no
 * right, pay, approval, hours or figure.
 */
export const adminTexts = [
  ...([
    'tasks.title',
    'tasks.toTasks',
    'tasks.myTasks',
    'tasks.listLabel',
    'tasks.create',
    'tasks.search',
  ] as const),
  ...([
    'tasks.viewEmpty',
    'tasks.empty',
    'tasks.userEmpty',
    'tasks.loadFailed',
    'tasks.loadOneFailed',
  ] as const),
  ...(['tasks.number', 'tasks.priority', 'tasks.due', 'tasks.warehouse', 'tasks.noWarehouse'] as const),
  ...(['tasks.anyWarehouse', 'tasks.product', 'tasks.openProduct', 'tasks.openIt', 'tasks.supply'] as const),
  ...([
    'tasks.noSupply',
    'tasks.ofSupply',
    'tasks.packSupply',
    'tasks.packTitle',
    'tasks.poolTitle',
  ] as const),
  ...([
    'tasks.poolEmpty',
    'tasks.takeFromPool',
    'tasks.nothingRuns',
    'tasks.newTitle',
    'tasks.editTitle',
  ] as const),
  ...(['tasks.discard', 'tasks.keep', 'tasks.saveSubmit', 'tasks.stepFailed', 'tasks.staleTitle'] as const),
  ...(['tasks.description', 'tasks.noDescription', 'tasks.media', 'tasks.photos_', 'tasks.comment'] as const),
  ...(['steps.form', 'steps.photo', 'steps.show', 'steps.close', 'steps.leave', 'steps.stay'] as const),
  ...(['steps.instructionNewer', 'steps.readFirst'] as const),
  ...(['frame.keys', 'frame.skip', 'frame.menu', 'frame.handMenu', 'frame.more', 'frame.openMenu'] as const),
  ...([
    'frame.closeMenu',
    'frame.collapse',
    'frame.expand',
    'frame.group',
    'frame.theme',
    'frame.install',
  ] as const),
  ...(['frame.language', 'frame.logout', 'frame.offline', 'frame.home', 'frame.startFailed'] as const),
  ...(['frame.startOffline', 'frame.pageFailed', 'frame.pack', 'frame.tasks', 'frame.products'] as const),
  ...(['frame.supplies', 'frame.instructions', 'frame.texts', 'frame.legalEntities'] as const),
  ...(['frame.warehouses', 'frame.firstSteps'] as const),
  ...(['palette.open', 'palette.placeholder', 'palette.close', 'palette.results', 'palette.recent'] as const),
  ...(['palette.kind_', 'palette.pack', 'palette.commands', 'palette.number', 'palette.goTo'] as const),
  ...(['palette.theme', 'palette.language', 'palette.found', 'palette.nothing', 'palette.failed'] as const),
  ...([
    'errors.bad_request',
    'errors.not_found',
    'errors.method_',
    'errors.conflict',
    'errors.in_use',
  ] as const),
  ...(['errors.number_taken', 'errors.box_', 'errors.on_', 'errors.pallet_', 'errors.no_pallets'] as const),
  ...(['errors.empty', 'errors.instruction_', 'errors.idempotency_', 'errors.too_large'] as const),
  ...(['errors.unsupported_', 'errors.invalid', 'errors.internal', 'errors.upstream'] as const),
  ...(['fields.required', 'fields.unknown_field', 'fields.wrong_type', 'fields.not_offered'] as const),
  ...(['fields.too_', 'fields.bad_', 'fields.nothing_', 'fields.dates_', 'fields.no_such_'] as const),
  ...(['fields.broken_', 'fields.photo_', 'fields.strange_', 'fields.nobody_', 'fields.in_past'] as const),
  ...(['fields.one_file', 'fields.warehouse_', 'fields.product_', 'fields.supply_closed'] as const),
  ...(['fields.barcode_', 'fields.article_', 'fields.mixed_alphabets', 'fields.number_taken'] as const),
  ...(['fields.view_', 'fields.digits_', 'fields.inn_', 'fields.no_kpp_', 'fields.no_ogrn_'] as const),
  ...(['fields.bik_', 'fields.box_', 'fields.same_box', 'fields.expiry_', 'fields.proposal_'] as const),
  ...(['fields.cell_not_number', 'fields.cell_not_yes_no', 'fields.cell_not_day'] as const),
  ...(['fields.cell_is_error', 'fields.column_', 'fields.field_', 'fields.set_', 'fields.sealed_'] as const),
  ...(['fields.import_interrupted', 'fields.import_failed', 'fields.table_'] as const),
  ...(['fields.text_too', 'fields.text_un', 'fields.text_bad', 'fields.text_no_other'] as const),
  ...(['fields.text_other', 'fields.text_missing', 'fields.text_may', 'fields.text_key'] as const),
] as const

const beginsWith = (key: string, beginnings: readonly string[]): boolean =>
  beginnings.some((beginning) => key.startsWith(beginning))

/** Whether the text belongs to the audit log. */
export const isOfLog = (key: string): boolean => beginsWith(key, logTexts)

/** Whether only owners may change the text. */
export const isOfOwner = (key: string): boolean => beginsWith(key, ownerTexts) && !beginsWith(key, adminTexts)
