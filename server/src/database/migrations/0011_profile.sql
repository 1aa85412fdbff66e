-- The second factor of a person: an app on their phone that makes codes.
create table totp_factors (
  company_id bigint not null,
  user_id bigint not null,
  -- Sealed with the installation's key: a copy of this table makes no codes.
  secret text not null check (length(secret) between 1 and 400),
  created_at timestamptz(3) not null,
  -- Null: no code of it has been seen yet, so it guards nothing.
  confirmed_at timestamptz(3),
  -- The stretch of 30 seconds whose code was last taken; neither it nor an earlier one is taken again.
  last_step bigint not null default 0 check (last_step >= 0),
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users on delete cascade
);

-- Stand in for a code where the phone is away, each once: its use deletes it.
create table recovery_codes (
  company_id bigint not null,
  user_id bigint not null,
  -- SHA-256: a copy of this table signs nobody in.
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (company_id, user_id, code_hash),
  foreign key (company_id, user_id) references totp_factors on delete cascade
);
