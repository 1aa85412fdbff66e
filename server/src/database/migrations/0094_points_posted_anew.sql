-- Coins that are posted anew in place of reversed ones give their points on the day of the reversed ones. Before, they gave
-- them on the present day, so a scan that was taken back brought the points of an old task to the current month. What is
-- taken back comes first, because a sum that nobody has at the end would give an achievement.
create or replace function log_points() returns trigger language plpgsql as $$
begin
  with earned as (
    select * from entered where ledger = 'coins' and kind in ('task', 'reward', 'achievement', 'bonus')
  ), replaced as (
    select reversal.company_id, reversal.source_type, reversal.source_id, reversal.user_id, max(event.day) as day
    from entered as reversal
    join achievement_events as event on event.company_id = reversal.company_id and event.kind = 'points'
      and event.source_id = reversal.reverses_id
    where reversal.ledger = 'coins' and reversal.kind = 'reversal'
    group by reversal.company_id, reversal.source_type, reversal.source_id, reversal.user_id
  ), parts as (
    select company_id, earned.id as entry_id, 1 as change, coalesce(day, company_day(company_id, created_at)) as day,
      created_at, user_id, earned.id as source_id, amount as points
    from earned left join replaced using (company_id, source_type, source_id, user_id)
    where amount > 0
    union all
    select entered.company_id, entered.id, -event.change, event.day, entered.created_at, entered.user_id, reverses_id,
      event.points
    from entered
    join achievement_events as event on event.company_id = entered.company_id and event.kind = 'points'
      and event.source_id = entered.reverses_id
    where entered.ledger = 'coins' and entered.kind = 'reversal'
    union all
    select earned.company_id, earned.id, -1, standing.day, earned.created_at, earned.user_id, earned.id,
      least(standing.points, -earned.amount - standing.newer)
    from earned
    cross join lateral (
      select day, points, (sum(points) over (order by day desc) - points)::bigint as newer
      from (
        select event.day, sum(event.change * event.points)::bigint as points
        from ledger_entries as given
        join achievement_events as event on event.company_id = given.company_id and event.kind = 'points'
          and event.source_id = given.id
        where given.company_id = earned.company_id and given.source_type = earned.source_type
          and given.source_id = earned.source_id and given.ledger = 'coins'
        group by event.day
      ) as days
      where points > 0
    ) as standing
    where earned.amount < 0 and standing.newer < -earned.amount
  ), logged as (
    insert into achievement_events (company_id, kind, change, day, at, user_id, source_id, points)
    select company_id, 'points', change, day, created_at, user_id, source_id, points from parts
    order by change, entry_id, day desc
    returning company_id, day, user_id, change * points as points
  )
  insert into points_days (company_id, day, user_id, points)
  select company_id, day, user_id, sum(points) from logged group by company_id, day, user_id order by user_id, day
  on conflict (company_id, user_id, day) do update set points = points_days.points + excluded.points;
  return null;
end $$;
