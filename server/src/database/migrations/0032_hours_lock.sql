-- Opening all days from the first of the calendar left a day before it, which no answer can carry.
update companies set hours_locked_until = null where hours_locked_until < '1900-01-01';

alter table companies
  add constraint companies_hours_locked_until check (hours_locked_until between '1900-01-01' and '2199-12-31');
