-- Filters, search and order of a list, kept under a name.
create table views (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  -- Whose own it is; null: shared. Who is deleted takes their own along and leaves the shared ones to the others;
  -- who is archived keeps both, for they may come back.
  user_id bigint,
  screen text not null check (screen in ('tasks', 'users')),
  name text collate "ru-x-icu" not null check (length(name) between 1 and 60),
  state jsonb not null check (jsonb_typeof(state) = 'object' and length(state::text) <= 16384),
  created_by bigint,
  created_at timestamptz(3) not null,
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users on delete cascade,
  foreign key (company_id, created_by) references users on delete set null (created_by)
);
create unique index views_own_names on views (company_id, user_id, screen, lower(name)) where user_id is not null;
create unique index views_shared_names on views (company_id, screen, lower(name)) where user_id is null;
create index views_by_creator on views (company_id, created_by);

-- A text as searches compare it, the same as searchForm of the contract: case does not matter, nor the dots of ё.
create function search_form(value text) returns text language sql immutable parallel safe
  return translate(lower(value), 'ё', 'е');

drop index tasks_by_title;
create index tasks_by_title on tasks using gin (search_form(title) gin_trgm_ops);
create index users_by_name on users using gin (search_form(full_name || ' ' || coalesce(nick_name, '')) gin_trgm_ops);
