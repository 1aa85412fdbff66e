import { type DestinationStream, type Logger, pino } from 'pino'
import type { Settings } from './settings.ts'

/** At its lowest level the reader of forms tells of a request with all its headers, the cookies among them. */
const hidden = ['busboyOptions.headers']

/** The server's log, to its standard output unless said otherwise. */
export const openLog = (level: Settings['logLevel'], stream?: DestinationStream): Logger =>
  stream ? pino({ level, redact: hidden }, stream) : pino({ level, redact: hidden })
