// What a page needs only without a connection, and for the next time without one: one file, loaded after the first visit.
export { followConnection } from './follow-connection.ts'
export { keepAnswers } from './keep-answers.ts'
export { readKeptSession } from './kept/kept.ts'
export { recallAnswer } from './recall-answer.ts'
