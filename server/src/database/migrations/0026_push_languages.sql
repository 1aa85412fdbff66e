-- A company's own text of an automatic push is written for each language. What was written once for both stays so.
alter table push_automatics
  add column title_en text check (length(title_en) between 1 and 100),
  add column body_en text check (length(body_en) between 1 and 200);
update push_automatics set title_en = title, body_en = body;
alter table push_automatics rename column title to title_ru;
alter table push_automatics rename column body to body_ru;
