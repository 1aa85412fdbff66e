-- What a person has in a ledger: the row that whoever posts to them holds. It is moved by their entries alone.
create table accounts (
  company_id bigint not null,
  ledger text not null check (ledger in ('money', 'coins')),
  user_id bigint not null,
  balance bigint not null default 0,
  -- All that was ever given, and how many entries there are.
  credited bigint not null default 0 check (credited >= 0),
  entries integer not null default 0 check (entries >= 0),
  last_at timestamptz(3),
  primary key (company_id, ledger, user_id),
  foreign key (company_id, user_id) references users on delete cascade,
  check (entries > 0 or (balance = 0 and credited = 0)),
  constraint accounts_coins_suffice check (ledger = 'money' or balance >= 0),
  -- Far below where a number of JavaScript loses its last digit.
  constraint accounts_balance_limit check (balance between -10000000000000 and 10000000000000)
);

insert into accounts (company_id, ledger, user_id)
  select company_id, ledger, id from users cross join unnest(array['money', 'coins']) as ledger;

create function open_accounts() returns trigger language plpgsql as $$
begin
  insert into accounts (company_id, ledger, user_id) values
    (new.company_id, 'money', new.id), (new.company_id, 'coins', new.id);
  return null;
end $$;
create trigger open_accounts after insert on users for each row execute function open_accounts();

create table ledger_entries (
  company_id bigint not null,
  ledger text not null check (ledger in ('money', 'coins')),
  id bigint generated always as identity,
  user_id bigint not null,
  amount bigint not null check (amount <> 0),
  -- These three are put by the trigger: the balance after it, which entry of the person it is, and all they were ever
  -- given. Two entries so tell what came in and went out between them, however many lie there.
  balance bigint not null default 0,
  number integer not null default 0,
  credited bigint not null default 0,
  kind text not null check (kind in (
    'task', 'reward', 'achievement', 'bonus', 'fine', 'payout', 'adjustment', 'purchase', 'refund', 'reversal')),
  comment text check (length(comment) between 1 and 500),
  source_type text check (source_type in ('task', 'reward', 'achievement', 'order', 'posting')),
  source_id bigint,
  -- The business event that the product posts for, once.
  key text check (length(key) between 1 and 200),
  reverses_id bigint,
  created_by bigint,
  created_at timestamptz(3) not null,
  primary key (company_id, ledger, id),
  -- The order in which a person's balance came about.
  unique (company_id, ledger, user_id, number),
  foreign key (company_id, ledger, user_id) references accounts,
  foreign key (company_id, created_by) references users,
  foreign key (company_id, ledger, reverses_id) references ledger_entries,
  check ((source_type is null) = (source_id is null)),
  check ((kind = 'reversal') = (reverses_id is not null)),
  check (kind <> 'reversal' or comment is not null),
  check (key is not null or kind in ('bonus', 'fine', 'payout', 'adjustment')),
  check (case when kind in ('fine', 'payout', 'purchase') then amount < 0
    when kind in ('task', 'achievement', 'bonus', 'refund') then amount > 0 else true end),
  check (case ledger when 'money' then kind not in ('achievement', 'purchase', 'refund') else kind <> 'payout' end),
  constraint ledger_entries_coins_suffice check (ledger = 'money' or balance >= 0),
  constraint ledger_entries_payout_suffice check (kind <> 'payout' or balance >= 0)
);
create unique index ledger_entries_once on ledger_entries (company_id, ledger, key) where key is not null;
create unique index ledger_entries_reversed_once on ledger_entries (company_id, ledger, reverses_id)
  where reverses_id is not null;
create index ledger_entries_of_user on ledger_entries (company_id, ledger, user_id, created_at, number)
  include (balance, credited);
create index ledger_entries_by_kind on ledger_entries (company_id, ledger, kind, created_at) include (amount, user_id);
create index ledger_entries_of_source on ledger_entries (company_id, source_type, source_id);
create index ledger_entries_by_amount on ledger_entries (company_id, ledger, amount, id);
create index ledger_entries_by_time on ledger_entries (company_id, ledger, created_at, id);
-- What the product posts says by its source what it was for.
create index ledger_entries_by_comment on ledger_entries using gin (search_form(comment) gin_trgm_ops)
  where comment is not null;

-- An entry follows from the person's last one, under the lock of their account's row. What the same statement has
-- entered before it is seen here, too.
create function settle_entry() returns trigger language plpgsql as $$
declare
  last ledger_entries;
  reversed ledger_entries;
begin
  perform from accounts where company_id = new.company_id and ledger = new.ledger and user_id = new.user_id
    for no key update;
  if not found then
    raise exception 'There is no account of user %', new.user_id using errcode = 'foreign_key_violation';
  end if;
  select * into last from ledger_entries
    where company_id = new.company_id and ledger = new.ledger and user_id = new.user_id
    order by number desc limit 1;
  new.balance := coalesce(last.balance, 0) + new.amount;
  new.number := coalesce(last.number, 0) + 1;
  new.credited := coalesce(last.credited, 0) + greatest(new.amount, 0);
  -- A clock that was set back must not turn the order of a person's entries.
  new.created_at := greatest(last.created_at, new.created_at);
  if new.reverses_id is not null then
    select * into reversed from ledger_entries
      where company_id = new.company_id and ledger = new.ledger and id = new.reverses_id;
    if reversed.user_id is distinct from new.user_id or reversed.amount is distinct from -new.amount
      or reversed.kind = 'reversal' then
      raise exception 'A reversal mirrors its entry' using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
create trigger settle_entry before insert on ledger_entries for each row execute function settle_entry();

-- The balance follows from the entries, in the same statement: nobody can enter one without the other. Once for a
-- statement, as each change of a row leaves one behind until the transaction is over.
create function move_balances() returns trigger language plpgsql as $$
begin
  update accounts set balance = newest.balance, credited = newest.credited, entries = newest.number,
    last_at = newest.created_at
    from (
      select distinct on (company_id, ledger, user_id) * from entered order by company_id, ledger, user_id, number desc
    ) as newest
    where accounts.company_id = newest.company_id and accounts.ledger = newest.ledger
      and accounts.user_id = newest.user_id;
  return null;
end $$;
create trigger move_balances after insert on ledger_entries
  referencing new table as entered for each statement execute function move_balances();

create function keep_entries() returns trigger language plpgsql as $$
begin
  raise exception 'Entries of a ledger are neither changed nor deleted' using errcode = 'restrict_violation';
end $$;
create trigger keep_entries before update or delete or truncate on ledger_entries
  for each statement execute function keep_entries();

-- Only an entry moves a balance, and only with its person does an account go. Both come from triggers, which no
-- statement of a client is.
create function guard_account() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'A balance is moved by entries alone' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger guard_account before insert or update or delete on accounts
  for each row execute function guard_account();
create trigger keep_accounts before truncate on accounts for each statement execute function keep_entries();

-- Whoever finds a way to move a balance all the same: it has to show the entry that led to it, once all is done.
create function find_entry_of_balance() returns trigger language plpgsql as $$
begin
  if (tg_op = 'UPDATE' or new.entries > 0) and not exists (
    select from ledger_entries
    where company_id = new.company_id and ledger = new.ledger and user_id = new.user_id and number = new.entries
      and balance = new.balance and credited = new.credited
  ) then
    raise exception 'A balance is moved by entries alone' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger balance_has_entry after insert or update on accounts deferrable initially deferred
  for each row execute function find_entry_of_balance();

create table rewards (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  title text not null check (length(title) between 1 and 200),
  description text not null default '' check (length(description) <= 2000),
  money bigint not null default 0 check (money between 0 and 100000000000),
  coins bigint not null default 0 check (coins between 0 and 1000000000),
  version integer not null default 1,
  field_versions jsonb not null default '{}'
    check (jsonb_typeof(field_versions) = 'object' and length(field_versions::text) <= 65536),
  created_by bigint not null,
  created_at timestamptz(3) not null,
  -- One that was taken back is kept for the entries that came from it.
  deleted_at timestamptz(3),
  deleted_by bigint,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, created_by) references users,
  foreign key (company_id, deleted_by) references users,
  check ((deleted_at is null) = (deleted_by is null))
);
create index rewards_of_user on rewards (company_id, user_id, id) where deleted_at is null;
create index rewards_given on rewards (company_id, id) include (money, coins) where deleted_at is null;

-- What the last recalculation of all balances has found.
create table ledger_checks (
  company_id bigint primary key references companies,
  checked_at timestamptz(3) not null,
  entries bigint not null,
  faults jsonb not null check (jsonb_typeof(faults) = 'array')
);
