-- Every look at an import tells how many rows its undoing has left, and most of an import's rows are not among them.
create index import_rows_kept on import_rows (company_id, import_id) where undo_refusal is not null;

-- How far one is, written while its own transaction writes its rows. Not in `imports`: each row that is written looks
-- that up, and a row that somebody else has changed meanwhile costs six times as much to look up.
create table import_progress (
  company_id bigint not null,
  import_id bigint not null,
  percent integer not null check (percent between 0 and 100),
  primary key (company_id, import_id),
  foreign key (company_id, import_id) references imports on delete cascade
);
alter table imports drop column progress;

-- The same texts as before, twice as fast: a function of SQL that calls what is not immutable is started anew for each
-- row, and a repetition with bounds is the slowest of a regular expression. Imports and searches call these for each.
create or replace function product_words(name text, article text, barcodes text[], wildberries_id bigint) returns text
  language plpgsql immutable parallel safe as $$
begin
  return concat_ws(' ', name, article, array_to_string(barcodes, ' '), wildberries_id::text);
end $$;

create or replace function is_barcode(value text) returns boolean language sql immutable parallel safe
  return case
    when length(value) not between 1 and 64 or value ~ '[^!-+\--~]' then false
    when value !~ '^[0-9]' then true
    when value ~ '^[0-9]+(\.[0-9]+)?[Ee][+]?[0-9]+$' then false
    when length(value) = 13 and value !~ '[^0-9]' then mod(
      ascii(value) + ascii(substr(value, 3)) + ascii(substr(value, 5)) + ascii(substr(value, 7))
      + ascii(substr(value, 9)) + ascii(substr(value, 11)) + ascii(substr(value, 13)) - 7 * 48
      + 3 * (ascii(substr(value, 2)) + ascii(substr(value, 4)) + ascii(substr(value, 6)) + ascii(substr(value, 8))
        + ascii(substr(value, 10)) + ascii(substr(value, 12)) - 6 * 48), 10) = 0
    else true
  end;
