// Made by `npm run tables` from the migrated database. Not edited by hand.
import type { AchievementRules } from '@artel/contract/achievements/achievements.line'
import type { AchievementState } from '@artel/contract/achievements/achievements.line'
import type { CompanySettings } from '@artel/contract/company/company'
import type { FieldVersions } from '@artel/contract/shapes/primitives'
import type { UserSettings } from '@artel/contract/users/users'
import type { StoredAnswer } from '@artel/contract/call'
import type { StoredVariants } from '@artel/contract/multimedia/multimedia'
import type { TaskChanges } from '@artel/contract/tasks/tasks.history'
import type { Components } from '@artel/contract/products/products'
import type { ImportMapping } from '@artel/contract/imports/imports'
import type { ImportFixes } from '@artel/contract/imports/imports'
import type { ImportLayout } from '@artel/contract/imports/imports'
import type { ImportFault } from '@artel/contract/imports/imports'
import type { ImportCells } from '@artel/contract/imports/imports'
import type { ImportFaults } from '@artel/contract/imports/imports'
import type { ImportBefore } from '@artel/contract/imports/imports'
import type { RemovedItems } from '@artel/contract/supplies/supplies'
import type { FlatTexts } from '@artel/contract/texts/texts.fit'
import type { MoySkladOwnership } from '@artel/contract/moysklad/moysklad'
import type { MoySkladReading } from '@artel/contract/moysklad/moysklad.stored'
import type { MoySkladProgress } from '@artel/contract/moysklad/moysklad.stored'
import type { MoySkladEvent } from '@artel/contract/moysklad/moysklad.stored'
import type { MoySkladData } from '@artel/contract/moysklad/moysklad.stored'
import type { MoySkladWritten } from '@artel/contract/moysklad/moysklad.stored'
import type { MoySkladFailures } from '@artel/contract/moysklad/moysklad.stored'
import type { MoySkladChanges } from '@artel/contract/moysklad/moysklad.stored'
import type { LedgerFaults } from '@artel/contract/ledger/ledger'
import type { Breaks } from '@artel/contract/hours/work-time'
import type { AuditFields } from '@artel/contract/audit/audit'
import type { ViewState } from '@artel/contract/views/views'
import type { PushAudience } from '@artel/contract/pushes/pushes'
import type { NotificationParams } from '@artel/contract/notifications/notifications'
import type { Generated, GeneratedAlways } from 'kysely'

export type Tables = {
  accounts: {
    balance: Generated<number>
    company_id: number
    credited: Generated<number>
    entries: Generated<number>
    last_at: string | null
    ledger: 'money' | 'coins'
    user_id: number
  }
  achievement_books: {
    closed_on: string
    company_id: number
    judged: Generated<number>
    rules: Generated<AchievementRules>
  }
  achievement_events: {
    at: string
    change: Generated<number>
    company_id: number
    day: string
    id: GeneratedAlways<number>
    is_in_norm: boolean | null
    is_late: boolean | null
    joined_on: string | null
    kind: 'points' | 'task' | 'return' | 'shift' | 'person' | 'rules' | 'close'
    number: number | null
    points: number | null
    rules: AchievementRules | null
    seconds: number | null
    source_id: number | null
    takes_part: boolean | null
    user_id: number | null
  }
  achievement_states: {
    company_id: number
    state: AchievementState
    user_id: number
  }
  achievements: {
    achievement: 'racer' | 'virtuoso' | 'marathon_runner' | 'titanium' | 'king_of_the_hill' | 'hard_worker' | 'leader' | 'legendary_person' | 'veteran' | 'best_employee'
    coins: number
    comment: string | null
    company_id: number
    created_at: string
    given_by: number | null
    id: GeneratedAlways<number>
    period: string | null
    revoke_reason: string | null
    revoked_at: string | null
    revoked_by: number | null
    user_id: number
  }
  audit: {
    action: string
    address: string | null
    after: AuditFields
    before: AuditFields
    company_id: number
    created_at: string
    device: string | null
    entity: string
    entity_id: number | null
    id: GeneratedAlways<number>
    parent_id: number | null
    title: string | null
    user_id: number | null
  }
  box_inspection_lines: {
    company_id: number
    found: number
    inspection_id: number
    packed: number
    product_id: number
  }
  box_inspection_multimedia: {
    company_id: number
    inspection_id: number
    multimedia_id: number
    position: number
  }
  box_inspection_people: {
    company_id: number
    inspection_id: number
    missing: number
    pieces: number
    product_id: number
    user_id: number
  }
  box_inspections: {
    box_id: number
    box_version: number
    comment: Generated<string>
    company_id: number
    created_at: string
    id: GeneratedAlways<number>
    last_scan_id: number | null
    supply_id: number
    user_id: number
  }
  companies: {
    address: string | null
    before_workday_end: Generated<number>
    created_at: string
    deleting_since: string | null
    email: string | null
    field_versions: Generated<FieldVersions>
    first_break_from: string | null
    first_break_to: string | null
    hours_locked_until: string | null
    id: GeneratedAlways<number>
    is_active: Generated<boolean>
    is_demo: Generated<boolean>
    is_led: Generated<boolean>
    logo: string | null
    lunch_from: string | null
    lunch_to: string | null
    name: string
    phone: string | null
    second_break_from: string | null
    second_break_to: string | null
    settings: Generated<CompanySettings>
    timezone: Generated<number>
    version: Generated<number>
    working_days: Generated<boolean[]>
    working_hours_from: string | null
    working_hours_to: string | null
  }
  default_texts: {
    en: string
    id: GeneratedAlways<number>
    is_known: Generated<boolean>
    key: string
    ru: string
  }
  example_rows: {
    company_id: number
    id: GeneratedAlways<number>
    is_leaving: Generated<boolean>
    legal_entity_id: number | null
    multimedia_id: number | null
    product_id: number | null
    supply_id: number | null
    task_id: number | null
    warehouse_id: number | null
  }
  examples: {
    company_id: number
    created_at: string
  }
  final_leagues: {
    company_id: number
    league: 'bronze' | 'silver' | 'gold' | 'platinum' | 'diamond'
    month: string
    points: number
    user_id: number
  }
  former_schedules: {
    company_id: number
    first_break_from: string | null
    first_break_to: string | null
    lunch_from: string | null
    lunch_to: string | null
    second_break_from: string | null
    second_break_to: string | null
    timezone: number
    valid_until: string
    working_days: boolean[]
    working_hours_from: string | null
    working_hours_to: string | null
  }
  idempotency_keys: {
    answer: StoredAnswer | null
    body_hash: Buffer
    company_id: number
    created_at: string
    key: string
    path: string
    user_id: number
  }
  import_progress: {
    company_id: number
    import_id: number
    percent: number
  }
  import_removals: {
    box_id: number
    company_id: number
    id: GeneratedAlways<number>
    import_id: number
    is_box: boolean
    items: RemovedItems
  }
  import_rows: {
    action: 'create' | 'update' | 'skip' | 'refuse'
    before: ImportBefore | null
    cells: ImportCells
    company_id: number
    entity_id: number | null
    faults: Generated<ImportFaults>
    import_id: number
    row: number
    undo_refusal: 'changed' | 'in_use' | null
    version: number | null
  }
  imports: {
    company_id: number
    created: number | null
    created_at: string
    created_by: number
    failure: ImportFault | null
    file_name: string
    finished_at: string | null
    fixes: Generated<ImportFixes>
    id: GeneratedAlways<number>
    is_dry: boolean
    kept_boxes: Generated<number>
    kept_bytes: Generated<number>
    kind: 'products' | 'supplies' | 'localizations'
    layout: ImportLayout | null
    mapping: Generated<ImportMapping>
    overwrites: boolean
    refused: number | null
    removed: Generated<number>
    removed_lines: Generated<number>
    rows_deleted_at: string | null
    skipped: number | null
    state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'undoing' | 'undone'>
    supply_id: number | null
    total: number | null
    undone_at: string | null
    undone_by: number | null
    updated: number | null
  }
  instruction_multimedia: {
    company_id: number
    instruction_id: number
    multimedia_id: number
    position: number
  }
  instruction_products: {
    company_id: number
    instruction_id: number
    product_id: number
  }
  instruction_reads: {
    company_id: number
    instruction_id: number
    read_at: string
    revision: number
    user_id: number
  }
  instruction_revisions: {
    body: string
    company_id: number
    created_at: string
    created_by: number
    id: GeneratedAlways<number>
    instruction_id: number
    revision: number
    title: string
  }
  instructions: {
    body: Generated<string>
    category: Generated<string>
    company_id: number
    created_at: string
    created_by: number
    field_versions: Generated<FieldVersions>
    id: GeneratedAlways<number>
    is_published: Generated<boolean>
    position: number
    published_at: string | null
    requires_ack: Generated<boolean>
    revision: Generated<number>
    title: string
    updated_at: string
    updated_by: number
    version: Generated<number>
    words: Generated<string>
  }
  ledger_checks: {
    checked_at: string
    company_id: number
    entries: number
    faults: LedgerFaults
  }
  ledger_entries: {
    amount: number
    approved_by: number | null
    approver_type: 'admin' | 'owner' | null
    balance: Generated<number>
    comment: string | null
    company_id: number
    created_at: string
    created_by: number | null
    credited: Generated<number>
    id: GeneratedAlways<number>
    key: string | null
    kind: 'task' | 'reward' | 'achievement' | 'bonus' | 'fine' | 'payout' | 'adjustment' | 'purchase' | 'refund' | 'reversal'
    ledger: 'money' | 'coins'
    number: Generated<number>
    reverses_id: number | null
    source_id: number | null
    source_type: 'task' | 'reward' | 'achievement' | 'order' | 'posting' | null
    user_id: number
  }
  legal_entities: {
    account: string | null
    address: string | null
    bank_name: string | null
    bik: string | null
    company_id: number
    corr_account: string | null
    created_at: string
    director: string | null
    email: string | null
    field_versions: Generated<FieldVersions>
    full_name: string | null
    id: GeneratedAlways<number>
    inn: string
    is_default: Generated<boolean>
    kpp: string | null
    legal_address: string | null
    moy_sklad_id: string | null
    name: string
    ogrn: string | null
    phone: string | null
    type: 'company' | 'entrepreneur' | 'self_employed'
    updated_at: string
    updated_by: number | null
    version: Generated<number>
    wildberries_token: string | null
  }
  localization_changes: {
    company_id: number
    created_at: string
    created_by: number
    en: string | null
    en_before: string | null
    id: GeneratedAlways<number>
    localization_id: number
    ru: string | null
    ru_before: string | null
  }
  localization_files: {
    body: string
    company_id: number
    hash: string
  }
  localization_publications: {
    changes: number
    company_id: number
    created_at: string
    created_by: number
    en: FlatTexts
    en_hash: string
    id: GeneratedAlways<number>
    number: number
    restores: number | null
    ru: FlatTexts
    ru_hash: string
  }
  localization_states: {
    company_id: number
    through_id: Generated<number>
  }
  localizations: {
    company_id: number
    en: string | null
    field_versions: Generated<FieldVersions>
    id: Generated<number>
    is_custom: boolean
    key: string
    published_en: string | null
    published_ru: string | null
    ru: string | null
    updated_at: string
    updated_by: number
    version: Generated<number>
  }
  logins: {
    company_id: number
    device_epoch: Generated<number>
    email: string
    email_set_by: number | null
    password_hash: string | null
    password_set_by: number | null
    user_id: number
  }
  mailed_links: {
    company_id: number
    email: string
    expires_at: string
    kind: 'reset' | 'email' | 'invitation'
    token_hash: Buffer
    used_at: string | null
    user_id: number
  }
  media_usage: {
    bytes: number
    company_id: number
  }
  migrations: {
    applied_at: Generated<string>
    name: string
  }
  moysklad_connections: {
    account_id: string
    account_name: string
    company_id: number
    connected_at: string
    connected_by: number
    field_versions: Generated<FieldVersions>
    full_due_at: string | null
    hook_digest: Buffer
    hook_ids: Generated<string[]>
    hook_key: string
    hook_received_at: string | null
    hook_state: Generated<'off' | 'on' | 'unreachable' | 'forbidden' | 'failed'>
    is_solution: boolean
    limit_cost: number
    limit_units: number
    limit_window_ms: number
    login: string | null
    organization_id: string | null
    owners: MoySkladOwnership
    parts: Generated<string[]>
    pause_reason: 'away' | 'slow' | 'busy' | 'broken' | 'maintenance' | null
    paused_until: string | null
    pauses: Generated<number>
    readable: Generated<string[]>
    state: Generated<'choosing' | 'reading' | 'checking' | 'on' | 'refused'>
    state_before: 'choosing' | 'reading' | 'checking' | 'on' | null
    token: string
    version: Generated<number>
    wakes_after: number | null
    wants_hooks: Generated<boolean>
  }
  moysklad_cursors: {
    bytes: Generated<number>
    changed_until: string | null
    company_id: number
    items: Generated<number>
    part: 'organization' | 'store' | 'product' | 'employee' | 'stock'
    reading: MoySkladReading | null
    reconciled_at: string | null
    succeeded_at: string | null
  }
  moysklad_events: {
    body: MoySkladEvent
    company_id: number
    handled_at: string | null
    id: GeneratedAlways<number>
    received_at: string
    request_id: string
  }
  moysklad_items: {
    company_id: number
    data: MoySkladData
    decided_id: number | null
    decision: 'create' | 'tie' | 'ignore' | null
    failed_at: string | null
    failures: Generated<MoySkladFailures>
    gone_at: string | null
    id: GeneratedAlways<number>
    is_bundle: GeneratedAlways<boolean>
    is_planned: Generated<boolean>
    is_waiting: Generated<boolean>
    kind: 'organization' | 'store' | 'product' | 'employee'
    moy_sklad_id: string
    plan: Generated<'create' | 'tie' | 'change' | 'same' | 'ambiguous' | 'invalid' | 'ignore'>
    read_at: string
    size: GeneratedAlways<number>
    their_updated_at: string | null
    title: string
    url: string | null
    written: MoySkladWritten | null
    written_at: string | null
  }
  moysklad_keys: {
    company_id: number
    item_id: number
    key: string
  }
  moysklad_log: {
    action: 'create' | 'tie' | 'change' | 'untie' | 'fail' | 'partial' | 'gone' | 'back'
    changes: Generated<MoySkladChanges>
    company_id: number
    created_at: string
    failures: Generated<MoySkladFailures>
    id: GeneratedAlways<number>
    is_conflict: Generated<boolean>
    item_id: number | null
    our_id: number | null
    part: 'organization' | 'store' | 'product' | 'employee' | 'stock'
    run_id: number | null
    title: string
  }
  moysklad_runs: {
    changed: Generated<number>
    company_id: number
    created: Generated<number>
    failed: Generated<number>
    failure: 'away' | 'slow' | 'busy' | 'broken' | 'maintenance' | 'refused' | 'forbidden' | 'full' | 'internal' | null
    finished_at: string | null
    gone: Generated<number>
    heard_at: string | null
    held_by: string | null
    id: GeneratedAlways<number>
    limited: Generated<number>
    progress: Generated<MoySkladProgress>
    reason: 'first' | 'schedule' | 'manual' | 'event' | 'full'
    requests: Generated<number>
    started_at: string
    state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'stopped'>
    stock: Generated<number>
    tied: Generated<number>
    user_id: number | null
  }
  moysklad_words: {
    company_id: number
    item_id: number
    words: string
  }
  multimedia: {
    company_id: number
    created_at: string
    created_by: number
    duration: number | null
    file: string | null
    height: number | null
    id: GeneratedAlways<number>
    is_stripped: boolean | null
    name: string
    path: 'avatars' | 'logos' | 'products' | 'shop' | 'instructions' | 'tasks'
    released_at: string | null
    sha256: Buffer | null
    size: number | null
    strip_after: string | null
    type: 'photo' | 'video' | 'link'
    upload_key: string | null
    url: string | null
    variants: Generated<StoredVariants>
    width: number | null
  }
  notifications: {
    actor_id: number | null
    company_id: number
    created_at: string
    delivered_at: string | null
    has_devices: Generated<boolean>
    id: GeneratedAlways<number>
    kind: string
    params: NotificationParams
    push_id: number | null
    read_at: string | null
    things: Generated<number[]>
    topic: string | null
    url: string
    user_id: number
  }
  order_events: {
    comment: Generated<string>
    company_id: number
    created_at: string
    from_status: 'pending' | 'processing' | 'delivered' | 'cancelled' | null
    id: GeneratedAlways<number>
    kind: 'create' | 'step' | 'undo' | 'comment'
    order_id: number
    to_status: 'pending' | 'processing' | 'delivered' | 'cancelled'
    user_id: number
  }
  order_multimedia: {
    company_id: number
    multimedia_id: number
    order_id: number
    position: number
  }
  orders: {
    comment: Generated<string>
    company_id: number
    created_at: string
    field_versions: Generated<FieldVersions>
    id: Generated<number>
    item_id: number
    month: string
    name: string
    price: number
    quantity: number
    status: Generated<'pending' | 'processing' | 'delivered' | 'cancelled'>
    status_at: string
    status_by: number
    takes: Generated<number>
    total: number
    undo_to: 'pending' | 'processing' | 'delivered' | 'cancelled' | null
    user_id: number
    version: Generated<number>
  }
  pallet_serials: {
    company_id: number
    last: number
    prefix: string
  }
  person_media_usage: {
    bytes: number
    company_id: number
    user_id: number
  }
  points_days: {
    company_id: number
    day: string
    points: number
    user_id: number
  }
  prints: {
    blocked_at: string | null
    box_ids: number[]
    company_id: number
    count: GeneratedAlways<number>
    created_at: string
    done: Generated<number>
    ended_at: string | null
    id: GeneratedAlways<number>
    is_stopping: Generated<boolean>
    language: 'ru' | 'en'
    printer: string
    reason: 'unreachable' | 'silent' | 'cut_off' | 'no_paper' | 'no_ribbon' | 'head_open' | 'jam' | 'paused' | 'hot' | 'fault' | 'stuck' | 'interrupted' | 'no_boxes' | 'bad_label' | 'unset' | 'restored' | null
    seen_at: string | null
    sent: Generated<number>
    size: '58x40' | '75x120'
    started_at: string | null
    status: Generated<'waiting' | 'printing' | 'printed' | 'failed' | 'unknown' | 'cancelled'>
    supply_id: number
    user_id: number
  }
  product_barcodes: {
    barcode: string
    company_id: number
    product_id: number
  }
  product_multimedia: {
    company_id: number
    multimedia_id: number
    position: number
    product_id: number
  }
  product_stock: {
    company_id: number
    product_id: number
    quantity: number
    warehouse_id: number
  }
  product_totals: {
    company_id: number
    id: GeneratedAlways<number>
    products: number
  }
  products: {
    article: string
    barcodes: Generated<string[]>
    brand: string | null
    category: string | null
    coins: Generated<number>
    company_id: number
    components: Generated<Components>
    created_at: string
    created_by: number | null
    description: Generated<string>
    field_versions: Generated<FieldVersions>
    id: GeneratedAlways<number>
    is_active: Generated<boolean>
    money: Generated<number>
    moy_sklad_id: string | null
    name: string
    norm_seconds: number | null
    updated_at: string
    updated_by: number | null
    version: Generated<number>
    weight_g: number | null
    wildberries_id: number | null
  }
  push_automatics: {
    body_en: string | null
    body_ru: string | null
    company_id: number
    is_on: Generated<boolean>
    kind: string
    title_en: string | null
    title_ru: string | null
  }
  push_deliveries: {
    body: string
    company_id: number
    device_id: number
    due_at: string
    expires_at: string
    id: GeneratedAlways<number>
    is_urgent: Generated<boolean>
    notification_id: number | null
    origin: string
    tag: string
    title: string
    tries: Generated<number>
    url: string
  }
  push_devices: {
    auth: string
    company_id: number
    created_at: string
    delivered_at: string | null
    endpoint: string
    failed_at: string | null
    failure: 'refused' | 'unreachable' | null
    id: GeneratedAlways<number>
    name: string
    origin: string
    p256dh: string
    seen_at: string
    session_hash: Buffer | null
    user_id: number
  }
  push_keys: {
    created_at: string
    is_only: Generated<boolean>
    public_key: string
    sealed_private_key: string
  }
  pushes: {
    audience: PushAudience
    body: string
    company_id: number
    created_at: string
    created_by: number
    delivered: Generated<number>
    failed: Generated<number>
    field_versions: Generated<FieldVersions>
    id: GeneratedAlways<number>
    opened: Generated<number>
    send_at: string
    sent_at: string | null
    status: Generated<'scheduled' | 'sending' | 'sent' | 'failed'>
    targets: Generated<number>
    title: string
    url: string | null
    version: Generated<number>
  }
  recovery_codes: {
    code_hash: Buffer
    company_id: number
    user_id: number
  }
  rewards: {
    coins: Generated<number>
    company_id: number
    created_at: string
    created_by: number
    deleted_at: string | null
    deleted_by: number | null
    description: Generated<string>
    field_versions: Generated<FieldVersions>
    id: GeneratedAlways<number>
    money: Generated<number>
    title: string
    user_id: number
    version: Generated<number>
  }
  sessions: {
    address: string
    company_id: number
    created_at: string
    id: GeneratedAlways<number>
    is_remembered: boolean
    last_seen_at: string
    token_hash: Buffer
    user_agent: string
    user_id: number
  }
  shifts: {
    break_seconds: Generated<number>
    breaks: Generated<Breaks>
    company_id: number
    confirmed: Generated<boolean>
    created_at: string
    day: string
    edited_by: number | null
    ended_at: string | null
    field_versions: Generated<FieldVersions>
    id: GeneratedAlways<number>
    is_end_told: Generated<boolean>
    late_seconds: Generated<number>
    note: string | null
    overtime_seconds: Generated<number>
    planned_ended_at: string
    proposed_ended_at: string | null
    punched_ended_at: string | null
    punched_started_at: string | null
    source: 'clock' | 'manual' | 'auto'
    started_at: string
    user_id: number
    version: Generated<number>
    worked_seconds: Generated<number>
  }
  shop_item_multimedia: {
    company_id: number
    multimedia_id: number
    position: number
    shop_item_id: number
  }
  shop_items: {
    company_id: number
    created_at: string
    created_by: number
    description: Generated<string>
    field_versions: Generated<FieldVersions>
    id: GeneratedAlways<number>
    is_active: Generated<boolean>
    limit_per_user: number | null
    name: string
    position: number
    price: number
    stock: GeneratedAlways<number | null>
    stocked: number | null
    taken: Generated<number>
    updated_at: string
    updated_by: number
    version: Generated<number>
  }
  shop_months: {
    bought: number
    company_id: number
    item_id: number
    month: string
    most: number | null
    user_id: number
  }
  shop_wishes: {
    company_id: number
    created_at: string
    item_id: number
    user_id: number
  }
  stat_checks: {
    checked_at: string | null
    company_id: number
    faults: Generated<number>
    is_stale: Generated<boolean>
  }
  stat_days: {
    coins: Generated<number>
    company_id: number
    day: string
    late_days: Generated<number>
    money: Generated<number>
    norm_seconds: Generated<number>
    on_shift_seconds: Generated<number>
    orders: Generated<number>
    returns: Generated<number>
    spent_seconds: Generated<number>
    task_seconds: Generated<number>
    tasks_done: Generated<number>
    units: Generated<number>
    user_id: number
    warehouse_id: number
    worked_seconds: Generated<number>
  }
  stat_deltas: {
    coins: Generated<number>
    company_id: number
    day: string
    hour: number
    id: GeneratedAlways<number>
    late_days: Generated<number>
    money: Generated<number>
    norm_seconds: Generated<number>
    on_shift_seconds: Generated<number>
    orders: Generated<number>
    product_id: number
    returns: Generated<number>
    spent_seconds: Generated<number>
    task_seconds: Generated<number>
    tasks_done: Generated<number>
    units: Generated<number>
    user_id: number
    warehouse_id: number
    worked_seconds: Generated<number>
  }
  stat_hours: {
    coins: Generated<number>
    company_id: number
    day: string
    hour: number
    late_days: Generated<number>
    money: Generated<number>
    norm_seconds: Generated<number>
    on_shift_seconds: Generated<number>
    orders: Generated<number>
    product_id: number
    returns: Generated<number>
    spent_seconds: Generated<number>
    task_seconds: Generated<number>
    tasks_done: Generated<number>
    units: Generated<number>
    user_id: number
    warehouse_id: number
    worked_seconds: Generated<number>
  }
  stat_product_days: {
    coins: Generated<number>
    company_id: number
    day: string
    late_days: Generated<number>
    money: Generated<number>
    norm_seconds: Generated<number>
    on_shift_seconds: Generated<number>
    orders: Generated<number>
    product_id: number
    returns: Generated<number>
    spent_seconds: Generated<number>
    task_seconds: Generated<number>
    tasks_done: Generated<number>
    units: Generated<number>
    user_id: number
    warehouse_id: number
    worked_seconds: Generated<number>
  }
  supplies: {
    boxes_count: Generated<number>
    comment: Generated<string>
    company_id: number
    created_at: string
    created_by: number | null
    deleted_at: string | null
    deleted_by: number | null
    destination: string | null
    field_versions: Generated<FieldVersions>
    id: GeneratedAlways<number>
    legal_entity_id: number | null
    marketplace: 'wildberries' | 'ozon' | 'other'
    number: string
    planned_on: string | null
    sealed_count: Generated<number>
    status: Generated<'draft' | 'packing' | 'packed' | 'shipped' | 'accepted' | 'cancelled'>
    status_at: string
    updated_at: string
    updated_by: number | null
    version: Generated<number>
    warehouse_id: number
  }
  supply_box_items: {
    box_id: number
    company_id: number
    expires_on: string | null
    id: GeneratedAlways<number>
    planned: number | null
    product_id: number
    quantity: number
    supply_id: number
    version: Generated<number>
  }
  supply_boxes: {
    barcode: Generated<string>
    company_id: number
    created_at: string
    deleted_at: string | null
    field_versions: Generated<FieldVersions>
    id: GeneratedAlways<number>
    import_id: number | null
    number: number
    packed_by: number | null
    pallet_id: number | null
    planned_count: Generated<number>
    sealed_at: string | null
    sealed_by: number | null
    supply_id: number
    units_count: Generated<number>
    version: Generated<number>
    weight_g: number | null
  }
  supply_numbers: {
    company_id: number
    last: number
    year: number
  }
  supply_packers: {
    box_id: number
    company_id: number
    last_at: string
    supply_id: number
    units: number
    user_id: number
  }
  supply_pallets: {
    barcode: Generated<string>
    closed_at: string | null
    closed_by: number | null
    company_id: number
    created_at: string
    created_by: number | null
    deleted_at: string | null
    id: GeneratedAlways<number>
    number: number
    supply_id: number
  }
  supply_products: {
    company_id: number
    packed: Generated<number>
    planned: number | null
    position: number | null
    product_id: number
    supply_id: number
  }
  supply_scans: {
    barcode: string | null
    box_id: number
    company_id: number
    created_at: string
    id: GeneratedAlways<number>
    missing: Generated<number>
    product_id: number
    quantity: number
    scan_id: string
    supply_id: number
    taken_back_at: string | null
    taken_back_by: number | null
    task_id: number | null
    task_quantity: Generated<number>
    user_id: number
  }
  task_comment_multimedia: {
    comment_id: number
    company_id: number
    multimedia_id: number
    position: number
  }
  task_comments: {
    company_id: number
    created_at: string
    id: GeneratedAlways<number>
    task_id: number
    text: string
    user_id: number
  }
  task_events: {
    bulk_id: string | null
    changes: TaskChanges
    company_id: number
    created_at: string
    id: GeneratedAlways<number>
    kind: 'create' | 'edit' | 'progress' | 'start' | 'pause' | 'finish' | 'approve' | 'return' | 'cancel' | 'restore' | 'delete' | 'shift_end' | 'recount'
    task_id: number
    user_id: number
    version: number
  }
  task_multimedia: {
    company_id: number
    multimedia_id: number
    position: number
    task_id: number
  }
  task_times: {
    break_seconds: Generated<number>
    breaks: Generated<Breaks>
    company_id: number
    ended_at: string | null
    id: GeneratedAlways<number>
    seconds: number | null
    started_at: string
    task_id: number
    user_id: number
    worked_ms: number | null
  }
  task_totals: {
    coins: number
    company_id: number
    id: GeneratedAlways<number>
    money: number
    quantity: number
    quantity_done: number
    tasks: number
  }
  tasks: {
    coins: Generated<number>
    company_id: number
    created_at: string
    created_by: number
    deleted_at: string | null
    deleted_by: number | null
    description: Generated<string>
    due_at: string | null
    finished_at: string | null
    id: GeneratedAlways<number>
    money: Generated<number>
    norm_seconds: number | null
    priced_by: number
    priority: Generated<'low' | 'normal' | 'high' | 'urgent'>
    product_id: number | null
    quantity: Generated<number>
    quantity_done: Generated<number>
    requires_review: boolean
    return_reason: string | null
    returns: Generated<number>
    scanned: number | null
    spent_seconds: Generated<number>
    started_at: string | null
    status: Generated<'open' | 'in_progress' | 'paused' | 'review' | 'done' | 'cancelled'>
    supply_id: number | null
    title: string
    unscanned_reason: string | null
    user_id: number | null
    version: Generated<number>
    warehouse_id: number | null
  }
  totp_factors: {
    company_id: number
    confirmed_at: string | null
    created_at: string
    last_step: Generated<number>
    secret: string
    user_id: number
  }
  tries: {
    count: number
    ends_at: string
    key: Buffer
  }
  users: {
    avatar: string | null
    birth_date: string | null
    company_id: number
    created_at: string
    email_verified_at: string | null
    field_versions: Generated<FieldVersions>
    first_name: string
    force_change_password: Generated<boolean>
    full_name: GeneratedAlways<string>
    hired_on: string | null
    id: GeneratedAlways<number>
    language: Generated<'ru' | 'en'>
    last_name: string
    last_seen_at: string | null
    moy_sklad_id: string | null
    nick_name: string | null
    phone: string | null
    position: string | null
    settings: Generated<UserSettings>
    status: Generated<'active' | 'archived'>
    type: 'staff' | 'admin' | 'owner'
    version: Generated<number>
    warehouse_id: number | null
  }
  views: {
    company_id: number
    created_at: string
    created_by: number | null
    id: GeneratedAlways<number>
    name: string
    screen: 'tasks' | 'users' | 'stats'
    state: ViewState
    user_id: number | null
    version: Generated<number>
  }
  warehouses: {
    address: string | null
    company_id: number
    created_at: string
    field_versions: Generated<FieldVersions>
    id: GeneratedAlways<number>
    is_active: Generated<boolean>
    moy_sklad_id: string | null
    name: string
    version: Generated<number>
  }
  work_steps: {
    call: string
    company_id: number
    content_hash: Buffer | null
    dated_at: string
    id: string
    made_at: string
    received_at: string
    subject_id: number
    user_id: number
  }
}
