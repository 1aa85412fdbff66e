-- Stores the number of labels, because PostgreSQL reads a whole array to count it.
alter table prints add column count integer not null generated always as (cardinality(box_ids)) stored;
