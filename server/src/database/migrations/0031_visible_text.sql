-- A text as it is drawn, the same as visibleForm of the contract: compatible forms as one (NFKC), without what is not
-- drawn, and with one space for any blanks. Most texts are of letters for which nothing of that is to be done.
create function visible_form(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if value !~ '[^ -~А-яЁё]' and value !~ '^ |  | $' then
    return value;
  end if;
  return btrim(regexp_replace(normalize(regexp_replace(normalize(value, NFKC),
    '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFC\U0001BCA0-\U0001BCA3\U0001D159\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]+',
    '', 'g'), NFKC), '[\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+', ' ', 'g'));
end $$;

-- Of two articles that no eye can tell apart the later one gets a number, which is written down.
drop index products_one_of_article;
-- By lists of our own: upper() of a locale knows another Unicode than the contract does.
create function look_of_letters(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if value !~ '[^ -~А-яЁё]' then
    return translate(value, 'abcdefghijklmnopqrstuvwxyzабвгдеёжзийклмнопрстуфхцчшщъыьэюяАВЕЁКМНОРСТУХ',
      'ABCDEFGHIJKLMNOPQRSTUVWXYZAБBГДEEЖЗИЙKЛMHOПPCTYФXЦЧШЩЪЫЬЭЮЯABEEKMHOPCTYX');
  end if;
  return translate(value,
    'abcdefghijklmnopqrstuvwxyzàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżžſάέήίαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώабвгдежзийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӂӄӆӈӊӌӎӏӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕẛạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹỻỽỿАВЕЁКМНОРСТУХ',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮIĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŹŻŽSΆΈΉΊΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΣΤΥΦΧΨΩΪΫΌΎΏAБBГДEЖЗИЙKЛMHOПPCTYФXЦЧШЩЪЫЬЭЮЯЀEЂЃЄЅІЇЈЉЊЋЌЍЎЏѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӁӃӅӇӉӋӍӀӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔṠẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸỺỼỾABEEKMHOPCTYX');
end $$;
create or replace function look_of(value text) returns text language sql immutable strict parallel safe
  return look_of_letters(visible_form(value));
create index products_by_look on products (article_key(company_id, article));
do $$
declare
  clash record;
  number integer;
  renamed text;
begin
  for clash in
    select * from (
      select company_id, id, name, article,
        row_number() over (partition by article_key(company_id, article) order by id) as place
      from products
    ) as placed where place > 1 order by company_id, id
  loop
    number := 2;
    loop
      renamed := btrim(left(visible_form(clash.article), 90) || ' (' || number || ')');
      exit when not exists (
        select from products where article_key(company_id, article) = article_key(clash.company_id, renamed)
      );
      number := number + 1;
    end loop;
    update products set article = renamed, version = version + 1,
      field_versions = field_versions || jsonb_build_object('article', version + 1), updated_at = now(), updated_by = null
      where company_id = clash.company_id and id = clash.id;
    insert into audit (company_id, created_at, action, entity, entity_id, title, before, after)
      values (clash.company_id, now(), 'update', 'product', clash.id, clash.name,
        jsonb_build_object('article', clash.article), jsonb_build_object('article', renamed));
  end loop;
end $$;
drop index products_by_look;
create unique index products_one_of_article on products (article_key(company_id, article));

-- What a search over products looks in: also the article without what nobody sees in it.
drop index products_by_words;
create or replace function product_words(name text, article text, barcodes text[], wildberries_id bigint) returns text
  language plpgsql immutable parallel safe as $$
begin
  if article !~ '[^ -~А-яЁё]' then
    return concat_ws(' ', name, article, array_to_string(barcodes, ' '), wildberries_id::text);
  end if;
  return concat_ws(' ', name, article, normalize(regexp_replace(normalize(article, NFKC),
    '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFC\U0001BCA0-\U0001BCA3\U0001D159\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]+',
    '', 'g'), NFKC), array_to_string(barcodes, ' '), wildberries_id::text);
end $$;
create index products_by_words on products
  using gin (search_form(product_words(name, article, barcodes, wildberries_id)) gin_trgm_ops);

-- By what items of MoySklad are told apart stands as text: as it looks now.
create temporary table looks on commit drop as
  select company_id, item_id, 'a ' || look_of(substr(key, 3)) as key, key as former
  from moysklad_keys where key like 'a %' and key <> 'a ' || look_of(substr(key, 3));
delete from moysklad_keys as kept using looks
  where kept.company_id = looks.company_id and kept.item_id = looks.item_id and kept.key = looks.former;
insert into moysklad_keys (company_id, key, item_id) select company_id, left(key, 302), item_id from looks
  on conflict do nothing;

-- Visible ASCII alone: no two emails can differ in what is not seen.
alter table logins add constraint logins_email_is_ascii check (email !~ '[^!-~]');
alter table mailed_links add constraint mailed_links_email_is_ascii check (email !~ '[^!-~]');

-- Wildberries writes codes of boxes with a space inside: 618 0474.
alter table supply_boxes drop constraint supply_boxes_barcode_check;
alter table supply_boxes add constraint supply_boxes_barcode_check
  check (length(barcode) <= 64 and barcode ~ '^[!-+\--~]+( [!-+\--~]+)*$');
