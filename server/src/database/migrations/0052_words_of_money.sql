-- All words of money, coins, hours and figures are the owner's from here on. Admins may have changed them before: what
-- they have changed last is reset, published or not.
create function pg_temp.is_judging(key text) returns boolean language sql immutable as $$
  select exists (select from unnest(array[
    'achievements.', 'merits.', 'shop.', 'orders.', 'stats.', 'team.', 'shifts.', 'teamHours.',
    'workingHours.', 'manyTasks.', 'ui.coins', 'ui.worth', 'frame.money',
    'frame.coins', 'textSections.', 'tasks.toCoins', 'tasks.field', 'tasks.byRate', 'tasks.terms',
    'tasks.credited', 'tasks.return', 'tasks.finish', 'products.money', 'products.coins', 'products.rate',
    'products.emptyText', 'errors.insufficient_', 'fields.credited_limit', 'fields.price_',
    'fields.cell_not_money', 'notifications.kind_',
    'notificationWords.money_', 'notificationWords.coins_', 'notificationWords.achievement_',
    'notificationWords.order_', 'notificationWords.wish_', 'notificationWords.ledger_',
    'notificationWords.stats_', 'notificationWords.shift_', 'notificationWords.task_re',
    'pushes.kind_', 'pushes.url_', 'moySklad.'
  ]) as beginning where starts_with(key, beginning))
$$;
-- A file is JSON unless somebody has changed it by hand; then nobody could read it.
create function pg_temp.without(body text, keys text[]) returns text language plpgsql immutable as $$
begin
  return (body::jsonb - keys)::text;
exception when others then
  return '{}';
end $$;
create function pg_temp.digest_of(body text) returns text language sql immutable as
  $$ select encode(sha256(convert_to(body, 'UTF8')), 'hex') $$;

create temporary table taken_texts as
  select own.company_id, own.key from localizations as own
  join users on users.company_id = own.company_id and users.id = own.updated_by
  where users.type <> 'owner' and pg_temp.is_judging(own.key);

-- What everyone reads is published anew without them, in the name of whoever has published it.
create temporary table next_publications as
  select last.*, gone.keys,
    pg_temp.without(english.body, gone.keys) as en_body, pg_temp.without(russian.body, gone.keys) as ru_body
  from (select distinct on (company_id) * from localization_publications order by company_id, number desc) as last
  cross join lateral (
    select array_agg(key) as keys from (
      select jsonb_object_keys(last.en) as key union select jsonb_object_keys(last.ru)
    ) as said
    where exists (
      select from taken_texts as taken where taken.company_id = last.company_id and taken.key = said.key
    )
  ) as gone
  join localization_files as english on english.company_id = last.company_id and english.hash = last.en_hash
  join localization_files as russian on russian.company_id = last.company_id and russian.hash = last.ru_hash
  where gone.keys is not null;
insert into localization_files (company_id, hash, body)
  select company_id, pg_temp.digest_of(en_body), en_body from next_publications
  union
  select company_id, pg_temp.digest_of(ru_body), ru_body from next_publications
  on conflict do nothing;
insert into localization_publications
    (company_id, number, en, ru, en_hash, ru_hash, changes, created_at, created_by)
  select company_id, number + 1, en - keys, ru - keys, pg_temp.digest_of(en_body), pg_temp.digest_of(ru_body),
    cardinality(keys), now(), created_by
  from next_publications;

update localizations as own set
  en = null, ru = null, published_en = null, published_ru = null, version = own.version + 1,
  field_versions = own.field_versions || jsonb_build_object('en', own.version + 1, 'ru', own.version + 1),
  updated_at = now()
  from taken_texts as taken where taken.company_id = own.company_id and taken.key = own.key;
delete from localizations as own using taken_texts as taken
  where taken.company_id = own.company_id and taken.key = own.key and own.is_custom;

drop table next_publications, taken_texts;
drop function pg_temp.is_judging, pg_temp.without, pg_temp.digest_of;
