-- What a person ends a session by; the token's hash never leaves the server.
alter table sessions add column id bigint generated always as identity unique;

-- Links that were mailed: each proves that its reader reads that mailbox.
create table mailed_links (
  -- SHA-256 of the token in the link: a copy of this table opens nothing.
  token_hash bytea primary key check (length(token_hash) = 32),
  kind text not null check (kind in ('reset', 'email')),
  company_id bigint not null,
  user_id bigint not null,
  -- Where it was mailed; for a change of email, the new one.
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  expires_at timestamptz(3) not null,
  -- A reset is deleted by its use; a change of email is kept, so that opening it twice does no harm.
  used_at timestamptz(3),
  foreign key (company_id, user_id) references users on delete cascade
);
create index mailed_links_of_user on mailed_links (company_id, user_id, kind);
create index mailed_links_by_age on mailed_links (expires_at);

-- Tries within a stretch of time: wrong passwords, forgotten ones.
create table tries (
  -- SHA-256 of what is counted, so that the row is small and tells nobody's email.
  key bytea primary key check (length(key) = 32),
  count integer not null check (count >= 0),
  ends_at timestamptz(3) not null
);
create index tries_by_age on tries (ends_at);
