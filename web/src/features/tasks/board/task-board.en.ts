export const taskBoardEn = {
  layout: 'Task layout',
  table: 'Table',
  board: 'Board',
  label: 'Tasks by status',
  column: '{status}: {count}',
  open: 'Show the column “{status}”',
  close: 'Hide the column “{status}”',
  empty: 'No tasks',
  restInTable: 'The rest is in the table',
  moveTo: '{step}: to “{status}”',
  cardLabel: 'Task {id}: {title}',
  keys: 'Arrow keys move between cards, Enter opens a card, Space moves it to another column.',
} as const satisfies Record<string, string>
