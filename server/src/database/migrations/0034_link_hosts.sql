-- Links that had something before their host, which could pass for it: they go on leading where they led, and say so.
-- As a browser reads them, breaks are nothing, and slashes of either kind are alike.
update multimedia
  set url = regexp_replace(regexp_replace(url, '[\t\n\r]', '', 'g'), '^https:[/\\]*[^/\\?#]*@', 'https://')
  where url ~ '[\t\n\r]' or url ~ '^https:[/\\]*[^/\\?#]*@';
alter table multimedia add constraint multimedia_url_shows_host
  check (url !~ '[\t\n\r]' and url !~ '^https:[/\\]*[^/\\?#]*@');
