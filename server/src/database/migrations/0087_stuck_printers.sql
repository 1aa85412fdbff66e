-- A printer may take labels, report no fault and print none of them.
alter table prints
  drop constraint prints_reason_check,
  add constraint prints_reason_check check (reason in (
    'unreachable', 'silent', 'cut_off', 'no_paper', 'no_ribbon', 'head_open', 'jam', 'paused', 'hot', 'fault', 'stuck',
    'interrupted', 'no_boxes', 'bad_label', 'unset', 'restored'
  ));
