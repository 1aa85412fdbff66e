import { ActionIcon, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus, type TablerIcon } from '@tabler/icons-react'
import { useScreenKeys } from '../keys/use-screen-keys.ts'
import { Kbd } from '../marks/tag.tsx'
import classes from './create-button.module.css'

type CreateButtonProps = { label: string; icon?: TablerIcon; onClick: () => void }

/** The main button of a list, which creates an item, as the key N does. On a phone it floats near the thumb. */
export function CreateButton({ label, icon: Icon = IconPlus, onClick }: CreateButtonProps) {
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  useScreenKeys({ acts: { create: onClick } })
  if (isPhone) {
    return (
      <ActionIcon
        className={classes.float ?? ''}
        variant="filled"
        color="accent"
        size={56}
        aria-label={label}
        onClick={onClick}
      >
        <Icon size={26} stroke={1.8} />
      </ActionIcon>
    )
  }
  return (
    <Button leftSection={<Icon size={16} stroke={1.8} />} rightSection={<Kbd>N</Kbd>} onClick={onClick}>
      {label}
    </Button>
  )
}
