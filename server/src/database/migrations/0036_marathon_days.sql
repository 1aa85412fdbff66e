-- Shifts count for marathon_runner once a day, and from an hour of work on. Of the shifts that are kept each gets its day,
-- and those that do not count go; `since` becomes the day of the shift that it named by its end.
update achievement_states as states
set state = jsonb_set(
  jsonb_set(state, '{shifts,since}', coalesce(
    to_jsonb(company_day(states.company_id, (state #>> '{shifts,since}')::timestamptz)), 'null')),
  '{shifts,last}', coalesce((
    select jsonb_agg(kept.entry || jsonb_build_object('day', shifts.day) order by kept.place)
    from jsonb_array_elements(state #> '{shifts,last}') with ordinality as kept(entry, place)
    join shifts on shifts.company_id = states.company_id and shifts.id = (kept.entry ->> 'id')::bigint
    where shifts.worked_seconds >= 3600 or (kept.entry ->> 'is_late')::boolean
  ), '[]'))
where state #> '{shifts,last}' <> '[]' or state #> '{shifts,since}' <> 'null';
