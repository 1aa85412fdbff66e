-- A filtered list counts and sums up to 10,000 rows on each look: from these two without touching the rows.
drop index tasks_by_status;
create index tasks_by_status on tasks (company_id, status, id)
  include (quantity, quantity_done, money, coins) where deleted_at is null;
drop index tasks_by_user;
create index tasks_by_user on tasks (company_id, user_id, id)
  include (quantity, quantity_done, money, coins) where deleted_at is null;
