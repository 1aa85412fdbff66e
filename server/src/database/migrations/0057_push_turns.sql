-- Whoever sends copies takes an equal share of each company. Within a company the copies that are due first come first.
drop index push_deliveries_due;
create index push_deliveries_due on push_deliveries (origin, company_id, due_at);
