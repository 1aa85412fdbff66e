import type { NotificationWord } from './notifications.line.ts'

/** Texts of notifications, in the bell and on devices. */
export const notificationWordsEn: Record<NotificationWord, string> = {
  task_assigned_title: '{count, plural, =1 {Task {id} is yours} other {# tasks are yours}}',
  task_assigned_body: '{count, plural, =1 {{name}} other {Given by {actor}}}',
  task_returned_title: 'Task {id} came back',
  task_returned_body: '{name}: {reason}',
  task_comment_title: '{count, plural, =1 {{actor} on task {id}} other {# comments on task {id}}}',
  task_comment_body: '{count, plural, =1 {{text}} other {{actor}: {text}}}',
  task_review_title: 'Task {id} is up for review',
  task_review_body: '{name}',
  shift_closed_title: 'When did you leave on {day}?',
  shift_closed_body: 'You did not clock out, so the shift was ended for you. Confirm the end or name another',
  shift_proposed_title: '{actor} names another end of shift',
  shift_proposed_body: '{day}',
  shift_changed_title: 'Your hours have changed',
  shift_changed_body: '{day}. By: {actor}',
  workday_end_title:
    '{minutes, plural, one {The working day ends in # minute} other {The working day ends in # minutes}}',
  workday_end_body: 'Finish what you are at and clock out',
  money_received_title:
    '{of, select, task {Task accepted} reward {Reward} bonus {Bonus} fine {Fine} payout {Payout} reversal {Entry taken back} other {Balance adjusted}}: {given}',
  money_received_body: '{reason}',
  coins_received_title:
    '{of, select, task {Task accepted} reward {Reward} bonus {Bonus} fine {Fine} reversal {Entry taken back} other {Coins adjusted}}: {given}',
  coins_received_body: '{reason}',
  achievement_title: '{of, select, revoked {Achievement taken back} other {Achievement}}: {achieved}',
  achievement_body: '{both}',
  order_created_title: '{count, plural, =1 {{actor} orders: {name}} other {# new orders by {actor}}}',
  order_created_body:
    '{count, plural, =1 {{quantity, plural, one {# piece} other {# pieces}}. Order No. {id}} other {The last one: {name}. Order No. {id}}}',
  order_status_title:
    '{of, select, pending {Order No. {id} waits again} processing {Order No. {id} is being prepared} delivered {Order No. {id} is handed over} cancelled {Order No. {id} is cancelled} other {{actor} on order No. {id}}}',
  order_status_body: '{told}',
  wish_in_stock_title: '{name} is in the shop again',
  wish_in_stock_body: 'It costs {price, plural, one {# coin} other {# coins}}',
  instruction_to_read_title: 'Please read: {name}',
  instruction_to_read_body:
    '{revision, plural, =1 {Read it and say that you have} other {It has changed. Read it again and say that you have}}',
  ledger_fault_title: 'Balances do not add up',
  ledger_fault_body:
    '{count, plural, one {The entries of # account} other {The entries of # accounts}} lead to another balance. See Money',
  moy_sklad_fault_title:
    '{of, select, refused {MoySklad does not accept our token any more} other {MoySklad has not been reached for long}}',
  moy_sklad_fault_body:
    '{of, select, refused {Nothing comes from there until an owner enters a new one} other {Work goes on with what was read before; we try again and again}}',
  push_fault_title: 'Pushes do not go out',
  push_fault_body:
    '{host} refuses what Artel signs. The bell has everything; whoever runs this installation should look at its clock and its keys',
  stats_fault_title: 'Figures were corrected',
  stats_fault_body:
    'The nightly check found {count, plural, one {# sum that differed} other {# sums that differed}} from the rows behind, and counted anew',
  test_title: 'Pushes work',
  test_body: 'This is how messages of Artel look on this device',
}
