-- All words of work, refusals, the menu, the search and the terms are the owner's from here on, except those that name
-- no right, pay, approval, hours or figure. Admins may have changed them before: what they have changed last is reset,
-- published or not.
create function pg_temp.is_of_owner(key text) returns boolean language sql immutable as $$
  select exists (select from unnest(array[
    'public.', 'legalEntities.wb', 'views.isShared', 'instructions.isPublished', 'firstSteps.exampleInForAdmin',
    'firstSteps.hours', 'forms.hoursOf', 'ui.onShift', 'products.norm', 'notificationWords.workday_', 'tasks.',
    'steps.', 'frame.', 'palette.', 'errors.', 'fields.'
  ]) as beginning where starts_with(key, beginning))
  and not exists (select from unnest(array[
    'tasks.title', 'tasks.toTasks', 'tasks.myTasks', 'tasks.listLabel', 'tasks.create', 'tasks.search',
    'tasks.viewEmpty', 'tasks.empty', 'tasks.userEmpty', 'tasks.loadFailed', 'tasks.loadOneFailed', 'tasks.number',
    'tasks.priority', 'tasks.due', 'tasks.warehouse', 'tasks.noWarehouse', 'tasks.anyWarehouse', 'tasks.product',
    'tasks.openProduct', 'tasks.openIt', 'tasks.supply', 'tasks.noSupply', 'tasks.ofSupply', 'tasks.packSupply',
    'tasks.packTitle', 'tasks.poolTitle', 'tasks.poolEmpty', 'tasks.takeFromPool', 'tasks.nothingRuns',
    'tasks.newTitle', 'tasks.editTitle', 'tasks.discard', 'tasks.keep', 'tasks.saveSubmit', 'tasks.stepFailed',
    'tasks.staleTitle', 'tasks.description', 'tasks.noDescription', 'tasks.media', 'tasks.photos_', 'tasks.comment',
    'steps.form', 'steps.photo', 'steps.show', 'steps.close', 'steps.leave', 'steps.stay', 'steps.instructionNewer',
    'steps.readFirst', 'frame.keys', 'frame.skip', 'frame.menu', 'frame.handMenu', 'frame.more', 'frame.openMenu',
    'frame.closeMenu', 'frame.collapse', 'frame.expand', 'frame.group', 'frame.theme', 'frame.install',
    'frame.language', 'frame.logout', 'frame.offline', 'frame.home', 'frame.startFailed', 'frame.startOffline',
    'frame.pageFailed', 'frame.pack', 'frame.tasks', 'frame.products', 'frame.supplies', 'frame.instructions',
    'frame.texts', 'frame.legalEntities', 'frame.warehouses', 'frame.firstSteps', 'palette.open',
    'palette.placeholder', 'palette.close', 'palette.results', 'palette.recent', 'palette.kind_', 'palette.pack',
    'palette.commands', 'palette.number', 'palette.goTo', 'palette.theme', 'palette.language', 'palette.found',
    'palette.nothing', 'palette.failed', 'errors.bad_request', 'errors.not_found', 'errors.method_',
    'errors.conflict', 'errors.in_use', 'errors.number_taken', 'errors.box_', 'errors.on_', 'errors.pallet_',
    'errors.no_pallets', 'errors.empty', 'errors.instruction_', 'errors.idempotency_', 'errors.too_large',
    'errors.unsupported_', 'errors.invalid', 'errors.internal', 'errors.upstream', 'fields.required',
    'fields.unknown_field', 'fields.wrong_type', 'fields.not_offered', 'fields.too_', 'fields.bad_',
    'fields.nothing_', 'fields.dates_', 'fields.no_such_', 'fields.broken_', 'fields.photo_', 'fields.strange_',
    'fields.nobody_', 'fields.in_past', 'fields.one_file', 'fields.warehouse_', 'fields.product_',
    'fields.supply_closed', 'fields.barcode_', 'fields.article_', 'fields.mixed_alphabets', 'fields.number_taken',
    'fields.view_', 'fields.digits_', 'fields.inn_', 'fields.no_kpp_', 'fields.no_ogrn_', 'fields.bik_',
    'fields.box_', 'fields.same_box', 'fields.expiry_', 'fields.proposal_', 'fields.cell_not_number',
    'fields.cell_not_yes_no', 'fields.cell_not_day', 'fields.cell_is_error', 'fields.column_', 'fields.field_',
    'fields.set_', 'fields.sealed_', 'fields.import_interrupted', 'fields.import_failed', 'fields.table_',
    'fields.text_too', 'fields.text_un', 'fields.text_bad', 'fields.text_no_other', 'fields.text_other',
    'fields.text_missing', 'fields.text_may', 'fields.text_key'
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
  where users.type <> 'owner' and pg_temp.is_of_owner(own.key);

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
drop function pg_temp.is_of_owner, pg_temp.without, pg_temp.digest_of;
