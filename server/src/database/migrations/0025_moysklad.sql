-- The connection of a company with MoySklad.
create table moysklad_connections (
  company_id bigint primary key references companies,
  -- Sealed under SECRET_KEY.
  token text not null,
  -- Their id of the account that the token is of.
  account_id text not null check (length(account_id) between 1 and 100),
  account_name text not null check (length(account_name) between 1 and 300),
  login text check (length(login) between 1 and 300),
  is_solution boolean not null,
  state text not null default 'choosing' check (state in ('choosing', 'reading', 'checking', 'on', 'refused')),
  -- To which state an accepted token leads back.
  state_before text check (state_before in ('choosing', 'reading', 'checking', 'on')),
  limit_units integer not null check (limit_units > 0),
  limit_window_ms integer not null check (limit_window_ms > 0),
  limit_cost integer not null check (limit_cost > 0),
  -- Parts that the token may read, and those that are to come.
  readable text[] not null default '{}'
    check (readable <@ '{organization,store,product,employee,stock}'::text[] and cardinality(readable) <= 5),
  parts text[] not null default '{}'
    check (parts <@ '{organization,store,product,employee,stock}'::text[] and cardinality(parts) <= 5),
  -- Pieces lie in stores, and are of products.
  check (not parts @> '{stock}' or parts @> '{store,product}'),
  organization_id text check (length(organization_id) between 1 and 100),
  owners jsonb not null check (jsonb_typeof(owners) = 'object' and length(owners::text) <= 4096),
  -- By its digest the address is known to which they tell of changes; sealed it is kept to be said to them.
  hook_digest bytea not null unique check (length(hook_digest) = 32),
  hook_key text not null,
  wants_hooks boolean not null default true,
  hook_state text not null default 'off' check (hook_state in ('off', 'on', 'unreachable', 'forbidden', 'failed')),
  -- What was asked for, by its path at theirs.
  hook_ids text[] not null default '{}' check (cardinality(hook_ids) <= 50),
  hook_received_at timestamptz(3),
  -- Nothing is asked of them until then.
  paused_until timestamptz(3),
  pause_reason text check (pause_reason in ('away', 'slow', 'busy', 'broken', 'maintenance')),
  -- How often in a row it came to that: the next pause is longer.
  pauses integer not null default 0 check (pauses >= 0),
  -- When all is to be read once more, whatever was told meanwhile.
  full_due_at timestamptz(3),
  connected_by bigint not null,
  connected_at timestamptz(3) not null,
  version integer not null default 1,
  field_versions jsonb not null default '{}'
    check (jsonb_typeof(field_versions) = 'object' and length(field_versions::text) <= 65536),
  foreign key (company_id, connected_by) references users,
  check ((paused_until is null) = (pause_reason is null)),
  check ((state = 'refused') = (state_before is not null))
);
create index moysklad_connections_by_user on moysklad_connections (company_id, connected_by);

-- How far each part is read. What is read and how far is written together, so that a run goes on where one has died.
create table moysklad_cursors (
  company_id bigint not null references moysklad_connections on delete cascade,
  part text not null check (part in ('organization', 'store', 'product', 'employee', 'stock')),
  -- Changes up to then are read.
  changed_until timestamptz(3),
  -- A reading that is not at its end: since when it asks, where it began, and what is next. null: none.
  reading jsonb check (jsonb_typeof(reading) = 'object' and length(reading::text) <= 4096),
  succeeded_at timestamptz(3),
  reconciled_at timestamptz(3),
  primary key (company_id, part)
);

create table moysklad_runs (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  reason text not null check (reason in ('first', 'schedule', 'manual', 'event', 'full')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'stopped')),
  progress jsonb not null default '[]' check (jsonb_typeof(progress) = 'array' and length(progress::text) <= 4096),
  created integer not null default 0 check (created >= 0),
  tied integer not null default 0 check (tied >= 0),
  changed integer not null default 0 check (changed >= 0),
  failed integer not null default 0 check (failed >= 0),
  gone integer not null default 0 check (gone >= 0),
  stock integer not null default 0 check (stock >= 0),
  failure text check (failure in
    ('away', 'slow', 'busy', 'broken', 'maintenance', 'refused', 'forbidden', 'internal')),
  requests integer not null default 0 check (requests >= 0),
  limited integer not null default 0 check (limited >= 0),
  user_id bigint,
  started_at timestamptz(3) not null,
  -- Whoever works it says so again and again, by the clock of the database; of whom nothing is heard another takes it
  -- over. Neither while nobody works it.
  held_by text check (length(held_by) between 1 and 100),
  heard_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  check ((state in ('done', 'failed', 'stopped')) = (finished_at is not null)),
  check ((state = 'failed') = (failure is not null)),
  check ((held_by is null) = (heard_at is null))
);
-- One at a time.
create unique index moysklad_runs_one_under_way on moysklad_runs (company_id) where state in ('waiting', 'running');
create index moysklad_runs_by_time on moysklad_runs (company_id, started_at, id);
create index moysklad_runs_by_user on moysklad_runs (company_id, user_id) where user_id is not null;

-- What they have told of changes, until it is looked after.
create table moysklad_events (
  company_id bigint not null references moysklad_connections on delete cascade,
  id bigint generated always as identity,
  -- The same again where they have not heard our answer.
  request_id text not null check (length(request_id) between 1 and 100),
  body jsonb not null check (length(body::text) <= 1048576),
  received_at timestamptz(3) not null,
  handled_at timestamptz(3),
  primary key (company_id, id),
  constraint moysklad_events_one_of_request unique (company_id, request_id)
);
create index moysklad_events_waiting on moysklad_events (company_id, id) where handled_at is null;

-- What was read from them, as it was last. Which of ours it is stands on ours (moy_sklad_id).
create table moysklad_items (
  company_id bigint not null references moysklad_connections on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('organization', 'store', 'product', 'employee')),
  moy_sklad_id text not null check (length(moy_sklad_id) between 1 and 100),
  title text collate "ru-x-icu" not null check (length(title) <= 500),
  -- What of it concerns us, in our terms.
  data jsonb not null check (jsonb_typeof(data) = 'object' and length(data::text) <= 262144),
  is_bundle boolean not null generated always as (data @> '{"is_bundle": true}') stored,
  -- What was last written into ours; null: nothing yet. Where ours is another by now, somebody has changed it by hand.
  written jsonb check (jsonb_typeof(written) = 'object' and length(written::text) <= 262144),
  url text check (length(url) <= 1000),
  decision text check (decision in ('create', 'tie', 'ignore')),
  -- The one of ours that a person has chosen.
  decided_id bigint,
  plan text not null default 'create'
    check (plan in ('create', 'tie', 'change', 'same', 'ambiguous', 'invalid', 'ignore')),
  -- Why it is as it is: what the screen says of it.
  failures jsonb not null default '[]' check (jsonb_typeof(failures) = 'array' and length(failures::text) <= 16384),
  -- Read since it was last written, or decided anew; until it is planned, the plan is an old one.
  is_waiting boolean not null default true,
  is_planned boolean not null default false,
  -- Since when what was read breaks a rule of ours: said in the log once.
  failed_at timestamptz(3),
  their_updated_at timestamptz(3),
  read_at timestamptz(3) not null,
  written_at timestamptz(3),
  gone_at timestamptz(3),
  primary key (company_id, id),
  constraint moysklad_items_one_of_id unique (company_id, moy_sklad_id),
  check ((decision is not distinct from 'tie') = (decided_id is not null))
);
create index moysklad_items_waiting on moysklad_items (company_id, kind, is_bundle, id) where is_waiting;
create index moysklad_items_to_plan on moysklad_items (company_id, id) where is_waiting and not is_planned;
create index moysklad_items_decided on moysklad_items (company_id, kind, decided_id) where decided_id is not null;
create index moysklad_items_by_plan on moysklad_items (company_id, kind, plan, id);

-- What a search over theirs looks in. Apart, as an item changes far more often than what it is called, and each change
-- of a row writes it into all indexes.
create table moysklad_words (
  company_id bigint not null,
  item_id bigint not null,
  words text not null,
  primary key (company_id, item_id),
  foreign key (company_id, item_id) references moysklad_items on delete cascade
);
create index moysklad_words_by_form on moysklad_words using gin (search_form(words) gin_trgm_ops);

-- By what one of theirs is told from others, and from ours: the look of its article, a barcode, a tax number, a name,
-- an email; and what a bundle is put together of. Two that have one in common cannot both be made.
create table moysklad_keys (
  company_id bigint not null,
  key text not null,
  item_id bigint not null,
  primary key (key, company_id, item_id),
  foreign key (company_id, item_id) references moysklad_items on delete cascade
);
create index moysklad_keys_of_item on moysklad_keys (company_id, item_id);

-- What runs have done. Old lines go.
create table moysklad_log (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  run_id bigint,
  part text not null check (part in ('organization', 'store', 'product', 'employee', 'stock')),
  action text not null check (action in ('create', 'tie', 'change', 'untie', 'fail', 'gone', 'back')),
  title text not null check (length(title) <= 500),
  item_id bigint,
  -- Of the kind that `part` says; no reference, as what has happened outlives it.
  our_id bigint,
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array' and length(changes::text) <= 262144),
  is_conflict boolean not null default false,
  failures jsonb not null default '[]' check (jsonb_typeof(failures) = 'array' and length(failures::text) <= 16384),
  created_at timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, run_id) references moysklad_runs on delete cascade
);
create index moysklad_log_by_time on moysklad_log (company_id, created_at, id);
create index moysklad_log_of_run on moysklad_log (company_id, run_id, id);

alter table users
  add column moy_sklad_id text check (length(moy_sklad_id) between 1 and 100);
create unique index users_moy_sklad on users (company_id, moy_sklad_id) where moy_sklad_id is not null;
