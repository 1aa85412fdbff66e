-- What the guards of boxes and pallets have in common.
create function assert_supply_open(of_company bigint, of_supply bigint) returns void language plpgsql as $$
begin
  if not exists (
    select from supplies where company_id = of_company and id = of_supply
      and deleted_at is null and status in ('draft', 'packing', 'packed')
  ) then
    raise exception 'the supply is closed' using errcode = 'restrict_violation';
  end if;
end $$;

-- A code of ours, such as BX0000000017.
create function own_code(prefix text, id bigint) returns text language sql immutable parallel safe as $$
  select prefix || lpad(id::text, greatest(10, length(id::text)), '0')
$$;

create or replace function guard_box() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'boxes are not deleted' using errcode = 'restrict_violation';
  end if;
  perform assert_supply_open(new.company_id, new.supply_id);
  if tg_op = 'INSERT' then
    if new.barcode = '' then
      new.barcode := own_code('BX', new.id);
    end if;
  elsif old.sealed_at is not null and new.sealed_at is not null
    and (old.barcode, old.weight_g, old.number, old.units_count, old.planned_count, old.sealed_at)
      is distinct from (new.barcode, new.weight_g, new.number, new.units_count, new.planned_count, new.sealed_at) then
    raise exception 'the box is sealed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function guard_pallet_of_box() returns trigger language plpgsql as $$
declare
  former bigint;
begin
  if tg_op = 'UPDATE' then
    former := old.pallet_id;
  end if;
  if new.pallet_id is not distinct from former then return new; end if;
  perform assert_supply_open(new.company_id, new.supply_id);
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

create or replace function guard_pallet() returns trigger language plpgsql as $$
declare
  is_loaded boolean;
begin
  if tg_op = 'DELETE' then
    raise exception 'pallets are not deleted' using errcode = 'restrict_violation';
  end if;
  perform assert_supply_open(new.company_id, new.supply_id);
  if tg_op = 'INSERT' then
    if new.barcode = '' then
      new.barcode := own_code('PL', new.id);
    end if;
    return new;
  end if;
  if (old.supply_id, old.number, old.barcode) is distinct from (new.supply_id, new.number, new.barcode) then
    raise exception 'a pallet keeps its number and code' using errcode = 'restrict_violation';
  end if;
  if old.deleted_at is not null then
    raise exception 'the pallet is deleted' using errcode = 'restrict_violation';
  end if;
  is_loaded := exists (
    select from supply_boxes where company_id = new.company_id and supply_id = new.supply_id and pallet_id = new.id
  );
  if old.closed_at is null and new.closed_at is not null and not is_loaded then
    raise exception 'nothing is on the pallet' using errcode = 'restrict_violation';
  end if;
  if new.deleted_at is not null and is_loaded then
    raise exception 'something is on the pallet' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
