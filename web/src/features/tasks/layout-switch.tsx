import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLayoutKanban, IconTable } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './layout-switch.module.css'
import type { TaskLayout } from './use-task-layout.ts'

const icons = { table: IconTable, board: IconLayoutKanban } as const

type LayoutSwitchProps = { layout: TaskLayout; onChoose: (layout: TaskLayout) => void }

/** «Таблица | Доска» */
export function LayoutSwitch({ layout, onChoose }: LayoutSwitchProps) {
  const t = useTranslations('taskBoard')
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const option = (value: TaskLayout) => {
    const Icon = icons[value]
    const name = t(value)
    return {
      value,
      label: (
        <span className={classes.option} title={isPhone ? name : undefined}>
          <Icon size={16} stroke={1.8} aria-hidden="true" />
          {isPhone ? <VisuallyHidden>{name}</VisuallyHidden> : name}
        </span>
      ),
    }
  }
  return (
    <SegmentedControl<TaskLayout>
      aria-label={t('layout')}
      data={[option('table'), option('board')]}
      value={layout}
      onChange={onChoose}
    />
  )
}
