export const taskBoardEn = {
  layout: 'How tasks are laid out',
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
  keys: 'Arrows go from card to card, Enter opens one, Space moves it to another column.',
} as const satisfies Record<string, string>
