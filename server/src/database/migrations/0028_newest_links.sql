-- Only the newest link of a kind that was mailed to a person works, so each kind has one row at most. Links of a kind
-- live equally long: the one that ends last is the newest.
delete from mailed_links as older
  using mailed_links as newer
  where (older.company_id, older.user_id, older.kind) = (newer.company_id, newer.user_id, newer.kind)
    and (older.expires_at, older.token_hash) < (newer.expires_at, newer.token_hash);

drop index mailed_links_of_user;
alter table mailed_links add constraint mailed_links_newest unique (company_id, user_id, kind);
