// What a page needs only without a connection, and for the next time without one: one file, loaded after the first visit.

export { keepAnswers } from '../cache/keep-answers.ts'
export { recallAnswer } from '../cache/recall-answer.ts'
export { readKeptSession } from '../kept/kept.ts'
export { followConnection } from './follow-connection.ts'
