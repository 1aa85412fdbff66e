-- What the installation signs its pushes with. The private key is sealed under SECRET_KEY.
create table push_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]{87}$'),
  sealed_private_key text not null,
  created_at timestamptz(3) not null
);

-- Browsers that take pushes.
create table push_devices (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  user_id bigint not null,
  -- Whoever ends the session ends the pushes with it. One whose time is over lets go of its device before: a phone
  -- goes on being told, until somebody else signs in on it.
  session_hash bytea references sessions on delete cascade,
  endpoint text not null check (endpoint ~ '^https://[^/]' and length(endpoint) <= 1000),
  -- The push service: scheme, host and port of the endpoint.
  origin text not null,
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  name text not null check (length(name) <= 100),
  created_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  delivered_at timestamptz(3),
  failed_at timestamptz(3),
  failure text check (failure in ('refused', 'unreachable')),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users on delete cascade,
  -- A browser is of one person, over all companies.
  constraint push_devices_one_of_endpoint unique (endpoint),
  check (starts_with(endpoint, origin || '/')),
  check ((failed_at is null) = (failure is null))
);
create index push_devices_of_user on push_devices (company_id, user_id, id);
create index push_devices_of_session on push_devices (session_hash);

-- What a company has decided about pushes that go out by themselves; where it has not, they do, with the product's texts.
create table push_automatics (
  company_id bigint not null references companies,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  is_on boolean not null default true,
  title text check (length(title) between 1 and 100),
  body text check (length(body) between 1 and 200),
  primary key (company_id, kind)
);

-- What admins write to people.
create table pushes (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  title text collate "ru-x-icu" not null check (length(title) between 1 and 100),
  body text not null check (length(body) between 1 and 500),
  -- A path of the app; null: nowhere in particular.
  url text check (url ~ '^/([^/\\[:space:]][^\\[:space:]]*)?$' and length(url) <= 200),
  audience jsonb not null check (jsonb_typeof(audience) = 'object' and length(audience::text) <= 32768),
  send_at timestamptz(3) not null,
  status text not null default 'scheduled' check (status in ('scheduled', 'sending', 'sent', 'failed')),
  -- People: those who were told, and of them those whom a device has told, could not tell, and who have opened it.
  targets integer not null default 0 check (targets >= 0),
  delivered integer not null default 0 check (delivered >= 0),
  failed integer not null default 0 check (failed >= 0),
  opened integer not null default 0 check (opened between 0 and targets),
  sent_at timestamptz(3),
  created_by bigint not null,
  created_at timestamptz(3) not null,
  version integer not null default 1,
  field_versions jsonb not null default '{}'
    check (jsonb_typeof(field_versions) = 'object' and length(field_versions::text) <= 65536),
  primary key (company_id, id),
  foreign key (company_id, created_by) references users,
  check (delivered + failed <= targets),
  check (status <> 'scheduled' or targets = 0),
  check ((status in ('sent', 'failed')) = (sent_at is not null))
);
create index pushes_by_time on pushes (company_id, send_at, id);
create index pushes_by_creator on pushes (company_id, created_by);
create index pushes_under_way on pushes (status, send_at) where status in ('scheduled', 'sending');

alter table notifications
  drop constraint notifications_url_check,
  -- What leads nowhere in particular leads to the first page.
  add constraint notifications_url_check check (url ~ '^/([^/\\]|$)' and length(url) <= 200),
  -- The push that this one tells of.
  add column push_id bigint,
  -- Whether a copy of it went to devices, and when the first of them had it.
  add column has_devices boolean not null default false,
  add column delivered_at timestamptz(3),
  add foreign key (company_id, push_id) references pushes on delete cascade,
  add check (delivered_at is null or has_devices);
-- A push is told to a person once.
create unique index notifications_one_of_push on notifications (company_id, push_id, user_id) where push_id is not null;

-- Copies on their way to devices. One that has arrived, or never will, is gone.
create table push_deliveries (
  company_id bigint not null,
  id bigint generated always as identity,
  device_id bigint not null,
  -- Of which it is a copy; null: a test.
  notification_id bigint,
  origin text not null,
  -- On the device a later one with the same tag takes the place of the earlier one.
  tag text not null check (tag ~ '^[a-z0-9-]{1,40}$'),
  title text not null check (length(title) between 1 and 400),
  body text not null check (length(body) <= 1000),
  url text not null check (url ~ '^/([^/\\]|$)' and length(url) <= 200),
  is_urgent boolean not null default false,
  tries integer not null default 0 check (tries >= 0),
  -- When it is to be tried next, and after which it is no news any more.
  due_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, device_id) references push_devices on delete cascade,
  foreign key (company_id, notification_id) references notifications on delete cascade,
  -- What has happened once is told to a device once.
  constraint push_deliveries_one_of_tag unique (company_id, device_id, tag)
);
create index push_deliveries_due on push_deliveries (origin, due_at);
create index push_deliveries_by_age on push_deliveries (expires_at);
create index push_deliveries_of_notification on push_deliveries (company_id, notification_id);
