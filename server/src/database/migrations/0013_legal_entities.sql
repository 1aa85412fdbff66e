-- On whose behalf a company acts. Whether the numbers add up is checked before they come here; that digits are
-- digits, and which of them a type has, is held here too.
create table legal_entities (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  name text collate "ru-x-icu" not null check (length(name) between 1 and 200),
  full_name text check (length(full_name) between 1 and 500),
  type text not null check (type in ('company', 'entrepreneur', 'self_employed')),
  inn text not null,
  kpp text check (kpp ~ '^[0-9]{4}[0-9A-Z]{2}[0-9]{3}$'),
  ogrn text,
  legal_address text check (length(legal_address) between 1 and 500),
  address text check (length(address) between 1 and 500),
  phone text check (length(phone) between 1 and 50),
  email text check (email = lower(email) and length(email) between 3 and 254),
  director text check (length(director) between 1 and 200),
  bank_name text check (length(bank_name) between 1 and 200),
  bik text check (bik ~ '^[0-9]{9}$'),
  account text check (account ~ '^[0-9]{20}$'),
  corr_account text check (corr_account ~ '^[0-9]{20}$'),
  is_default boolean not null default false,
  moy_sklad_id text check (length(moy_sklad_id) between 1 and 100),
  version integer not null default 1,
  -- For each field that was ever changed the version that changed it last.
  field_versions jsonb not null default '{}' check (jsonb_typeof(field_versions) = 'object'),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by bigint,
  primary key (company_id, id),
  foreign key (company_id, updated_by) references users,
  check (inn ~ case type when 'company' then '^[0-9]{10}$' else '^[0-9]{12}$' end),
  check (case type when 'company' then ogrn ~ '^[0-9]{13}$' when 'entrepreneur' then ogrn ~ '^[0-9]{15}$' else ogrn is null end),
  check (kpp is null or type = 'company'),
  -- An account is one of a bank.
  check (bik is not null or (account is null and corr_account is null))
);
-- Branches of one firm share its INN and have a KPP each.
create unique index legal_entities_inn on legal_entities (company_id, inn, kpp) nulls not distinct;
create unique index legal_entities_default on legal_entities (company_id) where is_default;
create unique index legal_entities_moy_sklad on legal_entities (company_id, moy_sklad_id);
