import type { Shift } from '@artel/contract/hours'
import { UnstyledButton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { InputOf } from '../../api/calls.ts'
import type { DataColumn } from '../../ui/data-table-types.ts'
import { Blank, Duration } from '../../ui/figures.tsx'
import { useFormat } from '../../ui/format-context.tsx'
import { ShiftActions } from './shift-actions.tsx'
import { grossSeconds } from './shift-end.ts'
import classes from './shift-parts.module.css'
import { LockMark, ShiftTags } from './shift-parts.tsx'
import { useShiftWords } from './use-shift-words.ts'

type Sort = NonNullable<NonNullable<InputOf<'hours.list'>['query']>['sort_by']>

/** The columns of a person's shifts. */
export function useShiftColumns(onOpen: (shift: Shift) => void): DataColumn<Shift, Sort>[] {
  const t = useTranslations('shifts')
  const format = useFormat()
  const words = useShiftWords()
  const worked = (seconds: number) => (seconds === 0 ? <Blank /> : format.hours(seconds))
  return [
    {
      key: 'day',
      title: t('day'),
      width: 168,
      sortBy: 'day',
      hidable: false,
      render: (shift) => <DayCell shift={shift} onOpen={onOpen} />,
    },
    { key: 'time', title: t('time'), width: 150, render: (shift) => <TimeCell shift={shift} /> },
    {
      key: 'gross',
      title: t('gross'),
      width: 110,
      align: 'right',
      render: (shift) => worked(grossSeconds(shift) ?? 0),
    },
    {
      key: 'breaks',
      title: t('breaks'),
      width: 150,
      isExtra: true,
      render: ({ breaks }) => <Line text={words.breaks(breaks)} />,
    },
    {
      key: 'net',
      title: t('net'),
      width: 116,
      align: 'right',
      sortBy: 'worked_seconds',
      render: ({ worked_seconds, confirmed }) => (
        <span className={confirmed ? classes.net : classes.doubt}>{worked(worked_seconds)}</span>
      ),
    },
    {
      key: 'late',
      title: t('late'),
      width: 110,
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
      key: 'overtime',
      title: t('overtime'),
      width: 116,
      align: 'right',
      isExtra: true,
      sortBy: 'overtime_seconds',
      render: ({ overtime_seconds }) => worked(overtime_seconds),
    },
    {
      key: 'source',
      title: t('source'),
      width: 128,
      isExtra: true,
      render: ({ source }) => t(`source_${source}`),
    },
    { key: 'note', title: t('note'), render: (shift) => <NoteCell shift={shift} /> },
    {
      key: 'actions',
      title: '',
      header: <span />,
      width: 190,
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
  const punch = words.punch(shift)
  return (
    <span className={classes.two}>
      <span>{words.span(shift)}</span>
      {punch !== '' && (
        <span className={classes.second} title={punch}>
          {punch}
        </span>
      )}
    </span>
  )
}

function NoteCell({ shift }: { shift: Shift }) {
  const { note, editor } = shift
  return (
    <span className={classes.figures}>
      <ShiftTags shift={shift} />
      <span className={classes.two}>
        {note !== null && <Line text={note} />}
        {editor && <span className={classes.second}>{editor.full_name}</span>}
      </span>
    </span>
  )
}

function Line({ text }: { text: string }) {
  if (text === '') return <Blank />
  return (
    <span className={classes.line} title={text}>
      {text}
    </span>
  )
}
