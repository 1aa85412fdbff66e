-- The number of labels beside the boxes: to count an array, PostgreSQL reads all of it.
alter table prints add column count integer not null generated always as (cardinality(box_ids)) stored;
