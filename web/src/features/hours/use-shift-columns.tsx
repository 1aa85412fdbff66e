import type { Shift } from '@artel/contract/hours/hours'
import { UnstyledButton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { InputOf } from '../../api/send/calls.ts'
import { Blank, Duration } from '../../ui/figures/figures.tsx'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { TwoLines } from '../../ui/page/two-lines.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { ShiftActions } from './shift/shift-actions.tsx'
import { grossSeconds } from './shift/shift-end.ts'
import classes from './shift/shift-parts.module.css'
import { LockMark, ShiftTags } from './shift/shift-parts.tsx'
import { useShiftWords } from './use-shift-words.ts'

type Sort = NonNullable<NonNullable<InputOf<'hours.list'>['query']>['sort_by']>

/** The columns of a person's shifts. */
export function useShiftColumns(onOpen: (shift: Shift) => void): DataColumn<Shift, Sort>[] {
  const t = useTranslations('shifts')
  const words = useShiftWords()
  return [
    {
      key: 'day',
      title: t('day'),
      width: 150,
      sortBy: 'day',
      hidable: false,
      render: (shift) => <DayCell shift={shift} onOpen={onOpen} />,
    },
    { key: 'time', title: t('time'), width: 130, render: (shift) => <TimeCell shift={shift} /> },
    {
      key: 'gross',
      isExtra: true,
      title: t('gross'),
      width: 100,
      align: 'right',
      render: (shift) => <Hours seconds={grossSeconds(shift)} />,
    },
    {
      key: 'breaks',
      title: t('breaks'),
      width: 190,
      isExtra: true,
      render: ({ breaks }) => <Line text={words.shortBreaks(breaks)} title={words.breaks(breaks)} />,
    },
    {
      key: 'net',
      title: t('net'),
      width: 130,
      align: 'right',
      sortBy: 'worked_seconds',
      render: (shift) => <NetCell shift={shift} />,
    },
    {
      key: 'late',
      title: t('late'),
      width: 104,
      align: 'right',
      sortBy: 'late_seconds',
      render: ({ late_seconds }) =>
        late_seconds === 0 ? (
          <Blank />
        ) : (
          <span className={classes.late}>
            <Duration seconds={late_seconds} />
          </span>
        ),
    },
    {
      key: 'source',
      title: t('source'),
      width: 128,
      isExtra: true,
      render: ({ source }) => t(`source_${source}`),
    },
    { key: 'note', isExtra: 'last', title: t('note'), render: (shift) => <NoteCell shift={shift} /> },
    {
      key: 'actions',
      title: '',
      header: <span />,
      width: 196,
      hidable: false,
      render: (shift) => (
        <span className={classes.actions}>
          <ShiftActions shift={shift} isRow />
        </span>
      ),
    },
  ]
}

function DayCell({ shift, onOpen }: { shift: Shift; onOpen: (shift: Shift) => void }) {
  const format = useFormat()
  return (
    <span className={classes.day}>
      <UnstyledButton
        className={classes.line}
        onClick={(event) => {
          event.stopPropagation()
          onOpen(shift)
        }}
      >
        {format.weekday(shift.day)}, {format.date(shift.day)}
      </UnstyledButton>
      {shift.is_locked && <LockMark />}
    </span>
  )
}

function TimeCell({ shift }: { shift: Shift }) {
  const words = useShiftWords()
  return (
    <TwoLines second={words.punch(shift)}>
      <span>{words.span(shift)}</span>
    </TwoLines>
  )
}

/** Worked time, and how much of it is overtime. */
function NetCell({ shift: { worked_seconds, overtime_seconds, confirmed, ended_at } }: { shift: Shift }) {
  const t = useTranslations('shifts')
  const format = useFormat()
  return (
    <TwoLines
      second={overtime_seconds > 0 ? t('overtimeShort', { duration: format.hours(overtime_seconds) }) : null}
    >
      <span className={confirmed ? classes.net : classes.doubt}>
        <Hours seconds={ended_at === null ? null : worked_seconds} />
      </span>
    </TwoLines>
  )
}

function Hours({ seconds }: { seconds: number | null }) {
  const format = useFormat()
  return seconds === null ? <Blank /> : format.hours(seconds)
}

function NoteCell({ shift }: { shift: Shift }) {
  const { note, editor } = shift
  return (
    <span className={classes.figures}>
      <ShiftTags shift={shift} />
      <TwoLines second={editor?.full_name}>{note !== null && <Line text={note} />}</TwoLines>
    </span>
  )
}

function Line({ text, title = text }: { text: string; title?: string }) {
  if (text === '') return <Blank />
  return (
    <span className={classes.line} title={title}>
      {text}
    </span>
  )
}
