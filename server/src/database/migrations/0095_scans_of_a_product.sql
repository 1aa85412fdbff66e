-- A task whose product is scanned in its supply needs scans, too. So each list of tasks asks whether there is one.
create index supply_scans_standing on supply_scans (company_id, supply_id, product_id) where taken_back_at is null;
