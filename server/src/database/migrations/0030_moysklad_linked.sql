-- Linked legal entities may swap their INN or KPP in one statement, so that is looked at when the statement ends.
drop index legal_entities_inn;
alter table legal_entities add constraint legal_entities_inn
  unique nulls not distinct (company_id, inn, kpp) deferrable initially immediate;

-- Said once of a row that is taken without fields that break a rule.
alter table moysklad_log drop constraint moysklad_log_action_check;
alter table moysklad_log add constraint moysklad_log_action_check
  check (action in ('create', 'tie', 'change', 'untie', 'fail', 'partial', 'gone', 'back'));
-- Rows that were refused are looked at once more: an optional field no longer refuses them, nor does a swap.
update moysklad_items set is_waiting = true, is_planned = false, failed_at = null
  where plan = 'invalid' and gone_at is null;
