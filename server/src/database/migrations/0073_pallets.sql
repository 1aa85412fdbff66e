-- The check digit of an SSCC, computed from the 17 digits before it.
create function is_sscc(code text) returns boolean language sql immutable parallel safe as $$
  select code ~ '^[0-9]{18}$' and (
    select sum(substr(code, place, 1)::integer * case when place % 2 = 1 then 3 else 1 end) % 10 = 0
    from generate_series(1, 18) as place
  )
$$;

-- The last serial of each GS1 company prefix. It only rises, so that no SSCC is given twice.
create table pallet_serials (
  company_id bigint not null references companies,
  prefix text not null check (prefix ~ '^[0-9]{4,12}$'),
  -- With the prefix it has 17 digits, the extension digit first.
  last bigint not null check (last > 0 and last < 10 ^ (17 - length(prefix))),
  primary key (company_id, prefix)
);

create function keep_pallet_serials() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.last <= old.last or (new.company_id, new.prefix) is distinct from (old.company_id, old.prefix) then
    raise exception 'serials of pallets only rise' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_pallet_serials before update or delete on pallet_serials
  for each row execute function keep_pallet_serials();

-- A pallet of a supply. It holds closed boxes.
create table supply_pallets (
  company_id bigint not null,
  id bigint generated always as identity,
  supply_id bigint not null,
  number integer not null check (number > 0),
  -- An SSCC, or a code of ours. Left empty, it gets one of ours.
  barcode text not null default '' check (barcode ~ '^PL[0-9]{10,19}$' or is_sscc(barcode)),
  created_by bigint,
  created_at timestamptz(3) not null,
  closed_at timestamptz(3),
  closed_by bigint,
  deleted_at timestamptz(3),
  primary key (company_id, id),
  unique (company_id, supply_id, id),
  -- Also of deleted ones, because their labels may still be on a pallet.
  constraint supply_pallets_one_of_barcode unique (company_id, barcode),
  foreign key (company_id, supply_id) references supplies,
  foreign key (company_id, created_by) references users,
  foreign key (company_id, closed_by) references users,
  check ((closed_at is null) = (closed_by is null)),
  constraint supply_pallets_closed_stays check (closed_at is null or deleted_at is null)
);
create unique index supply_pallets_one_of_number on supply_pallets (company_id, supply_id, number)
  where deleted_at is null;
create index supply_pallets_by_creator on supply_pallets (company_id, created_by) where created_by is not null;
create index supply_pallets_by_closer on supply_pallets (company_id, closed_by) where closed_by is not null;

-- A box stands on at most one pallet, which is one of its own supply.
alter table supply_boxes
  add column pallet_id bigint,
  add constraint supply_boxes_pallet_of_supply foreign key (company_id, supply_id, pallet_id)
    references supply_pallets (company_id, supply_id, id),
  -- So a deleted or an empty box stands on none.
  add constraint supply_boxes_sealed_on_pallet check (pallet_id is null or sealed_at is not null);
create index supply_boxes_of_pallet on supply_boxes (company_id, supply_id, pallet_id) where pallet_id is not null;

-- Boxes come and go only while the supply and the pallet are open.
create function guard_pallet_of_box() returns trigger language plpgsql as $$
declare
  former bigint;
begin
  if tg_op = 'UPDATE' then
    former := old.pallet_id;
  end if;
  if new.pallet_id is not distinct from former then return new; end if;
  if not exists (
    select from supplies where company_id = new.company_id and id = new.supply_id
      and deleted_at is null and status in ('draft', 'packing', 'packed')
  ) then
    raise exception 'the supply is closed' using errcode = 'restrict_violation';
  end if;
  -- Nobody closes or deletes the pallets meanwhile.
  perform from supply_pallets where company_id = new.company_id and id in (former, new.pallet_id)
    order by id for share;
  if exists (
    select from supply_pallets where company_id = new.company_id and id in (former, new.pallet_id)
      and (closed_at is not null or deleted_at is not null)
  ) then
    raise exception 'the pallet is closed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_pallet_of_box before insert or update of pallet_id on supply_boxes
  for each row execute function guard_pallet_of_box();

create function guard_pallet() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'pallets are not deleted' using errcode = 'restrict_violation';
  end if;
  if not exists (
    select from supplies where company_id = new.company_id and id = new.supply_id
      and deleted_at is null and status in ('draft', 'packing', 'packed')
  ) then
    raise exception 'the supply is closed' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'INSERT' then
    if new.barcode = '' then
      new.barcode := 'PL' || lpad(new.id::text, greatest(10, length(new.id::text)), '0');
    end if;
    return new;
  end if;
  if (old.supply_id, old.number, old.barcode) is distinct from (new.supply_id, new.number, new.barcode) then
    raise exception 'a pallet keeps its number and code' using errcode = 'restrict_violation';
  end if;
  if old.deleted_at is not null then
    raise exception 'the pallet is deleted' using errcode = 'restrict_violation';
  end if;
  if old.closed_at is null and new.closed_at is not null and not exists (
    select from supply_boxes where company_id = new.company_id and supply_id = new.supply_id and pallet_id = new.id
  ) then
    raise exception 'nothing is on the pallet' using errcode = 'restrict_violation';
  end if;
  if new.deleted_at is not null and exists (
    select from supply_boxes where company_id = new.company_id and supply_id = new.supply_id and pallet_id = new.id
  ) then
    raise exception 'something is on the pallet' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_pallet before insert or update or delete on supply_pallets
  for each row execute function guard_pallet();

-- A supply leaves the warehouse with closed pallets only.
create function guard_pallets_of_shipped() returns trigger language plpgsql as $$
begin
  if exists (
    select from supply_pallets where company_id = new.company_id and supply_id = new.id
      and closed_at is null and deleted_at is null
  ) then
    raise exception 'a pallet is open' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_pallets_of_shipped before update of status on supplies
  for each row when (new.status = 'shipped' and old.status <> 'shipped')
  execute function guard_pallets_of_shipped();

alter table companies add constraint companies_gs1_prefix
  check (coalesce(settings #>> '{supplies,gs1_prefix}', '0000') ~ '^[0-9]{4,12}$');
