import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { TablerIcon } from '@tabler/icons-react'
import classes from './layout-switch.module.css'

type LayoutSwitchProps<Layout extends string> = {
  label: string
  layouts: readonly { value: Layout; name: string; icon: TablerIcon }[]
  layout: Layout
  onChoose: (layout: Layout) => void
}

/** «Таблица | Доска»: switches the layout of a list. A phone shows only icons. */
export function LayoutSwitch<Layout extends string>(props: LayoutSwitchProps<Layout>) {
  const { label, layouts, layout, onChoose } = props
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  return (
    <SegmentedControl<Layout>
      aria-label={label}
      data={layouts.map(({ value, name, icon: Icon }) => ({
        value,
        label: (
          <span className={classes.option} title={isPhone ? name : undefined}>
            <Icon size={16} stroke={1.8} aria-hidden="true" />
            {isPhone ? <VisuallyHidden>{name}</VisuallyHidden> : name}
          </span>
        ),
      }))}
      value={layout}
      onChange={onChoose}
    />
  )
}
