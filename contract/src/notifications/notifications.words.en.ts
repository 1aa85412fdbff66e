import type { NotificationWord } from './notifications.line.ts'

/** Texts of notifications, in the bell and on devices. */
export const notificationWordsEn: Record<NotificationWord, string> = {
  task_assigned_title:
    '{count, plural, =1 {Task {id} is assigned to you} other {# tasks are assigned to you}}',
  task_assigned_body: '{count, plural, =1 {{name}} other {Assigned by {actor}}}',
  task_returned_title: 'Task {id} was returned',
  task_returned_body: '{name}: {reason}',
  task_comment_title: '{count, plural, =1 {{actor} on task {id}} other {# comments on task {id}}}',
  task_comment_body: '{count, plural, =1 {{text}} other {{actor}: {text}}}',
  task_review_title: 'Task {id} is ready for review',
  task_review_body: '{name}',
  shift_closed_title: 'When did you leave on {day}?',
  shift_closed_body:
    'You did not clock out, so the shift was ended for you. Confirm the time or enter another',
  shift_proposed_title: '{actor} proposes another end of shift',
  shift_proposed_body: '{day}',
  shift_changed_title: 'Your hours were changed',
  shift_changed_body: '{day}. Changed by: {actor}',
  workday_end_title:
    '{minutes, plural, one {The working day ends in # minute} other {The working day ends in # minutes}}',
  workday_end_body: 'Finish what you are doing and clock out',
  money_received_title:
    '{of, select, task {{count, plural, =1 {Task approved} one {# task approved} other {# tasks approved}}} reward {Reward} bonus {Bonus} fine {Fine} payout {Payout} reversal {{count, plural, =1 {Entry reversed} one {# task reversed} other {# tasks reversed}}} other {Balance adjusted}}: {given}',
  money_received_body: '{reason}',
  coins_received_title:
    '{of, select, task {{count, plural, =1 {Task approved} one {# task approved} other {# tasks approved}}} reward {Reward} bonus {Bonus} fine {Fine} reversal {{count, plural, =1 {Entry reversed} one {# task reversed} other {# tasks reversed}}} other {Coins adjusted}}: {given}',
  coins_received_body: '{reason}',
  achievement_title: '{of, select, revoked {Achievement revoked} other {Achievement}}: {achieved}',
  achievement_body: '{both}',
  room_asked_title:
    '{count, plural, =1 {{actor}: {of, select, unknown {unknown barcode} other {no room in the plan}}} other {Shipment {number}: # requests from packers}}',
  room_asked_body:
    '{count, plural, =1 {} other {{actor}: {of, select, unknown {unknown barcode} other {no room in the plan}}. }}{of, select, unknown {{code}} other {{name}}}{quantity, plural, =1 {} other { × #}}, box {box}, shipment {number}',
  order_created_title: '{count, plural, =1 {{actor} ordered: {name}} other {# new orders by {actor}}}',
  order_created_body:
    '{count, plural, =1 {{quantity, plural, one {# piece} other {# pieces}}. Order No. {id}} other {Latest: {name}. Order No. {id}}}',
  order_status_title:
    '{of, select, pending {Order No. {id} is waiting again} processing {Order No. {id} is being prepared} delivered {Order No. {id} is handed over} cancelled {Order No. {id} is cancelled} other {{actor} on order No. {id}}}',
  order_status_body: '{told}',
  wish_in_stock_title: '{name} is back in the shop',
  wish_in_stock_body: 'It costs {price, plural, one {# coin} other {# coins}}',
  instruction_to_read_title: 'Please read: {name}',
  instruction_to_read_body:
    '{revision, plural, =1 {Read the instruction and confirm it} other {The instruction has changed. Read it again and confirm it}}',
  ledger_fault_title: 'Balances do not add up',
  ledger_fault_body:
    '{count, plural, one {The entries of # account} other {The entries of # accounts}} give a different balance. See Money',
  moy_sklad_fault_title:
    '{of, select, refused {MoySklad no longer accepts the token} other {MoySklad has not responded for a long time}}',
  moy_sklad_fault_body:
    '{of, select, refused {Nothing is synced until an owner enters a new one} other {Work continues with the data already read. Artel keeps trying}}',
  push_fault_title: 'Pushes are not being sent',
  push_fault_body:
    '{host} rejects the signature of Artel. All messages are in the bell; the operator of this installation should check its clock and keys',
  stats_fault_title: 'Figures were corrected',
  stats_fault_body:
    'The nightly check found {count, plural, one {# sum that did not match its rows. It was recalculated} other {# sums that did not match their rows. They were recalculated}}',
  test_title: 'Pushes work',
  test_body: 'This is how messages from Artel look on this device',
}
