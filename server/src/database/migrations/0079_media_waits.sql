-- When the job that removes metadata looks next for a file that it has not found as its row describes it. The storage
-- may be a wrong one, so such a file is neither done nor given up.
alter table multimedia add column strip_after timestamptz;
alter table multimedia add constraint multimedia_strip_waits check (strip_after is null or file is not null);

-- Earlier versions gave such files up, so files that were given up are looked at once more.
alter table multimedia disable trigger keep_file;
update multimedia set is_stripped = null where is_stripped is false;
alter table multimedia enable trigger keep_file;
