-- The box that a person has scanned into last, so that other packers see where they work.
alter table supply_packers
  add column box_id bigint,
  add foreign key (company_id, supply_id, box_id) references supply_boxes (company_id, supply_id, id);

update supply_packers as packer set box_id = (
  select scan.box_id from supply_scans as scan
  where scan.company_id = packer.company_id and scan.supply_id = packer.supply_id and scan.user_id = packer.user_id
  order by scan.id desc limit 1
);

alter table supply_packers alter column box_id set not null;
create index supply_packers_of_box on supply_packers (company_id, supply_id, box_id);

create or replace function count_scans() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into supply_packers as counted (company_id, supply_id, user_id, units, last_at, box_id)
    values (new.company_id, new.supply_id, new.user_id, new.quantity, new.created_at, new.box_id)
    on conflict (company_id, supply_id, user_id)
    do update set units = counted.units + excluded.units,
      -- A scan that waited on a phone may come after later ones.
      box_id = case when excluded.last_at >= counted.last_at then excluded.box_id else counted.box_id end,
      last_at = greatest(counted.last_at, excluded.last_at);
  else
    update supply_packers set units = units - new.quantity
    where company_id = new.company_id and supply_id = new.supply_id and user_id = new.user_id;
  end if;
  return null;
end $$;
