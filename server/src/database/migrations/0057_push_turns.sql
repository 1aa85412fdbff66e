-- Copies on their way are taken in turns of companies, those of each by when they are due.
drop index push_deliveries_due;
create index push_deliveries_due on push_deliveries (origin, company_id, due_at);
