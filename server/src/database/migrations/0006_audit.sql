-- Who changed people's access, money, coins, settings or stock: when, from where, what it was and what it became.
create table audit (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  created_at timestamptz(3) not null,
  -- Null: nobody who was signed in. No foreign key: an entry outlives the person it tells of.
  user_id bigint,
  -- From where; null: from the installation's command line.
  address text check (length(address) <= 100),
  device text check (length(device) <= 100),
  action text not null check (action ~ '^[a-z_]{1,40}$'),
  entity text not null check (entity ~ '^[a-z_]{1,40}$'),
  entity_id bigint,
  -- What the thing was called then, where that does not go without saying.
  title text check (length(title) <= 200),
  before jsonb not null check (jsonb_typeof(before) = 'object' and length(before::text) <= 65536),
  after jsonb not null check (jsonb_typeof(after) = 'object' and length(after::text) <= 65536),
  -- The mass action that this row is a part of.
  parent_id bigint,
  primary key (company_id, id),
  foreign key (company_id, parent_id) references audit,
  check (parent_id < id)
);
create index audit_top on audit (company_id, id) where parent_id is null;
create index audit_of_parent on audit (company_id, parent_id, id) where parent_id is not null;
create index audit_by_user on audit (company_id, user_id, id);
create index audit_by_text on audit using gin (
  lower(coalesce(title, '') || ' ' || coalesce(address, '') || ' ' || coalesce(device, '') || ' ' || before::text || ' ' || after::text) gin_trgm_ops
);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to' using errcode = 'restrict_violation';
end $$;
create trigger refuse_change before update or delete or truncate on audit
  for each statement execute function refuse_audit_change();
