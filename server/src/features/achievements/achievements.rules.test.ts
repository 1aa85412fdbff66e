import type { AchievementRules } from '@artel/contract/achievements/achievements.line'
import type { AchievementCode } from '@artel/contract/company/company.line'
import { describe, expect, test } from 'vitest'
import { shiftDay } from '../../days.ts'
import { type Happening, judge, type Team } from './achievements.rules.ts'

const nothing = {
  user_id: null,
  source_id: null,
  points: null,
  is_in_norm: null,
  seconds: null,
  is_late: null,
  takes_part: null,
  joined_on: null,
  rules: null,
}
const noRules: AchievementRules = { achievements: {}, leagues: {} }
let source = 0

const event = (kind: Happening['kind'], day: string, fields: Partial<Happening>): Happening => ({
  ...nothing,
  kind,
  day,
  change: 1,
  at: `${day}T15:00:00.000Z`,
  ...(kind !== 'close' && kind !== 'rules' && { user_id: 1 }),
  ...fields,
})
const person = (user_id = 1, fields: Partial<Happening> = {}) =>
  event('person', '2026-01-01', { user_id, takes_part: true, joined_on: '2024-03-05', ...fields })
const task = (day: string, fields: Partial<Happening> = {}) => {
  source += 1
  return event('task', day, { source_id: source, is_in_norm: true, ...fields })
}
const back = (day: string) => event('return', day, { source_id: 1 })
const shift = (day: string, fields: Partial<Happening> = {}) => {
  source += 1
  return event('shift', day, { source_id: source, seconds: 8 * 3600, is_late: false, ...fields })
}
const points = (day: string, amount: number, fields: Partial<Happening> = {}) =>
  event('points', day, { source_id: 1, points: amount, ...fields })
const close = (day: string) => event('close', day, {})
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const days = (count: number, from = '2026-03-02') => many(count, (index) => shiftDay(from, index))

/** The awards for events of person 1 and their colleagues, as `person code period`. */
function given(happened: readonly Happening[], rules = noRules): string[] {
  const team: Team = { rules, people: new Map() }
  return happened.flatMap((one) =>
    judge(team, one).awards.map(({ user_id, achievement, period }) => `${user_id} ${achievement} ${period}`),
  )
}
const only = (code: AchievementCode, happened: readonly Happening[], rules = noRules) =>
  given(happened, rules)
    .filter((award) => award.includes(` ${code} `))
    .map((award) => award.replace(` ${code} `, ' '))

const day = '2026-03-02'
type Case = [says: string, happened: Happening[], expected: string[]]

describe.each<[AchievementCode, Case[]]>([
  [
    'racer',
    [
      ['nine tasks of a day are not enough', many(9, () => task(day)), []],
      ['ten are', many(10, () => task(day)), ['1 2026-03-02']],
      ['thirteen are the same', many(13, () => task(day)), many(4, () => '1 2026-03-02')],
      [
        'those over their norm do not count',
        [...many(9, () => task(day)), task(day, { is_in_norm: false })],
        [],
      ],
      [
        'those of two days do not add up',
        [...many(6, () => task(day)), ...many(6, () => task('2026-03-03'))],
        [],
      ],
      [
        'one that was deleted does not count',
        [...many(9, () => task(day)), task(day, { change: -1 }), task(day)],
        [],
      ],
      [
        'one that is deleted from eleven',
        [...many(11, () => task(day)), task(day, { change: -1 })],
        many(2, () => '1 2026-03-02'),
      ],
    ],
  ],
  [
    'virtuoso',
    [
      ['49 in a row', many(49, () => task(day)), []],
      ['50 in a row', many(50, () => task(day)), ['1 1']],
      ['100 in a row', many(100, () => task(day)), ['1 1', '1 2']],
      ['a return begins anew', [...many(49, () => task(day)), back(day), ...many(49, () => task(day))], []],
      [
        'a return after fifty takes nothing away',
        [...many(50, () => task(day)), back(day), ...many(50, () => task(day))],
        ['1 1', '1 2'],
      ],
      [
        'one that is deleted and done again is no second achievement',
        [...many(50, () => task(day)), task(day, { change: -1 }), task(day)],
        ['1 1'],
      ],
      [
        'a task from before a return that is deleted after it takes nothing away',
        [task(day), back(day), task(day, { change: -1 }), ...many(50, () => task(day))],
        ['1 1'],
      ],
      ['over their norm counts as well', many(50, () => task(day, { is_in_norm: false })), ['1 1']],
    ],
  ],
  [
    'marathon_runner',
    [
      ['19 shifts', days(19).map((at) => shift(at)), []],
      ['20 shifts', days(20).map((at) => shift(at)), ['1 1']],
      ['40 shifts', days(40).map((at) => shift(at)), ['1 1', '1 2']],
      ['days off break nothing', many(20, (index) => shift(shiftDay(day, index * 3))), ['1 1']],
      ['shifts of one day are one', many(60, () => shift(day)), []],
      ['two shifts a day', days(19).flatMap((at) => [shift(at), shift(at)]), []],
      ['shifts of less than an hour', days(40).map((at) => shift(at, { seconds: 3599 })), []],
      ['shifts of an hour', days(20).map((at) => shift(at, { seconds: 3600 })), ['1 1']],
      [
        'what follows a late shift on its day does not mend it',
        [shift('2026-03-02', { is_late: true }), ...days(19, '2026-03-02').map((at) => shift(at))],
        [],
      ],
      [
        'a short shift that is late begins anew',
        days(21).map((at, index) => (index === 10 ? shift(at, { is_late: true, seconds: 1 }) : shift(at))),
        [],
      ],
      [
        'a shift that is deleted does not count',
        [
          ...days(19).map((at) => shift(at)),
          shift('2026-03-21', { source_id: 1000, seconds: 60 }),
          shift('2026-03-21', { source_id: 1000, change: -1 }),
        ],
        [],
      ],
      [
        'what follows on the day of the twentieth begins no row',
        [
          ...days(20).map((at) => shift(at)),
          shift('2026-03-21'),
          ...days(19, '2026-03-22').map((at) => shift(at)),
        ],
        ['1 1'],
      ],
      ['a late one begins anew', days(39).map((at, index) => shift(at, { is_late: index === 19 })), []],
      [
        'a late one that is corrected never was one',
        [
          ...days(20).map((at, index) => shift(at, { source_id: 1000 + index, is_late: index === 4 })),
          shift('2026-03-06', { source_id: 1004, change: -1, is_late: true }),
          shift('2026-03-06', { source_id: 1004 }),
        ],
        ['1 1'],
      ],
      [
        'one that was forgotten and confirmed later stands where it was',
        [
          ...days(19, '2026-03-03').map((at) => shift(at)),
          shift('2026-03-02', { is_late: true }),
          shift('2026-03-22'),
        ],
        ['1 1'],
      ],
    ],
  ],
  [
    'titanium',
    [
      ['999 hours', days(111).map((at) => shift(at, { seconds: 9 * 3600 })), []],
      ['1000 hours', days(125).map((at) => shift(at)), ['1 1000']],
      ['2000 hours', days(250).map((at) => shift(at)), ['1 1000', '1 2000']],
      [
        'a shift that is deleted and comes again brings no second one',
        [...days(125).map((at) => shift(at)), shift(day, { change: -1 }), shift(day)],
        ['1 1000'],
      ],
    ],
  ],
  [
    'king_of_the_hill',
    [
      ['nobody has points', [person(2), close('2026-03-08')], []],
      [
        'the most of the week',
        [person(2), points(day, 10), points(day, 9, { user_id: 2 }), close('2026-03-08')],
        ['1 2026-03-02'],
      ],
      [
        'both where they are equal',
        [person(2), points(day, 9), points('2026-03-08', 9, { user_id: 2 }), close('2026-03-08')],
        ['1 2026-03-02', '2 2026-03-02'],
      ],
      ['the day before Sunday ends no week', [points(day, 10), close('2026-03-07')], []],
      [
        'points of another week do not count',
        [person(2), points('2026-03-01', 99), points(day, 9, { user_id: 2 }), close('2026-03-08')],
        ['2 2026-03-02'],
      ],
      [
        'points that were taken back do not count',
        [
          person(2),
          points(day, 10),
          points(day, 9, { user_id: 2 }),
          points(day, 5, { change: -1 }),
          close('2026-03-08'),
        ],
        ['2 2026-03-02'],
      ],
    ],
  ],
  [
    'hard_worker',
    [
      [
        'the most hours',
        [person(2), shift(day), shift(day, { user_id: 2, seconds: 8 * 3600 - 1 }), close('2026-03-31')],
        ['1 2026-03'],
      ],
      ['the month has not ended', [shift(day), close('2026-03-30')], []],
      ['nobody has worked', [person(2), close('2026-03-31')], []],
    ],
  ],
  [
    'leader',
    [
      [
        'the most points',
        [person(2), points(day, 3), points(day, 4, { user_id: 2 }), close('2026-03-31')],
        ['2 2026-03'],
      ],
      ['of a February', [points('2026-02-28', 3), close('2026-02-28')], ['1 2026-02']],
    ],
  ],
  [
    'legendary_person',
    [
      ['one point short of diamond', [points(day, 5999)], []],
      ['diamond', [points(day, 5000), points('2026-03-20', 1000)], ['1 2026-03']],
      ['once more beyond it', [points(day, 6000), points(day, 1)], ['1 2026-03', '1 2026-03']],
      ['two months do not add up', [points(day, 5000), points('2026-04-01', 5000)], []],
      [
        'points taken back from more than diamond',
        [points(day, 7000), points(day, 1000, { change: -1 })],
        ['1 2026-03'],
      ],
    ],
  ],
  [
    'veteran',
    [
      ['the day before', [close('2026-03-04')], []],
      ['two years', [close('2026-03-05')], ['1 2']],
      ['the day after', [close('2026-03-06')], []],
      ['the day of joining is none', [person(1, { joined_on: '2026-03-05' }), close('2026-03-05')], []],
      [
        'who began on 29 February has it on the 28th',
        [person(1, { joined_on: '2024-02-29' }), close('2026-02-28'), close('2026-03-01')],
        ['1 2'],
      ],
    ],
  ],
  [
    'best_employee',
    [
      [
        'ahead in most measures',
        [
          person(2),
          points(day, 9),
          task(day),
          shift(day),
          points(day, 10, { user_id: 2 }),
          close('2026-03-31'),
        ],
        ['1 2026-03'],
      ],
      ['nobody is ahead of nobody', [points(day, 9), close('2026-03-31')], []],
    ],
  ],
])('%s', (code, cases) => {
  test.each(cases)('%s', (_, happened, expected) => {
    expect(only(code, [person(), ...happened])).toEqual(expected)
  })

  test('is not given if it is switched off', () => {
    const rules = { ...noRules, achievements: { [code]: { on: false } } }
    for (const [, happened] of cases) expect(only(code, [person(), ...happened], rules)).toEqual([])
  })

  test('is not given to people who do not take part', () => {
    for (const [, happened] of cases) {
      const awards = only(
        code,
        [person(1, { takes_part: false }), ...happened].filter(
          ({ kind, takes_part }) => kind !== 'person' || takes_part !== true,
        ),
      )
      expect(awards.filter((award) => award.startsWith('1 '))).toEqual([])
    }
  })
})

test('changed rules apply to the next event only', () => {
  const rules = { ...noRules, leagues: { diamond: 50 } }
  expect(given([person(), points(day, 60), event('rules', day, { rules }), points('2026-03-03', 1)])).toEqual(
    ['1 legendary_person 2026-03'],
  )
})

test('closing a month stores the final league by points for each participant', () => {
  const team: Team = { rules: { ...noRules, leagues: { gold: 1000 } }, people: new Map() }
  const happened = [
    person(1),
    person(2),
    person(3, { takes_part: false }),
    points(day, 1200),
    points(day, 500, { user_id: 2 }),
    points('2026-04-01', 9999),
    points(day, 1, { user_id: 2, change: -1 }),
  ]
  for (const one of happened) judge(team, one)
  expect(judge(team, close('2026-03-31')).finals).toEqual([
    { user_id: 1, month: '2026-03-01', points: 1200, league: 'gold' },
    { user_id: 2, month: '2026-03-01', points: 499, league: 'bronze' },
  ])
})
