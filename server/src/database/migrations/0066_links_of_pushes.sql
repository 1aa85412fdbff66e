-- A link of a push must not lead out of the app. `isOwnPath` in the contract has the same rule. Dot segments and
-- double or encoded slashes are refused, because browsers and proxies turn them into another path or host. White space
-- and backslashes are refused, too.
create function is_own_path(url text) returns boolean immutable language sql
  return url ~ '^/[^\\[:space:]]*$'
    and substring(url from '^[^?#]*') !~* '//|%2f|%5c|/(\.|%2e){1,2}(/|$)';

update pushes set url = null where not is_own_path(url);
-- What leads nowhere in particular leads to the first page.
update notifications set url = '/' where not is_own_path(url);
update push_deliveries set url = '/' where not is_own_path(url);

alter table pushes
  drop constraint pushes_url_check,
  add constraint pushes_url_check check (is_own_path(url) and length(url) <= 200);
alter table notifications
  drop constraint notifications_url_check,
  add constraint notifications_url_check check (is_own_path(url) and length(url) <= 200);
alter table push_deliveries
  drop constraint push_deliveries_url_check,
  add constraint push_deliveries_url_check check (is_own_path(url) and length(url) <= 200);
