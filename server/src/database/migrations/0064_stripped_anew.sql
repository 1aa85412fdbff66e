-- Earlier versions left texts in films, and profiles of any size in PNG photos. The job that strips stored files looks at
-- these kinds again. It leaves a file as it is that has nothing to remove.
alter table multimedia disable trigger keep_file;
update multimedia set is_stripped = null where is_stripped and (type = 'video' or file ~ '\.(avif|png)$');
alter table multimedia enable trigger keep_file;
