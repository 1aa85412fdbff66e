-- What a person is told of in the app's bell. The words are made when it is read, in the reader's language.
create table notifications (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  -- Who is told.
  user_id bigint not null,
  -- Who did it; null: the product by itself, or somebody who is no longer there.
  actor_id bigint,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  params jsonb not null check (jsonb_typeof(params) = 'object' and length(params::text) <= 8192),
  -- Where it leads, a path of the app.
  url text not null check (url ~ '^/[^/]' and length(url) <= 200),
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users on delete cascade,
  foreign key (company_id, actor_id) references users on delete set null (actor_id),
  -- One's own doing is no news.
  check (actor_id <> user_id)
);
create index notifications_of_user on notifications (company_id, user_id, id);
create index notifications_unread on notifications (company_id, user_id) where read_at is null;
create index notifications_by_age on notifications (created_at);
