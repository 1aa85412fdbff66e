-- All items are to be compared with ours again, and those up to this number have been marked; null: none is to be. A run
-- marks some thousands at a time, because one statement that marks a large catalogue exceeds the statement timeout.
alter table moysklad_connections add column wakes_after bigint check (wakes_after >= 0);
